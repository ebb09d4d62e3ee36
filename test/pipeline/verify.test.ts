import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { dayOf } from '../../src/domain/time/period.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import type { Database, Store } from '../../src/storage/driver/database.ts';
import { packExactly } from '../support/packing.ts';
import { onReusedStore, type StoreKind } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, line, NOW, pipelineOn, setUp } from '../support/world.ts';

/** Two brands whose answers name, rank, and cite. */
async function filledStore(fresh: () => Promise<Store>): Promise<Store> {
  const { store, importLines } = await setUp(fresh, acmeFile([ACME_BRAND, { id: 'other', name: 'Other' }]));
  const citations = ['https://acme.example/', 'https://acme.example/b', 'https://example.org/'].map(
    (url) => ({ url }),
  );
  await importLines([
    line({ answer: 'Acme', citations }),
    line({ mentions: [{ brand: 'Acme', mentioned: true, rank: 2, framing: 'recommended' }] }),
    line({ engine: 'claude', collected_at: '2026-01-02T00:00:00Z' }),
    line({ outcome: 'error' }),
    line({ brand: 'other', answer: 'Other', citations }),
  ]);
  await packExactly(store.main, 1, dayOf(NOW) + 1);
  return store;
}

/** Runs statements without foreign keys, as a broken disk or a careless person would. */
async function unguarded(
  store: Store,
  kind: StoreKind,
  work: (db: Database) => Promise<unknown>,
): Promise<void> {
  if (kind === 'postgres') {
    await store.main.transaction().execute(async (db) => {
      // On a cluster, also on the worker machines; elsewhere the setting has no effect.
      await sql`set local citus.propagate_set_commands = 'local'`.execute(db);
      await sql`set local session_replication_role = replica`.execute(db);
      await work(db);
    });
    return;
  }
  await store.main.connection().execute(async (db) => {
    await sql`pragma foreign_keys = off`.execute(db);
    await work(db);
    await sql`pragma foreign_keys = on`.execute(db);
  });
}

const first = (table: string, of: string) => sql`(select min(${sql.ref(of)}) from ${sql.table(table)})`;

