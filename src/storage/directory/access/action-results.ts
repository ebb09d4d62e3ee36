import { DAY_MS } from '../../../domain/time/period.ts';
import type { Database } from '../../driver/database.ts';

/** First results of requests with an Idempotency-Key. */

/** How long a repeated request gets the first result. */
export const RESULT_MS = DAY_MS;

/** A request, by its API key's public id and its Idempotency-Key. */
export interface RepeatableRequest {
  readonly apiKey: string;
  readonly requestKey: string;
  /** SHA-256 of everything that the request asks for. */
  readonly request: string;
}

/** What an earlier request asked for, and got. */
interface EarlierResult {
  readonly request: string;
  /** JSON. */
  readonly result: string;
}

/**
 * Claims a request in the caller's transaction; another with the same key waits until that ends.
 *
 * @returns null, or the result of the request that came first
 */
export async function claimRequest(
  db: Database,
  { apiKey, requestKey, request }: RepeatableRequest,
  now: number,
): Promise<EarlierResult | null> {
  await dropResults(db, now - RESULT_MS);
  const { numInsertedOrUpdatedRows: inserted = 0n } = await db
    .insertInto('action_results')
    .values({ api_key: apiKey, request_key: requestKey, request, result: null, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted > 0n) return null;
  const row = await db
    .selectFrom('action_results')
    .select(['request', 'result'])
    .where('api_key', '=', apiKey)
    .where('request_key', '=', requestKey)
    .executeTakeFirstOrThrow();
  return { request: row.request, result: row.result ?? '' };
}

/** Stores a claimed request's result, in the same transaction. */
export async function saveResult(
  db: Database,
  { apiKey, requestKey }: RepeatableRequest,
  result: string,
): Promise<void> {
  await db
    .updateTable('action_results')
    .set({ result })
    .where('api_key', '=', apiKey)
    .where('request_key', '=', requestKey)
    .execute();
}

/** Removes results from before an instant. @returns how many */
export async function dropResults(db: Database, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('action_results')
    .where('at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
