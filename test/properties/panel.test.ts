import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { windowsAt } from '../../src/domain/alerts/alert-rules.ts';
import { type ComparedCount, countCompared } from '../../src/panel/counts/compared.ts';
import { findWorkspace, readBrandSnapshot } from '../../src/storage/directory/brands.ts';
import type { Database } from '../../src/storage/driver/database.ts';
import { inSnapshot } from '../../src/storage/driver/snapshot.ts';
import { openPanel } from '../../src/storage/panel/open-panel.ts';
import { effort } from '../support/effort.ts';
import { onReusedStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, DAY_MS, iso, NOW, pipelineOn } from '../support/world.ts';

/** A generated answer, with only what a straightforward count needs. */
interface Generated {
  readonly engine: string;
  readonly prompt: string;
  readonly at: number;
  readonly failed: boolean;
  readonly acme: Mention;
  readonly bolt: Mention;
  readonly cites: boolean;
}

interface Mention {
  readonly mentioned: boolean;
  readonly rank: number | null;
  readonly framing: 'recommended' | 'neutral' | 'negative' | null;
}

const mention: fc.Arbitrary<Mention> = fc.oneof(
  fc.constant({ mentioned: false, rank: null, framing: null }),
  fc.record({
    mentioned: fc.constant(true),
    rank: fc.constantFrom(null, 1, 2, 3),
    framing: fc.constantFrom(null, 'recommended', 'neutral', 'negative'),
  }),
);

/** On the edges of both windows, and anywhere in and before them. */
const time = fc.oneof(
  fc
    .tuple(fc.constantFrom(0, 7, 35), fc.constantFrom(0, 1))
    .map(([days, late]) => NOW - days * DAY_MS + late - 1),
  fc.integer({ min: NOW - 40 * DAY_MS, max: NOW }),
);

const generated: fc.Arbitrary<Generated> = fc.record({
  engine: fc.constantFrom('chatgpt', 'claude'),
  prompt: fc.constantFrom('one', 'two', 'three'),
  at: time,
  failed: fc.boolean(),
  acme: mention,
  bolt: mention,
  cites: fc.boolean(),
});

function lineOf(answer: Generated, index: number): object {
  const { engine, prompt, at, failed, acme, bolt, cites } = answer;
  const line = { brand: 'acme', engine, prompt, collected_at: iso(at), external_id: String(index) };
  if (failed) return { ...line, outcome: 'timeout' };
  return {
    ...line,
    answer: 'text',
    citations: cites ? [{ url: 'https://acme.example/' }] : [],
    mentions: [
      { brand: 'Acme', ...acme },
      { brand: 'Bolt', ...bolt },
    ],
  };
}

type Counted = Pick<ComparedCount, (typeof COUNTED)[number]> & {
  readonly current: 0 | 1;
  readonly trackedId: number;
};

const COUNTED = [
  ...(['engine', 'answers', 'named', 'bothNamed', 'eitherNamed', 'ahead', 'cited'] as const),
  ...(['citedNotNamed', 'classified', 'negative'] as const),
];

/** The counts again, by filtering a list. */
function countedByHand(answers: readonly Generated[], ids: { acme: number; bolt: number }) {
  const { current, baseline } = windowsAt(NOW);
  const rows: Counted[] = [];
  for (const engine of ['chatgpt', 'claude']) {
    for (const prompt of ['one', 'two', 'three']) {
      for (const [isCurrent, { from, to }] of [[1, current] as const, [0, baseline] as const]) {
        const some = answers.filter(
          (each) =>
            !each.failed &&
            each.engine === engine &&
            each.prompt === prompt &&
            each.at >= from &&
            each.at < to,
        );
        const count = (is: (answer: Generated) => boolean) => some.filter(is).length;
        if (some.length === 0) continue;
        for (const brand of ['acme', 'bolt'] as const) {
          const cites = (each: Generated) => brand === 'acme' && each.cites;
          rows.push({
            engine,
            current: isCurrent,
            trackedId: ids[brand],
            answers: some.length,
            named: count((each) => each[brand].mentioned),
            bothNamed: count((each) => each[brand].mentioned && each.acme.mentioned),
            eitherNamed: count((each) => each[brand].mentioned || each.acme.mentioned),
            ahead: count(({ acme, [brand]: it }) => {
              if (!it.mentioned) return false;
              return !acme.mentioned || (it.rank !== null && acme.rank !== null && it.rank < acme.rank);
            }),
            cited: count(cites),
            citedNotNamed: count((each) => cites(each) && !each[brand].mentioned),
            classified: count((each) => each[brand].framing !== null),
            negative: count((each) => each[brand].framing === 'negative'),
          });
        }
      }
    }
  }
  return rows;
}

/** Both brands' counts in both windows. */
async function countedIn(store: Database, brandId: number) {
  return await inSnapshot(store, async (db) => {
    const panel = openPanel(db, await readBrandSnapshot(db, { id: brandId }));
    const { self, competitors } = panel;
    const [bolt = 0] = competitors;
    const { current, baseline } = windowsAt(NOW);
    const rows: Counted[] = [];
    for (const [isCurrent, period] of [[1, current] as const, [0, baseline] as const]) {
      for (const trackedId of [self, bolt]) {
        const counts = await countCompared({ panel, period, only: {} }, trackedId, self);
        rows.push(...counts.map((row) => ({ ...row, current: isCurrent, trackedId })));
      }
    }
    return { rows, self, bolt };
  });
}

const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

onReusedStore('counts of a panel', (fresh) => {
  test('property: they agree with the answers, counted one by one', async () => {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(generated, { minLength: 1, maxLength: 60 }), async (answers) => {
        round += 1;
        const id = `acme-${round}`;
        await apply(
          acmeFile([{ ...ACME_BRAND, id, name: 'Acme', competitors: [{ name: 'Bolt' }] }], {
            name: `Acme ${round}`,
          }),
        );
        const summary = await importLines(
          answers.map((each, index) => ({ ...lineOf(each, index), brand: id })),
        );
        assert.equal(summary.bad_lines, 0);
        const brandId = (await findWorkspace(store.main, id)) ?? 0;
        const { rows, self, bolt } = await countedIn(store.main, brandId);
        const ordered = (row: Counted) =>
          [...COUNTED, 'current' as const, 'trackedId' as const].map((key) => row[key]);
        assert.deepEqual(
          rows.map(ordered).sort(byText),
          countedByHand(answers, { acme: self, bolt }).map(ordered).sort(byText),
        );
      }),
      { numRuns: effort(15, 300) },
    );
  });
});
