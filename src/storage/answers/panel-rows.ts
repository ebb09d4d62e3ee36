import { type RawBuilder, sql } from 'kysely';
import type { Capabilities } from '../driver/capabilities.ts';
import { type ChosenAnswers, isOfBrand } from './chosen-answers.ts';
import { mentionsIn } from './voices.ts';

/** What answers say about tracked brands, as it is counted by prompt. */

/** A position beyond this counts as this one, so that an absurd import cannot overflow a sum of squares. */
const LAST_RANK = 10_000;

/** The list position in a mention. */
export function rankIn(alias: string): RawBuilder<unknown> {
  const rank = sql.ref(`${alias}.rank`);
  return sql`(case when ${rank} > ${sql.lit(LAST_RANK)} then ${sql.lit(LAST_RANK)} else ${rank} end)`;
}

/** What is counted of a mention `m`: the one definition, for what is kept and for raw rows. */
export const PANEL_MARKS = {
  named: sql`m.mentioned`,
  cited: sql`m.cited`,
  classified: sql`case when m.framing is null then 0 else 1 end`,
  recommended: sql`case when m.framing = 'recommended' then 1 else 0 end`,
  ranked: sql`case when m.rank is null then 0 else 1 end`,
  rank_sum: sql`coalesce(${rankIn('m')}, 0)`,
  rank_squares: sql`coalesce(${rankIn('m')} * ${rankIn('m')}, 0)`,
};

export const PANEL_VOICES = [
  'voiced',
  'mentions',
  'all_mentions',
  'squares',
  'products',
  'all_squares',
] as const;

/** The same of how often an answer mentions a brand, and all brands, null if one of these was not looked for in it. */
export function voicesIn(mentions: RawBuilder<unknown>, all: RawBuilder<unknown>): RawBuilder<unknown> {
  const values = [
    sql`case when ${all} is null then 0 else 1 end`,
    sql`case when ${all} is null then 0 else ${mentions} end`,
    sql`coalesce(${all}, 0)`,
    sql`case when ${all} is null then 0 else ${mentions} * ${mentions} end`,
    sql`coalesce(${mentions} * ${all}, 0)`,
    sql`coalesce(${all} * ${all}, 0)`,
  ];
  return sql.join(PANEL_VOICES.map((name, index) => sql`${values[index]} as ${sql.ref(name)}`));
}

/** How often the answer `a` mentions a tracked brand; null if that was not looked for in it. */
export function mentionsOf(brandId: number, trackedId: number): RawBuilder<unknown> {
  return sql`(select ${mentionsIn} from mentions as m
    where m.brand_id = ${brandId} and m.answer_id = a.answer_id and m.tracked_id = ${trackedId})`;
}

/** How often the answer `a` mentions the brands that are tracked now; null if one of them was not looked for in it. */
export function allMentionsIn(answers: Pick<ChosenAnswers, 'brandId'>): RawBuilder<unknown> {
  const chosen = { ...answers, where: sql`1 = 1` };
  const tracked = sql`select id from tracked_brands as n where ${isOfBrand(chosen, 'n', 'a')} and n.retired_at is null`;
  return sql`(select case when count(*) = (select count(*) from (${tracked}) as counted) then sum(${mentionsIn}) end
    from mentions as m where ${isOfBrand(chosen, 'm', 'a')} and m.answer_id = a.answer_id and m.tracked_id in (${tracked}))`;
}

/** More than there are. */
const MOST_ROWS = Number.MAX_SAFE_INTEGER;

/** One row for each chosen answer and brand that was looked for in it, whether that is tracked now or not. */
export function panelRowsOf(
  chosen: ChosenAnswers,
  { joinInOrder, byIndex }: Capabilities,
): RawBuilder<unknown> {
  const source = chosen.byTime === true ? sql`answers ${byIndex('answers_of_panel')}` : sql`collections`;
  // The limit keeps what an answer mentions from being added up anew for each brand and column, as a materialized "with" would. A
  // cluster cannot plan one of these with parameters.
  return sql`
    select c.brand_id, c.collected_at, c.engine, c.prompt_id, m.tracked_id, 1 as answers, ${panelMarks},
      ${voicesIn(mentionsIn, sql`c.all_of_answer`)}
    from (select a.*, ${allMentionsIn(chosen)} as all_of_answer
      from (select brand_id, answer_id, engine, prompt_id, collected_at
        from (select brand_id, id as answer_id, engine, prompt_id, collected_at from ${source}) as c where ${chosen.where}) as a
      limit ${sql.lit(MOST_ROWS)}) as c
      ${joinInOrder('mentions', 'm', sql`${isOfBrand(chosen, 'm', 'c')} and m.answer_id = c.answer_id`)}`;
}

export const panelMarks = sql.join(
  Object.entries(PANEL_MARKS).map(([name, value]) => sql`${value} as ${sql.ref(name)}`),
);
