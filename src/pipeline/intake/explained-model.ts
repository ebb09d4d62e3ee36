import type { Verdict } from '../../domain/brand/model-reading.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { findJudgedAnswer, type StoredJudgment } from '../../storage/answers/judged-answer.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { TextSpan } from './explained-text.ts';

export interface ExplainedModel extends Omit<StoredJudgment, 'names'> {
  readonly names: readonly ExplainedVerdict[];
}

export interface ExplainedVerdict {
  readonly brand: string;
  readonly verdict: Verdict;
  readonly words: readonly ExplainedWords[];
}

/** Words of the answer, and the number of their line, from 1. */
export interface ExplainedWords extends TextSpan {
  readonly text: string;
  readonly line: number;
}

/** Null if no model was asked. */
export async function explainModel(
  db: Database,
  { brandId, id, text }: { readonly brandId: number; readonly id: number; readonly text: string },
  tracked: readonly TrackedBrand[],
): Promise<ExplainedModel | null> {
  const judged = await findJudgedAnswer(db, brandId, id);
  return (
    judged && {
      ...judged,
      names: tracked.flatMap(({ id: trackedId, name }) =>
        judged.names
          .filter((each) => each.trackedId === trackedId)
          .map(({ verdict, words }) => ({
            brand: name,
            verdict,
            words: words.map(({ words: own, from, to }) => ({
              text: own,
              line: text.slice(0, from).split('\n').length,
              at: from,
              end: to,
            })),
          })),
      ),
    }
  );
}
