import { formatInstant } from '../../domain/instant.ts';
import { usdOf } from '../../domain/usd.ts';
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

/** A collection as it is printed. Null: not reported by the engine, or the collection was imported. */
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
 * The newest collections of every brand, for the operator, with the engines that are not asked, the fields they are asked
 * without, and who has spent most of a month's money.
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
      ...{ engine, model, field },
      since: formatInstant(since),
    })),
    spending_notices: (await spendingNotices(db, now)).map(({ organization, notice }) => ({
      organization,
      notice,
    })),
    collections: (await listNewestCollections(db, choice)).map(recordOf),
  };
}

/** A failed collection with what it means. */
export interface FailedCollection extends FailureWords {
  /** By which the next page begins. */
  readonly id: number;
  readonly engine: string;
  readonly prompt: string;
  readonly outcome: string;
  readonly detail: string | null;
  readonly collected_at: string;
}

/** The newest failed collections of one brand. @param brand its public id */
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
