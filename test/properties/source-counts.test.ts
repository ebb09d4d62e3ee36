import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SitePart } from '../../src/domain/alerts/todo.ts';
import { bucketAt } from '../../src/domain/time/buckets.ts';
import { DAY_MS } from '../../src/domain/time/period.ts';
import { siteOf } from '../../src/domain/web/site.ts';
import type { CitedThing } from '../../src/panel/citing.ts';
import { countAnswers } from '../../src/panel/counts/answers.ts';
import { CITED_UNITS, countCitedBy } from '../../src/panel/counts/cited/cited-by.ts';
import { countCitedParts } from '../../src/panel/counts/cited/cited-parts.ts';
import { countCompetitorsByHost } from '../../src/panel/counts/cited/host-competitors.ts';
import { countHostWeeks } from '../../src/panel/counts/cited/host-weeks.ts';
import { countPages } from '../../src/panel/counts/cited/pages.ts';
import { countSources } from '../../src/panel/counts/cited/sources.ts';
import { countSearches, NEWEST_ANSWERS, readNewest } from '../../src/panel/counts/searches.ts';
import type { CountedAnswers } from '../../src/panel/panel.ts';
import { NAMED, type PanelCitation, type PanelRow } from '../../src/panel/row.ts';
import { effort } from '../support/effort.ts';
import { panelOfRows } from '../support/panel-of-rows.ts';

/** The panel's counts for citations and searches, against counts answer by answer from the definitions. */

const [SELF, RETIRED] = [2, 4];
const COMPETITORS = [5, 3];
const FIRST_DAY = 20_000;
const DAYS = 40;
const NOON = DAY_MS / 2;

/** Pages by id, each with its host and site. */
const PAGES: readonly PanelCitation[] = [
  [11, 'a.example', 'a.example'],
  [12, 'a.example', 'a.example'],
  [13, 'own.a.example', 'a.example'],
  [14, 'b.example', 'b.example'],
  [15, 'rival.b.example', 'b.example'],
  [900_000, 'c.example', 'c.example'],
];
const OWN = new Set(['own.a.example', 'b.example']);
const partOf = (host: string): SitePart | null => {
  if (host.startsWith('rival.')) return null;
  return OWN.has(host) ? 'own' : 'others';
};

const rowsOf: fc.Arbitrary<PanelRow[]> = fc
  .array(
    fc.record({
      // Few instants, so that some answers share one.
      at: fc.integer({ min: 0, max: DAYS }).map((days) => (FIRST_DAY + days) * DAY_MS + NOON),
      prompt: fc.integer({ min: 1, max: 4 }),
      engine: fc.constantFrom('chatgpt', 'claude'),
      model: fc.constantFrom(null, 'm1'),
      market: fc.constantFrom(1, 2),
      searchesKnown: fc.boolean(),
      isImported: fc.boolean(),
      names: fc.subarray([SELF, RETIRED, ...COMPETITORS]),
      cited: fc.shuffledSubarray([...PAGES]),
      searched: fc.shuffledSubarray([21, 22, 23]),
    }),
    { minLength: 20, maxLength: 200, size: 'max' },
  )
  .map((all) =>
    all.map(({ names, ...row }, index) => ({
      ...row,
      id: index + 1,
      reading: '',
      isEmpty: names.length === 0,
      said: [],
      before: null,
      judged: null,
      looked: [SELF, RETIRED, ...COMPETITORS].toSorted((a, b) => a - b),
      mentions: names.toSorted((a, b) => a - b).map((id) => [id, NAMED, 0, 1] as const),
    })),
  );

const asked = fc.record({
  from: fc.integer({ min: 0, max: DAYS }),
  length: fc.integer({ min: 1, max: DAYS * 3 }),
  lastDays: fc.subarray([5, 13, 14, 30].map((day) => FIRST_DAY + day)),
  engine: fc.constantFrom(undefined, 'claude'),
  prompts: fc.constantFrom(undefined, new Set([1, 3])),
  markets: fc.constantFrom(undefined, new Set([2])),
  models: fc.constantFrom(undefined, new Set([null])),
  limit: fc.integer({ min: 1, max: 4 }),
});

interface Definitions {
  readonly rows: readonly PanelRow[];
  readonly answers: CountedAnswers;
  readonly limit: number;
}

const names = (row: PanelRow, ids: readonly number[]) => row.mentions.some(([id]) => ids.includes(id));
const isGap = (row: PanelRow) => names(row, COMPETITORS) && !names(row, [SELF]);
const hostsIn = ({ cited }: PanelRow) => [...new Set(cited.map(([, host]) => host))];

