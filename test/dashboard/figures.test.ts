import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { BASELINE_DAYS } from '../../src/domain/alerts/alert-rules.ts';
import { REPORTS } from '../../src/reports/index.ts';
import type { ApiResponse } from '../support/api.ts';
import type { Visitor } from '../support/dashboard.ts';
import { effort, isNightly } from '../support/effort.ts';
import {
  addressOfRoute,
  type Parameters,
  READ_ROUTES,
  SAMPLE_BRAND,
  SAMPLE_ORGANIZATION,
  withQuery,
} from '../support/page-addresses.ts';
import {
  type AnswersLink,
  answersLinks,
  filtersOf,
  numbersIn,
  type ShownRow,
  shownRows,
  statedRates,
  writtenNumbers,
} from '../support/page-figures.ts';
import { type SampleDashboard, sampleDashboard } from '../support/sample-dashboard.ts';
import { sampleParameters } from '../support/sample-parameters.ts';
import { DAY_MS, iso, NOW, pipelineOn } from '../support/world.ts';

/** A preview of a file shows nothing without one. */
const PAGES = READ_ROUTES.filter(
  ({ path }) =>
    path.startsWith('/brands') && !path.includes('/csv/') && !/\/(?:logs\/figures|import\/file)$/.test(path),
);

type PageQuery = Readonly<Record<string, string>>;

/** Windows that end now or long ago, at mid-day; and one engine, on pages with the choice. */
const QUERIES: readonly PageQuery[] = [
  { from: iso(NOW - 7 * DAY_MS) },
  { days: '30', until: iso(NOW - 2.4 * DAY_MS) },
  { from: iso(NOW - 30 * DAY_MS), engine: 'chatgpt' },
];
/** Fixed page queries: changes are decomposed by question; shares are of the engine with the most answers. */
const OWN_QUERIES: Readonly<Record<string, PageQuery>> = {
  why: { by: 'question' },
  sources: { share_on: 'chatgpt' },
  funnel: { share_on: 'chatgpt' },
};
/** Limits that pages state: the longest delay of an alert. */
const LIMITS: Readonly<Record<string, string>> = { planner: String(BASELINE_DAYS) };
const OF_ONE_ENGINE = ['competitors', 'sources', 'searches', 'trend'];

/** They lead to other pages. */
const OLD_ADDRESSES = ['sources/:site', 'pages', 'page', 'work-list'].map((path) => `/brands/:brand/${path}`);

/** In `npm test`, pages take turns with the windows. */
const VISITS = PAGES.flatMap((route, index) => {
  // It leads elsewhere.
  if (route.path.endsWith('/work-list')) return [];
  const hasChoice = OF_ONE_ENGINE.includes(route.path.split('/')[3] ?? '');
  const queries = QUERIES.filter((query, place) =>
    'engine' in query ? hasChoice : isNightly || place === index % 2,
  );
  return queries.map((query) => ({ route, query }));
});

