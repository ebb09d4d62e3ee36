import type { RandomBytes } from '../../domain/access/base62.ts';
import { publicId } from '../../domain/access/public-id.ts';
import { dayOf } from '../../domain/time/period.ts';
import { PROMPT_HASH } from '../../extract/judging/judge-request.ts';
import { hasAnswersAfter, listReadable, type ReadableAnswer } from '../../storage/answers/readings.ts';
import { AWAITING, HELD_MS } from '../../storage/collect/batches.ts';
import type { NewJob } from '../../storage/collect/jobs.ts';
import {
  dropWaiting,
  listOpenAmong,
  listWaitingAnswers,
  openReadings,
} from '../../storage/collect/reading-jobs.ts';
import { lockLiveBrand, takeIds } from '../../storage/directory/brand/brand-lock.ts';
import { insertEvent } from '../../storage/directory/brand/events.ts';
import { type CollectedBrand, listCollectedBrands } from '../../storage/directory/brands.ts';
import { findBrandJudge, saveBrandJudge } from '../../storage/directory/reader-choices.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { batchMicros } from '../collect/job/call-cost.ts';
import { type LookedFor, readingIdentityOf } from '../collect/job/reading-identity.ts';
import type { ReadyEngine } from '../collect/job/ready-engine.ts';
import { askedAboutIn } from '../intake/brand-reader.ts';
import { type ReaderState, readerStateOf } from './reader-state.ts';

export interface PlanDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
}

/** Answers per transaction. */
const BATCH = 300;

/**
 * Plans the reading of new answers, for every brand whose organization has a reader. Planned ones stay, so any process may
 * repeat it at any time. A reader without its key or a ceiling plans nothing, and forgets nothing.
 */
export async function planNewReadings(deps: PlanDeps, readers: readonly ReadyEngine[]): Promise<void> {
  const brands = await listCollectedBrands(deps.db);
  for (const [organizationId, mine] of Map.groupBy(brands, (brand) => brand.organizationId)) {
    const state = await readerStateOf(deps.db, organizationId, readers);
    for (const brand of mine) await planBrand(deps, brand, state);
  }
}

/** Tells an organization's brands who reads their answers now. */
export async function switchReader(
  deps: PlanDeps,
  organizationId: number,
  readers: readonly ReadyEngine[],
): Promise<void> {
  const state = await readerStateOf(deps.db, organizationId, readers);
  for (const brand of await listCollectedBrands(deps.db, organizationId))
    await applyState(deps, brand, state);
}

async function planBrand(deps: PlanDeps, brand: CollectedBrand, state: ReaderState): Promise<void> {
  await applyState(deps, brand, state);
  if (state.kind !== 'reads') return;
  const { engine } = state;
  for (let isMore = true; isMore; ) {
    const { readTo } = await findBrandJudge(deps.db, brand.id);
    if (readTo === null || !(await hasAnswersAfter(deps.db, brand.id, readTo))) return;
    isMore = await inTransaction(deps.db, (db) => planBatch({ ...deps, db }, brand.id, engine));
  }
}

/** @returns whether there may be more */
async function planBatch({ db, now }: PlanDeps, brandId: number, engine: ReadyEngine): Promise<boolean> {
  if (!(await lockLiveBrand(db, brandId))) return false;
  const { readTo, lastId, ...judge } = await findBrandJudge(db, brandId);
  const answers = await listReadable(db, brandId, { after: readTo ?? lastId, limit: BATCH });
  const isMore = answers.length === BATCH;
  await planThese({ db, now }, brandId, engine, answers);
  const next = isMore ? (answers.at(-1)?.id ?? lastId) : lastId;
  await saveBrandJudge(db, brandId, { ...judge, readTo: next });
  return isMore;
}

/** Plans those of some answers that this reader has not read. Run it with the brand's lock. @returns how many */
async function planThese(
  { db, now }: Pick<PlanDeps, 'db' | 'now'>,
  brandId: number,
  engine: ReadyEngine,
  answers: readonly ReadableAnswer[],
  isBatch = false,
): Promise<number> {
  const unread = await unreadOf(db, brandId, answers, engine, await askedAboutIn(db, brandId));
  const by = { engine: engine.adapter.slug, reader: engine.access.model };
  const when = { day: dayOf(now()), dueAt: isBatch ? now() + HELD_MS : now() };
  const jobs = unread.map(({ identity, answer: { id: answerId, promptId, marketId } }): NewJob => {
    return { identity, ...by, answerId, promptId, marketId, sample: 1, ...when };
  });
  await openReadings(db, brandId, jobs, isBatch ? AWAITING : '');
  return jobs.length;
}

