import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { SightlineError } from '../../../domain/errors.ts';
import { capabilitiesOf, type Types } from '../capabilities.ts';
import { limits, reporting } from './0001-reporting.ts';
import { rescan } from './0002-rescan.ts';
import { watch } from './0003-watch.ts';
import { collect } from './0004-collect.ts';
import { searches } from './0005-searches.ts';
import { refusals } from './0006-refusals.ts';
import { voice } from './0007-voice.ts';
import { ranks } from './0008-ranks.ts';
import { cited } from './0009-cited.ts';
import { searchesByEngine } from './0010-searches.ts';
import { searchVolumes } from './0011-search-volumes.ts';
import { answerFilters } from './0012-answer-filters.ts';
import { accounts } from './0013-accounts.ts';
import { tasks } from './0014-tasks.ts';
import { shares } from './0015-shares.ts';
import { brandHeads } from './0016-brand-heads.ts';
import { delivery } from './0017-delivery.ts';
import { years } from './0018-years.ts';
import { quarters } from './0019-quarters.ts';
import { distribution } from './0021-distribution.ts';
import { sealedDays } from './0022-sealed-days.ts';
import { promptSamples } from './0023-prompt-samples.ts';
import { definitions } from './0024-definitions.ts';
import { panel } from './0025-panel.ts';
import { panels } from './0026-panels.ts';
import { newestLink } from './0027-newest-link.ts';
import { oldAndNew } from './0027-old-and-new.ts';
import { whoMadeKeys } from './0027-who-made-keys.ts';
import { purges } from './0028-purges.ts';
import { usersOfOrganizations } from './0030-users-of-organizations.ts';
import { userBrands } from './0031-user-brands.ts';
import { lastUsed } from './limits-0002-last-used.ts';

export type Step = (types: Types) => string[];

/**
 * In order; never edited once released. A step that must rebuild a SQLite table copies every row before it drops
 * the old one, in the same transaction.
 */
export const MAIN_STEPS: Record<string, Step> = {
  '0001-reporting': reporting,
  '0002-rescan': rescan,
  '0003-watch': watch,
  '0004-collect': collect,
  '0005-searches': searches,
  '0006-refusals': refusals,
  '0007-voice': voice,
  '0008-ranks': ranks,
  '0009-cited': cited,
  '0010-searches': searchesByEngine,
  '0011-search-volumes': searchVolumes,
  '0012-answer-filters': answerFilters,
  '0013-accounts': accounts,
  '0014-tasks': tasks,
  '0015-shares': shares,
  '0016-brand-heads': brandHeads,
  '0017-delivery': delivery,
  '0018-years': years,
  '0019-quarters': quarters,
  '0021-distribution': distribution,
  '0022-sealed-days': sealedDays,
  '0023-prompt-samples': promptSamples,
  '0024-definitions': definitions,
  '0025-panel': panel,
  '0026-panels': panels,
  '0027-newest-link': newestLink,
  '0027-old-and-new': oldAndNew,
  '0027-who-made-keys': whoMadeKeys,
  '0028-purges': purges,
  '0030-users-of-organizations': usersOfOrganizations,
  '0031-user-brands': userBrands,
};
const LIMIT_STEPS: Record<string, Step> = { '0001-limits': limits, '0002-last-used': lastUsed };

/**
 * Brings the store to the newest schema. Two processes may call it concurrently: the second waits and finds it done.
 *
 * @param onUpgrade called before the steps that a store of an older version lacks
 */
export async function migrateMain<T>(db: Kysely<T>, onUpgrade?: () => void): Promise<void> {
  await migrate(db, MAIN_STEPS, 'sightline_migrations', onUpgrade);
}

/** The same for the limits store, which has tables of its own. */
export async function migrateLimits<T>(db: Kysely<T>): Promise<void> {
  await migrate(db, LIMIT_STEPS, 'sightline_limit_migrations');
}

/** Brings a store to the newest of some steps. */
export async function migrate<T>(
  db: Kysely<T>,
  steps: Record<string, Step>,
  table: string,
  onUpgrade?: () => void,
): Promise<void> {
  const known = Object.keys(steps).sort();
  const taken = await stepsTaken(db, table);
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

function providerOf<T>(db: Kysely<T>, steps: Record<string, Step>): MigrationProvider {
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
