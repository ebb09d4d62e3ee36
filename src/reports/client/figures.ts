import type { Apart } from '../../domain/figures/standing.ts';
import type { FrozenFigures, ReportedAnswers } from '../../domain/sharing/shared-report.ts';
import { formatDay } from '../../domain/time/instant.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { Change, changes } from '../alerts/changes.ts';
import { gaps } from '../brands/gaps.ts';
import type { presence } from '../brands/presence.ts';
import { trend } from '../brands/trend.ts';
import { type EnvelopeOf, inSnapshot, runReport } from '../run/run-report.ts';
import { said } from '../said/said.ts';
import type { Caller, MetaOf, RowOf } from '../shape/report.ts';
import { recommendations } from '../sources/recommendations.ts';
import {
  changesIn,
  type DayRow,
  type DoneRow,
  daysOf,
  doneIn,
  type SilentRow,
  type TodoRow,
  todoIn,
} from './news.ts';
import { type NamedRow, rankedIn } from './ranking.ts';
import { picked, type Run } from './run.ts';

/**
 * A client report's figures, from other reports on its days. Only counts and computed values, so that the same answers give the same
 * figures; texts are separate.
 */

const WEEK_FIELDS = [
  ...(['engine', 'engine_name', 'start', 'end', 'complete'] as const),
  ...(['present', 'responses', 'rate', 'min_sample', 'interval', 'design_effect'] as const),
] as const;
const LOST_FIELDS = [
  ...(['id', 'engine', 'engine_name', 'competitor', 'gap'] as const),
  ...(['answers', 'naming_it', 'naming_you', 'only_it', 'only_you'] as const),
] as const;
const SITE_FIELDS = ['site', 'kind', 'answers', 'competitors_named', 'engines'] as const;
const SAID_FIELDS = [
  ...(['engine', 'engine_name', 'theme', 'theme_name', 'framing'] as const),
  ...(['present', 'responses', 'rate', 'min_sample', 'interval'] as const),
] as const;

export type WeekRow = Pick<RowOf<typeof trend>, (typeof WEEK_FIELDS)[number]>;
export type LostRow = Pick<RowOf<typeof gaps>, (typeof LOST_FIELDS)[number]> & { readonly id: string };
export type SaidRow = Pick<RowOf<typeof said>, (typeof SAID_FIELDS)[number]>;
export type SiteRow = Pick<RowOf<typeof recommendations>, (typeof SITE_FIELDS)[number]>;

export interface ClientFigures {
  /** This form's version. */
  readonly version: 1;
  readonly brand: EnvelopeOf<typeof presence>['meta']['brand'];
  /** When the figures were taken. Design effects use the 90 days before it. */
  readonly as_of: string;
  readonly window: EnvelopeOf<typeof presence>['meta']['window'];
  readonly compared: NonNullable<EnvelopeOf<typeof presence>['meta']['compared']> | null;
  /** The answers' slice, as report parameters. */
  readonly only: ReportedAnswers['only'];
  /** The changes of these days as /changes told them then, the first to tell first. Older reports have none. */
  readonly changes: readonly Change[];
  /** Other markets with changes that hold, for a report without a chosen one. */
  readonly elsewhere: MetaOf<(typeof changes)['meta']>['elsewhere'];
  /** The first change's days, if it is of the naming share. */
  readonly days: readonly DayRow[];
  /** For every engine and tracked brand. */
  readonly named: readonly NamedRow[];
  /** By engine. */
  readonly apart: Readonly<Record<string, Apart>>;
  readonly done: readonly DoneRow[];
  readonly todo: readonly TodoRow[];
  readonly silent: readonly SilentRow[];
  /** For the brand itself. */
  readonly weeks: readonly WeekRow[];
  readonly lost: {
    readonly judged: number;
    readonly questions: number;
    readonly questions_lost: number;
    readonly rows: readonly LostRow[];
  };
  readonly sites: readonly SiteRow[];
  readonly said: readonly SaidRow[];
  /** Who read what is said: a model's name. Reports frozen before models read have none. */
  readonly said_by?: string;
}

/** Stored figures. Those of earlier releases lack what was not in them. */
export function figuresIn({ figures }: Pick<FrozenFigures, 'figures'>): ClientFigures {
  const none = { changes: [], elsewhere: [], days: [], apart: {}, done: [], todo: [], silent: [] };
  return { ...none, ...(JSON.parse(figures) as ClientFigures) };
}

/** The texts with the figures. */
export interface ClientTexts {
  /** By question id. */
  readonly questions: Readonly<Record<string, string>>;
  readonly quotes: readonly ClientQuote[];
}

export interface ClientQuote extends Pick<SaidRow, 'engine_name' | 'theme_name' | 'framing' | 'present'> {
  /** Verbatim, with its Markdown. */
  readonly sentence: string;
  readonly answer_id: string;
  readonly collected_at: string;
}

/** Further rows would need another page. */
const MOST = { lost: 10, sites: 8, themes: 6 };
/** A trend's weeks, in days: whole weeks back from the week in which the window ends, or the window if that is longer. */
const TREND_DAYS = 12 * 7 + 1;

export interface ClientContext {
  readonly db: Database;
  /** UTC milliseconds. */
  readonly now: number;
  readonly caller: Caller;
  /** Public id. */
  readonly brand: string;
}