/** Answers that this reader has not read as the brand is now, and that do not wait for it, with their readings' identities. */
async function unreadOf(
  db: Database,
  brandId: number,
  answers: readonly ReadableAnswer[],
  engine: ReadyEngine,
  lookedFor: LookedFor,
) {
  const unread = answers
    .map((answer) => ({ answer, identity: readingIdentityOf(answer, engine, lookedFor) }))
    .filter(({ answer, identity }) => answer.asked !== identity);
  const open = await listOpenAmong(
    db,
    brandId,
    unread.map(({ identity }) => identity),
  );
  return unread.filter(({ identity }) => !open.has(identity));
}

/** Makes a brand's judge the organization's reader, with an event on the day; its waiting answers become the new one's. */
async function applyState(
  deps: PlanDeps,
  { id: brandId }: CollectedBrand,
  state: ReaderState,
): Promise<void> {
  // Another process may have what this one misses.
  if (state.kind !== 'reads' && state.kind !== 'off') return;
  const engine = state.kind === 'reads' ? state.engine : null;
  const next = {
    reader: engine?.access.model ?? null,
    prompt: engine === null ? null : PROMPT_HASH,
  };
  const before = await findBrandJudge(deps.db, brandId);
  if (before.reader === next.reader && before.prompt === next.prompt) return;
  await inTransaction(deps.db, async (db) => {
    if (!(await lockLiveBrand(db, brandId))) return;
    const { reader, readTo, lastId } = await findBrandJudge(db, brandId);
    // Stored answers are read by a rescan only.
    await saveBrandJudge(db, brandId, { ...next, readTo: reader === null ? lastId : readTo });
    await noteSwitch({ ...deps, db }, brandId, next.reader);
    // What waits when a reader is turned off is the next one's.
    if (engine === null) return;
    const single = await listWaitingAnswers(db, brandId, false);
    const forBatch = await listWaitingAnswers(db, brandId, true);
    await dropWaiting(db, brandId);
    const plan = async (ids: readonly number[], isBatch: boolean) =>
      planThese({ ...deps, db }, brandId, engine, await listReadable(db, brandId, { ids }), isBatch);
    await plan(single, false);
    await plan(forBatch, hasBatches(engine));
  });
}

async function noteSwitch(
  { db, now, random }: PlanDeps,
  brandId: number,
  reader: string | null,
): Promise<void> {
  const by = reader ?? 'rules alone';
  const event = {
    publicId: publicId('evt', random),
    day: dayOf(now()),
    kind: 'model',
    text: `What answers say is read by ${by} from here on`,
    tag: null,
  } as const;
  await insertEvent(db, brandId, { id: await takeIds(db, brandId, 1), event, by: 'server', at: now() });
}

/** Fewer stored answers are read at once. */
const LEAST_IN_BATCH = 20;

/** Whether a reader's provider has batches, which cost half. */
function hasBatches({ adapter, micros }: ReadyEngine): boolean {
  return adapter.batch !== undefined && micros > 0;
}

/** Whether reading so many stored answers goes by batches, and what an answer costs then. */
export function termsOf(
  engine: ReadyEngine,
  answers: number,
): { readonly isBatch: boolean; readonly micros: number } {
  const isBatch = hasBatches(engine) && answers >= LEAST_IN_BATCH;
  return { isBatch, micros: isBatch ? batchMicros(engine) : engine.micros };
}

/** Answers per read when nothing is written. */
const COUNTED_AT_ONCE = 5000;

/** How many stored answers of a brand `planStoredReadings` would plan now. */
export async function countUnread(db: Database, brandId: number, engine: ReadyEngine): Promise<number> {
  const lookedFor = await askedAboutIn(db, brandId);
  let unread = 0;
  for (let after = 0; ; ) {
    const answers = await listReadable(db, brandId, { after, limit: COUNTED_AT_ONCE });
    unread += (await unreadOf(db, brandId, answers, engine, lookedFor)).length;
    if (answers.length < COUNTED_AT_ONCE) return unread;
    after = answers.at(-1)?.id ?? after;
  }
}

/** Plans the reading of all stored answers of a brand that its reader has not read, until a signal: many by batches. */
export async function planStoredReadings(
  deps: Pick<PlanDeps, 'db' | 'now'>,
  brandId: number,
  engine: ReadyEngine,
  {
    stop,
    onProgress,
  }: { readonly stop?: AbortSignal; readonly onProgress?: (planned: number) => unknown } = {},
): Promise<number> {
  const { isBatch } = termsOf(engine, await countUnread(deps.db, brandId, engine));
  let planned = 0;
  for (let after = 0; !stop?.aborted; ) {
    const last = await inTransaction(deps.db, async (db) => {
      if (!(await lockLiveBrand(db, brandId))) return undefined;
      const answers = await listReadable(db, brandId, { after, limit: BATCH });
      planned += await planThese({ ...deps, db }, brandId, engine, answers, isBatch);
      return answers.at(-1);
    });
    if (last === undefined) break;
    after = last.id;
    await onProgress?.(planned);
  }
  return planned;
}
