import { sql } from 'kysely';
import type { Before } from '../../panel/row.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';

/**
 * What share of voice compares an answer with: an earlier one to the same question, in the same market, on the same engine. Their difference is what
 * the interval is made of (stats/share-of-voice.ts).
 */

/**
 * Which earlier answer: the seventh before it, by their ids. Neighbors are often alike because an engine read the same pages, and would
 * make the interval too narrow; at one answer a day, this is the same weekday a week before. If there are fewer than seven,
 * it is the first of all: without a pair, what makes the question different from others would count as noise.
 */
export const BEFORE = 7;

/** Answers that are looked up together. */
const AT_ONCE = 500;

/** By their ids, what answers of a brand are compared with; null for nothing. */
export async function readBefores(
  db: Database,
  brandId: number,
  ids: readonly number[],
): Promise<Map<number, Before | null>> {
  const befores = new Map<number, Before | null>(ids.map((id) => [id, null]));
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    for (const { id, tracked, times } of await selectBefores(db, brandId, ids.slice(at, at + AT_ONCE))) {
      befores.set(id, beforeFrom(JSON.parse(tracked) as number[], JSON.parse(times) as number[]));
    }
  }
  return befores;
}

function beforeFrom(tracked: readonly number[], times: readonly number[]): Before {
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
        order by b.id desc limit ${sql.lit(BEFORE)}) as earlier) as before_id
      from ${jsonTexts(JSON.stringify(ids.map(String)), 'given')}
        ${joinInOrder('answers', 'a', sql`a.brand_id = ${brandId} and a.id = ${id}`)}) as compared
      ${joinInOrder('mentions', 'm', mention)}) as mentioned
    group by mentioned.id`.execute(db);
  return rows;
}

/** The answers that are compared with one of these, and so change along with it. */
export async function comparedWith(db: Database, brandId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; after: number | null; isFirst: number }>`
    select a.id, (select b.id from answers b where ${isLike(brandId)} and b.id > a.id
        order by b.id limit 1 offset ${sql.lit(BEFORE - 1)}) as after,
      case when exists (select 1 from answers b where ${isLike(brandId)} and b.id < a.id) then 0 else 1 end as "isFirst"
    from answers a where a.brand_id = ${brandId} and a.id in (${sql.join(ids)})`.execute(db);
  const compared = rows.flatMap(({ after }) => after ?? []);
  for (const { id, isFirst } of rows) if (isFirst) compared.push(...(await nextAfter(db, brandId, id)));
  return compared;
}

/**
 * The next answers that are like one, as many as may be compared with another one once this one comes late or goes. The first answer of
 * all is what each of them is compared with.
 *
 * @param id of an answer, or of a failed collection
 */
export async function nextAfter(db: Database, brandId: number, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select b.id from answers b
    where b.brand_id = ${brandId} and b.id > ${id} and b.id > 0 and (b.engine, b.prompt_id, b.market_id) =
      (select engine, prompt_id, market_id from collections where brand_id = ${brandId} and id = ${id})
    order by b.id limit ${sql.lit(BEFORE)}`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Whether answer `b` is to the same question as `a`, in the same market, on the same engine: by the index answers_of_question. With
 * `+ 0` another index fits worse, in which PostgreSQL would read and sort all answers to the question.
 */
const isLike = (
  brandId: number,
) => sql`b.brand_id = ${brandId} and b.engine = a.engine and b.prompt_id = a.prompt_id
  and b.market_id + 0 = a.market_id and b.id > 0`;
