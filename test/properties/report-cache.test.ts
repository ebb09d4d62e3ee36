import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { withBrandLock } from '../../src/storage/directory/brand/brand-lock.ts';
import { openStore } from '../../src/storage/driver/database.ts';
import { type Api, apiOn } from '../support/api.ts';
import { effort } from '../support/effort.ts';
import { onAnyStore, type TestStore } from '../support/stores.ts';
import { acmeFile, acmeWith, Clock, DAY_MS, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const dayOf = (at: number) => iso(at).slice(0, 10);

/** Every cached report, with windows that end near the answers' times. */
const PATHS = [
  '/visibility?days=1',
  '/visibility',
  '/presence?days=1&engine=chatgpt',
  '/trend?days=2',
  '/trend?by=week&days=8',
  '/competitors?days=1&quotes=1',
  '/share-of-voice?days=1',
  '/sentiment?days=1',
  '/said?days=1&theme=price',
  '/definitions?days=1',
  '/questions?days=1&engines=1',
  '/questions?days=7',
  '/answers',
  '/answers?names=self&limit=2',
  '/sources?days=1',
  '/pages?days=1',
  '/recommendations?days=1',
  '/searches?days=1',
  '/alerts',
  '/comparisons?days=1',
  `/visibility?days=2&until=${iso(NOW)}`,
  // Windows that end with days, some of which are not over when the clock starts.
  `/visibility?from=${iso(NOW - DAY_MS)}`,
  `/presence?from=${dayOf(NOW)}&until=${dayOf(NOW)}`,
  `/sources?days=1&until=${dayOf(NOW)}`,
  `/pages?month=${dayOf(NOW).slice(0, 7)}`,
  `/trend?from=${dayOf(NOW)}`,
  `/trend?from=${iso(NOW - DAY_MS)}&until=${dayOf(NOW)}`,
  `/comparisons?from=${dayOf(NOW)}`,
  `/answers?from=${dayOf(NOW)}&until=${dayOf(NOW)}`,
  // Compared with the days before, in moving and fixed windows.
  '/presence?days=1&compare=previous',
  `/visibility?from=${iso(NOW - HOUR_MS)}&until=${iso(NOW)}&compare=previous`,
];

/** Clock steps in whole minutes, so a new run within a report's minute has its instant too. */
const STEPS = [0, 60_000, HOUR_MS, DAY_MS] as const;

/** An answer's age; some importers' clocks are ahead. */
const AGES = [-HOUR_MS, -2, -1, 0, 1, 2, HOUR_MS, DAY_MS - 2, DAY_MS - 1, DAY_MS, DAY_MS + 1, 7 * DAY_MS - 1];

const APPLIED = [
  acmeFile(),
  acmeWith({ name: 'Acme Two' }),
  acmeWith({ competitors: [{ name: 'Bolt' }] }),
  acmeWith({ engines: ['gemini'] }),
  acmeWith({ sites: [{ host: 'wiki.example', kind: 'community' }] }),
  acmeFile([], { alerts: { enabled: false } }),
  acmeFile([], { alerts: { min_sample_each_side: 7 } }),
];

type Step =
  | { readonly kind: 'wait'; readonly step: (typeof STEPS)[number] }
  | { readonly kind: 'import'; readonly age: number; readonly brand: string }
  | { readonly kind: 'apply'; readonly file: number }
  | { readonly kind: 'rescan' | 'watch' | 'rollback' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), step: fc.constantFrom(...STEPS) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      age: fc.constantFrom(...AGES),
      brand: fc.constantFrom('Acme', 'Bolt', 'Nobody'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('apply' as const), file: fc.nat(APPLIED.length - 1) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('rescan', 'watch', 'rollback') }) },
);

interface World {
  readonly store: TestStore;
  readonly clock: Clock;
  /** Two processes with a cache, and one without. */
  readonly keeping: readonly Api[];
  readonly fresh: Api;
  readonly key: string;
}

async function act({ store, clock }: World, each: Step): Promise<void> {
  const { apply, importLines, rescan, watch } = pipelineOn(store, clock);
  if (each.kind === 'wait') clock.at += each.step;
  else if (each.kind === 'import') {
    await importLines([
      line({
        answer: `${each.brand} is the best.`,
        collected_at: iso(clock.at - each.age),
        citations: [{ url: 'https://wiki.example/' }],
        searches: ['anvils'],
      }),
    ]);
  } else if (each.kind === 'apply') await apply(APPLIED[each.file] ?? {});
  else if (each.kind === 'rescan') await rescan();
  else if (each.kind === 'watch') await watch({ at: clock.at });
  else await assert.rejects(store.main.transaction().execute(rolledBack));
}

async function rolledBack(transaction: TestStore['main']): Promise<void> {
  await withBrandLock(transaction, 1, async () => {});
  throw new Error('no');
}

/** The response as the client reads it, with its content headers. */
async function read(api: Api, path: string, key: string): Promise<unknown> {
  const headers = { 'x-api-key': key, 'accept-encoding': 'identity' };
  const { payload, statusCode, headers: got } = await api.app.inject({ url: `/api/v1${path}`, headers });
  return { status: statusCode, text: payload, etag: got.etag, link: got.link, type: got['content-type'] };
}

async function compare({ fresh, keeping, key, clock }: World, path: string, after: Step): Promise<void> {
  const expected = await read(fresh, path, key);
  for (const api of keeping) {
    const got = await read(api, path, key);
    assert.deepEqual(got, expected, `${path} after ${JSON.stringify(after)} at ${iso(clock.at)}`);
  }
}

onAnyStore('a cached report', (fresh) => {
  let world: World;
  before(async () => {
    const store = await fresh();
    const other = await openStore(store.url);
    const clock = new Clock();
    await pipelineOn(store, clock).apply(acmeFile());
    const { key } = await pipelineOn(store, clock).createKey();
    world = {
      store,
      clock,
      key,
      keeping: [apiOn(store, { clock }), apiOn({ ...other, limits: store.limits }, { clock })],
      fresh: apiOn(store, { clock, reportCacheMb: 0 }),
    };
    closing.push(() => other.close());
  });
  const closing: (() => Promise<void>)[] = [];
  test('equals a new run, byte for byte, after any writes', async () => {
    const property = fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...PATHS), { minLength: 3, maxLength: 3 }),
      fc.array(step, { minLength: 10, maxLength: 25 }),
      async (paths, steps) => {
        for (const each of steps) {
          await act(world, each);
          // The minute's quota must not end this test.
          await world.store.limits.deleteFrom('limit_counts').execute();
          for (const path of paths) await compare(world, path, each);
        }
      },
    );
    await fc.assert(property, { numRuns: effort(2, 100), endOnFailure: true });
    for (const close of closing) await close();
  });
});
