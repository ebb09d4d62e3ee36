import type { AlertKind } from '../../domain/alert-rules.ts';
import { writing } from '../directory/heads.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';

/** An alert to store. */
export interface NewAlert {
  readonly publicId: string;
  /** The market of the brand that it is about. */
  readonly marketId: number;
  readonly kind: AlertKind;
  readonly title: string;
  readonly detail: string;
  readonly facts: object;
  readonly createdAt: number;
}

/** A stored alert. */
export interface AlertRow extends NewAlert {
  readonly facts: Record<string, unknown>;
  readonly read: boolean;
}

/** A brand's newest alerts about a market, by the index alerts_newest; or only the one with a public id, of any market. */
export async function listAlerts(
  db: Database,
  brandId: number,
  chosen: { readonly limit: number; readonly marketId: number } | { readonly publicId: string },
): Promise<AlertRow[]> {
  const newest = db
    .selectFrom('alerts')
    .select(['public_id', 'market_id', 'kind', 'title', 'detail', 'facts', 'created_at', 'read'])
    .where('brand_id', '=', brandId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  const rows = await ('publicId' in chosen
    ? newest.where('public_id', '=', chosen.publicId)
    : newest.where('market_id', '=', chosen.marketId).limit(chosen.limit)
  ).execute();
  return rows.map((row) => ({
    publicId: row.public_id,
    marketId: row.market_id,
    kind: row.kind as AlertKind,
    title: row.title,
    detail: row.detail,
    facts: JSON.parse(row.facts) as Record<string, unknown>,
    createdAt: row.created_at,
    read: row.read === 1,
  }));
}

/** How many alerts about the active markets of a brand are unread. */
export async function countUnread(db: Database, brandId: number): Promise<number> {
  const { n } = await db
    .selectFrom('alerts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('brand_id', '=', brandId)
    .where('read', '=', 0)
    .where('market_id', 'in', (eb) =>
      eb.selectFrom('markets').select('id').where('brand_id', '=', brandId).where('retired_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return n;
}

/** The kind, the market, and the facts of a brand's alert; null if it has none with this public id. */
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

/** Stores alerts under the ids reserved for them, one each. */
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
      read: 0,
    })),
  );
}

/** Whether an alert was raised for a brand at or after an instant. */
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

/** Marks alerts of a brand as read, or as unread. @returns how many of these it has */
export async function markAlerts(
  db: Database,
  brandId: number,
  publicIds: readonly string[],
  read: boolean,
): Promise<number> {
  if (publicIds.length === 0) return 0;
  const { numUpdatedRows } = await writing(db, brandId, (transaction) =>
    transaction
      .updateTable('alerts')
      .set({ read: read ? 1 : 0 })
      .where('brand_id', '=', brandId)
      .where('public_id', 'in', publicIds)
      .executeTakeFirstOrThrow(),
  );
  return Number(numUpdatedRows);
}
