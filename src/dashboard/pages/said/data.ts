import { inEngineOrder } from '../../../domain/answers/engine.ts';
import { MIN_SAMPLE } from '../../../domain/figures/rate.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { SPOKEN_WAYS, type SpokenWay } from '../../charts/said.ts';
import type { Visit } from '../../visit/visit.ts';

export type Said = EnvelopeOf<typeof reports.said>;
export type SaidRow = RowOf<typeof reports.said>;
export type Facts = EnvelopeOf<typeof reports.facts>;

/** A theme's answers: in total and by framing. */
export type FramingRows = Readonly<Record<'any' | SpokenWay, SaidRow>>;

export interface ShownEngine {
  readonly engine: string;
  /** Engines with their number of answers. */
  readonly engines: ReadonlyMap<string, number>;
}

export interface SaidPage extends ShownEngine {
  /** The compared brand; null without one. */
  readonly beside: string | null;
  /** Competitors in this engine's themes, most answers first. */
  readonly competitors: readonly string[];
  /** The own brand; with `beside`, its rows include the other brand. */
  readonly own: Said;
  readonly themes: readonly FramingRows[];
  /** Themes of the other brand only. */
  readonly onlyBeside: readonly SaidRow[];
  /** The selected theme with all brands' sentences; null without any. */
  readonly quoted: Said | null;
  readonly facts: Facts;
  /** How the brand and others are treated. */
  readonly verdicts: Verdicts;
  /** The newest answers that recommend the brand; empty for viewers who may open none. */
  readonly recommending: readonly RowOf<typeof reports.answers>[];
}

export type Verdicts = EnvelopeOf<typeof reports.sentiment>;

/** The address value for no comparison. */
export const NOBODY = 'nobody';

/** What a model reads on one engine; null without a model. */
export async function saidData(visit: Visit, { engine, engines }: ShownEngine): Promise<SaidPage | null> {
  const [all, facts, verdicts, recommending] = await Promise.all([
    visit.figures(reports.said, { engine }),
    visit.figures(reports.facts, { engine }),
    visit.figures(reports.sentiment, { engine, compare: undefined }),
    newestFramed(visit, engine, 'recommended'),
  ]);
  if (all.meta.reader.prompt === null) return null;
  const competitors = topTheme(all);
  const asked = visit.query.get('beside') || competitors[0];
  const beside = asked === NOBODY || asked === undefined ? null : asked;
  const own = await visit.figures(reports.said, {
    engine,
    about: 'self',
    ...(beside === null ? {} : { beside }),
  });
  const both = themesIn(own.data);
  const themes = both.filter(({ any }) => any.present > 0);
  const onlyBeside = both.flatMap(({ any }) => (any.present === 0 ? [any] : []));
  const theme = visit.query.get('theme') || (weakest(themes) ?? themes[0])?.any.theme;
  const quoted = theme === undefined ? null : await visit.figures(reports.said, { engine, theme });
  return {
    engine,
    engines,
    beside: own.meta.beside ?? null,
    competitors,
    own,
    themes,
    onlyBeside,
    quoted,
    facts,
    verdicts,
    recommending,
  };
}

/** The theme with most answers against the brand, if it has more than every other and enough for a rate; null otherwise. */
export function weakest(themes: readonly FramingRows[]): FramingRows | null {
  const [first, second] = themes.toSorted((a, b) => b.negative.present - a.negative.present);
  const most = first?.negative.present ?? 0;
  return first && most >= MIN_SAMPLE && most > (second?.negative.present ?? 0) ? first : null;
}

const MOST_ANSWERS = '5';

/** The newest answers of one engine that treat the brand so. */
export async function newestFramed(visit: Visit, engine: string, framing: 'negative' | 'recommended') {
  if (!visit.mayOpen('answers')) return [];
  const asked = { engine, names: 'self', framing, limit: MOST_ANSWERS };
  return (await visit.figures(reports.answers, asked)).data;
}

/** The engine on the page: the bar's, or the one with the most answers; null without answers. */
export async function shownEngine(visit: Visit): Promise<ShownEngine | null> {
  const engines = (await visit.chosenCounts())?.answers ?? new Map<string, number>();
  const engine = visit.choice.engine ?? engineWithMost(engines);
  return engine === null ? null : { engine, engines };
}

function engineWithMost(engines: ReadonlyMap<string, number>): string | null {
  const inOrder = inEngineOrder(engines.keys()).filter((slug) => (engines.get(slug) ?? 0) > 0);
  return inOrder.toSorted((a, b) => (engines.get(b) ?? 0) - (engines.get(a) ?? 0))[0] ?? null;
}

function topTheme({ data }: Said): string[] {
  const sums = new Map<string, number>();
  for (const { is_you: isYou, brand, framing, present } of data)
    if (!isYou && framing === 'any') sums.set(brand, (sums.get(brand) ?? 0) + present);
  return [...sums].toSorted(([, a], [, b]) => b - a).map(([brand]) => brand);
}

/** Each theme's four rows in report order; answers without a theme come last. */
function themesIn(rows: readonly SaidRow[]): FramingRows[] {
  const themes = [...Map.groupBy(rows, ({ theme }) => theme).values()].flatMap((own) => {
    const of = (framing: string) => own.find((row) => row.framing === framing);
    const found = ['any', ...SPOKEN_WAYS].map((way) => [way, of(way)] as const);
    return found.every(([, row]) => row !== undefined)
      ? [Object.fromEntries(found) as unknown as FramingRows]
      : [];
  });
  const isOther = ({ any }: FramingRows) => Number(any.theme === 'other');
  return themes.toSorted((a, b) => isOther(a) - isOther(b));
}
