import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import pg from 'pg';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { limitPanelCache } from '../../src/storage/panel/cache.ts';
import { administer } from './postgres.ts';
import { POSTGRES_TEMPLATE, shared } from './setup.ts';

/** A migrated PostgreSQL database for one test at a time. */
export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  /** `SCHEMA_STATE` of the new database. */
  readonly state: string;
  /** These stay open: a new connection must learn every table and plan: more work than a small test. */
  readonly client: pg.Client;
  readonly store: Store;
  /** Whether a test closed the store. */
  isClosed: boolean;
}

/** Distinguishes the open store's connections from a test's leftovers. */
const KEPT = 'sightline_kept';

/** This process's empty databases. Creating one costs 50 times as much as emptying one. */
const empty: TestDatabase[] = [];
const made: TestDatabase[] = [];

after(async () => {
  for (const { name, client, store } of made) {
    await store.close();
    await client.end();
    await administer(shared('TEST_POSTGRES_URL'), `drop database ${name} with (force)`);
  }
});

/** A database as empty as a new one. */
export async function takeDatabase(): Promise<TestDatabase> {
  return empty.pop() ?? (await makeDatabase());
}

/** Empties a database for the next test; drops it if its schema changed or something still runs. */
export async function releaseDatabase(database: TestDatabase): Promise<void> {
  const { client, state } = database;
  await client.query(CLOSE_OTHERS);
  const isBusy = (await client.query(BUSY)).rows.length > 0;
  if (isBusy || database.isClosed || (await stateOf(client)) !== state) return;
  await client.query(EMPTY);
  // Restarts brand and version ids, and drops cached brands.
  limitPanelCache(database.store.main, 2 ** 26);
  empty.push(database);
}

async function makeDatabase(): Promise<TestDatabase> {
  const server = shared('TEST_POSTGRES_URL');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await copyTemplate(server, name);
  const url = `${server}/${name}`;
  const socket = process.env.TEST_POSTGRES_SOCKET;
  // Over a Unix socket, a statement costs a fifth less on both sides. A test's servers and commands use the
  // network, as in production.
  const near = socket ? `&host=${encodeURIComponent(socket)}` : '';
  const client = new pg.Client(`${url}?application_name=sightline_tests${near}`);
  await client.connect();
  const store = await openStore(`${url}?application_name=${KEPT}${near}`, { connections: 20 });
  const database = { name, url, client, store, isClosed: false, state: await stateOf(client) };
  made.push(database);
  return database;
}

async function copyTemplate(server: string, name: string): Promise<void> {
  // Copying files costs half as much as copying page by page through the log.
  const statement = `create database ${name} template ${POSTGRES_TEMPLATE} strategy file_copy`;
  // Only one process can copy a template at a time.
  for (let tries = 0; ; tries += 1) {
    const refused = await administer(server, statement).then(
      () => null,
      (error: Error) => error,
    );
    if (!refused) return;
    if (tries === 100 || !/being accessed by other users/.test(refused.message)) throw refused;
  }
}

async function stateOf(client: pg.Client): Promise<string> {
  return JSON.stringify((await client.query(SCHEMA_STATE)).rows);
}

/** Connections that a test left behind, such as from a process that it killed. */
const CLOSE_OTHERS = `
  select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name <> '${KEPT}'`;

/** The open store's connections that are in a transaction or statement. */
const BUSY = `
  select from pg_stat_activity
  where datname = current_database() and application_name = '${KEPT}' and state <> 'idle'`;

/**
 * Where each catalog row lies and who wrote it: the schema, the migrations, and planner statistics.
 * PostgreSQL's own rows are below 16384.
 */
const SCHEMA_STATE = `
  select 'column' as what, count(*), sum(hashtextextended(xmin::text || ctid::text, 0)) as rows
    from pg_attribute where attrelid >= 16384
  union all select 'constraint', count(*), sum(hashtextextended(xmin::text || ctid::text, 0)) from pg_constraint
    where oid >= 16384
  union all select 'index', count(*), sum(hashtextextended(xmin::text || ctid::text, 0)) from pg_index
    where indexrelid >= 16384
  union all select 'trigger', count(*), sum(hashtextextended(xmin::text || ctid::text, 0)) from pg_trigger
  union all select 'function', count(*), sum(hashtextextended(xmin::text || ctid::text, 0)) from pg_proc
    where oid >= 16384
  union all select 'statistics', count(*), sum(hashtextextended(xmin::text || ctid::text, 0)) from pg_statistic
  union all select 'migration', count(*), sum(hashtextextended(xmin::text || ctid::text, 0)) from sightline_migrations
  union all select 'migration of limits', count(*), sum(hashtextextended(xmin::text || ctid::text, 0))
    from sightline_limit_migrations`;

/**
 * Deletes the rows from every table that a test wrote to, in any order, and restarts every sequence.
 * Truncating all of them costs 30 times as much, so only tables that grew are truncated. Deleted rows stay in
 * a table and its indexes, and make reading the next test's rows several times as slow.
 */
const EMPTY = `
  do $$
  declare written record;
  begin
    set local session_replication_role = replica;
    for written in select oid::regclass::text as name, pg_relation_size(oid) as bytes from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'sightline_%'
        and pg_relation_size(oid) > 0
    loop
      if written.bytes > 30000 then execute 'truncate ' || written.name || ' cascade';
      else execute 'delete from ' || written.name;
      end if;
    end loop;
    perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences where last_value is not null;
  end $$`;
