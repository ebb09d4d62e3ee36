import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { ENGINE_SLUGS } from '../../src/domain/answers/engine.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { shareOfVoice } from '../../src/reports/brands/share-of-voice.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import { shareInterval } from '../../src/stats/rates/share-of-voice.ts';
import type { Database } from '../../src/storage/driver/database.ts';
import { effort } from '../support/effort.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, DAY_MS, iso, NOW, pipelineOn } from '../support/world.ts';

/** /share-of-voice against a plain count over raw rows, after any storing, rescanning, and tracking. */

const NAMES = ['Acme', 'Bolt', 'Cargo', 'Dart'];
const ENGINES = ENGINE_SLUGS.slice(0, 2);

/** On and around the edges of days and windows, and anywhere. */
const times = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 100 }), fc.constantFrom(-1, 0, 1))
    .map(([days, off]) => (Math.floor(NOW / DAY_MS) - days) * DAY_MS + off),
  fc.tuple(fc.constantFrom(1, 7, 30), fc.constantFrom(0, 1)).map(([days, off]) => NOW - days * DAY_MS + off),
  fc.integer({ min: NOW - 100 * DAY_MS, max: NOW }),
);

const lines = fc.array(
  fc.record({
    engine: fc.constantFrom(...ENGINES),
    at: times,
    prompt: fc.integer({ min: 0, max: 1 }),
    named: fc.array(fc.constantFrom(...NAMES), { maxLength: 6 }),
    // Given mentions without a text, so no rescan can find a later competitor.
    isGiven: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);
type Line = typeof lines extends fc.Arbitrary<readonly (infer Each)[]> ? Each : never;

const competitors = fc.subarray(NAMES.slice(1));

/** A brand's history. */
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ store: lines }) },
    { weight: 2, arbitrary: fc.record({ track: competitors }) },
    { weight: 1, arbitrary: fc.record({ rescan: fc.constant(true) }) },
  ),
  { minLength: 2, maxLength: 6 },
);

const windows = fc.record({
  days: fc.constantFrom(1, 2, 7, 30, 90, 365),
  until: fc.option(times, { nil: undefined }),
  engine: fc.option(fc.constantFrom(...ENGINES), { nil: undefined }),
});

type Stored = Awaited<ReturnType<typeof contentsOf>>;

/** An answer from its rows: mentions by tracked id. */
function answersOf({ answers, mentions }: Stored, brandId: number) {
  const heard = Map.groupBy(
    mentions.filter((row) => row.brand_id === brandId),
    (row) => Number(row.answer_id),
  );
  return answers
    .filter((row) => row.brand_id === brandId)
    .sort((a, b) => Number(a.id) - Number(b.id))
    .map((row) => ({
      id: Number(row.id),
      engine: String(row.engine),
      prompt: Number(row.prompt_id),
      at: Number(row.collected_at),
      mentions: new Map(
        heard.get(Number(row.id))?.map((each) => [Number(each.tracked_id), Number(each.count)]),
      ),
    }));
}