describe('every figure on a page', () => {
  let samples: SampleDashboard;
  let parameters: Parameters;
  let admin: Visitor;

  before(async () => {
    samples = await sampleDashboard();
    parameters = await sampleParameters(samples);
    admin = await samples.dashboard.signedIn('admin', SAMPLE_ORGANIZATION);
  });
  after(() => samples.close());

  for (const { route, query } of VISITS) {
    test(`${route.path}, ${new URLSearchParams(query)}`, async () => {
      const { html, status } = await admin.get(withQuery(addressOfRoute(route, parameters), query));
      assert.ok(status === 200 || OLD_ADDRESSES.includes(route.path), route.path);
      assert.deepEqual(
        [
          ...(await wrongRows(html, query)),
          ...wrongRates(html, await changedSides()),
          ...(await wrongLinks(html)),
        ],
        [],
      );
      const notes = html.split('answers that may mean only the word do not count').length - 1;
      assert.ok(notes <= 1, `the note on lower bounds stands there ${notes} times`);
    });
  }

  test('has samples with rows, rates, and links to answers', async () => {
    const { html, text } = await admin.get(`/brands/${SAMPLE_BRAND}/sources?days=30&all=1`);
    assert.ok(shownRows(html).length > 5 && answersLinks(html).length > 5, text);
  });

  let key = '';
  let asked = 0;

  /** Replaces the key before its quota runs out, because the clock stands still. */
  async function ask(path: string): Promise<ApiResponse> {
    const { store, clock, dashboard } = samples;
    if (asked % 200 === 0) {
      ({ key } = await pipelineOn(store, clock).createKey({ organization: SAMPLE_ORGANIZATION }));
    }
    asked += 1;
    return await dashboard.api.get(path, key);
  }

  async function changedSides(): Promise<ChangedSide[]> {
    const { body } = await ask(`/changes?brand=${SAMPLE_BRAND}`);
    return body.data.flatMap(({ before, since }: Record<'before' | 'since', ChangedSide>) => [before, since]);
  }

  /** Page rows with a number that no single report row has. */
  async function wrongRows(html: string, query: PageQuery): Promise<string[]> {
    const wrong: string[] = [];
    for (const row of shownRows(html)) {
      const records = await recordsOf(row, { ...query, ...citedIn(html, row) });
      const numbers = numbersIn(row.text).filter((number) => number !== LIMITS[row.report]);
      const isRight = records.some((written) => numbers.every((number) => written.has(number)));
      if (!isRight) wrong.push(`not in /${row.report}: ${row.text}`);
    }
    return wrong;
  }

  const known = new Map<string, Set<string>[]>();

  async function recordsOf({ report: name, list }: ShownRow, query: PageQuery): Promise<Set<string>[]> {
    const at = `${name} ${list} ${new URLSearchParams(query)}`;
    const found = known.get(at) ?? (await askedRecords(name, list, query));
    known.set(at, found);
    return found;
  }

  async function askedRecords(name: string, list: string, query: PageQuery): Promise<Set<string>[]> {
    const report = REPORTS.find((each) => each.name === name);
    const taken = Object.entries(query).filter(([parameter]) => report && parameter in report.query);
    const own = { ...(report && 'compare' in report.query && { compare: 'previous' }), ...OWN_QUERIES[name] };
    const asked = new URLSearchParams({ ...Object.fromEntries(taken), ...own, brand: SAMPLE_BRAND });
    const data = await everyRecord(`/${name}?${asked}`, list);
    return data.map((record) => new Set(writtenNumbers(record)));
  }

  async function everyRecord(path: string, list: string): Promise<unknown[]> {
    const { status, body } = await ask(path);
    assert.equal(status, 200, JSON.stringify(body));
    return Array.isArray(body.data) ? body.data : body.data[list];
  }

  /** Number of answers by link, from the API with the same filters. */
  const counted = new Map<string, Promise<number>>();

  async function wrongLinks(html: string): Promise<string[]> {
    const wrong: string[] = [];
    const said = Map.groupBy(answersLinks(html).filter(isFigure), ({ href }) => href);
    for (const href of someOfEachKind([...said.keys()])) {
      const links = said.get(href) ?? [];
      const text = links.map((link) => link.text).join('; ');
      const numbers = numbersIn(text);
      const count = counted.get(href) ?? countAnswers(href);
      counted.set(href, count);
      if (!numbers.includes(String(await count)))
        wrong.push(`${await count} answers behind "${text}": ${href}`);
    }
    return wrong;
  }

  async function countAnswers(href: string): Promise<number> {
    const query = filtersOf(href);
    query.delete('days');
    query.set('brand', /^\/brands\/([^/]+)\//.exec(href)?.[1] ?? SAMPLE_BRAND);
    query.set('limit', '200');
    let count = 0;
    for (;;) {
      const { status, body } = await ask(`/answers?${query}`);
      assert.equal(status, 200, `${href}: ${JSON.stringify(body)}`);
      count += body.data.length;
      if (!body.meta.next_cursor) return count;
      query.set('cursor', body.meta.next_cursor);
    }
  }
});

/** The subject of /cited rows, from the page's download. */
function citedIn(html: string, { report }: ShownRow): PageQuery {
  const [, query = ''] = /csv\/cited\?([^"]*by=question[^"]*)"/.exec(html) ?? [];
  const cites = new URLSearchParams(query.replaceAll('&amp;', '&')).get('cites');
  return report === 'cited' && cites !== null ? { cites, by: 'question' } : {};
}

/** Maximum links to follow per filter set: a wrong filter affects every row. */
const MOST_LINKS = effort(2, 1000);

/** A sample of links for each set of filters. */
function someOfEachKind(hrefs: readonly string[]): string[] {
  const kinds = Map.groupBy(hrefs, (href) => [...new URLSearchParams(href.split('?')[1]).keys()].join());
  return [...kinds.values()].flatMap((links) => {
    const step = Math.max(1, links.length / MOST_LINKS);
    return links.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  });
}

/** Share of voice counts mentions; instants and filter links count nothing. */
function isFigure({ text, href }: AnswersLink): boolean {
  return /\d/.test(text) && !/ ago$|^Remove:/.test(text) && !href.includes('looked_for=all');
}

/** A side of a change, whose interval also allows for having been picked. */
type ChangedSide = Readonly<Record<'present' | 'responses', number>> & {
  readonly interval: Readonly<Record<'lower' | 'upper', number>> | null;
};

/** Rates that disagree with their counts, or with both Wilson's interval and that of a change with these counts. */
function wrongRates(html: string, changed: readonly ChangedSide[]): string[] {
  return statedRates(html).flatMap(({ said, count, of, percent, lower, upper }) => {
    const decimals = percent.split('.')[1]?.length ?? 0;
    const [low, high] = wilson(count, of);
    // Percentages come from counts. Reports round intervals to three decimals, and pages show those.
    const ends = [low, high].map((share) => Number(share.toFixed(3)));
    const right = [count / of, ...ends].map((share) => (100 * share).toFixed(decimals));
    const isChange = changed.some(
      ({ present, responses, interval }) =>
        present === count &&
        responses === of &&
        interval !== null &&
        lower === (100 * interval.lower).toFixed(decimals) &&
        upper === (100 * interval.upper).toFixed(decimals),
    );
    const isInterval = lower === null || isChange || (lower === right[1] && upper === right[2]);
    const isRight = percent === right[0] && isInterval;
    return isRight ? [] : [`"${said}" should say ${right.join(', ')}`];
  });
}

/** An independent Wilson 95% interval. */
function wilson(count: number, of: number): [number, number] {
  const z = 1.959963984540054;
  const middle = (count + z ** 2 / 2) / (of + z ** 2);
  const half = (z / (of + z ** 2)) * Math.sqrt((count * (of - count)) / of + z ** 2 / 4);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
