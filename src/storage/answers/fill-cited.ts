import type { Database } from '../driver/database.ts';
import { type CitedInAnswer, insertCitations, namesRival } from './citations.ts';
import { addToCounts, answersBetween, PAGES, SOURCES } from './counts.ts';

/** Completes the citations of answers that are older than their sites and pages, and counts them. */
export async function fillCited(db: Database, brandId: number, first: number, last: number): Promise<void> {
  const answers = await citedIn(db, brandId, first, last);
  await db
    .deleteFrom('citations')
    .where('brand_id', '=', brandId)
    .where('answer_id', '>=', first)
    .where('answer_id', '<=', last)
    .execute();
  await insertCitations(db, brandId, answers);
  const batch = answersBetween(brandId, first, last);
  for (const table of [SOURCES, PAGES]) await addToCounts(db, table, batch);
}

async function citedIn(db: Database, brandId: number, first: number, last: number): Promise<CitedInAnswer[]> {
  const rows = await db
    .selectFrom('citations as c')
    .innerJoin('answers as a', (join) =>
      join.onRef('a.brand_id', '=', 'c.brand_id').onRef('a.id', '=', 'c.answer_id'),
    )
    .select(['c.answer_id', 'a.engine', 'a.collected_at', 'c.position', 'c.url', 'c.host', 'c.title'])
    .select(['c.first_of_host', 'c.named', namesRival('c', brandId).as('rival')])
    .where('c.brand_id', '=', brandId)
    .where('c.answer_id', '>=', first)
    .where('c.answer_id', '<=', last)
    .orderBy('c.answer_id')
    .orderBy('c.position')
    .execute();
  return [...Map.groupBy(rows, (row) => row.answer_id)].map(([answerId, [head, ...rest]]) => ({
    answerId,
    engine: head?.engine ?? '',
    collectedAt: head?.collected_at ?? 0,
    rival: head?.rival === 1,
    citations: [...(head ? [head] : []), ...rest].map(({ position, url, host, title, ...row }) => ({
      ...{ position, url, host, title },
      firstOfHost: row.first_of_host === 1,
      named: row.named === 1,
    })),
  }));
}
