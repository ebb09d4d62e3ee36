import { sql } from 'kysely';
import type { Outcome } from '../../domain/answers/answer-reading.ts';
import { giveBackIds, type LockedBrand, lockBrandForIds, takeIds } from '../directory/brand/brand-lock.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';
import { markChanged } from '../panel/changes.ts';
import { nextAfter } from '../panel/earlier-answers.ts';
import { panelAnswersOf } from '../panel/raw-rows.ts';
import { changeRows } from '../panel/tables.ts';
import { askingColumns, batchRowsOf, numbersNeeded } from './answer-rows.ts';
import { insertBatch } from './batch.ts';
import type { NewCollection } from './new-collection.ts';

/**
 * Stores a brand's attempts, all or none, and adds answers to the panel. Skips attempts whose identity exists. Run it
 * in a transaction.
 *
 * @returns the new attempts
 */
export async function storeCollections(
  db: Database,
  brandId: number,
  collections: readonly NewCollection[],
  now: number,
): Promise<NewCollection[]> {
  const head = await lockBrandForIds(db, brandId, idsNeeded(collections));
  return await storeWithLock(db, head, collections, now);
}

/** Upper bound for the ids that storing takes; some may stay unused. */
export function idsNeeded(collections: readonly NewCollection[]): number {
  return collections.length + numbersNeeded(collections);
}

/** Like `storeCollections`, in a transaction that has already reserved the ids. */
export async function storeWithLock(
  db: Database,
  { brandId, firstId, version }: LockedBrand,
  collections: readonly NewCollection[],
  now: number,
): Promise<NewCollection[]> {
  const fresh = await withoutStored(db, brandId, collections);
  // Otherwise a daily import of the same file would use up the ids in some years.
  const unused = idsNeeded(collections) - idsNeeded(fresh);
  if (unused > 0) await giveBackIds(db, brandId, unused);
  if (fresh.length === 0) return fresh;
  const numbered = fresh.map((collection, index) => ({ ...collection, id: firstId + index }));
  const ids = { firstId: firstId + fresh.length, now };
  const rows = await batchRowsOf(db, brandId, numbered, ids);
  const asked = new Map(rows.collections.map((row) => [row.id, row]));
  const mentions = rows.mentions.map((row) => ({ ...row, said: null, model_framing: null }));
  const unread = { mentions, readings: [] };
  const panelDelta = changeRows(
    { brandId, version },
    panelAnswersOf({ ...rows, ...unread, collections: asked }),
  );
  await insertBatch(db, { ...rows, panel_delta: panelDelta });
  return fresh;
}

/** A failed collection with stored replies. */
export interface UnreadCollection {
  readonly id: number;
  readonly jobId: number;
  readonly attempt: number;
  readonly identity: string;
  readonly prompt: string;
  readonly engine: string;
  readonly collectedAt: number;
  readonly marketId: number;
  readonly locationCode: number | null;
  readonly languageCode: string | null;
}

/** A brand's collections that failed with this detail after replies arrived, oldest first, after an id. */
export async function listUnread(
  db: Database,
  brandId: number,
  { detail, after, limit }: { readonly detail: string; readonly after: number; readonly limit: number },
): Promise<UnreadCollection[]> {
  return await db
    .selectFrom('collections as c')
    .innerJoin('jobs as j', (join) =>
      join.onRef('j.brand_id', '=', 'c.brand_id').onRef('j.identity', '=', 'c.identity'),
    )
    .innerJoin('prompts as p', (join) =>
      join.onRef('p.brand_id', '=', 'c.brand_id').onRef('p.id', '=', 'c.prompt_id'),
    )
    .innerJoin('markets as m', (join) =>
      join.onRef('m.brand_id', '=', 'c.brand_id').onRef('m.id', '=', 'c.market_id'),
    )
    .select(['c.id', 'j.id as jobId', 'j.attempt', 'c.identity', 'p.text as prompt', 'c.engine'])
    .select(['c.collected_at as collectedAt', 'c.market_id as marketId'])
    .select(['m.location_code as locationCode', 'm.language_code as languageCode'])
    .where('c.brand_id', '=', brandId)
    .where('c.outcome', '=', 'error')
    .where('c.detail', '=', detail)
    .where('c.id', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('replies as r')
          .select('r.part')
          .whereRef('r.brand_id', '=', 'j.brand_id')
          .whereRef('r.job_id', '=', 'j.id'),
      ),
    )
    .orderBy('c.id')
    .limit(limit)
    .execute();
}

/** A brand's failures with this detail whose replies are gone, so that nobody can read them again. */
export async function countUnreadable(db: Database, brandId: number, detail: string): Promise<number> {
  const row = await db
    .selectFrom('collections as c')
    .select((eb) => eb.fn.countAll<number>().as('collections'))
    .where('c.brand_id', '=', brandId)
    .where('c.outcome', '=', 'error')
    .where('c.detail', '=', detail)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs as j')
            .innerJoin('replies as r', (join) =>
              join.onRef('r.brand_id', '=', 'j.brand_id').onRef('r.job_id', '=', 'j.id'),
            )
            .select('j.id')
            .whereRef('j.brand_id', '=', 'c.brand_id')
            .whereRef('j.identity', '=', 'c.identity'),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(row?.collections ?? 0);
}

