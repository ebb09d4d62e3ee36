import { type ProvenWords, provenFrom, type Verdict } from '../../domain/brand/model-reading.ts';
import type { Database } from '../driver/database.ts';

export interface StoredJudgment {
  readonly reader: string;
  readonly prompt: string;
  readonly state: 'read' | 'not_judged';
  /** Why it is not judged. */
  readonly detail: string | null;
  readonly dropped: number;
  readonly names: readonly JudgedMention[];
}

export interface JudgedMention {
  readonly trackedId: number;
  readonly verdict: Verdict;
  readonly words: readonly ProvenWords[];
}

/** Null if no model was asked. */
export async function findJudgedAnswer(
  db: Database,
  brandId: number,
  answerId: number,
): Promise<StoredJudgment | null> {
  const reading = await db
    .selectFrom('readings')
    .select(['reader', 'prompt', 'state', 'detail', 'dropped'])
    .where('brand_id', '=', brandId)
    .where('answer_id', '=', answerId)
    .$narrowType<{ state: StoredJudgment['state'] }>()
    .executeTakeFirst();
  if (reading === undefined) return null;
  const rows = await db
    .selectFrom('mentions')
    .select(['tracked_id as trackedId', 'model_framing as verdict', 'model_words as words'])
    .where('brand_id', '=', brandId)
    .where('answer_id', '=', answerId)
    .where('model_framing', 'is not', null)
    .orderBy('tracked_id')
    .$narrowType<{ verdict: Verdict }>()
    .execute();
  return { ...reading, names: rows.map((row) => ({ ...row, words: provenFrom(row.words ?? '[]') })) };
}
