import { DAY_MS } from '../../src/domain/time/period.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { MODELS, siteHost } from './answers.ts';
import { type DataSet, LARGE_BRAND, SMALL_BRAND, TAGS } from './data-set.ts';

/** One timed report with its parameters. */
export interface Question {
  readonly title: string;
  readonly report: string;
  readonly query: Readonly<Record<string, string>>;
  readonly brand: string;
}

/** The windows for every report with `days`. */
const WINDOWS = [7, 30, 90, 365];

/** Parameters besides `days`. A year's days are listed for one engine only. */
const PARAMETERS: Readonly<Record<string, Question['query']>> = { trend: { by: 'week' } };

/** The reports with `days`, for comparing a long window with a short one. */
export const WINDOWED = REPORTS.filter(({ query }) => 'days' in query).map(({ name }) => name);

const OTHERS = REPORTS.map(({ name }) => name).filter(
  (name) => !WINDOWED.includes(name) && name !== 'answers',
);

/** The reports, in their table's order. */
export function reportQuestions({ deepCursor }: DataSet): Question[] {
  return [
    ofDays('visibility', 1, LARGE_BRAND),
    ...WINDOWED.flatMap((name) => WINDOWS.map((days) => ofDays(name, days, LARGE_BRAND))),
    large('trend by day, 92 d', 'trend', { days: '92' }),
    large('trend by day of an engine, 365 d', 'trend', { days: '365', engine: 'chatgpt' }),
    large('competitors with quotes, 365 d', 'competitors', { days: '365', quotes: '1' }),
    large('said by theme, 365 d', 'said', { days: '365' }),
    large('said of one theme with quotes, 365 d', 'said', { days: '365', theme: 'price' }),
    large('searches of an engine, 365 d', 'searches', { days: '365', engine: 'chatgpt' }),
    large('answers, first 50', 'answers', { limit: '50' }),
    large('answers, 50 by cursor, deep', 'answers', { limit: '50', cursor: deepCursor }),
    large('answers, first 50 of an engine', 'answers', { limit: '50', engine: 'chatgpt' }),
    large('answers, first 200', 'answers', { limit: '200' }),
    large('claim of a change on an engine, 7 against 28 d', 'claim', { engine: 'chatgpt' }),
    large('claim of two brands on an engine, 30 d', 'claim', { engine: 'chatgpt', versus: 'Rival A' }),
    large('claim of one figure, 30 d', 'claim', { engine: 'chatgpt', direction: 'at_least', size: '20' }),
    ...OTHERS.map((name) => large(name, name, {})),
    ...WINDOWED.map((name) => ofDays(name, 30, SMALL_BRAND)),
    {
      title: 'small: answers, first 50',
      report: 'answers',
      query: { limit: '50' },
      brand: SMALL_BRAND,
    },
  ];
}

/** Slices: a third of the questions, half of a year, a sixth of the answers. */
const SLICES: readonly Question['query'][] = [{ tag: TAGS[0] }, { model: MODELS[1] }, { engine: 'chatgpt' }];

/** A year's slices, for every report that takes them, and a window with its previous one. */
export function sliceQuestions(): Question[] {
  const takes = (name: string, query: Question['query']) =>
    REPORTS.some((report) => report.name === name && Object.keys(query).every((key) => key in report.query));
  const asked = (name: string, query: Question['query']) =>
    takes(name, query) ? [large(`${name}, ${textOf(query)}`, name, { ...PARAMETERS[name], ...query })] : [];
  return WINDOWED.flatMap((name) => [
    ...SLICES.flatMap((slice) => asked(name, { days: '365', ...slice })),
    ...asked(name, { days: '90', compare: 'previous' }),
  ]);
}

function textOf(query: Question['query']): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** The questions to time without a panel in memory. */
export function coldQuestions(): Question[] {
  return [
    ...COLD.flatMap((name) => WINDOWS.map((days) => ofDays(name, days, LARGE_BRAND))),
    ...COLD.map((name) => ofDays(name, 365, SMALL_BRAND)),
  ];
}

const COLD = ['visibility', 'share-of-voice', 'sources', 'recommendations', 'searches'];

function ofDays(report: string, days: number, brand: string): Question {
  const title = `${brand === SMALL_BRAND ? 'small: ' : ''}${report}, ${days} d`;
  return { title, report, query: { ...PARAMETERS[report], days: String(days) }, brand };
}

function large(title: string, report: string, query: Question['query']): Question {
  return { title, report, query, brand: LARGE_BRAND };
}

/** Values for each filter of /answers, common and rare ones. Rivals and sites get rarer down their lists. */
const FILTERS: readonly Question['query'][] = [
  { outcome: 'empty' },
  { names: 'self' },
  { names: 'Rival I' },
  { names: 'competitor' },
  { names_not: 'self' },
  { names: 'self', names_not: 'competitor' },
  { names: 'Rival A', names_not: 'self' },
  { looked_for: 'all' },
  { names: 'self', framing: 'negative' },
  { names: 'self', ranked: 'true' },
  { cites: siteHost(0) },
  { cites: siteHost(2999) },
  { cites: `*.${siteHost(0)}` },
  { cites: `https://www.${siteHost(0)}/guides/project-tools-compared-1` },
  { cites_brand: 'self' },
  { cites_brand: 'self', names_not: 'self' },
  { searched: 'which project management tool suits a team of 2 people 0' },
  { searched: 'which project management tool suits a team of 2 people 299' },
];

/** The first 50 answers by filter. */
export function filterQuestions({ now }: DataSet): Question[] {
  const old = new Date(now - 300 * DAY_MS).toISOString();
  return [...FILTERS, { until: old }, { until: old, engine: 'chatgpt' }].map((filters) => {
    return large(textOf(filters), 'answers', { limit: '50', ...filters });
  });
}

/** Every timed question. */
export function questionsFor(data: DataSet): Question[] {
  return [...reportQuestions(data), ...sliceQuestions(), ...filterQuestions(data)];
}
