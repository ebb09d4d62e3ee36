import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { ENGINE_SLUGS } from '../../src/domain/answers/engine.ts';
import { dayOf } from '../../src/domain/time/period.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import { findWorkspace } from '../../src/storage/directory/brands.ts';
import { packDays } from '../../src/storage/panel/pack.ts';
import { effort } from '../support/effort.ts';
import { anyPackedDay, packExactly } from '../support/packing.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, Clock, DAY_MS, iso, line, NOW, newBrand, pipelineOn } from '../support/world.ts';

const ENGINES = ENGINE_SLUGS.slice(0, 3);

/** Every report that reads counts. */
const COUNTING = [
  'visibility',
  'presence',
  'sentiment',
  'trend',
  'competitors',
  'share-of-voice',
  'definitions',
  'questions',
  'sources',
  'pages',
  'recommendations',
  'searches',
  'said',
];

const answer = fc.record({
  // Days before now: mostly recent, some long ago, some ahead of the clock.
  at: fc
    .oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: -1, max: 300 }))
    .chain((days) => fc.integer({ min: 0, max: DAY_MS - 1 }).map((ms) => NOW - days * DAY_MS - ms)),
  engine: fc.constantFrom(...ENGINES),
  text: fc.constantFrom(
    'Acme',
    '1. Bolt\n2. Acme',
    'Bolt is the best.',
    'Acme costs $9. Bolt has poor customer support.',
    'Cargo and Acme',
    'It depends.',
  ),
  page: fc.integer({ min: 0, max: 3 }),
  query: fc.integer({ min: 0, max: 2 }),
});

type Step =
  | { readonly kind: 'store'; readonly answers: readonly Answer[] }
  | { readonly kind: 'pack'; readonly day: number }
  | { readonly kind: 'reopen'; readonly day: number }
  | { readonly kind: 'change'; readonly competitors: readonly string[] };
type Answer = typeof answer extends fc.Arbitrary<infer A> ? A : never;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('store' as const),
      answers: fc.array(answer, { minLength: 1, maxLength: 25 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pack' as const), day: anyPackedDay }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const), day: anyPackedDay }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      competitors: fc.subarray(['Bolt', 'Cargo']),
    }),
  },
);

const windows = fc.record({
  days: fc.oneof(fc.constantFrom(1, 7, 30, 365), fc.integer({ min: 1, max: 365 })),
  until: fc.oneof(fc.constant(NOW), fc.integer({ min: NOW - 100 * DAY_MS, max: NOW })),
  engine: fc.option(fc.constantFrom(...ENGINES)),
  by: fc.constantFrom('day', 'week'),
});

onReusedStore('packed days', (fresh) => {
  let store: TestStore;
  before(async () => {
    store = await fresh();
  });

  /** A brand, and how the steps change it. */
  async function brandOf(): Promise<{
    brand: string;
    brandId: number;
    act: (each: Step) => Promise<unknown>;
  }> {
    const brand = await newBrand(store);
    const brandId = (await findWorkspace(store.main, brand)) ?? assert.fail();
    const clock = new Clock();
    clock.at = NOW + 2 * DAY_MS;
    const { apply, importLines, rescan } = pipelineOn(store, clock);
    const organization = { name: brand, plan: { name: 'growth' } };
    const act = async (each: Step) => {
      if (each.kind === 'pack') await packDays(store.main, brandId, each.day);
      else if (each.kind === 'reopen') await packExactly(store.main, brandId, each.day);
      else if (each.kind === 'store') await importLines(each.answers.map((one) => lineOf(brand, one)));
      else {
        const competitors = each.competitors.map((name) => ({ name }));
        await apply({
          organizations: [{ ...organization, brands: [{ ...ACME_BRAND, id: brand, competitors }] }],
        });
        await rescan();
      }
    };
    return { brand, brandId, act };
  }

  async function readings(brand: string, window: Record<string, unknown>): Promise<unknown[]> {
    const caller = await operatorCaller(store.main, { brand }, NOW + 2 * DAY_MS);
    const all: unknown[] = [];
    for (const report of REPORTS.filter(({ name }) => COUNTING.includes(name))) {
      const raw: Record<string, string> = { brand };
      for (const [name, value] of Object.entries(window)) {
        // Other reports group rows by something else.
        const isOfReport = name === 'by' ? report.name === 'trend' : name in report.query;
        if (value !== null && isOfReport) raw[name] = String(value);
      }
      const { data } = await runReport(store.main, NOW + 2 * DAY_MS, caller, report, raw);
      all.push({ report: report.name, raw, data: JSON.parse(JSON.stringify(data)) });
    }
    return all;
  }

  test('read like days that are all packed, after any order of storing, packing, and changing', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 6 }),
      fc.array(windows, { minLength: 2, maxLength: 2 }),
      anyPackedDay,
      async (steps, asked, packedDay) => {
        const { brand, brandId, act } = await brandOf();
        for (const each of steps) await act(each);
        assert.deepEqual(await findDifferences(store.main), []);
        await packExactly(store.main, brandId, packedDay);
        const read = [];
        for (const { until, ...window } of asked)
          read.push(await readings(brand, { ...window, until: iso(until) }));
        await packExactly(store.main, brandId, dayOf(NOW) + 1000);
        for (const [index, { until, ...window }] of asked.entries())
          assert.deepEqual(read[index], await readings(brand, { ...window, until: iso(until) }));
      },
    );
    await fc.assert(property, { numRuns: effort(3, 100) });
  });
});

function lineOf(brand: string, { at, engine, text, page, query }: Answer) {
  return line({
    brand,
    engine,
    answer: text,
    prompt: `prompt ${page}`,
    collected_at: iso(at),
    citations: [{ url: `https://site${page}.example/${query}` }, { url: `https://site${query}.example/` }],
    searches: [`query ${query}`],
  });
}
