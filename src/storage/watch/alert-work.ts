import { type AlertWork, NO_WORK } from '../../domain/alerts/alert-work.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';

/** A row's columns; all null without a row, after an outer join. */
type WorkColumns = { readonly [Column in keyof WorkRow]: WorkRow[Column] | null };
type WorkRow = Pick<Tables['alert_work'], 'assigned_to' | 'handled_by' | 'handled_at' | 'note'>;

export function workOf({ assigned_to, handled_by: by, handled_at: at, note }: WorkColumns): AlertWork {
  return {
    assignedTo: assigned_to,
    handled: by === null || at === null ? null : { by, at, note: note ?? '' },
  };
}

/** A brand's alert by public id, with its work. */
export interface AlertWithWork {
  /** Its number within the brand. */
  readonly id: number;
  readonly title: string;
  readonly work: AlertWork;
}

/** Null if the brand has no such alert. */
export async function findAlertWithWork(
  db: Database,
  brandId: number,
  publicId: string,
): Promise<AlertWithWork | null> {
  const alert = await db
    .selectFrom('alerts')
    .select(['id', 'title'])
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  if (alert === undefined) return null;
  const row = await db
    .selectFrom('alert_work')
    .select(['assigned_to', 'handled_by', 'handled_at', 'note'])
    .where('brand_id', '=', brandId)
    .where('alert_id', '=', alert.id)
    .executeTakeFirst();
  return { ...alert, work: row === undefined ? NO_WORK : workOf(row) };
}

/** Stores an alert's work, under the brand's lock; empty work has no row. */
export async function saveAlertWork(
  db: Database,
  brandId: number,
  alertId: number,
  { assignedTo, handled }: AlertWork,
): Promise<void> {
  if (assignedTo === null && handled === null) {
    await db
      .deleteFrom('alert_work')
      .where('brand_id', '=', brandId)
      .where('alert_id', '=', alertId)
      .execute();
    return;
  }
  const values = {
    assigned_to: assignedTo,
    handled_by: handled?.by ?? null,
    handled_at: handled?.at ?? null,
    note: handled?.note ?? '',
  };
  await db
    .insertInto('alert_work')
    .values({ brand_id: brandId, alert_id: alertId, ...values })
    .onConflict((conflict) => conflict.columns(['brand_id', 'alert_id']).doUpdateSet(values))
    .execute();
}
