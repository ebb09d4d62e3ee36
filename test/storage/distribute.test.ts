import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { type Database, openStore, ping } from '../../src/storage/driver/database.ts';
import { distribute } from '../../src/storage/driver/distribution.ts';
import { MAIN, migrate } from '../../src/storage/driver/migrations/index.ts';
import { TABLE_KINDS, tablesOf } from '../../src/storage/driver/schema/table-kinds.ts';
import { findDifferences } from '../../src/storage/verify.ts';
import { apiOn } from '../support/api.ts';
import { CITUS_URL } from '../support/citus.ts';
import { runCli } from '../support/cli.ts';
import { makeStore, onEveryStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { acmeFile, line, pipelineOn } from '../support/world.ts';

onEveryStore('the kinds of tables', (fresh, kind) => {
  test('every table of the schema has one, and no other has', async () => {
    const { main } = await fresh();
    // On a cluster there are other stores in other schemas, and views of Citus.
    const views = /^citus_/;
    const found = (await main.introspection.getTables()).map(({ name }) => name);
    const tables = [...new Set(found)].filter((name) => !views.test(name));
    // SQLite keeps request counts in a separate file.
    const ofLimits = kind === 'sqlite' ? ['limit_counts', 'last_used'] : [];
    const told = [...tables.filter((name) => !name.startsWith('sightline_')), ...ofLimits].sort();
    assert.deepEqual(told, Object.keys(TABLE_KINDS).sort());
  });
});

onEveryStore("a brand's rows", (fresh, kind) => {
  const onPostgres = { skip: kind === 'sqlite' };

  test('has keys that begin with the brand', onPostgres, async () => {
    const { main } = await fresh();
    const { rows } = await sql<{ table: string; key: string }>`
      select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as key
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indisunique and a.attname <> 'brand_id'
        and i.indrelid::regclass::text in (${sql.join(tablesOf('brand'))})`.execute(main);
    assert.deepEqual(rows, []);
  });

  test('refer to no row that is on one machine only', onPostgres, async () => {
    const { main } = await fresh();
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint where contype = 'f'
        and conrelid::regclass::text in (${sql.join([...tablesOf('brand'), ...tablesOf('shared')])})
        and confrelid::regclass::text in (${sql.join(tablesOf('central'))})`.execute(main);
    assert.deepEqual(rows, []);
  });
});

describe('sightline distribute', () => {
  const CASES = [
    ['sqlite', /A SQLite store is one file/],
    ['postgres', /does not have the Citus extension\. Run `create extension citus`/],
  ] as const;
  for (const [kind, sentence] of CASES) {
    for (const args of [['distribute'], ['distribute', '--dry-run'], ['distribute', '--undo', '--json']]) {
      test(`\`${args.join(' ')}\` is refused on ${kind} without Citus`, {
        skip: kind === 'postgres' && CITUS_URL !== undefined,
      }, async () => {
        const { store, remove } = await makeStore(kind);
        const { code, out, err } = await runCli(store, args);
        await remove();
        assert.deepEqual([code, out], [1, '']);
        assert.match(err, sentence);
      });
    }
  }
});

describe('on a cluster', { skip: CITUS_URL === undefined }, () => {
  test('leaves a store alone while a server has it open', async () => {
    const { store, remove } = await makeStore('postgres');
    const server = await openStore(withName(store.url, 'sightline'));
    await ping(server.main);
    const { code, err } = await runCli(store, ['distribute', '--undo']);
    await server.close();
    assert.equal(code, 1);
    assert.match(err, /Other processes have this store open/);
    assert.ok(
      (await distribute(store.main, { undo: true, dryRun: true })).some(({ was }) => was === 'distributed'),
    );
    await remove();
  });

  test('brings a filled store back and distributes it again, without any change', async () => {
    const { store, remove } = await filled();
    const { key } = await pipelineOn(store).createKey();
    const before = await contentsOf(store.main);
    const foreignKeys = await countForeignKeys(store.main);
    for (const [undo, placed] of [
      [true, 0],
      [false, tablesOf('brand').length + tablesOf('shared').length],
    ] as const) {
      assert.ok(
        (await distribute(store.main, { undo, dryRun: true })).some(({ was, becomes }) => was !== becomes),
      );
      await distribute(store.main, { undo, dryRun: false });
      const again = await distribute(store.main, { undo, dryRun: false });
      const told = again.filter(({ was, becomes }) => was !== becomes);
      assert.deepEqual(told, []);
      assert.equal(again.filter(({ kind, was }) => kind !== 'central' && was !== 'plain').length, placed);
      assert.deepEqual(await contentsOf(store.main), before);
      assert.equal(await countForeignKeys(store.main), foreignKeys);
      assert.deepEqual(await findDifferences(store.main), []);
      assert.equal((await apiOn(store).get('/visibility?brand=acme', key)).status, 200);
    }
    await remove();
  });
});

