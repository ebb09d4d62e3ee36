import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../domain/period.ts';
import type { Capabilities } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { type ChosenAnswers, isOfBrand } from './chosen-answers.ts';
import { marksBy } from './compared.ts';
import { mentionsIn } from './voices.ts';

/** What answers come to by the rules that definitions are made of (domain/definitions.ts). */

/** The first instant of the UTC day of an instant; both databases truncate when they divide integers. */
const dayOf = (at: RawBuilder<unknown>) => sql`${at} / ${sql.lit(DAY_MS)} * ${sql.lit(DAY_MS)}`;

/**
 * One row for each chosen answer in which every brand tracked now was looked for: brand_id, collected_at, engine, prompt_id,
 * repeated, named, occurrences, cited, naming_any, namings, all_occurrences, cited_not_named, classified, negative. The three
 * with `any` or `all` or `namings` in their name are of all brands tracked now, the others of the brand itself.
 *
 * An answer is repeated if the engine gave an earlier one to the prompt on the same UTC day; earlier by its id, so that an
 * answer that is stored later changes nothing that was counted. Which answers are repeated in a window that begins or ends within
 * a day, definition-counts.ts says.
 */
export function answersByRules(
  source: 'answers' | 'collections',
  answers: ChosenAnswers,
  { joinInOrder, byIndex }: Capabilities,
): RawBuilder<unknown> {
  // Those of a time by the index of the panel: SQLite would take the primary key, and so every answer, to group them by it.
  const index = source === 'answers' ? byIndex('answers_of_panel') : sql``;
  const chosen = sql`(select brand_id, id as answer_id, engine, prompt_id, collected_at from ${sql.table(source)} ${index}) as a
    where ${answers.where}`;
  const isYou = sql`case when t.role = 'self' then 1 else 0 end`;
  const { citedNotNamed, classified, negative } = marksBy('m');
  const yours = (mark: RawBuilder<unknown>) =>
    sql`max(case when t.role = 'self' and ${mark} then 1 else 0 end)`;
  const counted = sql`
    select c.brand_id, c.answer_id, min(c.collected_at) as collected_at, min(c.engine) as engine, min(c.prompt_id) as prompt_id,
      max(${isYou} * m.mentioned) as named, max(${isYou} * ${mentionsIn}) as occurrences, max(${isYou} * m.cited) as cited,
      max(m.mentioned) as naming_any, sum(m.mentioned) as namings, sum(${mentionsIn}) as all_occurrences,
      ${yours(citedNotNamed)} as cited_not_named, ${yours(classified)} as classified, ${yours(negative)} as negative
    from (select brand_id, answer_id, engine, prompt_id, collected_at from ${chosen}) as c
      ${joinInOrder('mentions', 'm', sql`${isOfBrand(answers, 'm', 'c')} and m.answer_id = c.answer_id`)}
      ${joinInOrder('tracked_brands', 't', sql`${isOfBrand(answers, 't', 'c')} and t.id = m.tracked_id and t.retired_at is null`)}
    group by c.brand_id, c.answer_id
    having count(*) = (select count(*) from tracked_brands n
      where ${isOfBrand(answers, 'n', 'c')} and n.retired_at is null)`;
  // Outside, so that earlier answers are looked for once for an answer and not for each of its mentions.
  return sql`
    select brand_id, collected_at, engine, prompt_id,
      case when exists (${earlierThatDay(answers, byIndex)}) then 1 else 0 end as repeated,
      named, occurrences, cited, naming_any, namings, all_occurrences, cited_not_named, classified, negative
    from (${counted}) as a`;
}

/**
 * The prompt and the time are compared as one, and the engine and the id are hidden, so that no other index serves: PostgreSQL would go
 * through all answers of the day, or of the engine, or all earlier ones.
 */
const earlierThatDay = (answers: ChosenAnswers, byIndex: Capabilities['byIndex']) => sql`
  select 1 from answers b ${byIndex('answers_of_prompt')}
  where ${isOfBrand(answers, 'b', 'a')} and b.engine || '' = a.engine and b.id + 0 < a.answer_id
    and (b.prompt_id, b.collected_at) >= (a.prompt_id, ${dayOf(sql`a.collected_at`)})
    and (b.prompt_id, b.collected_at) < (a.prompt_id, ${dayOf(sql`a.collected_at`)} + ${sql.lit(DAY_MS)})`;

/** The later answers of the same day to the prompt of a collection, on its engine: the collection may be the first of them. */
export async function laterThatDay(db: Database, brandId: number, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select b.id from answers b, (select engine, prompt_id, collected_at from collections
      where brand_id = ${brandId} and id = ${id}) as a
    where b.brand_id = ${brandId} and b.prompt_id = a.prompt_id and b.engine = a.engine and b.id > ${id}
      and b.collected_at >= ${dayOf(sql`a.collected_at`)}
      and b.collected_at < ${dayOf(sql`a.collected_at`)} + ${sql.lit(DAY_MS)}`.execute(db);
  return rows.map((row) => row.id);
}
