import { sql } from 'kysely';
import type { AnswersCounted } from '../../domain/definition-figures.ts';
import { type Period, QUESTION_SPANS } from '../../domain/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { answersByRules } from './definition-rows.ts';
import { type BrandParts, type CountedBrand, PART_NAMES, partParameters, perPart } from './parts.ts';

/** Those of one engine to one prompt. */
export interface EngineAnswers extends AnswersCounted {
  readonly engine: string;
}

/**
 * Counts a brand's answers in a period by engine and prompt, in one statement and so on one snapshot: blocks of days from
 * definition_counts by its primary key, the edges from answers and their mentions.
 */
export async function countByRules(
  db: Database,
  brand: CountedBrand,
  period: Period,
): Promise<EngineAnswers[]> {
  const parts = partParameters(period, brand, QUESTION_SPANS);
  return await selectCounts(db, { ...parts, brandId: brand.id });
}

const selectCounts = statement<Tables, BrandParts, EngineAnswers>(
  'definitions',
  ['brandId', ...PART_NAMES],
  (db, given) => {
    const brandId = given.brandId;
    const counted = sql`named, occurrences, cited, naming_any, namings, all_occurrences`;
    const parts = perPart(
      given,
      ({ from, to, sign }) => {
        const where = sql`brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to}`;
        return sql`
          select engine, prompt_id, repeated, ${sign} as sign, 1 as answers, ${counted}
          from (${answersByRules('answers', { brandId, where }, capabilitiesOf(db))}) as answered`;
      },
      ({ span, first, last, sign }) => sql`
        select engine, prompt_id, repeated, ${sign} as sign, answers, ${counted}
        from definition_counts
        where brand_id = ${brandId} and span = ${span} and block between ${first} and ${last}`,
    );
    return sql<EngineAnswers>`
      select engine, prompt_id as "promptId", repeated, sum(sign * answers) as answers,
        sum(sign * named) as named, sum(sign * occurrences) as occurrences, sum(sign * cited) as cited,
        sum(sign * naming_any) as "namingAny", sum(sign * namings) as namings,
        sum(sign * all_occurrences) as "allOccurrences"
      from (${parts}) as part
      group by prompt_id, engine, repeated
      having sum(sign * answers) > 0`;
  },
);
