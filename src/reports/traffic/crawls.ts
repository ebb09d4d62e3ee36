import Type from 'typebox';
import { nearestName } from '../../domain/brand/nearest.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatDay } from '../../domain/time/instant.ts';
import { CRAWLER_PURPOSES, CRAWLERS, type Crawler } from '../../domain/web/crawlers.ts';
import {
  CRAWL_UNITS,
  type CrawlCount,
  type CrawlUnit,
  countCrawls,
} from '../../storage/traffic/read-crawls.ts';
import { VERDICTS, type Verdict } from '../../traffic/counted.ts';
import { OBSERVED } from '../../traffic/observed.ts';
import { compareQuery, ENDS_BEFORE, endsOf } from '../shape/compared.ts';
import { defineReport, type QueryOf, type ReportContext } from '../shape/report.ts';
import {
  named,
  nullableInteger,
  nullableOneOf,
  nullableText,
  oneOf,
  readonlyList,
} from '../shape/schemas.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';
import {
  COMPARED_GATE,
  type LogComparison,
  logComparedField,
  logComparedMeta,
  logComparison,
} from './log-comparison.ts';
import { isKnown, type LogWindow, logMeta, logWindow } from './log-window.ts';
import { pageText } from './page-text.ts';

/** Maximum pages in the list. */
const MOST_PAGES = 200;

const figures = {
  requests: nullableInteger(
    'Its requests. Null where nothing can be known: a day without a log, or a name that never makes a request.',
  ),
  pages: nullableInteger('Distinct pages among them. On days with over 10,000, the rest count as none.'),
  refused: nullableInteger('Requests among them that the site refused: 401, 403, 406, or 451.'),
};

const CrawlSchema = named(
  'Crawls',
  {
    crawler: nullableText('By crawler: its token.'),
    operator: nullableText('By crawler: who runs it.'),
    purpose: nullableOneOf(CRAWLER_PURPOSES, 'By crawler: what it says that it reads for.'),
    page: nullableText('By page: the page, without scheme.'),
    day: nullableText('By day: the UTC day.'),
    observed: nullableOneOf(OBSERVED, 'By day: how much of the day the log has.'),
    verdict: nullableOneOf(
      VERDICTS,
      "`verified`: from an address that the operator publishes. `spoofed`: from another, so somebody else's. " +
        '`unverifiable`: no published address, or none in the log. Null for a name that never makes a request.',
    ),
    ...figures,
    first: nullableText('The first UTC day in the window with such a request; null without any.'),
    last: nullableText('The last.'),
    compared: logComparedField(figures),
  },
  "Requests by AI crawlers, as the site's log has them.",
);

type Row = Type.Static<typeof CrawlSchema>;

const query = {
  by: Type.Unsafe<(typeof CRAWL_UNITS)[number]>({
    ...oneOf(CRAWL_UNITS, `What rows are about, beside the verdict. At most ${MOST_PAGES} pages.`),
    default: 'crawler',
  }),
  paths: Type.Unsafe<'content' | 'all'>({
    ...oneOf(['content', 'all'], '`all`: also robots.txt, sitemaps, and files.'),
    default: 'content',
  }),
  crawler: Type.Optional(Type.String({ description: 'By its token.' })),
  purpose: Type.Optional(oneOf(CRAWLER_PURPOSES, 'What crawlers read for.')),
  verdict: Type.Optional(oneOf(VERDICTS, 'Only this verdict.')),
  ...windowQuery(),
  ...compareQuery,
};

type Query = QueryOf<typeof query>;

export const crawls = defineReport({
  name: 'crawls',
  summary: 'Which AI crawlers read the site, by its log, and whether they are who they say.',
  description:
    'Rows are per verdict: only `verified` requests are surely the crawler’s. A page that a cache serves may be in no log.',
  takesBrand: true,
  query,
  data: readonlyList(CrawlSchema, 'The most requests first; by day, oldest first.'),
  meta: { ...windowMeta, ...logMeta, ...logComparedMeta },
  columns: {
    rows: {
      none: 'No crawler in the log of this window.',
      columns: [
        { id: 'crawler', label: 'Crawler', kind: 'text', field: 'crawler', whereVaried: true },
        { id: 'operator', label: 'Operator', kind: 'text', field: 'operator', whereVaried: true },
        { id: 'purpose', label: 'Reads for', kind: 'code', field: 'purpose', whereVaried: true },
        { id: 'page', label: 'Page', kind: 'text', field: 'page', whereVaried: true },
        { id: 'day', label: 'Day', kind: 'text', field: 'day', whereVaried: true },
        { id: 'observed', label: 'Log', kind: 'code', field: 'observed', whereVaried: true },
        { id: 'verdict', label: 'Verdict', kind: 'code', field: 'verdict', none: 'never makes a request' },
        { id: 'requests', label: 'Requests', kind: 'count', field: 'requests' },
        { id: 'pages', label: 'Pages', kind: 'count', field: 'pages' },
        { id: 'refused', label: 'Refused', kind: 'count', field: 'refused' },
        { id: 'first', label: 'First', kind: 'text', field: 'first' },
        { id: 'last', label: 'Last', kind: 'text', field: 'last' },
        {
          id: 'compared_requests',
          label: 'Requests before',
          kind: 'count',
          field: 'compared.requests',
          onlyWith: 'compared',
        },
        {
          id: 'compared_pages',
          label: 'Pages before',
          kind: 'count',
          field: 'compared.pages',
          onlyWith: 'compared',
          csvOnly: true,
        },
        {
          id: 'compared_refused',
          label: 'Refused before',
          kind: 'count',
          field: 'compared.refused',
          onlyWith: 'compared',
          csvOnly: true,
        },
        COMPARED_GATE,
        ...ENDS_BEFORE,
      ],
    },
  },
  errors: [],
  check: ({ crawler }) => void (crawler === undefined || refuseUnknown(crawler)),
  async run(context, asked) {
    const { by } = asked;
    const { period, meta } = windowOf(context.now, asked);
    const log = await logWindow(context, period, asked.compare !== undefined);
    const comparison = await logComparison(context, asked, log);
    const counts = await countsIn(context, log, asked);
    const before = comparison && (await countsIn(context, comparison.earlier, asked));
    const rows = (by === 'page' ? counts.slice(0, MOST_PAGES) : counts).map((each) => rowOf(by, each));
    return {
      note: ['What a crawler reads for is its operator’s word.', log.note].join(' ').trim(),
      meta: { ...meta, days: log.meta, ...comparison?.meta },
      data: !isKnown(log)
        ? []
        : by === 'day'
          ? byDay(log, counts, asked.verdict)
          : [
              ...rows.map((row, place) => ({ ...row, ...comparedWith(comparison, before, counts[place]) })),
              ...(by === 'crawler' ? withoutRequests(asked) : []),
            ],
    };
  },
});

