import { DAY_MS } from '../../domain/time/period.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';

/** A brand that Sightline checks for changes. */
export interface WatchableBrand {
  readonly id: number;
  readonly publicId: string;
  readonly name: string;
  readonly organizationId: number;
}

/** Live brands with a finished setup but no prospects, oldest first. */
export async function listWatchableBrands(db: Database): Promise<WatchableBrand[]> {
  return await db
    .selectFrom('brands')
    .select(['id', 'public_id as publicId', 'name', 'organization_id as organizationId'])
    .where('deleted_at', 'is', null)
    .where('prospect_until', 'is', null)
    .where('configured', '=', 1)
    .orderBy('id')
    .execute();
}

export interface LastEvaluation {
  readonly day: number;
  readonly evaluatedAt: number;
}

/** A brand's newest evaluation; null for none. */
export async function findLastEvaluation(db: Database, brandId: number): Promise<LastEvaluation | null> {
  const row = await db
    .selectFrom('evaluations')
    .select(['day', 'evaluated_at as evaluatedAt'])
    .where('brand_id', '=', brandId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertEvaluation(
  db: Database,
  row: { brandId: number; day: number; evaluatedAt: number },
): Promise<void> {
  await db
    .insertInto('evaluations')
    .values({ brand_id: row.brandId, day: row.day, evaluated_at: row.evaluatedAt })
    .execute();
}

/** Deletes a brand's evaluations from a day on, with their comparisons. Keeps watch states. */
export async function deleteEvaluationsFrom(db: Database, brandId: number, day: number): Promise<void> {
  await db.deleteFrom('evaluations').where('brand_id', '=', brandId).where('day', '>=', day).execute();
  await db
    .deleteFrom('comparisons')
    .where('brand_id', '=', brandId)
    .where('evaluated_at', '>=', day * DAY_MS)
    .execute();
}

/** The state for one measure of a tracked brand on an engine in a market. */
export interface WatchState {
  readonly marketId: number;
  readonly engine: string;
  readonly measure: string;
  readonly trackedId: number;
  /** JSON (stats/alerts/episodes.ts). */
  readonly state: string;
}

export async function listWatchStates(db: Database, brandId: number): Promise<WatchState[]> {
  return await db
    .selectFrom('watch_states')
    .select(['market_id as marketId', 'engine', 'measure', 'tracked_id as trackedId', 'state'])
    .where('brand_id', '=', brandId)
    .execute();
}

/** Replaces all of a brand's states. */
export async function replaceWatchStates(
  db: Database,
  brandId: number,
  states: readonly WatchState[],
): Promise<void> {
  await db.deleteFrom('watch_states').where('brand_id', '=', brandId).execute();
  await insertAll(
    db,
    'watch_states',
    states.map(({ marketId, engine, measure, trackedId, state }) => ({
      brand_id: brandId,
      market_id: marketId,
      engine,
      measure,
      tracked_id: trackedId,
      state,
    })),
  );
}
