import type { DeclaredFact, Fact, FactValue } from '../../../domain/brand/fact.ts';
import type { Database } from '../../driver/database.ts';
import { insertAll } from '../../driver/insert-all.ts';

/** A brand's facts, in declaration order. */
export async function listFacts(db: Database, brandId: number): Promise<Fact[]> {
  const rows = await db
    .selectFrom('facts')
    .select(['id', 'name', 'about', 'value'])
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, about, value }) => ({
    id,
    name,
    about: JSON.parse(about) as string[],
    value: JSON.parse(value) as FactValue,
  }));
}

/** Adds facts, numbered from the reserved `firstId`. */
export async function insertFacts(
  db: Database,
  brandId: number,
  firstId: number,
  facts: readonly DeclaredFact[],
): Promise<void> {
  const rows = facts.map(({ name, about, value }, index) => ({
    brand_id: brandId,
    id: firstId + index,
    name,
    about: JSON.stringify(about),
    value: JSON.stringify(value),
  }));
  await insertAll(db, 'facts', rows);
}

/** Removes facts and their readings, under the brand's lock. */
export async function deleteFacts(db: Database, brandId: number, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('fact_readings').where('brand_id', '=', brandId).where('fact_id', 'in', ids).execute();
  await db.deleteFrom('facts').where('brand_id', '=', brandId).where('id', 'in', ids).execute();
}
