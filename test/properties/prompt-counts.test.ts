import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { periodOf } from '../../src/domain/time/period.ts';
import { countPrompts } from '../../src/panel/counts/prompts.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { listPrompts } from '../../src/storage/directory/brand/prompts.ts';
import { findWorkspace, readBrandSnapshot } from '../../src/storage/directory/brands.ts';
import { inSnapshot } from '../../src/storage/driver/snapshot.ts';
import { openPanel } from '../../src/storage/panel/open-panel.ts';
import { effort } from '../support/effort.ts';
import { anyPackedDay, packExactly } from '../support/packing.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { DAY_MS, iso, line, NOW, newBrand, pipelineOn } from '../support/world.ts';

interface Generated {
  readonly prompt: string;
  readonly at: number;
  readonly failed: boolean;
  readonly names: readonly string[];
}

const PROMPTS = ['best anvils', 'cheap anvils', 'anvils for beginners'];

/** On the edges of days and windows, and anywhere. */
const times = fc.oneof(
  fc.integer({ min: 0, max: 400 }).map((days) => (Math.floor(NOW / DAY_MS) - days) * DAY_MS),
  fc
    .tuple(fc.constantFrom(1, 7, 30, 365), fc.constantFrom(0, 1))
    .map(([days, after]) => NOW - days * DAY_MS + after),
  fc.integer({ min: NOW - 380 * DAY_MS, max: NOW }),
);

const answers: fc.Arbitrary<Generated[]> = fc.array(
  fc.record({
    prompt: fc.constantFrom(...PROMPTS),
    at: times,
    failed: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
    names: fc.subarray(['Acme', 'Bolt']),
  }),
  { minLength: 1, maxLength: 40 },
);

const windows = fc.record({
  days: fc.integer({ min: 1, max: 365 }),
  until: fc.oneof(fc.constant(NOW), times),
});

onReusedStore('counts by prompt', (fresh) => {
  let store: TestStore;

  before(async () => {
    store = await fresh();
  });

  async function stored(generated: readonly Generated[]): Promise<number> {
    const id = await newBrand(store);
    const { importLines } = pipelineOn(store);
    await importLines(
      generated.map(({ prompt, at, failed, names }) =>
        line({
          brand: id,
          prompt,
          collected_at: iso(at),
          ...(failed ? { outcome: 'error' } : {}),
          mentions: names.map((brand) => ({ brand, mentioned: true })),
        }),
      ),
    );
    return (await findWorkspace(store.main, id)) ?? assert.fail();
  }

  test('agree with a straightforward count, for any data and window', async () => {
    const property = fc.asyncProperty(
      answers,
      fc.array(windows, { minLength: 3, maxLength: 6 }),
      anyPackedDay,
      async (generated, asked, packedDay) => {
        const brandId = await stored(generated);
        await packExactly(store.main, brandId, packedDay);
        const texts = new Map((await listPrompts(store.main, brandId)).map(({ id, text }) => [id, text]));
        for (const { days, until } of asked) {
          const rows = generated.filter(
            ({ at, failed }) => !failed && at > until - days * DAY_MS && at <= until,
          );
          const expected = PROMPTS.map((prompt) => {
            const own = rows.filter((row) => row.prompt === prompt);
            const named = own.filter(({ names }) => names.includes('Acme'));
            return [prompt, own.length, named.length] as const;
          }).filter(([, all]) => all > 0);
          const counted = await inSnapshot(store.main, async (db) => {
            const panel = openPanel(db, await readBrandSnapshot(db, { id: brandId }));
            return await countPrompts({ panel, period: periodOf(until, days), only: {} });
          });
          assert.deepEqual(
            counted.map(({ promptId, answers: all, named }) => [texts.get(promptId), all, named]).sort(),
            [...expected].sort(),
          );
        }
      },
    );
    await fc.assert(property, { numRuns: effort(8, 200) });
  });

  test('and equal the raw rows afterwards', async () => {
    assert.deepEqual(await findDifferences(store.main), []);
  });
});