/** The number of rows in each group. */
function byGroup<Key>(rows: readonly PanelRow[], groupsOf: (row: PanelRow) => readonly Key[]) {
  const groups = new Map<Key, PanelRow[]>();
  for (const row of rows) {
    for (const key of groupsOf(row)) groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups];
}

/** The first rows, and those with as many answers as the last of them. */
function most<Row extends { readonly answers: number }>(rows: readonly Row[], limit: number): Row[] {
  const sorted = rows.toSorted((a, b) => b.answers - a.answers);
  const least = sorted[limit - 1]?.answers ?? 0;
  return sorted.filter(({ answers }) => answers >= least);
}

const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
const pairs = <Key>(counts: ReadonlyMap<Key, number>) => [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));

function assertEqual(actual: readonly unknown[], expected: readonly unknown[], what: string): void {
  assert.deepEqual(sorted(actual), sorted(expected), what);
}

async function checkSources({ rows, answers, limit }: Definitions): Promise<void> {
  const counted = byGroup(rows, hostsIn).map(([host, of]) => ({
    host,
    answers: of.length,
    named: of.filter((row) => names(row, [SELF])).length,
    gaps: of.filter(isGap).length,
  }));
  assertEqual(await countSources(answers), counted, 'sources');
  for (const site of [null, 'a.example', 'none.example']) {
    const wanted = (row: PanelRow) => row.cited.filter((each) => site === null || each[2] === site);
    const pages = byGroup(rows, (row) => wanted(row).map(([page]) => page)).map(([pageId, of]) => ({
      pageId,
      answers: of.length,
      named: of.filter((row) => names(row, [SELF])).length,
      competitors: of.filter((row) => names(row, COMPETITORS)).length,
      gaps: of.filter(isGap).length,
    }));
    const isOnHost = (host: string) => site === null || siteOf(host) === site;
    assertEqual(await countPages(answers, { isOnHost, limit }), most(pages, limit), `pages of ${site}`);
  }
}

/** Checks the competitors named in answers that cite hosts, sites, and pages, by week and by prompt. */
async function checkCitedBy({ rows, answers }: Definitions): Promise<void> {
  const hosts = byGroup(rows, hostsIn);
  const rivals = hosts.flatMap(([host, of]) =>
    COMPETITORS.map((trackedId) => {
      const naming = of.filter((row) => names(row, [trackedId]));
      const withoutSelf = naming.filter((row) => !names(row, [SELF])).length;
      return { host, trackedId, answers: naming.length, withoutSelf };
    }).filter((row) => row.answers > 0),
  );
  const cited = hosts.map(([host]) => host);
  assertEqual(await countCompetitorsByHost(answers, cited), rivals, 'rivals by host');
  const weekOf = ({ at }: PanelRow) => bucketAt(at, 'week').firstDay;
  const weeks = hosts.flatMap(([host, of]) =>
    byGroup(of, (row) => [weekOf(row)]).map(([firstDay, some]) => ({ host, firstDay, answers: some.length })),
  );
  assertEqual(await countHostWeeks(answers), weeks, 'hosts by week');
  const [page = 0, host = '', site = ''] = rows.find(({ cited }) => cited.length > 0)?.cited[0] ?? [];
  const things: [CitedThing, (cited: PanelRow['cited'][number]) => boolean][] = [
    [{ pageId: page }, (each) => each[0] === page],
    [{ host }, (each) => each[1] === host],
    [{ site }, (each) => each[2] === site],
    [{ site: 'none.example' }, () => false],
    ['anything', () => true],
  ];
  for (const [thing, isIt] of things) {
    for (const by of CITED_UNITS) {
      const ofRow = (row: PanelRow) => ({ window: 0, week: weekOf(row), question: row.prompt })[by];
      const expected = byGroup(rows, (row) => [`${row.engine} ${ofRow(row)}`]).map(([key, of]) => {
        const [engine, place] = key.split(' ');
        const citing = of.filter(({ cited }) => cited.some(isIt));
        return {
          engine,
          of: Number(place),
          answers: of.length,
          citing: citing.length,
          named: citing.filter((row) => names(row, [SELF])).length,
          competitors: COMPETITORS.map((id) => citing.filter((row) => names(row, [id])).length),
        };
      });
      assertEqual(await countCitedBy(answers, thing, by), expected, `cited by ${by}`);
    }
  }
}

