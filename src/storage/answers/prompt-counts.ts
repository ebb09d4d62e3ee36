import { sql } from 'kysely';
import type { Period } from '../../domain/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { promptsOf } from './counts.ts';
import { PART_NAMES, type PartParameters, partParameters, perPart } from './parts.ts';

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
export async function countPrompts(db: Database, brandId: number, period: Period): Promise<PromptCount[]> {
  return await selectCounts(db, { ...partParameters(period), brandId });
}

const selectCounts = statement<Tables, PartParameters, PromptCount>(
  'prompts',
  ['brandId', ...PART_NAMES],
  (db, given) => {
    const brandId = given.brandId;
    const parts = perPart(
      given,
      ({ from, to, sign }) => sql`
        select prompt_id, ${sign} as sign, 1 as answers, named
        from (${promptsOf(sql`brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to}`, capabilitiesOf(db))}) as prompts`,
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
 * Counts a brand's answers in a period by prompt and engine. No blocks are kept of these, so every answer of the period is
 * read, in the index answers_of_panel with the mentions of its answers.
 */
export async function countPromptsByEngine(
  db: Database,
  brandId: number,
  { from, to }: Period,
): Promise<EnginePromptCount[]> {
  const isWithin = sql`brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to}`;
  const { rows } = await sql<EnginePromptCount>`
    select prompt_id as "promptId", engine, count(*) as answers, sum(named) as named
    from (${promptsOf(isWithin, capabilitiesOf(db))}) as prompts
    group by prompt_id, engine`.execute(db);
  return rows;
}
