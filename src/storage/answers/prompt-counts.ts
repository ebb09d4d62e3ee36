import { sql } from 'kysely';
import type { Period } from '../../domain/period.ts';
import type { Database } from '../driver/database.ts';
import { statement } from '../driver/statement.ts';

/** Answers to one prompt within a window, on all engines, and how many of them named the brand itself. */
export interface PromptCount {
  readonly promptId: number;
  readonly answers: number;
  readonly named: number;
}

/** Counts a brand's answers in a period by prompt. A prompt without answers in the period has no row. */
export async function countPrompts(
  db: Database,
  brandId: number,
  { from, to }: Period,
): Promise<PromptCount[]> {
  return await selectCounts(db, { brandId, from, to });
}

const selectCounts = statement(
  'prompts',
  ['brandId', 'from', 'to'],
  (_db: Database, { brandId, from, to }: { brandId: number; from: number; to: number }) => sql<PromptCount>`
    select a.prompt_id as "promptId", count(*) as answers, sum((
      select m.mentioned from mentions m where m.brand_id = a.brand_id and m.answer_id = a.id and m.tracked_id = (
        select id from tracked_brands where brand_id = ${brandId} and role = 'self'))) as named
    from answers a
    where a.brand_id = ${brandId} and a.collected_at >= ${from} and a.collected_at < ${to}
    group by a.prompt_id`,
);
