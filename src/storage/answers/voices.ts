import { type RawBuilder, sql } from 'kysely';
import type { Capabilities } from '../driver/capabilities.ts';
import { BEFORE } from '../panel/before.ts';
import { type ChosenAnswers, isOfBrand } from './chosen-answers.ts';

/**
 * What one answer adds to share of voice: how often it mentions each brand tracked now, and how far that is from an earlier
 * answer to the same prompt on the same engine. The squares of these differences are what the interval is made of
 * (stats/share-of-voice.ts). They belong to one answer each, so they can be added up for any window.
 */

/** More mentions in one answer than this count as this many, so that an absurd import cannot overflow a sum of squares. */
const MOST_MENTIONS = 10_000;

/** How often a mention `m` counts. One whose number was not given is one. */
export const mentionsIn = sql`
  case when m.count > ${sql.lit(MOST_MENTIONS)} then ${sql.lit(MOST_MENTIONS)} else coalesce(m.count, m.mentioned) end`;

/**
 * The sums of each chosen answer, one row per brand tracked
 * now: brand_id, collected_at, engine, tracked_id, mentions, all_mentions, squares, products, all_squares. Answers in which
 * one of those brands was not looked for have none.
 *
 * Answers are chosen by id from their collections, which have no other index for SQLite to prefer, and by time from answers.
 *
 * An answer without an earlier one is compared with the expected one instead, whose difference is on average that of two
 * answers divided by the square root of 2: its squares count twice.
 */
export function voicesOf(
  source: 'answers' | 'collections',
  answers: ChosenAnswers,
  { joinInOrder }: Capabilities,
): RawBuilder<unknown> {
  const chosen = sql`(select brand_id, id as answer_id, engine, prompt_id, collected_at from ${sql.table(source)}) as a
    where ${answers.where}`;
  const compared = sql`
    select brand_id, answer_id, engine, collected_at, answer_id as source_id, 0 as is_before from ${chosen}
    union all
    select brand_id, answer_id, engine, collected_at, ${earlier(answers)} as source_id, 1 from ${chosen}`;
  // One row of each at most. PostgreSQL's max, unlike its sum, keeps integers, which the next step adds up much faster.
  const perBrand = sql`
    select c.brand_id, c.answer_id, min(c.engine) as engine, min(c.collected_at) as collected_at, m.tracked_id,
      max(1 - c.is_before) as looked_for, max((1 - c.is_before) * ${mentionsIn}) as mentions,
      max(c.is_before) as looked_for_before, max(c.is_before * ${mentionsIn}) as mentions_before
    from (${compared}) as c
      ${joinInOrder('mentions', 'm', sql`${isOfBrand(answers, 'm', 'c')} and m.answer_id = c.source_id`)}
    group by c.brand_id, c.answer_id, m.tracked_id`;
  const perAnswer = sql`
    select p.brand_id, collected_at, engine, tracked_id, mentions, mentions_before,
      sum(looked_for) over answer as looked_for, sum(mentions) over answer as all_mentions,
      sum(looked_for_before) over answer as looked_for_before, sum(mentions_before) over answer as all_before
    from (${perBrand}) as p
      join tracked_brands t on ${isOfBrand(answers, 't', 'p')} and t.id = p.tracked_id and t.retired_at is null
    window answer as (partition by p.brand_id, answer_id)`;
  const steps = sql`
    select v.brand_id, v.collected_at, v.engine, v.tracked_id, v.mentions, v.all_mentions,
      case when v.looked_for_before = v.looked_for then 1 else 2 end as weight,
      case when v.looked_for_before = v.looked_for then v.mentions - v.mentions_before else v.mentions end as step,
      case when v.looked_for_before = v.looked_for then v.all_mentions - v.all_before else v.all_mentions end as all_step
    from (${perAnswer}) as v where ${isComplete(answers)}`;
  return sql`
    select brand_id, collected_at, engine, tracked_id, mentions, all_mentions,
      weight * step * step as squares, weight * step * all_step as products,
      weight * all_step * all_step as all_squares
    from (${steps}) as steps`;
}

/** The answer that one of `answers as a` is compared with. */
const earlier = (answers: ChosenAnswers) => sql`(select min(id) from (select b.id from answers b
  where ${isOfBrand(answers, 'b', 'a')} and b.engine = a.engine and b.prompt_id = a.prompt_id and b.id < a.answer_id
    and b.id > 0
  order by b.id desc limit ${sql.lit(BEFORE)}) as before)`;

/**
 * Whether every brand tracked now was looked for. Those of one brand are a number, which is counted once: a join to it would be
 * made, and so counted, for each row.
 */
const isComplete = ({ brandId }: ChosenAnswers) => {
  const tracked = sql`from tracked_brands where retired_at is null`;
  return brandId === null
    ? sql`(v.brand_id, v.looked_for) in (select brand_id, count(*) ${tracked} group by brand_id)`
    : sql`v.looked_for = (select count(*) ${tracked} and brand_id = ${brandId})`;
};
