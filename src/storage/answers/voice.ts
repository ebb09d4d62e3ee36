import { sql } from 'kysely';
import type { Period } from '../../domain/period.ts';
import { type Capabilities, capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import {
  type CountedBrand,
  type EngineParts,
  isWanted,
  PART_NAMES,
  partParameters,
  perPart,
} from './parts.ts';
import { voicesOf } from './voices.ts';

/** Stands for a tracked brand where all answers of an engine are counted, whoever was looked for in them. */
export const ALL_ANSWERS = 0;

/** Sums over the answers of one engine in a window, for one tracked brand. */
export interface VoiceCount {
  readonly engine: string;
  /** Or ALL_ANSWERS, for which nothing but `answers` is counted. */
  readonly trackedId: number;
  /** Answers in which every brand tracked now was looked for. */
  readonly answers: number;
  /** Mentions of the brand in them, and of all tracked brands. */
  readonly mentions: number;
  readonly allMentions: number;
  /** Sums of squared and multiplied differences between answers to the same prompt (voices.ts). */
  readonly squares: number;
  readonly products: number;
  readonly allSquares: number;
}

/**
 * Adds up a brand's answers in a period, in one statement and so on one snapshot: whole-day blocks from voice_counts and
 * visibility_counts by their primary keys, the edges from answers and their mentions.
 *
 * @param selfId the tracked brand that is the brand itself, which was looked for in every answer
 * @param engine the only engine that is wanted; null for each
 */
export async function countVoice(
  db: Database,
  brand: CountedBrand,
  selfId: number,
  period: Period,
  engine: string | null = null,
): Promise<VoiceCount[]> {
  return await selectCounts(db, { ...partParameters(period, brand), brandId: brand.id, selfId, engine });
}

type VoiceParameters = EngineParts & { readonly selfId: number };

const selectCounts = statement<Tables, VoiceParameters, VoiceCount>(
  'share of voice',
  ['brandId', 'selfId', 'engine', ...PART_NAMES],
  (db, given) => sql<VoiceCount>`
    select engine, tracked_id as "trackedId", sum(sign * answers) as answers,
      sum(sign * mentions) as mentions, sum(sign * all_mentions) as "allMentions",
      sum(sign * squares) as squares, sum(sign * products) as products, sum(sign * all_squares) as "allSquares"
    from (${voiceParts(given, capabilitiesOf(db))} union all ${answerParts(given)}) as part
    group by engine, tracked_id
    having sum(sign * answers) > 0`,
);

const voiceParts = (given: VoiceParameters, capabilities: Capabilities) =>
  perPart(
    given,
    ({ from, to, sign }) => {
      const { brandId } = given;
      const where = sql`brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to} and ${isWanted(given)}`;
      return sql`
        select engine, tracked_id, ${sign} as sign, 1 as answers, mentions, all_mentions, squares, products, all_squares
        from (${voicesOf('answers', { brandId, where }, capabilities)}) as voices`;
    },
    ({ span, first, last, sign }) => sql`
      select engine, tracked_id, ${sign} as sign, answers, mentions, all_mentions, squares, products, all_squares
      from voice_counts
      where brand_id = ${given.brandId} and span = ${span} and block between ${first} and ${last} and ${isWanted(given)}`,
  );

const answerParts = (given: VoiceParameters) =>
  perPart(
    given,
    ({ from, to, sign }) => sql`
      select engine, ${sql.lit(ALL_ANSWERS)} as tracked_id, ${sign} as sign, 1 as answers,
        0 as mentions, 0 as all_mentions, 0 as squares, 0 as products, 0 as all_squares
      from answers
      where brand_id = ${given.brandId} and collected_at >= ${from} and collected_at < ${to} and ${isWanted(given)}`,
    ({ span, first, last, sign }) => sql`
      select engine, ${sql.lit(ALL_ANSWERS)}, ${sign}, responses, 0, 0, 0, 0, 0
      from visibility_counts
      where brand_id = ${given.brandId} and span = ${span} and block between ${first} and ${last}
        and tracked_id = ${given.selfId} and ${isWanted(given)}`,
  );
