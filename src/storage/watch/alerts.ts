import type { AlertKind } from '../../domain/alerts/alert-rules.ts';
import type { ChangeState } from '../../domain/alerts/change.ts';
import { readersOf } from '../directory/access/alert-readers.ts';
import { withBrandLock } from '../directory/brand/brand-lock.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';

export interface NewAlert {
  readonly publicId: string;
  /** Public id of the change that it reports. */
  readonly changeId: string;
  readonly marketId: number;
  readonly kind: AlertKind;
  readonly title: string;
  readonly detail: string;
  readonly facts: object;
  readonly createdAt: number;
}

export interface AlertRow extends NewAlert {
  readonly facts: Record<string, unknown>;
  readonly read: boolean;
  /** The change's state after the newest evaluation. */
  readonly state: ChangeState;
  /** The first evaluation in that state. */
  readonly stateSince: number;
}

/** Filters alerts; omitted fields match everything. */
export interface AlertFilter {
  readonly limit: number;
  readonly marketId: number;
  readonly states?: readonly ChangeState[] | undefined;
  readonly kinds?: readonly AlertKind[] | undefined;
}

/** A brand's newest alerts in a market, by the index alerts_newest; or those with a public id or of a change, in any market. */
export async function listAlerts(
  db: Database,
  brandId: number,
  chosen: AlertFilter | { readonly publicId: string } | { readonly changeId: string },
): Promise<AlertRow[]> {
  if ('states' in chosen && chosen.states?.length === 0) return [];
  let select = db
    .selectFrom('alerts as a')
    .select(['a.public_id', 'a.market_id', 'a.kind', 'a.title', 'a.detail', 'a.facts', 'a.created_at'])
    .select(['a.change_id', 'a.state', 'a.state_since', readersOf('a', brandId).as('readers')])
    .where('a.brand_id', '=', brandId)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc');
  if ('publicId' in chosen) select = select.where('a.public_id', '=', chosen.publicId);
  else if ('changeId' in chosen) select = select.where('a.change_id', '=', chosen.changeId);
  else {
    select = select.where('a.market_id', '=', chosen.marketId).limit(chosen.limit);
    if (chosen.states !== undefined) select = select.where('a.state', 'in', chosen.states);
    if (chosen.kinds !== undefined) select = select.where('a.kind', 'in', chosen.kinds);
  }
  const rows = await select.execute();
  return rows.map((row) => ({
    publicId: row.public_id,
    changeId: row.change_id,
    marketId: row.market_id,
    kind: row.kind as AlertKind,
    title: row.title,
    detail: row.detail,
    facts: JSON.parse(row.facts) as Record<string, unknown>,
    createdAt: row.created_at,
    read: Number(row.readers) > 0,
    state: row.state as ChangeState,
    stateSince: row.state_since,
  }));
}

/** How many of a brand's changes hold, by market. */
export async function countHolding(db: Database, brandId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('alerts')
    .select(['market_id', (eb) => eb.fn.count<number>('change_id').distinct().as('n')])
    .where('brand_id', '=', brandId)
    .where('state', '=', 'holds')
    .groupBy('market_id')
    .execute();
  return new Map(rows.map(({ market_id: market, n }) => [market, Number(n)]));
}

/** Alerts in a brand's active markets that a user has not read. @param userId public id */
export async function countUnread(db: Database, brandId: number, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom('alerts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('brand_id', '=', brandId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('alert_reads')
        .select('alert_id')
        .where('brand_id', '=', brandId)
        .where('user_id', '=', userId),
    )
    .where('market_id', 'in', (eb) =>
      eb.selectFrom('markets').select('id').where('brand_id', '=', brandId).where('retired_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return n;
}

/** Stores alerts under reserved ids, one each. Their changes hold. */
export async function insertAlerts(
  db: Database,
  brandId: number,
  alerts: readonly (NewAlert & { readonly id: number })[],
): Promise<void> {
  await insertAll(
    db,
    'alerts',
    alerts.map(({ id, publicId, changeId, marketId, kind, title, detail, facts, createdAt }) => ({
      brand_id: brandId,
      id,
      public_id: publicId,
      market_id: marketId,
      kind,
      title,
      detail,
      facts: JSON.stringify(facts),
      created_at: createdAt,
      change_id: changeId,
      state: 'holds',
      state_since: createdAt,
    })),
  );
}

/** Public ids of a brand's changes by their state at an evaluation. */
export interface EvaluatedChanges {
  readonly holding: readonly string[];
  readonly over: readonly string[];
}

/** Stores the states of a brand's changes after an evaluation. A change that held and is in neither list is unknown from now on. */
export async function updateChanges(
  db: Database,
  brandId: number,
  { holding, over }: EvaluatedChanges,
  at: number,
): Promise<void> {
  const become = (state: ChangeState) =>
    db.updateTable('alerts').set({ state, state_since: at }).where('brand_id', '=', brandId);
  const known = [...holding, ...over];
  await become('unknown')
    .where('state', '=', 'holds')
    .where('change_id', 'not in', ['', ...known])
    .execute();
  for (const [state, ids] of [
    ['holds', holding],
    ['over', over],
  ] as const) {
    if (ids.length > 0)
      await become(state).where('state', '<>', state).where('change_id', 'in', ids).execute();
  }
}

/** Whether a brand has an alert at or after an instant. */
export async function hasAlertFrom(db: Database, brandId: number, at: number): Promise<boolean> {
  const row = await db
    .selectFrom('alerts')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('created_at', '>=', at)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Public ids of a brand's alerts that a user has read. */
export async function listReadBy(db: Database, brandId: number, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('alerts')
    .select('public_id')
    .where('brand_id', '=', brandId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('alert_reads')
        .select('alert_id')
        .where('brand_id', '=', brandId)
        .where('user_id', '=', userId),
    )
    .execute();
  return rows.map(({ public_id: id }) => id);
}

/** Marks a brand's alerts as read or unread for a user. @returns how many exist */
export async function markAlerts(
  db: Database,
  brandId: number,
  publicIds: readonly string[],
  { by, read }: { readonly by: string; readonly read: boolean },
): Promise<number> {
  if (publicIds.length === 0) return 0;
  return await withBrandLock(db, brandId, async (transaction) => {
    const found = await transaction
      .selectFrom('alerts')
      .select('id')
      .where('brand_id', '=', brandId)
      .where('public_id', 'in', publicIds)
      .execute();
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return 0;
    if (read) {
      await transaction
        .insertInto('alert_reads')
        .values(ids.map((id) => ({ brand_id: brandId, alert_id: id, user_id: by })))
        .onConflict((conflict) => conflict.columns(['brand_id', 'alert_id', 'user_id']).doNothing())
        .execute();
    } else {
      await transaction
        .deleteFrom('alert_reads')
        .where('brand_id', '=', brandId)
        .where('user_id', '=', by)
        .where('alert_id', 'in', ids)
        .execute();
    }
    return ids.length;
  });
}
