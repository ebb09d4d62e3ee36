import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDifferences } from '../../../src/pipeline/verify.ts';
import { type BatchRows, insertBatch } from '../../../src/storage/answers/batch.ts';
import type { Database } from '../../../src/storage/driver/database.ts';
import type { TestStore } from '../../support/stores.ts';
import { pipelineOn, setUp } from '../../support/world.ts';
import type { Part } from './part.ts';

const TABLES = [
  ...(['collections', 'cited_pages', 'search_queries', 'answers', 'mentions'] as const),
  ...(['citations', 'searches', 'cards', 'panel_delta'] as const),
];

/** Answers that fit one statement, and answers that need one per table. */
const SIZES = [3, 30];

const lines = (many: number) =>
  Array.from({ length: many }, (_, index) => ({
    brand: 'acme',
    engine: 'chatgpt',
    prompt: 'best anvils',
    collected_at: `2026-11-${10 + (index % 10)}T08:00:00Z`,
    external_id: `line ${index}`,
    answer: index === 1 ? '1. Bolt\n2. Acme' : 'Acme is good, and half an emoji \ud83d is text.',
    citations: [{ url: `https://a.example/${index}` }, { url: 'https://a.example/0' }],
    searches: ['anvils', 'Anvils', `anvils ${index}`],
    cards: [
      { kind: 'product', title: 'Half \ud83d', price: '£1' },
      { kind: 'ad', url: 'https://b.example/' },
    ],
  }));

export const batches: Part = (fresh) => {
  async function filled(many: number): Promise<TestStore> {
    const { store } = await setUp(fresh);
    assert.equal((await pipelineOn(store).importLines(lines(many))).answers, many);
    return store;
  }

  for (const many of SIZES) {
    test(`of ${many} answers stores the rows that there were`, async () => {
      const store = await filled(many);
      const before = await contentsOf(store.main);
      const rows = await takenOut(store.main);
      await store.main.transaction().execute((each) => insertBatch(each, rows));
      assert.deepEqual(await contentsOf(store.main), before);
      assert.deepEqual(await findDifferences(store.main), []);
    });
  }
};

/** All rows of a batch's tables, sorted, as text. */
async function contentsOf(db: Database): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = await db.selectFrom(table).selectAll().execute();
    contents[table] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
    assert.notEqual(rows.length, 0, table);
  }
  return contents;
}

/** Removes all rows and returns a batch's. */
async function takenOut(db: Database): Promise<BatchRows> {
  const entries: [string, object[]][] = [];
  for (const table of TABLES) entries.push([table, await db.selectFrom(table).selectAll().execute()]);
  for (const table of TABLES.toReversed()) await db.deleteFrom(table).execute();
  return Object.fromEntries(entries) as unknown as BatchRows;
}