test('verify names a table that an upgrade added, and reports and imports work before it is distributed', {
  skip: CITUS_URL === undefined,
}, async () => {
  const { store, remove } = await filled();
  const { key } = await pipelineOn(store).createKey();
  for (const statement of [
    'alter table panel_delta drop constraint panel_delta_brand_id_fkey',
    "select undistribute_table('panel_delta')",
    'alter table panel_delta add constraint panel_delta_brand_id_fkey foreign key (brand_id) references brands (id)',
  ]) {
    await sql.raw(statement).execute(store.main);
  }
  await pipelineOn(store).importLines([line({ answer: 'Acme again' })]);
  assert.equal((await apiOn(store).get('/definitions?brand=acme', key)).status, 200);
  const [found, ...others] = await findDifferences(store.main);
  assert.equal(found?.check, 'distribution');
  assert.match(found?.detail ?? '', /^panel_delta is not distributed/);
  assert.deepEqual(others, []);
  await distribute(store.main, { undo: false, dryRun: false });
  assert.deepEqual(await findDifferences(store.main), []);
  await remove();
});

const DISTRIBUTE_STORE = fileURLToPath(new URL('../support/distribute-store.ts', import.meta.url));

describe('killed in the middle', { skip: CITUS_URL === undefined }, () => {
  for (const [way, tables] of [
    ['undo', ['comparisons', 'answers', 'organizations']],
    ['distribute', ['organizations', 'mentions', 'comparisons']],
  ] as const) {
    test(`\`${way}\` has changed nothing, and the next run does it`, async () => {
      const { store, remove } = await filled();
      const undo = way === 'undo';
      if (!undo) await distribute(store.main, { undo: true, dryRun: false });
      const before = await contentsOf(store.main);
      const planned = await distribute(store.main, { undo, dryRun: true });
      for (const table of tables) {
        await killedAt(store.url, way, table);
        assert.deepEqual(await distribute(store.main, { undo, dryRun: true }), planned);
        assert.deepEqual(await contentsOf(store.main), before);
      }
      const { code, out } = await runCli(store, ['distribute', '--json', ...(undo ? ['--undo'] : [])]);
      assert.deepEqual([code, JSON.parse(out).tables], [0, planned]);
      assert.deepEqual(await contentsOf(store.main), before);
      assert.deepEqual(await findDifferences(store.main), []);
      if (undo) await distribute(store.main, { undo: false, dryRun: false });
      await remove();
    });
  }
});

/** Kills a process while it moves a table. */
async function killedAt(url: string, way: 'undo' | 'distribute', table: string): Promise<void> {
  const child = spawn(process.execPath, [DISTRIBUTE_STORE, withName(url, 'sightline'), way], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.split('\n').includes(table)) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'close');
  assert.equal(signal, 'SIGKILL', `before ${table}: ${said}`);
}

function withName(url: string, name: string): string {
  return url.replace(/application_name=\w+/, `application_name=${name}`);
}

/** A distributed store with answers. */
async function filled() {
  const made = await makeStore('postgres');
  const { apply, importLines } = pipelineOn(made.store);
  await apply(acmeFile());
  await importLines([
    line({ answer: 'Acme', citations: [{ url: 'https://a.example/' }], searches: ['x'] }),
    line(),
  ]);
  return made;
}

test("a newer version's step changes a distributed store", { skip: CITUS_URL === undefined }, async () => {
  // Not reused: its tables differ from the next test's.
  const { store } = await filled();
  const steps = {
    ...MAIN.steps,
    '9999-next': () => [
      'alter table answers add column next bigint',
      'update answers set next = id',
      'alter table brands add column next bigint',
      'create table next (brand_id integer primary key references brands (id), id integer)',
      'insert into next select brand_id, max(id) from answers group by brand_id',
    ],
  };
  await migrate(store.main, { ...MAIN, steps });
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from next, answers where next.id = answers.next`.execute(store.main);
  assert.deepEqual(rows, [{ n: 1 }]);
});

async function countForeignKeys(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
      and conrelid::regclass::text in (${sql.join(Object.keys(TABLE_KINDS))})`.execute(db);
  return rows[0]?.n ?? 0;
}
