import { sql } from 'kysely';
import type { Database } from '../driver/database.ts';
import type { AnswerPosition } from './filter/answer-filter.ts';

/** An answer's position in the brand's list; null if the brand has no answer with this public id. */
export async function findAnswerPosition(
  db: Database,
  brandId: number,
  publicId: string,
): Promise<AnswerPosition | null> {
  const row = await db
    .selectFrom('answers')
    .select(['collected_at as collectedAt', 'id'])
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  return row ?? null;
}

/** When a brand's oldest answer was collected, from the index answers_newest; null without answers. */
export async function findFirstAnswerAt(db: Database, brandId: number): Promise<number | null> {
  const row = await db
    .selectFrom('answers')
    .select('collected_at as at')
    .where('brand_id', '=', brandId)
    .orderBy('collected_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** An answer with its reading key, for callers that may see every brand. */
interface LocatedAnswer {
  readonly brandId: number;
  readonly brand: string;
  readonly id: number;
  readonly engine: string;
  readonly prompt: string;
  readonly collectedAt: number;
  readonly reading: string;
}

/** A live brand's answer by public id, within one brand or any. Searches brand by brand, by their unique index. */
export async function locateAnswer(
  db: Database,
  publicId: string,
  brandPublicId: string | null,
): Promise<LocatedAnswer | null> {
  let live = db.selectFrom('brands').select(['id', 'public_id as brand']).where('deleted_at', 'is', null);
  if (brandPublicId !== null) live = live.where('public_id', '=', brandPublicId);
  for (const { id: brandId, brand } of await live.orderBy('id').execute()) {
    const row = await db
      .selectFrom('answers as a')
      .select([
        'a.id',
        'a.engine',
        promptText(brandId, 'a').as('prompt'),
        'a.collected_at as collectedAt',
        'a.reading',
      ])
      .where('a.brand_id', '=', brandId)
      .where('a.public_id', '=', publicId)
      .executeTakeFirst();
    if (row) return { brandId, brand, ...row };
  }
  return null;
}

interface AnswerOrigin {
  /** The serving model as the engine names it; null if unknown. */
  readonly model: string | null;
  /** The collection's codes besides its outcome; null for none. */
  readonly detail: string | null;
  /** The engine's searches in order; null if unknown. */
  readonly searches: readonly string[] | null;
}

export async function findOrigin(db: Database, brandId: number, answerId: number): Promise<AnswerOrigin> {
  const row = await db
    .selectFrom('answers as a')
    .leftJoin('collections as c', (join) =>
      join.onRef('c.brand_id', '=', 'a.brand_id').onRef('c.id', '=', 'a.id'),
    )
    .select(['c.model', 'c.detail', 'a.searches_known'])
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', answerId)
    .executeTakeFirst();
  const searches = await db
    .selectFrom('searches')
    .select('query')
    .where('brand_id', '=', brandId)
    .where('answer_id', '=', answerId)
    .orderBy('position')
    .execute();
  const isKnown = row?.searches_known === 1 || searches.length > 0;
  return {
    model: row?.model ?? null,
    detail: row?.detail ?? null,
    searches: isKnown ? searches.map(({ query }) => query) : null,
  };
}

/** A subquery instead of a join, so that no plan starts from the prompts and sorts every answer. */
export const promptText = (brandId: number, answers: string) =>
  sql<string>`(select text from prompts where brand_id = ${brandId} and id = ${sql.ref(`${answers}.prompt_id`)})`;
