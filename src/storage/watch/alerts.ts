import type { AlertKind } from '../../domain/alerts/alert-rules.ts';
import { readersOf } from '../directory/access/alert-readers.ts';
import { withBrandLock } from '../directory/brand/brand-lock.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';

export interface NewAlert {
  readonly publicId: string;
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
}

/** Filters alerts; omitted fields match everything. */
export interface AlertFilter {
  readonly limit: number;
  readonly marketId: number;
  /** Public ids. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** A brand's newest alerts in a market, by the index alerts_newest; or one by public id, in any market. */
export async function listAlerts(
  db: Database,
  brandId: number,
  chosen: AlertFilter | { readonly publicId: string },
): Promise<AlertRow[]> {
  if ('only' in chosen && chosen.only?.size === 0) return [];
  const newest = db
    .selectFrom('alerts as a')
    .select(['a.public_id', 'a.market_id', 'a.kind', 'a.title', 'a.detail', 'a.facts', 'a.created_at'])
    .select(readersOf('a', brandId).as('readers'))
    .where('a.brand_id', '=', brandId)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc');
  const rows = await ('publicId' in chosen
    ? newest.where('a.public_id', '=', chosen.publicId)
    : newest
        .where('a.market_id', '=', chosen.marketId)
        .$if(chosen.only !== undefined, (query) => query.where('a.public_id', 'in', [...(chosen.only ?? [])]))
        .limit(chosen.limit)
  ).execute();
  return rows.map((row) => ({
    publicId: row.public_id,
    marketId: row.market_id,
    kind: row.kind as AlertKind,
    title: row.title,
    detail: row.detail,
    facts: JSON.parse(row.facts) as Record<string, unknown>,
    createdAt: row.created_at,
    read: Number(row.readers) > 0,
  }));
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

/** An alert's kind, market, and facts; null if the brand has none with this public id. */
export async function findAlert(
  db: Database,
  brandId: number,
  publicId: string,
): Promise<Pick<AlertRow, 'kind' | 'marketId' | 'facts'> | null> {
  const row = await db
    .selectFrom('alerts')
    .select(['kind', 'market_id as marketId', 'facts'])
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  if (!row) return null;
  const { kind, marketId, facts } = row;
  return { kind: kind as AlertKind, marketId, facts: JSON.parse(facts) as Record<string, unknown> };
}

/** Stores alerts under reserved ids, one each. */
export async function insertAlerts(
  db: Database,
  brandId: number,
  alerts: readonly (NewAlert & { readonly id: number })[],
): Promise<void> {
  await insertAll(
    db,
    'alerts',
    alerts.map(({ id, publicId, marketId, kind, title, detail, facts, createdAt }) => ({
      brand_id: brandId,
      id,
      public_id: publicId,
      market_id: marketId,
      kind,
      title,
      detail,
      facts: JSON.stringify(facts),
      created_at: createdAt,
    })),
  );
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
