import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { SightlineError } from '../../../domain/errors.ts';
import { capabilitiesOf, type Types } from '../capabilities.ts';
import { schema } from './0002-schema.ts';
import { limits } from './limits-0001-schema.ts';

export type Step = (types: Types) => string[];

export interface Migrations {
  /**
   * In order; never edited once released. A step that rebuilds a SQLite table copies every row before dropping the
   * old one, in one transaction. Names sort in this order, and the first differs from every earlier version's.
   */
  readonly steps: Readonly<Record<string, Step>>;
  readonly table: string;
  /** The message to the operator for a store older than the first step. */
  readonly older: string;
}

export const MAIN: Migrations = {
  steps: { '0002-schema': schema },
  table: 'sightline_migrations',
  older:
    'The store was written by an older version of Sightline, and this one cannot bring it up to date. ' +
    'Export it with that version and import it into a new store, as docs/upgrading.md says. Nothing in it was changed.',
};

/** The limits store has its own tables, and nothing worth keeping. */
export const LIMITS: Migrations = {
  steps: { '0001-limits-schema': limits },
  table: 'sightline_limit_migrations',
  older:
    'The file beside the store that ends in -limits was written by an older version of Sightline. ' +
    'Remove it: it only has the requests of the last hour, and when keys were last used.',
};

/**
 * Applies missing steps. Of two concurrent calls, the second waits and finds them done.
 *
 * @param onUpgrade called before steps that an older store lacks
 * @throws SightlineError `conflict` for a store with steps from another version: a newer one, or one before the first
 * step
 */
export async function migrate<T>(
  db: Kysely<T>,
  { steps, table, older }: Migrations,
  onUpgrade?: () => void,
): Promise<void> {
  const known = Object.keys(steps).sort();
  const applied = await appliedSteps(db, table);
  if (applied.length > 0 && applied[0] !== known[0]) throw new SightlineError('conflict', older);
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown !== undefined) throw newerStore(unknown);
  // Up to date: most commands need no write lock.
  if (isDeepStrictEqual(applied, known)) return;
  if (applied.length > 0) onUpgrade?.();
  const { error } = await new Migrator({
    db,
    provider: providerOf(db, steps),
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  }).migrateToLatest();
  if (error) throw error;
}

async function appliedSteps<T>(db: Kysely<T>, table: string): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(
      db,
    );
    return rows.map(({ name }) => name);
  } catch {
    // No table yet, or a failing store: migrating creates the table or reports the failure.
    return [];
  }
}

function newerStore(step: string): SightlineError {
  return new SightlineError(
    'conflict',
    `The store was written by a newer version of Sightline; this one does not know its migration ${step}. ` +
      'Run that version, or restore an older backup.',
  );
}

function providerOf<T>(db: Kysely<T>, steps: Migrations['steps']): MigrationProvider {
  const { types, beforeSteps } = capabilitiesOf(db);
  const migrations: Record<string, Migration> = {};
  for (const [name, step] of Object.entries(steps)) {
    migrations[name] = {
      async up(transaction) {
        for (const statement of [...beforeSteps, ...step(types)])
          await sql.raw(statement).execute(transaction);
      },
    };
  }
  return { getMigrations: async () => migrations };
}
