import { sql } from 'kysely';
import { takeIds } from '../directory/heads.ts';
import type { Database } from '../driver/database.ts';
import { addToCounts, answersBetween, BY_TRACKED, type CountTable, nthAnswer, PANELS } from './counts.ts';
import { PANEL_VOICES } from './panel-rows.ts';

/** Counts of answers in which every brand tracked now was looked for, when other brands are tracked. */

/** Answers per statement, which keeps memory flat. */
const AT_ONCE = 2000;

/** The largest id that a column can hold. */
const LAST_ID = 2 ** 31 - 1;

/** Counts a brand's answers again after the brands tracked now have changed. Run it in the transaction of that change. */
export async function recountTracked(db: Database, brandId: number): Promise<void> {
  await lock(db, brandId);
  for (const table of BY_TRACKED) await empty(db, table, brandId);
  for (let first = 0, last: number | undefined; last !== LAST_ID; first = last) {
    last = (await nthAnswer(db, brandId, first, AT_ONCE)) ?? LAST_ID;
    for (const table of BY_TRACKED) await addToCounts(db, table, answersBetween(brandId, first + 1, last));
  }
}

/** The same if a brand is tracked now that was not looked for in any answer. */
export async function emptyTracked(db: Database, brandId: number): Promise<void> {
  await lock(db, brandId);
  for (const table of BY_TRACKED) if (table !== PANELS) await empty(db, table, brandId);
  // The rest of these rows does not depend on which brands are tracked.
  const nothing = PANEL_VOICES.map((name) => sql`${sql.ref(name)} = 0`);
  await sql`
    update ${sql.table(PANELS.name)} set ${sql.join(nothing)} where brand_id = ${brandId} and voiced > 0`.execute(
    db,
  );
}

/** Whoever stores or rereads answers counts them by what is tracked before this transaction, or after it. */
async function lock(db: Database, brandId: number): Promise<void> {
  await takeIds(db, brandId, 0);
}

async function empty(db: Database, { name }: CountTable, brandId: number): Promise<void> {
  await db.deleteFrom(name).where('brand_id', '=', brandId).execute();
}
