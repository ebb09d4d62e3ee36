import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { capabilitiesOf, type Types } from '../capabilities.ts';
import { limits, reporting } from './0001-reporting.ts';
import { rescan } from './0002-rescan.ts';
import { watch } from './0003-watch.ts';
import { collect } from './0004-collect.ts';
import { searches } from './0005-searches.ts';
import { refusals } from './0006-refusals.ts';

type Step = (types: Types) => string[];

/**
 * In order; never edited once released. A step that must rebuild a SQLite table copies every row before it drops
 * the old one, in the same transaction.
 */
const MAIN_STEPS: Record<string, Step> = {
  '0001-reporting': reporting,
  '0002-rescan': rescan,
  '0003-watch': watch,
  '0004-collect': collect,
  '0005-searches': searches,
  '0006-refusals': refusals,
};
const LIMIT_STEPS: Record<string, Step> = { '0001-limits': limits };

/** Brings the store to the newest schema. Two processes may call it at once: the second waits and finds it done. */
export async function migrateMain<T>(db: Kysely<T>): Promise<void> {
  await migrate(db, MAIN_STEPS, 'sightline_migrations');
}

/** The same for the limits store, which has tables of its own. */
export async function migrateLimits<T>(db: Kysely<T>): Promise<void> {
  await migrate(db, LIMIT_STEPS, 'sightline_limit_migrations');
}

async function migrate<T>(db: Kysely<T>, steps: Record<string, Step>, table: string): Promise<void> {
  if (await isNewest(db, steps, table)) return;
  const { error } = await new Migrator({
    db,
    provider: providerOf(db, steps),
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  }).migrateToLatest();
  if (error) throw error;
}

/** Whether every step was taken and no other, so that most commands need no write lock to begin. */
async function isNewest<T>(db: Kysely<T>, steps: Record<string, Step>, table: string): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(
      db,
    );
    return isDeepStrictEqual(
      rows.map(({ name }) => name),
      Object.keys(steps).sort(),
    );
  } catch {
    // No such table yet, or a store that fails: migrating makes the one and tells the other.
    return false;
  }
}

function providerOf<T>(db: Kysely<T>, steps: Record<string, Step>): MigrationProvider {
  const { types } = capabilitiesOf(db);
  const migrations: Record<string, Migration> = {};
  for (const [name, step] of Object.entries(steps)) {
    migrations[name] = {
      async up(transaction) {
        for (const statement of step(types)) await sql.raw(statement).execute(transaction);
      },
    };
  }
  return { getMigrations: async () => migrations };
}