async function countsIn(
  { db, brand }: Pick<ReportContext, 'db' | 'brand'>,
  { days }: LogWindow,
  { by, paths, verdict, ...chosen }: Query,
): Promise<CrawlCount[]> {
  const crawlers = isChosen(chosen) ? chosenCrawlers(chosen).map(({ token }) => token) : null;
  const path = paths === 'content' ? paths : null;
  return await countCrawls(db, brand.id, by, { days, path, crawlers, verdict: verdict ?? null });
}

/** @throws SightlineError `invalid_parameter`, because an empty result would look like a finding */
function refuseUnknown(crawler: string): void {
  if (chosenCrawlers({ crawler }).length > 0) return;
  const near = nearestName(
    crawler,
    CRAWLERS.map(({ token }) => token),
  );
  throw new SightlineError(
    'invalid_parameter',
    `\`crawler\`: no known crawler has this name${near === undefined ? '.' : `; did you mean \`${near}\`?`}`,
  );
}

type Choice = Partial<Pick<Query, 'crawler' | 'purpose'>>;

function isChosen({ crawler, purpose }: Choice): boolean {
  return crawler !== undefined || purpose !== undefined;
}

function chosenCrawlers({ crawler, purpose }: Choice): Crawler[] {
  return CRAWLERS.filter(
    (each) =>
      (crawler === undefined || each.token.toLowerCase() === crawler.toLowerCase()) &&
      (purpose === undefined || each.purpose === purpose),
  );
}

const NO_KEY = { crawler: null, operator: null, purpose: null, page: null, day: null, observed: null };

function rowOf(by: CrawlUnit, { of, verdict, first, last, ...counted }: CrawlCount): Row {
  const key = by === 'page' ? { page: pageText(of) } : by === 'crawler' ? fieldsOf(of) : {};
  const { requests, pages, refused } = counted;
  return {
    ...NO_KEY,
    ...key,
    verdict: verdict as Verdict,
    requests,
    pages,
    refused,
    first: formatDay(first),
    last: formatDay(last),
  };
}

function fieldsOf(token: string) {
  const crawler = CRAWLERS.find((each) => each.token === token);
  return { crawler: token, operator: crawler?.operator ?? null, purpose: crawler?.purpose ?? null };
}

/** Names that no request ever has: none is no sign that a crawler stays away. */
function withoutRequests(query: Query): Row[] {
  if (query.verdict !== undefined) return [];
  return chosenCrawlers(query)
    .filter(({ requests }) => !requests)
    .map((each) => ({ ...NO_KEY, ...fieldsOf(each.token), ...NOTHING_KNOWN, verdict: null }));
}

const NOTHING_KNOWN = { requests: null, pages: null, refused: null, first: null, last: null };
const NONE = { requests: 0, pages: 0, refused: 0, first: null, last: null };

/** Every day and verdict. A day that the log has may have no requests; one without a log is not known. */
function byDay({ observed }: LogWindow, counts: readonly CrawlCount[], only: Verdict | undefined): Row[] {
  const verdicts = only === undefined ? VERDICTS : [only];
  return [...observed].flatMap(([day, state]) =>
    verdicts.map((verdict) => {
      const found = counts.find((each) => each.of === String(day) && each.verdict === verdict);
      const none = state === 'not_observed' ? NOTHING_KNOWN : NONE;
      const counted = found === undefined ? { ...NO_KEY, ...none, verdict } : rowOf('day', found);
      return { ...counted, day: formatDay(day), observed: state };
    }),
  );
}

/** A row's earlier figures. */
function comparedWith(
  comparison: LogComparison | null,
  before: readonly CrawlCount[] | null,
  row: CrawlCount | undefined,
): Pick<Row, 'compared'> {
  if (comparison === null) return {};
  const found = before?.find(({ of, verdict }) => of === row?.of && verdict === row.verdict);
  const { requests, pages, refused } = comparison.gate === null ? (found ?? NONE) : NOTHING_KNOWN;
  return { compared: { requests, pages, refused, ...endsOf(comparison.period), gate: comparison.gate } };
}
