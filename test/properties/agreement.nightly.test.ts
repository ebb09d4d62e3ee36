import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { agreement } from '../../src/reports/brands/agreement.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import { runsOn } from '../support/effort.ts';
import { assertWithFixedCase } from '../support/fixed-case.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { DAY_MS, iso, NOW, newBrand, pipelineOn } from '../support/world.ts';

const ENGINES = ['chatgpt_app', 'chatgpt_app_cloro', 'gemini_app'] as const;
const [FIRST, SECOND] = ENGINES;
const BRANDS = ['Acme', 'Bolt'] as const;
const SITES = ['acme.example', 'one.example', 'two.example'] as const;

/** Gives a case with pairs. */
const SEED = 3;

interface Given {
  readonly engine: string;
  readonly prompt: string;
  readonly at: number;
  readonly named: readonly string[];
  readonly cited: readonly string[];
}

/** Around midnight, and on both sides of the window's start. */
const answers: fc.Arbitrary<Given[]> = fc.uniqueArray(
  fc.record({
    engine: fc.constantFrom(...ENGINES),
    prompt: fc.constantFrom('a?', 'b?'),
    at: fc
      .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: -900, max: 900 }))
      .map(([day, seconds]) => Math.floor(NOW / DAY_MS) * DAY_MS - day * DAY_MS + seconds * 1000),
    named: fc.subarray([...BRANDS]),
    cited: fc.subarray([...SITES]),
  }),
  { minLength: 25, maxLength: 60, selector: ({ at }) => at },
);

/** The 2x2 table for pairs of answers. */
function tableOf(pairs: readonly (readonly [Given, Given])[], says: (each: Given) => boolean) {
  const count = (one: boolean, other: boolean) =>
    pairs.filter(([first, second]) => says(first) === one && says(second) === other).length;
  return [count(true, true), count(true, false), count(false, true), count(false, false)];
}

function zipped(first: readonly Given[], second: readonly Given[]): [Given, Given][] {
  const shorter = Math.min(first.length, second.length);
  return Array.from({ length: shorter }, (_, index) => [first[index] as Given, second[index] as Given]);
}

const dayOf = ({ at }: Given) => Math.floor(at / DAY_MS);

/** The report's figures, counted the slow way from the answers. */
function expected(all: readonly Given[], from: number) {
  const inWindow = all.filter(({ at }) => at >= from && at <= NOW).sort((one, other) => one.at - other.at);
  const on = (engine: string, prompt: string, day: number) =>
    inWindow.filter((each) => each.engine === engine && each.prompt === prompt && dayOf(each) === day);
  const days = [...new Set(inWindow.map(dayOf))].sort((one, other) => one - other);
  const pairsOf = (prompt: string) =>
    days.flatMap((day) => zipped(on(FIRST, prompt, day), on(SECOND, prompt, day)));
  const prompts = ['a?', 'b?'].filter((prompt) => pairsOf(prompt).length > 0);
  const pairs = prompts.flatMap(pairsOf);
  const itself = (engine: string) =>
    prompts.flatMap((prompt) => {
      const asked = days.filter((day) => on(engine, prompt, day).length > 0);
      return asked.flatMap((day, index) => {
        const next = asked[index + 1];
        return next === undefined || next - day > 7
          ? []
          : zipped(on(engine, prompt, day), on(engine, prompt, next));
      });
    });
  const alike = (some: readonly (readonly [Given, Given])[], says: (each: Given) => boolean) => {
    const [both = 0, , , neither = 0] = tableOf(some, says);
    return [both + neither, some.length];
  };
  const row = (measure: string, about: string, says: (each: Given) => boolean) => [
    `${measure} ${about}`,
    [tableOf(pairs, says), alike(itself(FIRST), says), alike(itself(SECOND), says), prompts.length],
  ];
  if (pairs.length === 0) return {};
  const cited = SITES.filter((site) => pairs.some((pair) => pair.some((each) => each.cited.includes(site))));
  return Object.fromEntries([
    ...BRANDS.map((brand) => row('named', brand, ({ named }) => named.includes(brand))),
    row('cited', 'Acme', (each) => each.cited.includes('acme.example')),
    ...cited.map((site) => row('site', site, (each) => each.cited.includes(site))),
  ]);
}

onEveryStore('/agreement against raw answers', (fresh, kind) => {
  let store: TestStore;
  before(async () => {
    store = await fresh();
  });

  test('pairs, names by both, and each provider with itself', async () => {
    let pairs = 0;
    await assertWithFixedCase(
      fc.asyncProperty(answers, fc.integer({ min: 1, max: 14 }), async (all, windowDays) => {
        const brand = await newBrand(store, { competitors: [{ name: 'Bolt', domain: 'bolt.example' }] });
        await pipelineOn(store).importLines(
          all.map(({ at, named, cited, ...each }, index) => ({
            ...each,
            brand,
            external_id: `${brand}-${index}`,
            collected_at: iso(at),
            answer: named.length === 0 ? 'It depends.' : named.join(' and '),
            citations: cited.map((site) => ({ url: `https://www.${site}/${index}` })),
          })),
        );
        const caller = await operatorCaller(store.main, { brand }, NOW);
        const { data } = await runReport(store.main, NOW, caller, agreement, {
          brand,
          days: String(windowDays),
        });
        const found = data.map((row) => [
          `${row.measure} ${row.about}`,
          [
            [row.both, row.only_engine, row.only_other, row.neither],
            [row.itself.present, row.itself.responses],
            [row.other_itself.present, row.other_itself.responses],
            row.questions,
          ],
        ]);
        pairs += data[0]?.pairs ?? 0;
        assert.deepEqual(Object.fromEntries(found), expected(all, NOW - windowDays * DAY_MS + 1));
      }),
      { seed: SEED, numRuns: runsOn(kind, 25, 150) },
    );
    assert.ok(pairs > 0);
  });
});