onReusedStore('verify', (fresh, kind) => {
  test('an empty store holds', async () => assert.deepEqual(await findDifferences((await fresh()).main), []));

  test('a filled store holds', async () =>
    assert.deepEqual(await findDifferences((await filledStore(fresh)).main), []));

  test('verifying changes nothing', async () => {
    const store = await filledStore(fresh);
    const before = await contentsOf(store.main);
    await findDifferences(store.main);
    assert.deepEqual(await contentsOf(store.main), before);
  });

  const REMADE = "update panel_delta set content = replace(content, 'claude', 'gemini')";

  for (const [what, statement, detail] of [
    [
      'an answer that the panel has otherwise',
      REMADE,
      /^brand \d: the panel has answer \d+ as .*, the raw rows give /,
    ],
    [
      'an answer that is not in the panel',
      'delete from panel_delta',
      /^brand \d: answer \d+ is not in the panel$/,
    ],
  ] as const) {
    test(`names ${what}`, async () => {
      const store = await filledStore(fresh);
      await packExactly(store.main, 1, 0);
      await sql.raw(statement).execute(store.main);
      const found = (await findDifferences(store.main)).filter(({ check }) => check === 'panel');
      assert.ok(found.length > 0);
      for (const each of found) assert.match(each.detail, detail);
    });
  }

  test('names a segment with other content', async () => {
    const store = await filledStore(fresh);
    await store.main.updateTable('mentions').set({ rank: 77 }).where('mentioned', '=', 1).execute();
    const found = await findDifferences(store.main);
    assert.deepEqual([...new Set(found.map(({ check }) => check))], ['panel']);
  });

  for (const [what, statement, check] of [
    ['a brand without a head', sql`delete from brand_state where brand_id = 2`, 'brand_state'],
    ['a number that is given twice', sql`update brand_state set last_id = 1`, 'brand_state'],
    [
      'a host with no first citation',
      sql`update citations set first_of_host = 0 where host = 'acme.example'`,
      'citations',
    ],
    ['a host with two first citations', sql`update citations set first_of_host = 1`, 'citations'],
    ['a site with no first citation', sql`update citations set first_of_site = 0`, 'citations'],
    [
      'a page that is cited twice',
      sql`update citations set page_id = (select min(page_id) from citations)`,
      'citations',
    ],
    ['a host in two sites', sql`update citations set site = url`, 'citations'],
    ['a page without a URL', sql`delete from cited_pages`, 'citations'],
    ['a citation of another time', sql`update citations set collected_at = collected_at + 1`, 'citations'],
    [
      'a mention of another time',
      sql`update mentions set collected_at = collected_at + 1 where answer_id = ${first('mentions', 'answer_id')}`,
      'mentions',
    ],
    [
      'an answer that was not searched for the brand itself',
      sql`delete from mentions where tracked_id = 1 and brand_id = 1`,
      'mentions',
    ],
    [
      'an answer of another outcome',
      sql`update answers set outcome = 'ok' where outcome = 'empty'`,
      'answers',
    ],
    [
      'an answer of another engine',
      sql`update answers set engine = 'grok' where engine = 'claude'`,
      'answers',
    ],
    ['an answer of a failed collection', sql`update collections set outcome = 'error'`, 'answers'],
    ['a collection without its answer', sql`update collections set outcome = 'ok'`, 'answers'],
  ] as const) {
    test(`found: ${what}`, async () => {
      const store = await filledStore(fresh);
      await statement.execute(store.main);
      const found = await findDifferences(store.main);
      assert.ok(
        found.some((each) => each.check === check),
        JSON.stringify(found),
      );
    });
  }

  test('found: a missing answer whose collection and mentions exist', async () => {
    const store = await filledStore(fresh);
    await unguarded(store, kind, (db) => sql`delete from answers where engine = 'claude'`.execute(db));
    const found = await findDifferences(store.main);
    assert.ok(
      found.some(({ check, detail }) => check === 'answers' && /is empty and has no answer$/.test(detail)),
    );
  });

  test('names an answer by its public id', async () => {
    const store = await filledStore(fresh);
    const { id, public_id } = await store.main
      .selectFrom('answers')
      .select(['id', 'public_id'])
      .executeTakeFirstOrThrow();
    await sql`update mentions set collected_at = 7 where answer_id = ${id}`.execute(store.main);
    assert.ok((await findDifferences(store.main)).some(({ detail }) => detail.includes(public_id)));
  });

  test('names at most 20 differences per check', async () => {
    const store = await filledStore(fresh);
    const { importLines } = pipelineOn(store);
    await importLines(Array.from({ length: 30 }, () => line()));
    await sql`update answers set engine = 'grok'`.execute(store.main);
    const found = await findDifferences(store.main);
    assert.equal(found.filter((each) => each.check === 'answers').length, 20);
  });
});

onReusedStore('verify finds damage that only the database shows', (fresh, kind) => {
  test('a row that refers to one that is not there', { skip: kind !== 'sqlite' }, async () => {
    const store = await filledStore(fresh);
    await unguarded(store, kind, (db) =>
      sql`insert into api_keys (public_id, organization_id, hash, hint, scopes, created_at)
        values ('key_x', 99, 'h', 'h', '[]', 0)`.execute(db),
    );
    assert.deepEqual(await findDifferences(store.main), [
      {
        check: 'integrity',
        detail: 'a row of api_keys refers to a row of organizations that does not exist',
      },
    ]);
  });

  test('a foreign key that is not in force', { skip: kind !== 'postgres' }, async () => {
    const store = await filledStore(fresh);
    await sql`alter table citations add constraint loose foreign key (brand_id) references brands (id)
      not valid`.execute(store.main);
    const found = await findDifferences(store.main);
    // On a cluster, the next test gets the same tables.
    await sql`alter table citations drop constraint loose`.execute(store.main);
    assert.deepEqual(found, [{ check: 'integrity', detail: 'constraint loose is not validated' }]);
  });

  test('but nothing in another schema of its database', { skip: kind !== 'postgres' }, async () => {
    const store = await filledStore(fresh);
    await sql`create schema another`.execute(store.main);
    try {
      await sql`create table another.things (id integer)`.execute(store.main);
      await sql`alter table another.things add constraint loose check (id > 0) not valid`.execute(store.main);
      assert.deepEqual(await findDifferences(store.main), []);
    } finally {
      await sql`drop schema another cascade`.execute(store.main);
    }
  });
});
