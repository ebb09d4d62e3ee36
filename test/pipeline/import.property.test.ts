import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { importAnswers } from '../../src/pipeline/intake/ingest.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { runsOn } from '../support/effort.ts';
import { onReusedStore } from '../support/stores.ts';
import { countsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, Clock, DAY_MS, iso, NOW, pipelineOn, random } from '../support/world.ts';

const BRANDS = [
  ACME_BRAND,
  { id: 'other', name: 'Other', domain: 'other.example', domains: ['acme.example'] },
];

const citation = fc.record({
  url: fc.constantFrom(
    'https://acme.example/',
    'https://www.acme.example/a',
    'https://shop.bolt.example/',
    'https://example.org/',
    'https://bücher.example/',
  ),
});
const ranked = fc.record({
  mentioned: fc.constant(true),
  rank: fc.option(fc.integer({ min: 1, max: 9 })),
  framing: fc.constantFrom('recommended', 'neutral', 'negative', null),
});
const fields = fc.record(
  {
    engine: fc.constantFrom('chatgpt', 'claude', 'google_ai_mode'),
    prompt: fc.constantFrom('best anvils', 'new one', 'new two'),
    collected_at: fc
      .oneof(
        fc.integer({ min: 0, max: 400 * DAY_MS }),
        // Around midnight, where rollup blocks begin.
        fc
          .tuple(fc.nat(400), fc.constantFrom(0, 1, DAY_MS - 1))
          .map(([day, beside]) => day * DAY_MS + beside),
      )
      .map((ago) => iso(Math.floor(NOW / DAY_MS) * DAY_MS - ago)),
    answer: fc.constantFrom('It depends.', 'Acme', 'Acme, Bolt and Cargo', 'Other or Bolt', null),
    outcome: fc.constantFrom('ok', 'empty', 'error', 'timeout', undefined),
    citations: fc.array(citation, { maxLength: 4 }),
  },
  { requiredKeys: ['engine', 'prompt', 'collected_at'] },
);

/** Lines of two brands, some bad, some repeating another collection. */
const files = fc
  .array(
    fc.tuple(
      fields,
      fc.option(fc.tuple(fc.constantFrom('Acme', 'Other', 'Bolt'), ranked), { freq: 1 }),
      fc.constantFrom('acme', 'acme', 'acme', 'other', 'other', 'nobody'),
      fc.constantFrom(true, true, true, false),
    ),
    { minLength: 20, maxLength: 60 },
  )
  .map((rows) => {
    const lines = rows.map(([row, mention, brand, twice], index) => {
      const mentions = mention ? { mentions: [{ brand: mention[0], ...mention[1] }] } : {};
      const text = JSON.stringify({ brand, external_id: String(index), ...row, ...mentions });
      return twice ? [text] : [text, text];
    });
    return ['{"brand":', ...lines.flat()];
  });

function chunked(lines: readonly string[], size: number): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(lines.join('\n'));
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  return Readable.from(chunks);
}

async function importChunks(store: Store, lines: readonly string[], size: number) {
  const deps = { db: store.main, now: new Clock().now, random };
  return await importAnswers(deps, chunked(lines, size));
}

onReusedStore('import of any lines', (fresh, kind) => {
  test('order, chunks and repetition change no count, and counts equal raw rows', async () => {
    const orders = files.chain((lines) =>
      fc.tuple(
        fc.constant(lines),
        fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
        fc.integer({ min: 1, max: 5000 }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(orders, async ([lines, shuffled, size]) => {
        const [one, other] = [await fresh(), await fresh()];
        for (const store of [one, other]) await pipelineOn(store).apply(acmeFile(BRANDS));
        const first = await importChunks(one, lines, 1 << 20);
        assert.deepEqual(await importChunks(other, shuffled, size), first);
        const counts = await countsOf(one.main);
        assert.deepEqual(await countsOf(other.main), counts);

        const again = await importChunks(one, shuffled, size);
        assert.equal(again.answers + again.failed_collections, 0);
        assert.equal(again.already_stored, first.lines - first.bad_lines);
        assert.deepEqual(await countsOf(one.main), counts);
        assert.deepEqual(await findDifferences(one.main), []);
        assert.deepEqual(await findDifferences(other.main), []);
      }),
      { numRuns: runsOn(kind, 4, 100) },
    );
  });
});
