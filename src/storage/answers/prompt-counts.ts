import { sql } from 'kysely';
import type { Period } from '../../domain/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { promptsOf } from './counts.ts';
import { type BrandParts, type CountedBrand, PART_NAMES, partParameters, perPart } from './parts.ts';

/** Answers to one prompt within a window, on all engines, and how many of them named the brand itself. */
export interface PromptCount {
  readonly promptId: number;
  readonly answers: number;
  readonly named: number;
}

/**
 * Counts a brand's answers in a period by prompt: whole-day blocks from prompt_counts by its primary key, the edges from
 * the index answers_of_panel and the mentions of its answers. A prompt without answers in the period has no row.
 */
export async function countPrompts(
  db: Database,
  brand: CountedBrand,
  period: Period,
): Promise<PromptCount[]> {
  return await selectCounts(db, { ...partParameters(period, brand), brandId: brand.id });
}

const selectCounts = statement<Tables, BrandParts, PromptCount>(
  'prompts',
  ['brandId', ...PART_NAMES],
  (db, given) => {
    const brandId = given.brandId;
    const parts = perPart(
      given,
      ({ from, to, sign }) => sql`
        select prompt_id, ${sign} as sign, 1 as answers, named
        from (${promptsOf({ brandId, where: sql`brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to}` }, capabilitiesOf(db))}) as prompts`,
      ({ span, first, last, sign }) => sql`
        select prompt_id, ${sign} as sign, answers, named from prompt_counts
        where brand_id = ${brandId} and span = ${span} and block between ${first} and ${last}`,
    );
    return sql<PromptCount>`
      select prompt_id as "promptId", sum(sign * answers) as answers, sum(sign * named) as named
      from (${parts}) as part
      group by prompt_id
      having sum(sign * answers) > 0`;
  },
);

/** The same on one engine. */
export interface EnginePromptCount extends PromptCount {
  readonly engine: string;
}

/**
 * Counts a brand's answers in a period by prompt and engine, to some of its prompts or to all. No blocks are kept of these, so
 * every answer is read: in the index answers_of_prompt, and whether it names the brand in mentions_of_named. Both are narrow,
 * and a mention itself is not.
 */
export async function countPromptsByEngine(
  db: Database,
  brandId: number,
  { from, to }: Period,
  promptIds: readonly number[] | null,
): Promise<EnginePromptCount[]> {
  const { byIndex } = capabilitiesOf(db);
  if (promptIds?.length === 0) return [];
  const wanted = promptIds ? sql.join(promptIds) : sql`select id from prompts where brand_id = ${brandId}`;
  const { rows } = await sql<EnginePromptCount>`
    select a.prompt_id as "promptId", a.engine, count(*) as answers, count(m.answer_id) as named
    from answers as a ${byIndex('answers_of_prompt')}
      left join mentions as m ${byIndex('mentions_of_named')} on m.brand_id = a.brand_id and m.mentioned = 1
        and m.tracked_id = (select id from tracked_brands where brand_id = ${brandId} and role = 'self')
        and m.collected_at = a.collected_at and m.answer_id = a.id
    where a.brand_id = ${brandId} and a.prompt_id in (${wanted}) and a.collected_at >= ${from} and a.collected_at < ${to}
    group by a.prompt_id, a.engine`.execute(db);
  return rows;
}
