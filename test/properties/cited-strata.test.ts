import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CitedStratum, visitCitedStrata } from '../../src/panel/counts/cited/cited-strata.ts';
import { countNamedPages } from '../../src/panel/counts/cited/named-pages.ts';
import { NAMED, type PanelRow } from '../../src/panel/row.ts';
import { effort } from '../support/effort.ts';
import { panelOfRows } from '../support/panel-of-rows.ts';
import { DAY_MS, NOW } from '../support/world.ts';

const SELF = 1;
const TODAY = Math.floor(NOW / DAY_MS);
/** Pages by id. Their hosts belong to three sites. */
const hostOf = (page: number) => ['a.example', 'www.a.example', 'b.example', 'c.example'][page % 4] as string;
const PARTS = [{ hosts: ['a.example', 'www.a.example'] }, { hosts: ['b.example'] }];

const rows: fc.Arbitrary<PanelRow[]> = fc
  .array(
    fc.record({
      daysAgo: fc.integer({ min: 0, max: 20 }),
      prompt: fc.integer({ min: 1, max: 3 }),
      engine: fc.constantFrom('chatgpt', 'claude'),
      isLooked: fc.integer({ min: 0, max: 9 }).map((each) => each > 0),
      isNamed: fc.boolean(),
      cited: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
    }),
    { maxLength: 80 },
  )
  .map((all) =>
    all.map(
      ({ daysAgo, isLooked, isNamed, cited, ...each }, index): PanelRow => ({
        ...each,
        id: index + 1,
        at: NOW - daysAgo * DAY_MS,
        model: null,
        market: 1,
        reading: '',
        isEmpty: false,
        searchesKnown: true,
        searched: [],
        said: [],
        looked: isLooked ? [SELF] : [],
        mentions: isLooked && isNamed ? [[SELF, NAMED, 0, 1]] : [],
        cited: cited.map((page) => [page, hostOf(page), hostOf(page).replace('www.', '')]),
      }),
    ),
  );

/** Weeks begin on Monday; day 4 of the epoch was a Monday. */
const weekOf = ({ at }: PanelRow) => Math.floor((Math.floor(at / DAY_MS) - 4) / 7);
const isNaming = ({ mentions }: PanelRow) => mentions.length > 0;

/** The strata again, by filtering lists. */
function byHand(all: readonly PanelRow[], apart: ReadonlySet<number>): [question: number, counts: string][] {
  const looked = all.filter((row) => row.looked.length > 0);
  const groups = Map.groupBy(looked, (row) => `${row.prompt} ${row.engine} ${weekOf(row)}`).values();
  return [...groups].flatMap((own) =>
    PARTS.flatMap(({ hosts }, part) => {
      const pages = ({ cited }: PanelRow) =>
        cited.flatMap(([page, host]) => (hosts.includes(host) ? [page] : []));
      const citing = own.filter((row) => pages(row).some((page) => !apart.has(page)));
      const others = own.filter((row) => pages(row).length === 0);
      if (citing.length === 0 || others.length === 0) return [];
      const named = [citing, others].map((each) => each.filter(isNaming).length);
      return [
        [
          own[0]?.prompt ?? 0,
          [own[0]?.engine, part, citing.length, named[0], others.length, named[1]].join(' '),
        ],
      ];
    }),
  );
}

const byQuestion = (strata: readonly (readonly [question: number, counts: string])[]) =>
  [...Map.groupBy(strata, ([question]) => question).values()]
    .map((own) => own.map(([, counts]) => counts).sort())
    .sort((a, b) => (a.join() < b.join() ? -1 : 1));

test("strata by citation of a site's part equal filtered lists, wherever segments end", async () => {
  const days = fc.uniqueArray(fc.integer({ min: TODAY - 20, max: TODAY }), { maxLength: 4 });
  const apart = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      rows,
      days,
      apart,
      fc.integer({ min: 1, max: 21 }),
      async (all, lastDays, pages, window) => {
        const panel = panelOfRows(all, [...lastDays].sort(), { self: SELF, competitors: [] });
        const period = { from: NOW - window * DAY_MS + 1, to: NOW + 1 };
        const within = all.filter(({ at }) => at >= period.from && at < period.to);
        const answers = { panel, period, only: {} };
        const found: CitedStratum[] = [];
        await visitCitedStrata(answers, PARTS, new Set(pages), (stratum) => found.push({ ...stratum }));
        // The numbers of questions don't matter, but a question's strata share one.
        assert.deepEqual(
          byQuestion(
            found.map(({ question, engine, part, citing, citingNamed, others, othersNamed }) => [
              question,
              [panel.names.engines.values[engine], part, citing, citingNamed, others, othersNamed].join(' '),
            ]),
          ),
          byQuestion(byHand(within, new Set(pages))),
        );
      },
    ),
    { numRuns: effort(50, 3000) },
  );
});

test("lists the part's pages that answers naming the brand cite, most cited first", async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (all) => {
      const panel = panelOfRows(all, [], { self: SELF, competitors: [] });
      const period = { from: NOW - 30 * DAY_MS, to: NOW + 1 };
      const found = await countNamedPages({ panel, period, only: {} }, PARTS, 2);
      const expected = PARTS.map(({ hosts }) => {
        const cited = all
          .filter(isNaming)
          .flatMap(({ cited }) => cited.filter(([, host]) => hosts.includes(host)));
        const counts = [...Map.groupBy(cited, ([page]) => page)].map(([pageId, own]) => ({
          pageId,
          answers: own.length,
        }));
        return counts.sort((a, b) => b.answers - a.answers || a.pageId - b.pageId).slice(0, 2);
      });
      assert.deepEqual(found, expected);
    }),
    { numRuns: effort(40, 2000) },
  );
});
