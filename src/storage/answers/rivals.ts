import { sql } from 'kysely';
import type { Database } from '../driver/database.ts';
import { namesRival } from './citations.ts';
import { addToCounts, answersNumbered, PAGES, SOURCES, takeFromCounts } from './counts.ts';

/** Answers that are counted again together. */
const BATCH_ANSWERS = 1000;

/**
 * Brings what citations repeat of the competitors in line with those tracked now, counts included: after one was retired, or
 * tracked again. Run it in a transaction that holds the brand's lock.
 */
export async function recountRivals(db: Database, brandId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select c.answer_id as id from citations as c
    where c.brand_id = ${brandId} and c.first_of_page = 1 and c.rival <> ${namesRival('c', brandId)}
    group by c.answer_id order by c.answer_id`.execute(db);
  for (let at = 0; at < rows.length; at += BATCH_ANSWERS) {
    const ids = rows.slice(at, at + BATCH_ANSWERS).map(({ id }) => id);
    const batch = answersNumbered(brandId, ids);
    for (const table of [SOURCES, PAGES]) await takeFromCounts(db, table, batch);
    await sql`update citations set rival = 1 - rival where ${batch.where}`.execute(db);
    for (const table of [SOURCES, PAGES]) await addToCounts(db, table, batch);
  }
}
