import { type FailureWords, failureWords } from '../../domain/answers/failure-words.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { listFailedCollections } from '../../storage/answers/collections.ts';
import type { Database } from '../../storage/driver/database.ts';

export interface FailedCollection extends FailureWords {
  /** Cursor for the next page. */
  readonly id: number;
  readonly engine: string;
  readonly prompt: string;
  readonly outcome: string;
  readonly detail: string | null;
  readonly collected_at: string;
}

/** A brand's newest failed collections. @param brand public id */
export async function listFailed(
  db: Database,
  brand: string,
  choice: { readonly engine?: string; readonly before?: number; readonly limit: number },
): Promise<FailedCollection[]> {
  const rows = await listFailedCollections(db, brand, choice);
  return rows.map(({ collectedAt, ...row }) => ({
    ...row,
    collected_at: formatInstant(collectedAt),
    ...failureWords(row),
  }));
}
