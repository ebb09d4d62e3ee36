import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findDifferences } from '../../src/pipeline/verify.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { runsOn } from '../support/effort.ts';
import { onReusedStore } from '../support/stores.ts';
import { contentsOf, readingsOf } from '../support/tables.ts';
import { acmeWith, DAY_MS, iso, NOW, pipelineOn } from '../support/world.ts';

/** Names in answers, and options that a brand may choose. */
const NAMES = ['Acme', 'Bolt', 'Cargo', 'Dart', 'Apex', 'bolt', 'Dash'];
const choices = fc.record(
  {
    aliases: fc.uniqueArray(
      fc.oneof(
        fc.constantFrom('Apex', 'Dash', 'Bolt Acme'),
        fc.constantFrom('Ace', 'Apex Co').map((name) => ({ name, case_sensitive: true })),
      ),
      { maxLength: 2, selector: (alias) => JSON.stringify(alias) },
    ),
    domain: fc.constantFrom('acme.example', 'bolt.example', 'c.example', null),
    domains: fc.subarray(['d.example', 'e.example']),
    match: fc.constantFrom({}, { case_sensitive: true }, { not_followed_by: ['Cargo'] }),
  },
  { requiredKeys: [] },
);
/** A file that declares everything, so earlier applies leave no trace. */
const NOTHING_CHOSEN = { aliases: [], domain: null, domains: [], match: {} };
const files = fc
  .tuple(choices, fc.subarray(['Bolt', 'Cargo', 'Dart']), fc.array(choices, { minLength: 3, maxLength: 3 }))
  .map(([own, rivals, theirs]) =>
    acmeWith({
      ...NOTHING_CHOSEN,
      ...own,
      competitors: rivals.map((name, index) => ({ name, ...NOTHING_CHOSEN, ...theirs[index] })),
    }),
  );

const lines = fc.record(
  {
    engine: fc.constantFrom('chatgpt', 'claude'),
    collected_at: fc.nat(40).map((days) => iso(NOW - days * DAY_MS)),
    answer: fc.oneof(
      fc.constant(null),
      fc.array(fc.constantFrom(...NAMES, 'or', 'Ace'), { maxLength: 5 }).map((words) => words.join(' ')),
    ),
    outcome: fc.constantFrom('ok', 'empty', 'timeout'),
    citations: fc.array(
      fc.constantFrom('acme.example', 'www.bolt.example', 'x.c.example', 'd.example').map((host) => ({
        url: `https://${host}/`,
      })),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['engine', 'collected_at'] },
);

type Step =
  | { readonly kind: 'apply'; readonly file: object }
  | { readonly kind: 'import'; readonly lines: readonly object[] }
  | { readonly kind: 'rescan'; readonly isCutShort: boolean };

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('apply' as const), file: files }),
    fc.record({
      kind: fc.constant('import' as const),
      lines: fc.array(lines, { minLength: 1, maxLength: 12 }),
    }),
    fc.record({ kind: fc.constant('rescan' as const), isCutShort: fc.boolean() }),
  ),
  { minLength: 4, maxLength: 12 },
);

async function take(store: Store, step: Step): Promise<void> {
  const { apply, importLines, rescan } = pipelineOn(store);
  if (step.kind === 'apply') await apply(step.file);
  if (step.kind === 'import') assert.equal((await importLines(step.lines)).bad_lines, 0);
  if (step.kind !== 'rescan') return;
  const onProgress = () => {
    if (step.isCutShort) throw new Error('cut short');
  };
  await rescan({ onProgress }).catch((error: Error) => assert.equal(error.message, 'cut short'));
}

/** The steps, with every line as a separate answer. */
function numbered(generated: readonly Step[]): Step[] {
  let count = 0;
  return generated.map((step) => {
    if (step.kind !== 'import') return step;
    const brand = { brand: 'acme', prompt: 'p' };
    return {
      ...step,
      lines: step.lines.map((each) => ({ ...brand, external_id: String(count++), ...each })),
    };
  });
}

onReusedStore('rescan after any applies and imports', (fresh, kind) => {
  test('the rows equal the rows of an import after the last apply', async () => {
    const runs = fc.tuple(files, steps, files);
    await fc.assert(
      fc.asyncProperty(runs, async ([first, generated, last]) => {
        const [store, other] = [await fresh(), await fresh()];
        const all: Step[] = [
          { kind: 'apply', file: first },
          ...numbered(generated),
          { kind: 'apply', file: last },
        ];
        for (const step of all) {
          await take(store, step);
          assert.deepEqual(await findDifferences(store.main), []);
        }
        await take(store, { kind: 'rescan', isCutShort: false });
        assert.deepEqual(await findDifferences(store.main), []);
        const { answers } = await contentsOf(store.main);
        assert.ok(new Set(answers.map((row) => row.reading)).size <= 1, 'nothing is due');

        await take(other, { kind: 'apply', file: last });
        for (const step of all) if (step.kind === 'import') await take(other, step);
        assert.deepEqual(await readingsOf(store.main), await readingsOf(other.main));
      }),
      { numRuns: runsOn(kind, 4, 100) },
    );
  });

  test('given mentions never change', async () => {
    const given = {
      brand: 'Acme',
      mentioned: true,
      rank: 2,
      count: 4,
      framing: 'negative',
      framing_signals: ['slow'],
      snippet: 'S',
    };
    const withGiven = steps.map((all) =>
      numbered(all).map((step) =>
        step.kind === 'import'
          ? { ...step, lines: step.lines.map((each) => ({ ...each, outcome: undefined, mentions: [given] })) }
          : step,
      ),
    );
    await fc.assert(
      fc.asyncProperty(files, withGiven, async (first, generated) => {
        const store = await fresh();
        await take(store, { kind: 'apply', file: first });
        for (const step of generated) await take(store, step);
        await take(store, { kind: 'rescan', isCutShort: false });
        const { mentions, tracked_brands } = await contentsOf(store.main);
        const self = tracked_brands.find((row) => row.role === 'self');
        for (const row of mentions.filter((each) => each.tracked_id === self?.id)) {
          const { mentioned, rank, count, framing, framing_signals, snippet } = row;
          assert.deepEqual(
            [mentioned, rank, count, framing, framing_signals, snippet],
            [1, 2, 4, 'negative', '["slow"]', 'S'],
          );
        }
        assert.deepEqual(await findDifferences(store.main), []);
      }),
      { numRuns: runsOn(kind, 2, 60) },
    );
  });
});