/** The report's rows, and answers_left_out, counted the slow way. */
function expected(
  stored: Stored,
  brandId: number,
  { days, until = NOW, engine }: { days: number; until?: number | undefined; engine?: string | undefined },
) {
  const tracked = stored.tracked_brands
    .filter((row) => row.brand_id === brandId && row.retired_at === null)
    .map((row) => ({ id: Number(row.id), name: String(row.name), isYou: row.role === 'self' }));
  const answers = answersOf(stored, brandId).filter((each) => engine === undefined || each.engine === engine);
  const isComparable = (each: (typeof answers)[number]) => tracked.every(({ id }) => each.mentions.has(id));
  const total = (each: (typeof answers)[number]) =>
    tracked.reduce((sum, { id }) => sum + (each.mentions.get(id) ?? 0), 0);
  const isWithin = ({ at }: { at: number }) => at > until - days * DAY_MS && at <= until;
  const rows = ENGINES.filter((slug) => engine === undefined || slug === engine).flatMap((slug) => {
    const own = answers.filter((each) => each.engine === slug);
    const counted = own.filter((each) => isWithin(each) && isComparable(each));
    const perBrand = tracked.map(({ id, name, isYou }) => {
      const sums = {
        answers: counted.length,
        mentions: 0,
        allMentions: 0,
        squares: 0,
        products: 0,
        allSquares: 0,
      };
      for (const each of counted) {
        const before = own.filter((other) => other.prompt === each.prompt && other.id < each.id);
        const earlier = before.at(-7) ?? before[0];
        const pair = earlier && isComparable(earlier) ? earlier : undefined;
        const x = (each.mentions.get(id) ?? 0) - (pair?.mentions.get(id) ?? 0);
        const t = total(each) - (pair ? total(pair) : 0);
        const weight = pair ? 1 : 2;
        sums.mentions += each.mentions.get(id) ?? 0;
        sums.allMentions += total(each);
        sums.squares += weight * x * x;
        sums.products += weight * x * t;
        sums.allSquares += weight * t * t;
      }
      const hasInterval = counted.length >= 5 && sums.allMentions > 0;
      const interval = hasInterval ? shareInterval(sums) : null;
      const rounded = (value: number) => Math.round(value * 1e4) / 1e4;
      return {
        engine: slug,
        brand: name,
        is_you: isYou,
        mentions: sums.mentions,
        all_mentions: sums.allMentions,
        share: sums.allMentions === 0 ? null : rounded(sums.mentions / sums.allMentions),
        market: 'us-en',
        interval: interval && { lower: rounded(interval.lower), upper: rounded(interval.upper) },
        answers: counted.length,
      };
    });
    return perBrand.sort(
      (a, b) =>
        Number(b.is_you) - Number(a.is_you) || b.mentions - a.mentions || (a.brand < b.brand ? -1 : 1),
    );
  });
  return { rows, leftOut: answers.filter((each) => isWithin(each) && !isComparable(each)).length };
}

async function reported(
  db: Database,
  brand: string,
  { days, until, engine }: { days: number; until?: number | undefined; engine?: string | undefined },
) {
  const caller = await operatorCaller(db, { brand }, NOW);
  const query = {
    brand,
    days: String(days),
    ...(engine ? { engine } : {}),
    ...(until ? { until: iso(until) } : {}),
  };
  const { data, meta } = await runReport(db, NOW, caller, shareOfVoice, query);
  // ranges.test.ts checks ranges.
  const rows = data.map(({ range_of_questions, questions, design_effect, ...row }) => row);
  return { rows, leftOut: (meta as unknown as { answers_left_out: number }).answers_left_out };
}

onReusedStore('share of voice against raw rows', (fresh) => {
  let store: TestStore;
  let brands = 0;
  before(async () => {
    store = await fresh();
  });

  function linesOf(brand: string, generated: readonly Line[], prefix: number): object[] {
    return generated.map(({ engine, at, prompt, named, isGiven }, index) => ({
      brand,
      engine,
      prompt: `prompt ${prompt}`,
      collected_at: iso(at),
      external_id: `${prefix}-${index}`,
      ...(isGiven
        ? {
            mentions: [
              {
                brand,
                mentioned: named.includes('Acme'),
                count: named.filter((each) => each === 'Acme').length,
              },
            ],
          }
        : { answer: named.join(', ').replaceAll('Acme', brand) || 'nobody' }),
    }));
  }

  test('it agrees for any data, window, engine, and list of competitors', async () => {
    const property = fc.asyncProperty(
      steps,
      fc.array(windows, { minLength: 3, maxLength: 6 }),
      async (done, asked) => {
        brands += 1;
        const id = `brand-${brands}`;
        const name = `Acme${brands}`;
        const { apply, importLines, rescan } = pipelineOn(store);
        const track = (names: readonly string[]) =>
          apply({
            organizations: [
              {
                name: id,
                plan: { name: 'growth' },
                brands: [
                  {
                    ...ACME_BRAND,
                    id,
                    name,
                    engines: [...ENGINES],
                    competitors: names.map((each) => ({ name: each })),
                  },
                ],
              },
            ],
          });
        await track(['Bolt', 'Cargo']);
        for (const [index, step] of done.entries()) {
          if ('store' in step)
            await importLines(linesOf(name, step.store, index).map((each) => ({ ...each, brand: id })));
          else if ('track' in step) await track(step.track);
          else await rescan({ brand: id });
        }
        const stored = await contentsOf(store.main);
        const brandId = Number(stored.brands.find((row) => row.public_id === id)?.id);
        for (const window of asked) {
          assert.deepEqual(
            JSON.parse(JSON.stringify(await reported(store.main, id, window))),
            JSON.parse(JSON.stringify(expected(stored, brandId, window))),
          );
        }
      },
    );
    await fc.assert(property, { numRuns: effort(6, 150) });
    assert.deepEqual(await findDifferences(store.main), []);
  });
});
