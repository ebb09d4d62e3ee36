import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { distribute } from '../../src/storage/driver/distribution.ts';

/** The coordinator of a cluster, with a database where tests may create schemas; undefined for none. */
export const CITUS_URL = process.env.SIGHTLINE_TEST_CITUS_URL || undefined;

/** A distributed store in its own schema. */
export interface CitusStore {
  readonly url: string;
  readonly store: Store;
  readonly schema: string;
}

const empty: CitusStore[] = [];
const made: CitusStore[] = [];

after(async () => {
  for (const { store } of made) await store.close();
  for (const { schema } of made) await run(`drop schema ${schema} cascade`);
});

export async function takeCitusStore(url: string): Promise<CitusStore> {
  return empty.pop() ?? (await makeCitusStore(url));
}

/** Empties a store for the next test. */
export async function releaseCitusStore(given: CitusStore): Promise<void> {
  const db = given.store.main;
  const { rows } = await sql<{ result: string }>`
    select result from run_command_on_all_nodes(${emptying(given.schema)}) where not success`.execute(db);
  if (rows.length > 0) throw new Error(JSON.stringify(rows));
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences
    where schemaname = ${given.schema} and last_value is not null`.execute(db);
  empty.push(given);
}

/**
 * Deletes the rows from each part of a table separately. Deleting through the coordinator takes ten times as
 * long, and truncating a hundred times.
 */
const emptying = (schema: string) => `do $$
  declare written record;
  begin
    set local session_replication_role = replica;
    set local citus.override_table_visibility = off;
    set local citus.enable_manual_changes_to_shards = on;
    for written in select oid::regclass::text as name, pg_relation_size(oid) as bytes from pg_class
      where relnamespace = '${schema}'::regnamespace and relkind = 'r' and relname not like 'sightline_%'
        and pg_relation_size(oid) > 0 and oid not in (select logicalrelid from pg_dist_partition)
    loop
      if written.bytes > 30000 then execute 'truncate ' || written.name || ' cascade';
      else execute 'delete from ' || written.name;
      end if;
    end loop;
  end $$`;

async function makeCitusStore(url: string): Promise<CitusStore> {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  // Kysely takes a migrations table in any schema for its own, so this schema needs one.
  const [name, at] = ['name varchar(255) primary key', 'timestamp varchar(255) not null'];
  const [id, locked] = ['id varchar(255) primary key', 'is_locked integer not null default 0'];
  await run(`create schema ${schema}
    create table sightline_migrations (${name}, ${at})
    create table sightline_migrations_lock (${id}, ${locked})
    create table sightline_limit_migrations (${name}, ${at})
    create table sightline_limit_migrations_lock (${id}, ${locked})`);
  // Few parts, because creating them takes most of the time. The name keeps `distribute` from taking it for a
  // server.
  const options = `-c search_path=${schema} -c citus.shard_count=4`;
  const own = `${url}?${new URLSearchParams({ options, application_name: 'sightline_kept' })}`;
  const store = await openStore(own, { connections: 20 });
  await distribute(store.main, { undo: false, dryRun: false });
  const citus = { url: own, store, schema };
  made.push(citus);
  return citus;
}

async function run(statement: string): Promise<void> {
  const client = new pg.Client(CITUS_URL);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
