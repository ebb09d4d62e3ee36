import { sql } from 'kysely';
import type { EarlierAnswer } from '../../panel/row.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';

/**
 * Finds the earlier answer that share of voice compares with: same question, market, and engine. The interval uses
 * their differences (stats/rates/share-of-voice.ts).
 */

/**
 * The seventh earlier answer by id. Neighbors are often alike because the engine read the same pages, which would
 * make the interval too narrow; with one answer a day, this is the same weekday a week before. With fewer than seven,
 * the first answer: without a pair, differences between questions would count as noise.
 */
export const ANSWERS_BACK = 7;

/** Answers per statement. */
const AT_ONCE = 500;

/** Earlier answers by answer id; null for none. */
export async function readEarlierAnswers(
  db: Database,
  brandId: number,
  ids: readonly number[],
): Promise<Map<number, EarlierAnswer | null>> {
  const earlier = new Map<number, EarlierAnswer | null>(ids.map((id) => [id, null]));
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    for (const { id, tracked, times } of await selectBefores(db, brandId, ids.slice(at, at + AT_ONCE))) {
      earlier.set(id, beforeFrom(JSON.parse(tracked) as number[], JSON.parse(times) as number[]));
    }
  }
  return earlier;
}

function beforeFrom(tracked: readonly number[], times: readonly number[]): EarlierAnswer {
  const named = tracked
    .map((id, index) => [id, times[index] as number] as const)
    .filter(([, each]) => each > 0);
  return { looked: tracked.toSorted((a, b) => a - b), times: named.toSorted((a, b) => a[0] - b[0]) };
}

async function selectBefores(
  db: Database,
  brandId: number,
  ids: readonly number[],
): Promise<{ id: number; tracked: string; times: string }[]> {
  const { joinInOrder, jsonList, jsonTexts } = capabilitiesOf(db);
  const id = sql`cast(given.value as integer)`;
  const mention = sql`m.brand_id = ${brandId} and m.answer_id = compared.before_id`;
  const [tracked, times] = [jsonList('mentioned.tracked', null), jsonList('mentioned.times', null)];
  const { rows } = await sql<{ id: number; tracked: string; times: string }>`
    select mentioned.id, ${tracked} as tracked, ${times} as times
    from (select compared.id, m.tracked_id as tracked, coalesce(m.count, m.mentioned) as times from (select a.id, (select min(id) from (select b.id from answers b where ${isLike(brandId)} and b.id < a.id
        order by b.id desc limit ${sql.lit(ANSWERS_BACK)}) as earlier) as before_id
      from ${jsonTexts(JSON.stringify(ids.map(String)), 'given')}
        ${joinInOrder('answers', 'a', sql`a.brand_id = ${brandId} and a.id = ${id}`)}) as compared
      ${joinInOrder('mentions', 'm', mention)}) as mentioned
    group by mentioned.id`.execute(db);
  return rows;
}

/** Answers compared with one of these, which change along with it. */
export async function comparedWith(db: Database, brandId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; after: number | null; isFirst: number }>`
    select a.id, (select b.id from answers b where ${isLike(brandId)} and b.id > a.id
        order by b.id limit 1 offset ${sql.lit(ANSWERS_BACK - 1)}) as after,
      case when exists (select 1 from answers b where ${isLike(brandId)} and b.id < a.id) then 0 else 1 end as "isFirst"
    from answers a where a.brand_id = ${brandId} and a.id in (${sql.join(ids)})`.execute(db);
  const compared = rows.flatMap(({ after }) => after ?? []);
  for (const { id, isFirst } of rows) if (isFirst) compared.push(...(await nextAfter(db, brandId, id)));
  return compared;
}

/**
 * The following answers to the same question, as many as may change their earlier answer when this one arrives late
 * or goes. If this is the first answer, each of them compares with it.
 *
 * @param id an answer's, or a failed collection's
 */
export async function nextAfter(db: Database, brandId: number, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select b.id from answers b
    where b.brand_id = ${brandId} and b.id > ${id} and b.id > 0 and (b.engine, b.prompt_id, b.market_id) =
      (select engine, prompt_id, market_id from collections where brand_id = ${brandId} and id = ${id})
    order by b.id limit ${sql.lit(ANSWERS_BACK)}`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * SQL condition: `b` has the same question, market, and engine as `a`, by the index answers_of_question. `+ 0` hides
 * another index, with which PostgreSQL would read and sort all answers to the question.
 */
const isLike = (
  brandId: number,
) => sql`b.brand_id = ${brandId} and b.engine = a.engine and b.prompt_id = a.prompt_id
  and b.market_id + 0 = a.market_id and b.id > 0`;
