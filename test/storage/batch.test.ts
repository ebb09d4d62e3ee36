import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { dayOf } from '../../src/domain/period.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { type BatchRows, insertCounted, insertOneByOne } from '../../src/storage/answers/batch.ts';
import { capabilitiesOf } from '../../src/storage/driver/capabilities.ts';
import type { Database } from '../../src/storage/driver/database.ts';
import { sealExactly } from '../support/sealing.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

const TABLES = [
  ...([
    'collections',
    'cited_pages',
    'search_queries',
    'answers',
    'mentions',
    'citations',
    'searches',
  ] as const),
];
const COUNTS = ['visibility_counts', 'source_counts', 'page_counts', 'search_counts'] as const;
const MORE_COUNTS = [
  'prompt_counts',
  'rank_counts',
  'voice_counts',
  'definition_counts',
  'panel_counts',
] as const;

/** Up to which day days are sealed before the batch comes in. */
const SEALED = {
  'all of open days': dayOf(Date.UTC(2026, 10, 1)),
  'some of sealed days': dayOf(Date.UTC(2026, 10, 2)),
  'all of sealed days': dayOf(Date.UTC(2026, 10, 20)),
};

const LINES = ['2026-11-01', '2026-11-02', '2026-11-19'].map((day, index) => ({
  brand: 'acme',
  engine: 'chatgpt',
  prompt: 'best anvils',
  collected_at: `${day}T08:00:00Z`,
  answer: index === 1 ? '1. Bolt\n2. Acme' : 'Acme is good, and half an emoji \ud83d is text.',
  citations: [{ url: `https://a.example/${index}` }, { url: 'https://a.example/0' }],
  searches: ['anvils', 'Anvils', `anvils ${index}`],
}));

onEveryStore('a batch', (fresh, kind) => {
  async function filled(): Promise<TestStore> {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    assert.equal((await pipelineOn(store).importLines(LINES)).answers, LINES.length);
    return store;
  }

  const ways = Object.entries({ insertCounted, insertOneByOne }).flatMap(([name, insert]) =>
    Object.entries(SEALED).map(([what, sealedDay]) => ({ name, insert, what, sealedDay })),
  );
  for (const { name, insert, what, sealedDay } of ways) {
    test(`${name} stores the rows that there were, with their counts, ${what}`, async () => {
      const store = await filled();
      await sealExactly(store.main, 1, sealedDay);
      const before = await contentsOf(store.main);
      const rows = await takenOut(store.main);
      await store.main.transaction().execute((each) => insert(each, { id: 1, sealedDay }, rows));
      assert.deepEqual(await contentsOf(store.main), before);
      assert.deepEqual(await findDifferences(store.main), []);
    });
  }

  test('counts what depends on earlier answers by one plan for all', {
    skip: kind !== 'postgres',
  }, async () => {
    const store = await filled();
    if (await capabilitiesOf(store.main).isSpread(store.main)) return; // There, each table has statements of its own.
    const rows = await takenOut(store.main);
    const plans = await store.main.transaction().execute(async (each) => {
      await insertCounted(each, { id: 1, sealedDay: 0 }, rows);
      return await sql`select sum(custom_plans) as custom, sum(generic_plans) > 0 as is_planned_once
        from pg_prepared_statements where name like 'add what depends on earlier answers%'`.execute(each);
    });
    assert.deepEqual(plans.rows, [{ custom: 0, is_planned_once: true }]);
  });
});

/** All rows of every table that a batch writes, sorted, as text. Of sealed days alone, there may be none. */
async function contentsOf(db: Database): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {};
  for (const table of [...TABLES, ...COUNTS, ...MORE_COUNTS]) {
    const rows = await db.selectFrom(table).selectAll().execute();
    contents[table] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
    if (table !== 'panel_counts') assert.notEqual(rows.length, 0, table);
  }
  return contents;
}

/** Removes all rows, and gives those that a batch brings. */
async function takenOut(db: Database): Promise<BatchRows> {
  const entries: [string, object[]][] = [];
  for (const table of TABLES) entries.push([table, await db.selectFrom(table).selectAll().execute()]);
  for (const table of [...COUNTS, ...MORE_COUNTS, ...TABLES.toReversed()]) {
    await db.deleteFrom(table).execute();
  }
  return Object.fromEntries(entries) as unknown as BatchRows;
}
