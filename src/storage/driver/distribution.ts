import { sql } from 'kysely';
import { SightlineError } from '../../domain/errors.ts';
import { capabilitiesOf } from './capabilities.ts';
import { hasCitus, ONE_CONNECTION_EACH } from './citus.ts';
import type { Database } from './database.ts';
import type { TableKind } from './migrations/table.ts';
import { TABLE_KINDS, tablesOf } from './schema/table-kinds.ts';

/** A table's storage: plain PostgreSQL, or one of the three Citus kinds. */
type Placement = 'plain' | 'distributed' | 'reference' | 'local';

/** A table, and its current and target placement. */
export interface PlacedTable {
  readonly table: string;
  readonly kind: TableKind;
  readonly was: Placement;
  readonly becomes: Placement;
}

/** Placements by table kind. Citus itself converts central tables where needed. */
const PLACEMENTS: Readonly<Record<TableKind, Placement>> = {
  brand: 'distributed',
  shared: 'reference',
  central: 'plain',
};

export interface DistributeOptions {
  /** Return to one PostgreSQL server. */
  readonly undo: boolean;
  /** Only report changes. */
  readonly dryRun: boolean;
  readonly onTable?: (table: string) => void;
}

/**
 * Distributes a store's tables over a Citus cluster, or returns them, in one transaction. Skips tables that are
 * already right, so it also completes a store with new tables.
 *
 * @returns every table, in the order of changes
 * @throws SightlineError `invalid_setting` without Citus; `conflict` while other processes use the store
 */
export async function distribute(db: Database, options: DistributeOptions): Promise<PlacedTable[]> {
  return await db.connection().execute(async (connection) => {
    await refuseWithoutCitus(connection, options.undo);
    const plan = await planOf(connection, options.undo);
    if (options.dryRun || plan.every(isInPlace)) return plan;
    await refuseWhileOpen(connection);
    await connection.transaction().execute((transaction) => move(transaction, plan, options));
    return plan;
  });
}

/** A distributed store's tables in the wrong place; none for other stores. */
export async function misplacedTables(db: Database): Promise<PlacedTable[]> {
  if (!capabilitiesOf(db).canDistribute || !(await hasCitus(db))) return [];
  const plan = await planOf(db, false);
  return plan.some(({ was, kind }) => was !== 'plain' && kind !== 'central')
    ? plan.filter((each) => !isInPlace(each))
    : [];
}

function isInPlace({ was, becomes }: PlacedTable): boolean {
  return was === becomes;
}

async function refuseWithoutCitus(db: Database, undo: boolean): Promise<void> {
  if (!capabilitiesOf(db).canDistribute) {
    throw refused(
      'A SQLite store is one file. Only a PostgreSQL database with the Citus extension can be distributed.',
    );
  }
  if (!(await hasCitus(db))) {
    throw refused(
      'This database does not have the Citus extension. Run `create extension citus` in it, on this server and on every worker.',
    );
  }
  if (undo) return;
  const { rows } = await sql<{ isCoordinator: boolean; isKnown: boolean; workers: number }>`
    select (select groupid = 0 from pg_dist_local_group) as "isCoordinator",
      (select count(*) filter (where groupid = 0) > 0 from pg_dist_node) as "isKnown",
      (select count(*) filter (where groupid <> 0) from pg_dist_node) as workers`.execute(db);
  const [cluster] = rows;
  if (cluster?.isCoordinator === false)
    throw refused('This server is a worker. Name the coordinator in the URL of the store.');
  if (cluster?.isKnown === false && cluster.workers > 0) {
    throw refused(
      'The workers do not know where the coordinator is. Run `select citus_set_coordinator_host(host, port)` on it first.',
    );
  }
}

function refused(sentence: string): SightlineError {
  return new SightlineError('invalid_setting', sentence);
}

/** Dependency order; reversed to undo. */
async function planOf(db: Database, undo: boolean): Promise<PlacedTable[]> {
  const placed = await placements(db);
  const tables = (['shared', 'brand', 'central'] as const).flatMap(tablesOf);
  const plan = tables.map((table): PlacedTable => {
    const kind = TABLE_KINDS[table];
    const was = placed.get(table) ?? 'plain';
    return { table, kind, was, becomes: undo ? 'plain' : becomes(kind, was) };
  });
  return undo ? plan.reverse() : plan;
}

/** Citus adopts central tables that refer to shared ones, without moving them. */
function becomes(kind: TableKind, was: Placement): Placement {
  return kind === 'central' && was === 'local' ? 'local' : PLACEMENTS[kind];
}

async function placements(db: Database): Promise<Map<string, Placement>> {
  const { rows } = await sql<{ table: string; placement: Placement }>`
    select logicalrelid::text as table,
      case when partmethod = 'h' then 'distributed' when repmodel = 't' then 'reference' else 'local' end as placement
    from pg_dist_partition`.execute(db);
  return new Map(rows.map(({ table, placement }) => [table, placement]));
}

/** Retries: PostgreSQL lists a closed connection for a moment longer. */
const LOOKS = 10;

async function refuseWhileOpen(db: Database): Promise<void> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const { rows } = await sql<{ connections: number }>`
      select count(*) as connections from pg_stat_activity
      where datname = current_database() and application_name = 'sightline' and pid <> pg_backend_pid()`.execute(
      db,
    );
    if (rows[0]?.connections === 0) return;
    await sql`select pg_sleep(0.1)`.execute(db);
  }
  throw new SightlineError(
    'conflict',
    'Other processes have this store open. Stop every `sightline` that uses it, and try again. Nothing was changed.',
  );
}

async function move(
  db: Database,
  plan: readonly PlacedTable[],
  { onTable }: DistributeOptions,
): Promise<void> {
  await sql.raw(ONE_CONNECTION_EACH).execute(db);
  // Otherwise a killed command's server would finish moving the current table before rolling back.
  await sql`set local client_connection_check_interval = '500ms'`.execute(db);
  const references = await listReferences(db);
  for (const { table, name } of references) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db);
  }
  for (const each of plan) {
    if (isInPlace(each)) continue;
    onTable?.(each.table);
    await place(db, each, plan);
  }
  for (const { table, name, definition } of references) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      db,
    );
  }
}

interface Reference {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Foreign keys on our tables; Citus repeats them on its shards. */
async function listReferences(db: Database): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace
      and conrelid::regclass::text in (${sql.join(Object.keys(TABLE_KINDS))})
    order by 1, 2`.execute(db);
  return rows;
}

async function place(
  db: Database,
  { table, becomes: target }: PlacedTable,
  plan: readonly PlacedTable[],
): Promise<void> {
  if (target === 'plain') {
    // Citus releases an adopted central table when it no longer refers to shared tables.
    if ((await placements(db)).has(table)) await sql`select undistribute_table(${table})`.execute(db);
  } else if (target === 'reference') {
    await sql`select create_reference_table(${table})`.execute(db);
  } else {
    const beside = companionOf(table, plan);
    await sql`select create_distributed_table(${table}, 'brand_id', colocate_with => ${beside})`.execute(db);
    // Citus leaves its hidden source rows in place.
    await sql`select truncate_local_data_after_distributing_table(${table})`.execute(db);
  }
}

/** A table whose brand rows are on the same machine. */
function companionOf(table: string, plan: readonly PlacedTable[]): string {
  const others = plan.filter((each) => each.kind === 'brand' && each.table !== table);
  const index = plan.findIndex((each) => each.table === table);
  const isPlaced = (each: PlacedTable) => each.was === 'distributed' || plan.indexOf(each) < index;
  return others.find(isPlaced)?.table ?? 'none';
}
