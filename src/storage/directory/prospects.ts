import type { Database } from '../driver/database.ts';
import { withBrandLock } from './brand/brand-lock.ts';

/** Makes a brand a prospect until an instant; null makes it an ordinary brand. */
export async function setProspectEnd(db: Database, brandId: number, until: number | null): Promise<void> {
  await withBrandLock(db, brandId, (transaction) =>
    transaction.updateTable('brands').set({ prospect_until: until }).where('id', '=', brandId).execute(),
  );
}

/** When a prospect ends; null for an ordinary brand. */
export async function findProspectEnd(db: Database, brandId: number): Promise<number | null> {
  const { until } = await db
    .selectFrom('brands')
    .select('prospect_until as until')
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow();
  return until;
}

/** The newest live prospect of an organization with this site; null for none. */
export async function findProspect(
  db: Database,
  organizationId: number,
  domain: string,
): Promise<{ readonly id: number; readonly publicId: string } | null> {
  const row = await db
    .selectFrom('brands')
    .select(['id', 'public_id as publicId'])
    .where('organization_id', '=', organizationId)
    .where('domain', '=', domain)
    .where('deleted_at', 'is', null)
    .where('prospect_until', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** An organization's live prospects. */
export async function countProspects(db: Database, organizationId: number): Promise<number> {
  const { n } = await db
    .selectFrom('brands')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where('prospect_until', 'is not', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** What came of a brand's questions: stored answers, and failed tries. */
export async function countCollections(
  db: Database,
  brandId: number,
): Promise<{ readonly answered: number; readonly failed: number }> {
  const rows = await db
    .selectFrom('collections')
    .select(['outcome', (eb) => eb.fn.countAll<number>().as('n')])
    .where('brand_id', '=', brandId)
    .groupBy('outcome')
    .execute();
  const sum = (...outcomes: readonly string[]) =>
    rows.reduce((total, { outcome, n }) => total + (outcomes.includes(outcome) ? n : 0), 0);
  return { answered: sum('ok', 'empty'), failed: sum('error', 'timeout') };
}