/** Replaces a failure by an answer, as if it had been read at once. Run it in a transaction with the brand's lock. */
export async function storeLateAnswer(
  db: Database,
  brandId: number,
  id: number,
  collection: NewCollection,
): Promise<void> {
  await db
    .updateTable('collections')
    .set({ outcome: collection.outcome, ...askingColumns(collection.asking) })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
  const firstId = await takeIds(db, brandId, numbersNeeded([collection]));
  // Its collection is stored, so its prompt is too.
  const rows = await batchRowsOf(db, brandId, [{ ...collection, id }], { firstId, now: 0 });
  await insertBatch(db, { ...rows, collections: [], panel_delta: [] });
  await markChanged(db, brandId, [id, ...(await nextAfter(db, brandId, id))]);
}

async function withoutStored(
  db: Database,
  brandId: number,
  collections: readonly NewCollection[],
): Promise<NewCollection[]> {
  const byIdentity = new Map<string, NewCollection>();
  for (const each of collections) if (!byIdentity.has(each.identity)) byIdentity.set(each.identity, each);
  const stored = await selectStored(db, { brandId, identities: JSON.stringify([...byIdentity.keys()]) });
  for (const { identity } of stored) byIdentity.delete(identity);
  return [...byIdentity.values()];
}

const selectStored = statement<Tables, { brandId: number; identities: string }, { identity: string }>(
  'stored identities',
  (db, { brandId, identities }) => {
    const { jsonTexts, joinInOrder } = capabilitiesOf(db);
    const stored = joinInOrder('collections', 'c', sql`c.brand_id = ${brandId} and c.identity = given.value`);
    return sql<{ identity: string }>`select c.identity from ${jsonTexts(identities, 'given')} ${stored}`;
  },
);

/** A brand's collections on an engine with the same outcome. */
export interface OutcomeCount {
  readonly engine: string;
  readonly outcome: Outcome;
  /** The failure code; null for none. */
  readonly detail: string | null;
  readonly count: number;
}

/** More than a brand collects in a day. Older collections have lower ids, so this needs no index by time. */
const MOST_OF_A_DAY = 5000;

/** Outcomes of a brand's recent collections since an instant. */
export async function countOutcomesSince(
  db: Database,
  brandId: number,
  since: number,
): Promise<OutcomeCount[]> {
  const newest = db
    .selectFrom('collections')
    .select(['engine', 'outcome', 'detail', 'collected_at'])
    .where('brand_id', '=', brandId)
    .orderBy('id', 'desc')
    .limit(MOST_OF_A_DAY);
  const rows = await db
    .selectFrom(newest.as('c'))
    .select(['engine', 'outcome', 'detail'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('collected_at', '>=', since)
    .groupBy(['engine', 'outcome', 'detail'])
    .orderBy('engine')
    .orderBy('outcome')
    .orderBy('detail')
    .execute();
  return rows.map(({ outcome, count, ...row }) => ({
    ...row,
    outcome: outcome as Outcome,
    count: Number(count),
  }));
}

/** A failed collection for the brand's readers. */
interface FailedRow {
  readonly id: number;
  readonly engine: string;
  readonly prompt: string;
  readonly outcome: Outcome;
  readonly detail: string | null;
  readonly collectedAt: number;
}

/** The newest failures of a brand (by public id), before a given one, optionally on one engine. */
export async function listFailedCollections(
  db: Database,
  brandPublicId: string,
  { engine, before, limit }: { readonly engine?: string; readonly before?: number; readonly limit: number },
): Promise<FailedRow[]> {
  const brand = await db
    .selectFrom('brands')
    .select('id')
    .where('public_id', '=', brandPublicId)
    .executeTakeFirst();
  if (brand === undefined) return [];
  let select = db
    .selectFrom('collections as c')
    .select(['c.id', 'c.engine', 'c.outcome', 'c.detail', 'c.collected_at as collectedAt'])
    // A subquery instead of a join, so that no plan starts from the prompts.
    .select((eb) =>
      eb
        .selectFrom('prompts')
        .select('text')
        .where('brand_id', '=', brand.id)
        .whereRef('id', '=', 'c.prompt_id')
        .$asScalar()
        .$notNull()
        .as('prompt'),
    )
    .where('c.brand_id', '=', brand.id)
    .where(sql<boolean>`c.outcome in ('error', 'timeout')`)
    .orderBy('c.collected_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit);
  if (engine !== undefined) select = select.where('c.engine', '=', engine);
  if (before !== undefined) {
    select =
      select.where(sql<boolean>`(c.collected_at, c.id) < (select o.collected_at, o.id from collections o
      where o.brand_id = ${brand.id} and o.id = ${before})`);
  }
  return (await select.execute()).map((row) => ({ ...row, outcome: row.outcome as Outcome }));
}
