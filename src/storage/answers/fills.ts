import { SightlineError } from '../../domain/errors.ts';
import { takeIds } from '../directory/heads.ts';
import type { Database } from '../driver/database.ts';
import {
  addToCounts,
  answersBetween,
  type CountTable,
  DEFINITIONS,
  nthAnswer,
  PANELS,
  PROMPTS,
  RANKS,
  VISIBILITY_QUARTERS,
  VOICE,
} from './counts.ts';
import { fillCited } from './fill-cited.ts';

/**
 * Completes kept tables that are newer than the answers they are made of. A migration notes in `fills` what is left to
 * do for each brand, and opening the store does it, batch by batch.
 */

/**
 * Adds to a kept table what it must have for the answers numbered `first` to `last` of a brand, in the caller's
 * transaction, which holds the brand's lock. It is committed for each answer exactly once.
 */
export type Fill = (db: Database, brandId: number, first: number, last: number) => Promise<void>;

/** By the name that the migration gave them. */
export type Fills = Readonly<Record<string, Fill>>;

/** What the migrations so far leave to fill. */
const FILLS: Fills = {
  cited: fillCited,
  definition_counts: filling(DEFINITIONS),
  panel_counts: filling(PANELS),
  prompt_counts: filling(PROMPTS),
  rank_counts: filling(RANKS),
  visibility_quarters: filling(VISIBILITY_QUARTERS),
  voice: filling(VOICE),
};

function filling(table: CountTable): Fill {
  return (db, brandId, first, last) => addToCounts(db, table, answersBetween(brandId, first, last));
}

/** Answers per transaction. */
const BATCH_ANSWERS = 2000;

/** What is left to do for one brand in one table. */
interface Pending {
  readonly brand_id: number;
  readonly name: string;
}

/** The answers that are filled, `done_to`, and the last one to fill. */
interface Progress {
  readonly done_to: number;
  readonly up_to: number;
}

export interface FillOptions {
  readonly fills?: Fills;
  readonly batch?: number;
  /** Called after each batch with how much is done, from 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/**
 * Does what `fills` lists. A batch and its progress are one transaction, so after a kill the next process continues, and
 * several processes share the batches.
 */
export async function completeFills(
  db: Database,
  { fills = FILLS, batch = BATCH_ANSWERS, onProgress }: FillOptions = {},
): Promise<void> {
  const all = await listPending(db);
  const total = all.reduce((sum, pending) => sum + leftOf(pending), 0);
  let doneBefore = 0;
  for (const pending of all) {
    const fill = fills[pending.name];
    if (fill === undefined) throw new Error(`nothing can fill ${pending.name}`);
    const report = (left: number) => onProgress?.((doneBefore + leftOf(pending) - left) / total);
    await complete(db, pending, () => fillBatch(db, pending, fill, batch), report);
    doneBefore += leftOf(pending);
  }
}

function leftOf({ done_to, up_to }: Progress): number {
  return up_to - done_to;
}

async function listPending(db: Database): Promise<(Pending & Progress)[]> {
  return await db
    .selectFrom('fills')
    .select(['brand_id', 'name', 'done_to', 'up_to'])
    .orderBy('name')
    .orderBy('brand_id')
    .execute();
}

/**
 * Fills until nothing is left. SQLite gives up waiting for another process that fills the same store, which is not a failure
 * as long as that process makes progress.
 */
async function complete(
  db: Database,
  pending: Pending,
  fillNext: () => Promise<void>,
  report: (left: number) => void,
): Promise<void> {
  let before = await progressOf(db, pending);
  while (before !== undefined) {
    const failure = await fillNext().then(
      () => null,
      (error: unknown) => error,
    );
    if (failure !== null && !isUnavailable(failure)) throw failure;
    const after = await progressOf(db, pending);
    if (failure !== null && after?.done_to === before.done_to) throw failure;
    report(after === undefined ? 0 : leftOf(after));
    before = after;
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof SightlineError && error.code === 'unavailable';
}

/** Undefined when nothing is left. */
async function progressOf(db: Database, { brand_id, name }: Pending): Promise<Progress | undefined> {
  return await db
    .selectFrom('fills')
    .select(['done_to', 'up_to'])
    .where('brand_id', '=', brand_id)
    .where('name', '=', name)
    .executeTakeFirst();
}

async function fillBatch(db: Database, pending: Pending, fill: Fill, size: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await takeIds(transaction, pending.brand_id, 0);
    const progress = await progressOf(transaction, pending);
    if (progress === undefined) return;
    const { done_to, up_to } = progress;
    const last = (await nthAnswer(transaction, pending.brand_id, done_to, size)) ?? up_to;
    await fill(transaction, pending.brand_id, done_to + 1, Math.min(last, up_to));
    if (last < up_to) await noteProgress(transaction, pending, last);
    else await noteCompletion(transaction, pending);
  });
}

async function noteProgress(db: Database, { brand_id, name }: Pending, doneTo: number): Promise<void> {
  await db
    .updateTable('fills')
    .set({ done_to: doneTo })
    .where('brand_id', '=', brand_id)
    .where('name', '=', name)
    .execute();
}

async function noteCompletion(db: Database, { brand_id, name }: Pending): Promise<void> {
  await db.deleteFrom('fills').where('brand_id', '=', brand_id).where('name', '=', name).execute();
}
