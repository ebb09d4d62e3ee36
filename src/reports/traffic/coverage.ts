import Type from 'typebox';
import { byEngine, engineNameOf } from '../../domain/answers/engine.ts';
import { failureWords, UNKNOWN_FAILURE } from '../../domain/answers/failure-words.ts';
import { formatDay } from '../../domain/time/instant.ts';
import { DAY_MS, dayOf, type Period } from '../../domain/time/period.ts';
import { findReadableBrand, readBrandSnapshot } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { openPanel } from '../../storage/panel/open-panel.ts';
import { type GivenDays, listGivenDays } from '../../storage/traffic/read-given-files.ts';
import type { Days } from '../../storage/traffic/read-log-days.ts';
import { GIVEN_REPORTS } from '../../traffic/given/index.ts';
import type { Instrument } from '../../traffic/outside-changes.ts';
import { type MarketQuery, marketQuery } from '../shape/markets.ts';
import { type Caller, defineReport, engineParameter, type ReportContext } from '../shape/report.ts';
import {
  named,
  nullableInteger,
  nullableOneOf,
  nullableText,
  oneOf,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';
import { type EngineDay, type EngineDays, engineDays } from './engine-days.ts';
import { type LogWindow, logMeta, logWindow } from './log-window.ts';
import { type DatedChange, daysIn, outsideChangesIn } from './outside.ts';

const KINDS = ['engine', 'log', 'file'] as const;
export const COVERAGE_STATES = ['observed', 'partly', 'not_observed', 'changed_outside'] as const;

const CoverageSchema = named(
  'Coverage',
  {
    kind: oneOf(
      KINDS,
      '`engine`: an engine in a market; `log`: the site’s log; `file`: figures that an engine gave.',
    ),
    instrument: text("The engine's slug, `log`, `bing`, `search_console`, or `ga4`."),
    name: text('Its name.'),
    market: nullableText('Of an engine: the market, by its name in /brands.'),
    day: text('The UTC day.'),
    state: nullableOneOf(
      COVERAGE_STATES,
      '`observed`; `partly`: some is missing; `not_observed`: all is missing, which is not 0; `changed_outside`: observed, ' +
        'and something outside changed that day. Null: nothing was asked of the engine yet, or no more.',
    ),
    reason: nullableText('What is missing or changed; null for nothing.'),
    outside: readonlyList(
      Type.Object({
        what: text('The change, as a sentence.'),
        source: nullableText('Where that is written; null if answers say so.'),
      }),
      'What changed from outside that day.',
    ),
    planned: nullableInteger('Of an engine: questions asked. Null for others.'),
    answered: nullableInteger('Those answered.'),
    failed: nullableInteger('Those not answered. They are in no figure.'),
  },
  'How much an instrument observed on a day.',
);

type CoverageRow = Type.Static<typeof CoverageSchema>;
type Row = Omit<CoverageRow, 'outside'>;

export const coverage = defineReport({
  name: 'coverage',
  summary: 'Which days each engine, the site’s log, and each file observed, and what changed from outside.',
  description: 'A day that nobody observed is missing from every figure, and is not 0.',
  takesBrand: true,
  query: { ...windowQuery(), engine: engineParameter, ...marketQuery },
  data: readonlyList(
    CoverageSchema,
    'A row per instrument and UTC day that begins in the window: engines by market, the log, then files; oldest first.',
  ),
  meta: { ...windowMeta, ...logMeta },
  columns: {
    rows: {
      none: 'No day begins in this window.',
      grouped: true,
      columns: [
        { id: 'name', label: 'Instrument', kind: 'text', field: 'name' },
        { id: 'kind', label: 'Kind', kind: 'code', field: 'kind', csvOnly: true },
        { id: 'instrument', label: 'Id', kind: 'text', field: 'instrument', csvOnly: true },
        { id: 'market', label: 'Market', kind: 'text', field: 'market', none: '-', whereVaried: true },
        { id: 'day', label: 'Day', kind: 'text', field: 'day' },
        { id: 'state', label: 'Observed', kind: 'code', field: 'state', none: 'not asked' },
        { id: 'reason', label: 'Why', kind: 'prose', field: 'reason', none: '' },
        {
          id: 'outside',
          label: 'Changed from outside',
          kind: 'list',
          items: ({ outside }) =>
            outside.map(({ what, source }) => (source === null ? what : `${what} (${source})`)),
          csvOnly: true,
        },
        { id: 'planned', label: 'Asked', kind: 'count', field: 'planned' },
        { id: 'answered', label: 'Answered', kind: 'count', field: 'answered', answerFilter: answersOn },
        { id: 'failed', label: 'Failed', kind: 'count', field: 'failed' },
      ],
    },
  },
  errors: [],
  async run(context, query) {
    const { db, brand } = context;
    const { period, meta } = windowOf(context.now, query);
    // A day that the window's end cuts is not over.
    const log = await logWindow({ ...context, now: period.to }, period);
    const days = daysIn(wholeDays(period));
    const others =
      query.engine === undefined
        ? [...days.map((day) => logRow(log, day)), ...fileRows(await listGivenDays(db, brand.id), days)]
        : [];
    const rows = [...(await engineRows(context, query, period)), ...others];
    return {
      note: ['A missing day is not 0, and no share counts it.', log.note].join(' ').trim(),
      meta: { ...meta, days: log.meta },
      data: await withChanges(context, period, rows),
    };
  },
});

/** The rows of engines in one market, which is all that charts over time need; none for a brand that the caller may not read. */
export async function engineCoverage(
  db: Database,
  caller: Caller,
  publicId: string,
  query: MarketQuery,
  period: Period,
): Promise<CoverageRow[]> {
  const found = await findReadableBrand(db, caller, publicId);
  if (!found?.configured) return [];
  const brand = await readBrandSnapshot(db, found);
  const context = { db, brand, panel: openPanel(db, brand) };
  return await withChanges(context, period, await engineRows(context, query, period));
}

type Context = Pick<ReportContext, 'db' | 'brand' | 'panel'>;

const wholeDays = ({ from, to }: Period): Days => ({ first: Math.ceil(from / DAY_MS), last: dayOf(to - 1) });

async function engineRows(
  context: Context,
  query: MarketQuery & { readonly engine?: string | undefined },
  period: Period,
): Promise<Row[]> {
  const whole = wholeDays(period);
  const days = daysIn(whole);
  if (days.length === 0) return [];
  const asked = { from: whole.first * DAY_MS, to: period.to };
  const engines = await engineDays({ ...context, now: period.to }, query, asked);
  return engines
    .toSorted((one, other) => one.market.id - other.market.id || byEngine(one.engine, other.engine))
    .flatMap((each) => days.map((day) => engineRow(each, day, dayOf(period.to))));
}

async function withChanges(context: Context, period: Period, rows: readonly Row[]): Promise<CoverageRow[]> {
  const changes = rows.length === 0 ? [] : await outsideChangesIn(context, wholeDays(period));
  return rows.map((row) => withChange(row, changes));
}

const NO_QUESTIONS = { planned: null, answered: null, failed: null };

function engineRow({ engine, market, days, isGap }: EngineDays, day: number, today: number): Row {
  const found = days.get(day);
  const row = {
    kind: 'engine',
    instrument: engine,
    name: engineNameOf(engine),
    market: market.name,
    day: formatDay(day),
  } as const;
  if (found === undefined) {
    return { ...row, ...(isGap(day) ? MISSED : NOT_ASKED), planned: 0, answered: 0, failed: 0 };
  }
  const { answered, failed } = found;
  const planned = answered + failed;
  const state = answered === 0 ? 'not_observed' : failed > 0 || day === today ? 'partly' : 'observed';
  const reason = failed > 0 ? failedText(found) : day === today ? NOT_OVER : null;
  return { ...row, state, reason, planned, answered, failed };
}

/** `2 of 6 questions have no answer. Most often: There was no connection.` */
function failedText({ answered, failed, failures }: EngineDay): string {
  const asked = answered + failed === 1 ? '1 question has' : `${answered + failed} questions have`;
  const [most = UNKNOWN_FAILURE, ...others] = new Set(failures.map((each) => failureWords(each).meaning));
  const why = most === UNKNOWN_FAILURE ? '' : ` ${others.length > 0 ? 'Most often: ' : ''}${most}`;
  return `${failed} of ${asked} no answer.${why}`;
}

const MISSED = { state: 'not_observed', reason: 'Nothing was asked, though it is asked daily.' } as const;
const NOT_ASKED = { state: null, reason: null };
/** Why a day may yet get more. */
export const NOT_OVER = 'The day is not over.';

function logRow({ observed }: LogWindow, day: number): Row {
  const row = {
    kind: 'log',
    instrument: 'log',
    name: 'Log of the site',
    market: null,
    day: formatDay(day),
    ...NO_QUESTIONS,
  } as const;
  const state = observed.get(day);
  if (state === undefined) return { ...row, state: null, reason: NOT_OVER };
  return { ...row, state, reason: state === 'observed' ? null : LOG_REASONS[state] };
}

const LOG_REASONS = {
  partly: 'The log has no line for more than six hours in a row.',
  not_observed: 'The log has no line.',
} as const;

/** The days that an instrument's files cover, or lack. */
function fileRows(files: readonly GivenDays[], days: readonly number[]): Row[] {
  const instruments = GIVEN_REPORTS.map(({ instrument }) => instrument);
  return [...new Set(instruments)].flatMap((instrument) => {
    const of = files.filter(({ kind }) => instrumentOf(kind) === instrument);
    return of.length === 0 ? [] : days.map((day) => fileRow(instrument, of, day));
  });
}

function fileRow(instrument: Instrument, files: readonly GivenDays[], day: number): Row {
  const has = files.some(({ first, last }) => first <= day && day <= last);
  return {
    kind: 'file',
    instrument,
    name: FILE_NAMES[instrument] ?? instrument,
    market: null,
    day: formatDay(day),
    ...(has ? GIVEN : NOT_GIVEN),
    ...NO_QUESTIONS,
  };
}

const GIVEN = { state: 'observed', reason: null } as const;
const NOT_GIVEN = { state: 'not_observed', reason: 'No file has this day.' } as const;

const instrumentOf = (kind: string) => GIVEN_REPORTS.find((each) => each.kind === kind)?.instrument;

const FILE_NAMES: Partial<Record<Instrument, string>> = {
  bing: 'Bing AI Performance',
  search_console: 'Search Console, generative AI',
  ga4: 'Google Analytics 4',
};

/** An outside change is a state of its own only where nothing is missing; its words stand beside what is. */
function withChange(row: Row, changes: readonly DatedChange[]): CoverageRow {
  const own = changes.filter(({ day, isOn }) => formatDay(day) === row.day && isOn(row));
  const outside = own.map(({ text: what, source }) => ({ what, source }));
  if (own.length === 0) return { ...row, outside };
  const reason = [row.reason, ...outside.map(({ what }) => what)].filter((each) => each !== null).join(' ');
  return { ...row, state: row.state === 'observed' ? 'changed_outside' : row.state, reason, outside };
}

function answersOn({ kind, instrument, market, day }: CoverageRow) {
  return kind !== 'engine'
    ? null
    : { engine: instrument, ...(market !== null && { market }), from: day, until: day };
}
