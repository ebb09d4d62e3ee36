import { usdOf } from '../../domain/figures/usd.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import {
  type CollectedRow,
  listFailedCollections,
  listNewestCollections,
} from '../../storage/answers/collections.ts';
import { listBreakers } from '../../storage/collect/breakers.ts';
import { listLeftOutFields } from '../../storage/collect/left-out-fields.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type FailureWords, failureWords } from './failure-words.ts';
import { spendingNotices } from './spending-notices.ts';

/** A collection as the command line prints it. Null: the engine did not report it, or an import brought it. */
export interface CollectionRecord {
  readonly brand: string;
  readonly engine: string;
  readonly outcome: string;
  readonly detail: string | null;
  readonly collected_at: string;
  readonly model: string | null;
  readonly cost_usd: number | null;
  readonly latency_ms: number | null;
  readonly location_applied: boolean | null;
  readonly language_applied: boolean | null;
}

function recordOf(row: CollectedRow): CollectionRecord {
  return {
    brand: row.brand,
    engine: row.engine,
    outcome: row.outcome,
    detail: row.detail,
    collected_at: formatInstant(row.collectedAt),
    model: row.model,
    cost_usd: row.micros === null ? null : usdOf(row.micros),
    latency_ms: row.latencyMs,
    location_applied: row.locationApplied,
    language_applied: row.languageApplied,
  };
}

/**
 * All brands' newest collections for the operator, with stopped engines, omitted fields, and organizations near their
 * ceiling.
 */
export async function listCollected(
  db: Database,
  now: number,
  choice: { readonly failed: boolean; readonly limit: number },
) {
  const breakers = await listBreakers(db);
  const leftOut = await listLeftOutFields(db);
  return {
    breakers: breakers.map(({ engine, detail, openedAt }) => ({
      engine,
      detail,
      since: formatInstant(openedAt),
    })),
    left_out_fields: leftOut.map(({ engine, model, field, since }) => ({
      engine,
      model,
      field,
      since: formatInstant(since),
    })),
    spending_notices: (await spendingNotices(db, now)).map(({ organization, notice }) => ({
      organization,
      notice,
    })),
    collections: (await listNewestCollections(db, choice)).map(recordOf),
  };
}

/** A failed collection with its explanation. */
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
