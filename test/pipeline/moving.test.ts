import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { runCli } from '../support/cli.ts';
import { effort } from '../support/effort.ts';
import { reportsOf } from '../support/every-report.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { readingsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, DAY_MS, iso, line, NOW, pipelineOn, SOURCE, setUp } from '../support/world.ts';

/** Not transferred: the audit log with its events, and data that nobody can request without an id. */
const NOT_MOVED = ['alerts', 'changes', 'comparisons', 'claim', 'events', 'why'];

/** Every kind, some above the minimum for a rate. */
const LINES = [
  ...Array.from({ length: 40 }, (_, index) =>
    line({
      engine: index % 2 === 0 ? 'chatgpt' : 'claude',
      prompt: index % 3 === 0 ? 'best anvils' : 'which anvil lasts',
      collected_at: iso(NOW - (index * DAY_MS) / 2),
      answer:
        index % 5 === 0 ? '1. **Bolt** is best.\n2. Acme, too.' : 'Acme is a great choice. Cargo is not.',
      citations: [{ url: 'https://acme.example/a', title: 'A' }, { url: 'https://wiki.example/page' }],
      searches: ['best anvils', 'Best Anvils'],
      cards: [
        { kind: 'ad', title: 'Buy Bolt', url: 'https://bolt.example/', seller: 'Bolt Ltd', text: 'Now' },
        { kind: 'product', title: 'Acme Anvil', seller: 'Forge Shop', price: '129 USD' },
      ],
    }),
  ),
  line({ model: 'gpt-9', answer: 'It depends.' }),
  line({ external_id: undefined, collected_at: iso(NOW - 1), answer: 'Acme' }),
  line({ outcome: 'empty', answer: 'Acme, but refused.', location_code: 2840 }),
  line({ outcome: 'ok', answer: 'Nobody.', searches: [], cards: [] }),
  line({ outcome: 'timeout' }),
  line({ outcome: 'error', engine: 'claude', prompt: 'asked once' }),
  line({ answer: null }),
  line({
    citations: [
      { url: 'https://bolt.example/' },
      { url: 'http://www.bolt.example' },
      { url: 'https://bucket.s3.amazonaws.com/page?utm_source=x', title: 'B' },
    ],
  }),
];

/** Mentions imported before Dart was tracked, with and without a text. */
const GIVEN = [
  line({
    mentions: [
      {
        brand: 'Acme',
        mentioned: true,
        rank: 2,
        framing: 'negative',
        framing_signals: ['slow'],
        snippet: 'S',
      },
      { brand: 'Bolt', mentioned: true, count: 7 },
    ],
  }),
  line({ answer: 'Dart, not Acme.', mentions: [] }),
  line({ answer: null, mentions: [{ brand: 'Cargo', mentioned: true, framing_signals: [] }] }),
];

const DART = { name: 'Dart', domain: 'dart.example', aliases: ['Dart Co'], match: { case_sensitive: true } };

async function lived(fresh: () => Promise<TestStore>): Promise<TestStore> {
  const prompts = [
    'best anvils',
    { text: 'which anvil lasts', category: 'b', active: false, samples_per_day: 2 },
  ];
  const brand = {
    ...ACME_BRAND,
    prompts,
    sites: [{ host: 'wiki.example', kind: 'community' }],
    themes: [{ name: 'Client portals', words: ['client portal*'] }],
  };
  const other = { id: 'other', name: 'Other', domain: 'other.example', engines: ['claude'] };
  const { store, apply, importLines, rescan } = await setUp(
    fresh,
    acmeFile([brand, other], { collect: { calls_per_day: 9 }, alerts: { enabled: false } }),
  );
  assert.equal((await importLines(LINES)).bad_lines, 0);
  await importLines([line({ brand: 'other', answer: 'Other' }), ...GIVEN], { source: SOURCE });
  await apply(acmeFile([{ ...brand, competitors: [{ name: 'Cargo' }, { name: 'Bolt' }, DART] }, other]));
  await rescan();
  return store;
}

async function exported(store: TestStore) {
  const declared = (await runCli(store, ['export'])).out;
  const answers = (await runCli(store, ['export', '--answers'])).out;
  return { declared, answers };
}

/** A new store with another one's export. */
async function moved(store: TestStore, fresh: () => Promise<TestStore>): Promise<TestStore> {
  const { declared, answers } = await exported(store);
  const files = { 'declared.yaml': declared, 'answers.jsonl': answers };
  const other = await fresh();
  for (const words of ['apply declared.yaml', 'import --strict answers.jsonl', 'rescan']) {
    const { code, err } = await runCli(other, words.split(' '), { files });
    assert.deepEqual([code, err], [0, ''], words);
  }
  return other;
}

/** Data absent from reports that later readings and filters need. */
async function unreportedOf({ main }: TestStore): Promise<unknown[]> {
  const rows = await main
    .selectFrom('collections as c')
    .leftJoin('mentions as m', (join) =>
      join.onRef('m.brand_id', '=', 'c.brand_id').onRef('m.answer_id', '=', 'c.id'),
    )
    .select(['c.identity', 'c.model', 'c.import_id', 'm.read_later'])
    .execute();
  return rows.map(({ import_id: id, ...row }) => JSON.stringify({ ...row, isImported: id !== null })).sort();
}

onReusedStore('a store exported and imported into a new one', (fresh) => {
  let old: TestStore;
  let store: TestStore;
  before(async () => {
    old = await lived(fresh);
    store = await moved(old, fresh);
  });

  test('has the same answers, readings, and reports, and passes verify', async () => {
    assert.deepEqual(await findDifferences(store.main), []);
    assert.deepEqual(await readingsOf(store.main), await readingsOf(old.main));
    assert.deepEqual(await unreportedOf(store), await unreportedOf(old));
    const asked = { days: effort(['30'], ['7', '30', '90']), without: NOT_MOVED };
    const [expected, found] = [await reportsOf(old, asked), await reportsOf(store, asked)];
    assert.ok(expected.some((each) => each.includes('"imported":{"answers":')));
    assert.ok(expected.length > 20, String(expected.length));
    assert.deepEqual(found, expected);
  });

  test('exports the same again', async () => assert.deepEqual(await exported(store), await exported(old)));

  test('knows the files that it came from, so importing them again adds nothing', async () => {
    const { answers, failed_collections } = await pipelineOn(store).importLines([...LINES, ...GIVEN]);
    assert.deepEqual([answers, failed_collections], [0, 0]);
  });

  test('has replies under ids that no job has', async () => {
    const identity = 'a1'.repeat(32);
    await old.main.updateTable('collections').set({ identity }).where('outcome', '=', 'timeout').execute();
    const [taken] = (await exported(old)).answers.split('\n').filter((each) => each.includes('timeout'));
    assert.equal(JSON.parse(taken ?? '').external_id, identity);
    const again = await moved(old, fresh);
    const rows = await again.main.selectFrom('collections').select('identity').execute();
    assert.ok(!rows.some((row) => row.identity === identity));
    assert.equal((await pipelineOn(again).importLines([taken ?? ''])).already_stored, 1);
  });
});
