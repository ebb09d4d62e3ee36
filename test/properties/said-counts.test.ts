import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { spreadOf } from '../../src/domain/figures/question-range.ts';
import { DAY_MS } from '../../src/domain/time/period.ts';
import {
  countSharedThemes,
  countThemes,
  newestThemeAnswers,
  WAYS,
  type Way,
} from '../../src/panel/counts/themes.ts';
import { FRAMING_BITS, NAMED, type PanelRow } from '../../src/panel/row.ts';
import { effort } from '../support/effort.ts';
import { panelOfRows } from '../support/panel-of-rows.ts';
import { pluck } from '../support/pluck.ts';

/** The panel's counts for themes, against counts answer by answer from the definitions. */

const [SELF, COMPETITOR] = [2, 5];
const THEMES = ['price', 'Client portals', 'other'];
const ENGINES = ['chatgpt', 'claude'];
const FIRST_DAY = 20_000;
const DAYS = 20;
const PROMPTS = [1, 2, 3];
const BRANDED = new Set([3]);
const MOST = 3;

/** An answer's themes for a brand: null where no extractor read them. */
const saidOf = fc.option(fc.dictionary(fc.constantFrom(...THEMES), fc.integer({ min: 1, max: 7 })));

const rowsOf: fc.Arbitrary<PanelRow[]> = fc
  .array(
    fc.record({
      at: fc
        .integer({ min: 0, max: DAYS * 4 })
        .map((quarters) => FIRST_DAY * DAY_MS + (quarters * DAY_MS) / 4),
      prompt: fc.constantFrom(...PROMPTS),
      engine: fc.constantFrom(...ENGINES),
      market: fc.constantFrom(1, 2),
      self: saidOf,
      competitor: saidOf,
    }),
    { minLength: 10, maxLength: 120, size: 'max' },
  )
  .map((all) =>
    all.map(({ self, competitor, ...row }, index) => ({
      ...row,
      id: index + 1,
      model: null,
      reading: '',
      isEmpty: false,
      searchesKnown: false,
      isImported: false,
      before: null,
      judged: null,
      cited: [],
      searched: [],
      looked: [SELF, COMPETITOR],
      mentions: [[SELF, NAMED, 0, 1] as const, [COMPETITOR, NAMED, 0, 1] as const],
      said: [[SELF, self] as const, [COMPETITOR, competitor] as const].flatMap(([tracked, said]) =>
        said === null
          ? []
          : [['', 0] as const, ...Object.entries(said)].map(
              ([theme, ways]) => [tracked, theme, ways] as const,
            ),
      ),
    })),
  );

const speaks = ({ said }: PanelRow, tracked: number, theme: string, way: Way) =>
  said.some(
    ([id, own, ways]) =>
      id === tracked && own === theme && (way === 'any' || (ways & FRAMING_BITS[way]) !== 0),
  );

function definedCounts(rows: readonly PanelRow[]) {
  return ENGINES.flatMap((engine) =>
    [SELF, COMPETITOR].flatMap((trackedId) =>
      THEMES.flatMap((theme) => {
        const own = rows.filter((row) => row.engine === engine);
        if (!own.some((row) => speaks(row, trackedId, theme, 'any'))) return [];
        return WAYS.map((way) => {
          const among = own.filter((row) => speaks(row, trackedId, way === 'any' ? '' : theme, 'any'));
          const present = own.filter((row) => speaks(row, trackedId, theme, way));
          const per = (some: readonly PanelRow[]) =>
            PROMPTS.map((prompt) => some.filter((row) => row.prompt === prompt).length);
          const spread = spreadOf(
            per(present),
            per(among),
            PROMPTS.map((prompt) => Number(BRANDED.has(prompt))),
          );
          return { engine, trackedId, theme, way, present: present.length, responses: among.length, spread };
        });
      }),
    ),
  );
}

/** By theme, for answers with known themes for both brands, either of which has the theme. */
function definedShared(rows: readonly PanelRow[]) {
  return ENGINES.flatMap((engine) =>
    THEMES.flatMap((theme) => {
      const read = rows.filter(
        (row) =>
          row.engine === engine && [SELF, COMPETITOR].every((tracked) => speaks(row, tracked, '', 'any')),
      );
      const ofEither = (row: PanelRow) =>
        [SELF, COMPETITOR].some((tracked) => speaks(row, tracked, theme, 'any'));
      if (!read.some(ofEither)) return [];
      return WAYS.map((way) => {
        const among =
          way === 'any'
            ? read
            : read.filter((row) => [SELF, COMPETITOR].every((tracked) => speaks(row, tracked, theme, 'any')));
        const [first, second] = [SELF, COMPETITOR].map((tracked) =>
          among.filter((row) => speaks(row, tracked, theme, way)),
        ) as [PanelRow[], PanelRow[]];
        const both = first.filter((row) => second.includes(row)).length;
        const shared = { trials: among.length, first: first.length, second: second.length, both };
        return { engine, theme, way, shared };
      });
    }),
  );
}

const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();

const asked = fc.record({
  from: fc.integer({ min: 0, max: DAYS }),
  length: fc.integer({ min: 1, max: DAYS }),
  lastDays: fc.subarray([5, 6, 12].map((day) => FIRST_DAY + day)),
  engine: fc.constantFrom(undefined, 'claude'),
  prompts: fc.constantFrom(undefined, new Set([1, 3])),
  markets: fc.constantFrom(undefined, new Set([2])),
});

test('theme counts and newest answers equal their definitions, in any window and slice', async () => {
  const property = fc.asyncProperty(rowsOf, asked, async (all, { from, length, lastDays, ...only }) => {
    const begin = (FIRST_DAY + from / 2) * DAY_MS;
    const period = { from: begin, to: begin + (length / 2) * DAY_MS };
    const rows = all.filter(
      ({ at, prompt, market, engine }) =>
        at >= period.from &&
        at < period.to &&
        (only.engine === undefined || engine === only.engine) &&
        (only.prompts?.has(prompt) ?? true) &&
        (only.markets?.has(market) ?? true),
    );
    const panel = panelOfRows(all, lastDays, { self: SELF, competitors: [COMPETITOR] });
    const answers = { panel, period, only };
    // The second time reads the first one's cache.
    for (let time = 0; time < 2; time++) {
      assert.deepEqual(sorted(await countThemes(answers, BRANDED)), sorted(definedCounts(rows)));
      const shared = await countSharedThemes(answers, [SELF, COMPETITOR]);
      assert.deepEqual(sorted(shared), sorted(definedShared(rows)));
    }
    const newest = await newestThemeAnswers(answers, 'price', MOST);
    for (const engine of ENGINES)
      for (const way of ['recommended', 'neutral', 'negative'] as const) {
        const defined = pluck(
          rows
            .filter((row) => row.engine === engine && speaks(row, SELF, 'price', way))
            .toSorted((a, b) => b.at - a.at || b.id - a.id),
          'id',
        ).slice(0, MOST);
        const found = pluck(
          newest
            .filter((each) => each.engine === engine && each.trackedId === SELF)
            .filter(({ ways }) => (ways & FRAMING_BITS[way]) !== 0),
          'answerId',
        ).slice(0, MOST);
        assert.deepEqual(found, defined);
      }
  });
  await fc.assert(property, { numRuns: effort(20, 1000), endOnFailure: true });
});
