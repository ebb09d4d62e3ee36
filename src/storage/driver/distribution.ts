import { sql } from 'kysely';
import { SightlineError } from '../../domain/errors.ts';
import { capabilitiesOf } from './capabilities.ts';
import { hasCitus, ONE_CONNECTION_EACH } from './citus.ts';
import type { Database } from './database.ts';
import { TABLE_KINDS, type TableKind, tablesOf } from './table-kinds.ts';

/** How a table is stored: as PostgreSQL alone does, or by Citus in one of its three ways. */
type Placement = 'plain' | 'distributed' | 'reference' | 'local';

/** A table that becomes another one, or stays what it is. */
export interface PlacedTable {
  readonly table: string;
  readonly kind: TableKind;
  readonly was: Placement;
  readonly becomes: Placement;
}

/** How the tables of each kind are stored in a distributed store. Citus itself says when a central one is one of its own. */
const PLACEMENTS: Readonly<Record<TableKind, Placement>> = {
  brand: 'distributed',
  shared: 'reference',
  central: 'plain',
};

export interface DistributeOptions {
  /** Back to a store on one PostgreSQL server. */
  readonly undo: boolean;
  /** Only say what would change. */
  readonly dryRun: boolean;
  /** Called before each table. */
  readonly onTable?: (table: string) => void;
}

/**
 * Spreads the tables of a store over the machines of a Citus cluster, or brings them back, in one transaction: nothing is changed
 * unless everything is. Tables that are as they should be are left, so a store whose newer version has more tables is
 * completed.
 *
 * @returns every table, in the order in which they are changed
 * @throws SightlineError `invalid_setting` where there is no Citus, `conflict` while other processes have the store open
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

/** Tables of a distributed store that are not where their kind belongs; none in a store that is not distributed. */
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

/** In the order of the list, in which tables come after those that they refer to; the other way round to undo. */
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

/** Citus takes over central tables that refer to shared ones, and leaves them where they are. */
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

/** How often other connections are looked for: one that was just closed is listed for a moment longer. */
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
  // Of a command that was killed, the server would otherwise finish moving the table at hand before it takes all of it back.
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

/** The foreign keys of our tables; Citus repeats them on its parts of these. */
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
  { table, becomes: wanted }: PlacedTable,
  plan: readonly PlacedTable[],
): Promise<void> {
  if (wanted === 'plain') {
    // A central one that Citus took over is given up by itself when nothing it refers to is shared anymore.
    if ((await placements(db)).has(table)) await sql`select undistribute_table(${table})`.execute(db);
  } else if (wanted === 'reference') {
    await sql`select create_reference_table(${table})`.execute(db);
  } else {
    const beside = companionOf(table, plan);
    await sql`select create_distributed_table(${table}, 'brand_id', colocate_with => ${beside})`.execute(db);
    // Citus leaves the rows that it copied where they were, unseen.
    await sql`select truncate_local_data_after_distributing_table(${table})`.execute(db);
  }
}

/** The table whose rows of a brand lie on the same machine. */
function companionOf(table: string, plan: readonly PlacedTable[]): string {
  const others = plan.filter((each) => each.kind === 'brand' && each.table !== table);
  const index = plan.findIndex((each) => each.table === table);
  const isPlaced = (each: PlacedTable) => each.was === 'distributed' || plan.indexOf(each) < index;
  return others.find(isPlaced)?.table ?? 'none';
}
