import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openStore } from '../../src/storage/driver/database.ts';
import { LIMITS, MAIN, migrate, type Step } from '../../src/storage/driver/migrations/index.ts';
import { pluck } from '../support/pluck.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { line, pipelineOn, setUp } from '../support/world.ts';

const MARK = MAIN.table;

/** A later version's additions to a store. */
const NEXT: Step = () => [
  'alter table answers add column next bigint',
  'update answers set next = id',
  'create table later (id integer primary key)',
];

async function filled(fresh: () => Promise<TestStore>): Promise<TestStore> {
  const { store } = await setUp(fresh);
  await pipelineOn(store).importLines([line({ answer: 'Acme' })]);
  return store;
}

const stepsOf = async ({ main }: TestStore) =>
  pluck(
    (await sql<{ name: string }>`select name from ${sql.table(MARK)} order by name`.execute(main)).rows,
    'name',
  );

onEveryStore('a store of another version', (fresh) => {
  test('is refused in words if that was newer, and names the unknown step', async () => {
    const { main, url } = await fresh();
    await sql`insert into ${sql.table(MARK)} (name, timestamp) values ('9999-future', '2030-01-01T00:00:00.000Z')`.execute(
      main,
    );
    await assert.rejects(openStore(url), {
      code: 'conflict',
      message: /^The store was written by a newer version of Sightline; .* 9999-future\. Run that version/,
    });
  });

  for (const steps of [
    ['0001-schema'],
    ['0001-reporting'],
    ['0001-reporting', '0002-rescan', '0031-user-brands'],
  ]) {
    test(`is refused and unchanged if that was older and took ${steps.join(', ')}`, async () => {
      const store = await filled(fresh);
      await sql`delete from ${sql.table(MARK)}`.execute(store.main);
      for (const name of steps) {
        await sql`insert into ${sql.table(MARK)} (name, timestamp) values (${name}, '2026-01-01T00:00:00.000Z')`.execute(
          store.main,
        );
      }
      const before = await contentsOf(store.main);
      await assert.rejects(openStore(store.url, { onUpgrade: () => assert.fail('nothing is begun') }), {
        code: 'conflict',
        message: MAIN.older,
      });
      assert.deepEqual([await stepsOf(store), await contentsOf(store.main)], [steps, before]);
    });
  }

  test('is refused if only the request counts beside it are older', async () => {
    const { limits, url } = await fresh();
    await sql`update ${sql.table(LIMITS.table)} set name = '0001-limits'`.execute(limits);
    await assert.rejects(openStore(url), { code: 'conflict', message: LIMITS.older });
  });

  test('is migrated by a later step, which is announced once before', async () => {
    const store = await filled(fresh);
    const upgrades: string[] = [];
    const steps = { ...MAIN.steps, '9999-next': NEXT };
    for (const when of ['first', 'again'])
      await migrate(store.main, { ...MAIN, steps }, () => upgrades.push(when));
    assert.deepEqual(upgrades, ['first']);
    const { rows } = await sql<{ n: number }>`select count(*) as n from answers where next = id`.execute(
      store.main,
    );
    assert.equal(rows[0]?.n, 1);
    assert.deepEqual(await stepsOf(store), [...Object.keys(MAIN.steps), '9999-next']);
  });

  test('is as it was if a later step fails', async () => {
    const store = await filled(fresh);
    const before = await contentsOf(store.main);
    const steps = {
      ...MAIN.steps,
      '9998-next': NEXT,
      '9999-failing': () => ['create table later (id integer)'],
    };
    await assert.rejects(migrate(store.main, { ...MAIN, steps }), /later/);
    assert.deepEqual([await stepsOf(store), await contentsOf(store.main)], [Object.keys(MAIN.steps), before]);
    await openStore(store.url).then(({ close }) => close());
  });
});