async function checkParts({ rows, answers, limit }: Definitions): Promise<void> {
  const { parts, answersOf, pagesOf } = await countCitedParts(answers, { name: 'test', of: partOf });
  const keyOf = (host: string, site: string) => `${partOf(host)} ${site}`;
  const inPart = ({ cited }: PanelRow, key: string) =>
    cited.filter(([, host, site]) => keyOf(host, site) === key);
  const cited = rows.flatMap((row) => row.cited).filter(([, host]) => partOf(host) !== null);
  const keys = [...new Set(cited.map(([, host, site]) => keyOf(host, site)))];
  const expected = keys.map((key) => {
    const [part, site] = key.split(' ');
    const all = rows.filter((row) => inPart(row, key).length > 0);
    const looked = all.filter((row) => part === 'own' || isGap(row));
    const pages = byGroup(looked, (row) => inPart(row, key).map(([page]) => page)).map(([pageId, of]) => ({
      pageId,
      answers: of.length,
    }));
    return {
      site,
      part,
      answers: looked.length,
      named: looked.filter((row) => names(row, [SELF])).length,
      hosts: [...new Set(all.flatMap((row) => inPart(row, key).map(([, host]) => host)))].toSorted(),
      engines: [...new Set(looked.map(({ engine }) => engine))].toSorted(),
      rivals: COMPETITORS.map((id) => looked.filter((row) => names(row, [id])).length),
      pages: sorted(most(pages, limit)),
    };
  });
  const pages = await pagesOf(parts, limit);
  const found = parts.map((each, place) => {
    const { engines, competitors: rivals } = answersOf(each);
    const { site, part, answers: count, named, hosts } = each;
    return {
      ...{ site, part, answers: count, named, hosts: hosts.toSorted() },
      ...{ engines: engines.toSorted(), rivals, pages: sorted(pages[place] ?? []) },
    };
  });
  assertEqual(found, expected, 'parts of sites');
}

async function checkSearches({ rows, answers, limit }: Definitions): Promise<void> {
  const engines = byGroup(rows, ({ engine }) => [engine]).map(([engine, of]) => ({
    engine,
    answers: of.length,
    unsearched: of.filter((row) => !row.searchesKnown).length,
    imported: of.filter((row) => row.isImported).length,
  }));
  assertEqual(await countAnswers(answers), engines, 'answers');
  const groups = byGroup(rows, ({ engine, searched }) => searched.map((query) => `${engine} ${query}`));
  const counted = groups.map(([key, of]) => {
    const [engine, queryId] = key.split(' ');
    const named = of.filter((row) => names(row, [SELF])).length;
    return { engine, queryId: Number(queryId), answers: of.length, named };
  });
  const searches = await countSearches(answers, limit);
  assertEqual(searches, most(counted, limit), 'searches');
  const newest = await readNewest(answers, searches);
  for (const [place, { engine, queryId }] of searches.entries()) {
    const of = (groups.find(([key]) => key === `${engine} ${queryId}`)?.[1] ?? []).toSorted(
      (a, b) => b.at - a.at || b.id - a.id,
    );
    const since = of[NEWEST_ANSWERS - 1]?.at ?? 0;
    const looked = of.filter(({ at }) => at >= since);
    const countsOf = <Key>(groupsOf: (row: PanelRow) => readonly Key[]) =>
      new Map(byGroup(looked, groupsOf).map(([key, some]) => [key, some.length]));
    assert.equal(newest[place]?.newest, of[0]?.id);
    assert.deepEqual(pairs(newest[place]?.prompts ?? new Map()), pairs(countsOf(({ prompt }) => [prompt])));
    assert.deepEqual(pairs(newest[place]?.hosts ?? new Map()), pairs(countsOf(hostsIn)));
  }
}

test('citation and search counts equal their definitions, in any window and slice', async () => {
  const property = fc.asyncProperty(
    rowsOf,
    asked,
    async (all, { from, length, lastDays, limit, ...only }) => {
      const begin = FIRST_DAY * DAY_MS + (from * DAY_MS) / 3;
      const period = { from: begin, to: begin + (length * DAY_MS) / 3 };
      const rows = all.filter(
        ({ at, prompt, market, model, engine }) =>
          at >= period.from &&
          at < period.to &&
          (only.engine === undefined || engine === only.engine) &&
          (only.prompts?.has(prompt) ?? true) &&
          (only.markets?.has(market) ?? true) &&
          (only.models === undefined || model === null),
      );
      const panel = panelOfRows(all, lastDays, { self: SELF, competitors: COMPETITORS });
      const answers = { panel, period, only };
      // The second time reads the first one's cache.
      for (let time = 0; time < 2; time++) {
        for (const check of [checkSources, checkCitedBy, checkParts, checkSearches])
          await check({ rows, answers, limit });
      }
    },
  );
  await fc.assert(property, { numRuns: effort(12, 1000), endOnFailure: true });
});
