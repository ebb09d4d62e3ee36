import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { SightlineError } from '../../../domain/errors.ts';
import { capabilitiesOf, type Types } from '../capabilities.ts';
import { schema } from './0001-schema.ts';
import { limits } from './limits-0001-schema.ts';

export type Step = (types: Types) => string[];

/** How the tables of a store came to be what they are. */
export interface Migrations {
  /**
   * In order; never edited once released. A step that must rebuild a SQLite table copies every row before it drops the
   * old one, in the same transaction. Names sort in that order, and the first is that of no earlier version.
   */
  readonly steps: Readonly<Record<string, Step>>;
  /** Where the steps that were taken are noted. */
  readonly table: string;
  /** What to say of a store that was made before the first of these steps, and what to do with it. */
  readonly older: string;
}

export const MAIN: Migrations = {
  steps: { '0001-schema': schema },
  table: 'sightline_migrations',
  older:
    'The store was written by an older version of Sightline, and this one cannot bring it up to date. ' +
    'Export it with that version and import it into a new store, as docs/upgrading.md says. Nothing in it was changed.',
};

/** The limits store has tables of its own, and nothing that would be missed. */
export const LIMITS: Migrations = {
  steps: { '0001-limits-schema': limits },
  table: 'sightline_limit_migrations',
  older:
    'The file beside the store that ends in -limits was written by an older version of Sightline. ' +
    'Remove it: it only has the requests of the last hour, and when keys were last used.',
};

/**
 * Brings a store to the newest of its steps. Two processes may call it concurrently: the second waits and finds it done.
 *
 * @param onUpgrade called before the steps that a store of an older version lacks
 * @throws SightlineError `conflict` for a store that has steps of another version: a newer one, or one from before the first
 * of these
 */
export async function migrate<T>(
  db: Kysely<T>,
  { steps, table, older }: Migrations,
  onUpgrade?: () => void,
): Promise<void> {
  const known = Object.keys(steps).sort();
  const taken = await stepsTaken(db, table);
  if (taken.length > 0 && taken[0] !== known[0]) throw new SightlineError('conflict', older);
  const unknown = taken.find((name) => !known.includes(name));
  if (unknown !== undefined) throw newerStore(unknown);
  // Nothing to do: most commands need no write lock to begin.
  if (isDeepStrictEqual(taken, known)) return;
  if (taken.length > 0) onUpgrade?.();
  const { error } = await new Migrator({
    db,
    provider: providerOf(db, steps),
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  }).migrateToLatest();
  if (error) throw error;
}

async function stepsTaken<T>(db: Kysely<T>, table: string): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(
      db,
    );
    return rows.map(({ name }) => name);
  } catch {
    // No such table yet, or a store that fails: migrating makes the table, or reports the failure.
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
