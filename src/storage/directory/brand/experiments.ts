import type { Selectable } from 'kysely';
import type { ExperimentDates, Registration } from '../../../domain/alerts/experiment.ts';
import type { Database } from '../../driver/database.ts';
import type { Tables } from '../../driver/schema/schema.ts';
import { takeIds, withBrandLock } from './brand-lock.ts';

/** An experiment with the ids that it names. */
export interface RegisteredExperiment extends ExperimentDates {
  readonly registered: Registration;
  readonly hash: string;
  readonly trackedId: number;
  readonly marketId: number;
}

/** A stored experiment: never changed or deleted, only withdrawn. */
export interface Experiment extends RegisteredExperiment {
  readonly withdrawnAt: number | null;
  readonly withdrawnBecause: string | null;
}

/** @param text the hashed text */
export async function insertExperiment(
  db: Database,
  brandId: number,
  { registered, hash, trackedId, marketId, startsAt, endsAt }: RegisteredExperiment,
  text: string,
): Promise<void> {
  const id = await takeIds(db, brandId, 1);
  await db
    .insertInto('experiments')
    .values({
      brand_id: brandId,
      id,
      public_id: registered.id,
      tracked_id: trackedId,
      market_id: marketId,
      starts_at: startsAt,
      ends_at: endsAt,
      registration: text,
      hash,
      withdrawn_at: null,
      withdrawn_because: null,
    })
    .execute();
}

/** Newest first, including withdrawn ones. */
export async function listExperiments(db: Database, brandId: number, limit: number): Promise<Experiment[]> {
  const rows = await experimentsOf(db, brandId).orderBy('id', 'desc').limit(limit).execute();
  return rows.map(experimentFrom);
}

/** One of the brand's experiments, by public id. */
export async function findExperiment(
  db: Database,
  brandId: number,
  publicId: string,
): Promise<Experiment | null> {
  const row = await experimentsOf(db, brandId).where('public_id', '=', publicId).executeTakeFirst();
  return row ? experimentFrom(row) : null;
}

/** Experiments that are neither over nor withdrawn. */
export async function countOpenExperiments(db: Database, brandId: number, now: number): Promise<number> {
  const { n } = await db
    .selectFrom('experiments')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('brand_id', '=', brandId)
    .where('ends_at', '>', now)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** Withdraws an experiment. @returns false if it was withdrawn before */
export async function markWithdrawn(
  db: Database,
  brandId: number,
  publicId: string,
  { at, because }: { readonly at: number; readonly because: string },
): Promise<boolean> {
  return await withBrandLock(db, brandId, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('experiments')
      .set({ withdrawn_at: at, withdrawn_because: because })
      .where('brand_id', '=', brandId)
      .where('public_id', '=', publicId)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

function experimentsOf(db: Database, brandId: number) {
  return db.selectFrom('experiments').selectAll().where('brand_id', '=', brandId);
}

function experimentFrom(row: Selectable<Tables['experiments']>): Experiment {
  return {
    registered: JSON.parse(row.registration) as Registration,
    hash: row.hash,
    trackedId: row.tracked_id,
    marketId: row.market_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    withdrawnAt: row.withdrawn_at,
    withdrawnBecause: row.withdrawn_because,
  };
}