/** Takes the figures from one snapshot. @throws SightlineError as its reports do, for a wrong window, market, or tag */
export async function freezeFigures(
  context: ClientContext,
  answers: ReportedAnswers,
): Promise<FrozenFigures> {
  return await inSnapshot(context.db, async (db) => {
    const { figures, texts } = await figuresOf({ ...context, db }, answers);
    return { at: context.now, figures: JSON.stringify(figures), texts: JSON.stringify(texts) };
  });
}

async function figuresOf(
  context: ClientContext,
  { firstDay, lastDay, compare, only }: ReportedAnswers,
): Promise<{ figures: ClientFigures; texts: ClientTexts }> {
  const run = runOn(context, only);
  // A change is of all questions, whichever ones the report counts.
  const runOnAll = runOn(context, only.market === undefined ? {} : { market: only.market });
  const window = { from: formatDay(firstDay), until: formatDay(lastDay) };
  const { changes: told, elsewhere } = await changesIn(
    runOnAll,
    window,
    only.engine === undefined ? [] : [only.engine].flat(),
  );
  const compared = compare === 'off' ? {} : { compare };
  const { named, apart, meta } = await rankedIn(run, { ...window, ...compared }, told);
  const weeksFrom = formatDay(Math.min(firstDay, lastDay - TREND_DAYS + 1));
  const weeks = await run(trend, { ...window, by: 'week', from: weeksFrom });
  const gap = await run(gaps, window);
  const sites = await run(recommendations, window);
  const themes = await saidIn(run, window);
  const lost = gap.data
    .flatMap(({ id, question, ...row }) =>
      id !== null && question !== null && row.stands_out && (row.gap?.points ?? 0) > 0
        ? [{ id, question, ...row }]
        : [],
    )
    .slice(0, MOST.lost);
  return {
    figures: {
      version: 1,
      brand: meta.brand,
      as_of: meta.generated_at,
      window: meta.window,
      compared: meta.compared ?? null,
      only,
      changes: told,
      elsewhere: only.market === undefined ? elsewhere : [],
      days: await daysOf(runOnAll, told[0]),
      named,
      apart,
      done: await doneIn(runOn(context, {}), run, window),
      ...(await todoIn(run, window)),
      weeks: weeks.data.filter(({ role }) => role === 'self').map((row) => picked(row, WEEK_FIELDS)),
      lost: {
        ...picked(gap.meta, ['judged', 'questions', 'questions_lost']),
        rows: lost.map((row) => picked(row, LOST_FIELDS)),
      },
      sites: sitesOf(sites.data),
      said: themes.rows.map((row) => picked(row, SAID_FIELDS)),
      said_by: themes.reader,
    },
    texts: {
      questions: Object.fromEntries(lost.map(({ id, question }) => [id, question])),
      quotes: themes.quotes,
    },
  };
}

function runOn({ db, now, caller, brand }: ClientContext, only: ReportedAnswers['only']): Run {
  return async (report, query) => await runReport(db, now, caller, report, { ...only, brand, ...query });
}

/** Questions where most answers name a competitor and not the brand. A site's work status would change the figures, so it is left out. */
function sitesOf(rows: readonly RowOf<typeof recommendations>[]): SiteRow[] {
  const others = rows.filter(({ kind }) => kind !== 'own_page');
  const most = others.toSorted((one, other) => other.answers - one.answers).slice(0, MOST.sites);
  return most.map((row) => picked(row, SITE_FIELDS));
}

/** Framings in reading order. */
const WAYS = ['negative', 'recommended', 'neutral'] as const;

/** The most frequent themes. Each has the newest sentence with its most frequent framing. */
async function saidIn(run: Run, window: Readonly<Record<string, string>>) {
  const { data, meta } = await run(said, { ...window, about: 'self' });
  const reader = meta.reader.name;
  const any = data.filter(({ framing, present }) => framing === 'any' && present > 0);
  const most = [...Map.groupBy(any, ({ theme }) => theme)]
    .map(([theme, rows]) => ({ theme, present: Math.max(...rows.map(({ present }) => present)) }))
    .toSorted((one, other) => other.present - one.present)
    .slice(0, MOST.themes)
    .map(({ theme }) => theme);
  const rows = data.filter(({ theme, present }) => present > 0 && most.includes(theme));
  const ways = (theme: string) =>
    new Set(rows.filter((row) => row.theme === theme).map(({ framing }) => framing)).size;
  const [richest] = most.toSorted((one, other) => ways(other) - ways(one));
  if (richest === undefined) return { rows, quotes: [], reader };
  const quoted = await run(said, { ...window, about: 'self', theme: richest });
  const quotes = WAYS.flatMap((way): ClientQuote[] => {
    const own = quoted.data.filter(({ framing, quotes: all = [] }) => framing === way && all.length > 0);
    const [row] = own.toSorted((one, other) => other.present - one.present);
    const quote = row?.quotes?.[0];
    if (!row || !quote) return [];
    return [
      {
        ...picked(row, ['engine_name', 'theme_name', 'framing', 'present']),
        ...picked(quote, ['sentence', 'answer_id', 'collected_at']),
      },
    ];
  });
  return { rows, quotes, reader };
}
