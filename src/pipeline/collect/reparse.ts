import type { RandomBytes } from '../../domain/access/base62.ts';
import { redactorOf } from '../../domain/access/secrets.ts';
import { marketOf } from '../../domain/brand/market.ts';
import { storableText } from '../../domain/text.ts';
import type { EngineAdapter, EngineAnswer, EngineReading } from '../../engines/engine.ts';
import { failed } from '../../engines/engine-reading.ts';
import { ADAPTERS } from '../../engines/registry.ts';
import { storeLateCards } from '../../storage/answers/cards.ts';
import {
  countUnreadable,
  listUnread,
  storeLateAnswer,
  type UnreadCollection,
} from '../../storage/answers/collections.ts';
import { type AnswerOfJob, listUnknown, storeLateSearches } from '../../storage/answers/searches.ts';
import { listReplies, type StoredReply } from '../../storage/collect/replies.ts';
import { lockLiveBrand } from '../../storage/directory/brand/brand-lock.ts';
import { listLiveBrands } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type BrandReader, loadBrandReader } from '../intake/brand-reader.ts';
import { newCardsOf } from '../intake/cards.ts';
import { collectionOf, readingOf } from './job/collection-of-reply.ts';
import { redacted } from './job/sending.ts';

export interface ReparseResult {
  readonly brand: string;
  /** Failed replies read again. */
  readonly replies_read: number;
  /** Failed replies that are answers now. */
  readonly answers_found: number;
  /** Answers that gained their searches. */
  readonly searches_filled: number;
  /** Answers that gained their advertisements and products. */
  readonly cards_filled: number;
  /** Failed collections whose replies are gone. */
  readonly replies_gone: number;
}

export interface ReparseDeps {
  readonly db: Database;
  readonly random: RandomBytes;
  /** Default: every engine's adapter. */
  readonly adapters?: readonly EngineAdapter[];
}

export interface ReparseOptions {
  /** Public id of the only brand; default: all. */
  readonly brand?: string | undefined;
  /** Secrets to redact first: replies stored by older versions may contain them. */
  readonly secrets?: readonly string[];
}

interface Rereading extends Required<ReparseDeps> {
  readonly brandId: number;
  readonly redact: (text: string) => string;
}

const BATCH = 100;

/**
 * Parses stored replies again, if they failed to parse or their answers lack searches or cards. Texts and citations of answers stay. A
 * readable reply replaces its failure; others stay failures. Each answer has its own transaction, so run it again after an interruption.
 *
 * @returns per live brand, the oldest first
 */
export async function reparse(deps: ReparseDeps, options: ReparseOptions = {}): Promise<ReparseResult[]> {
  const redact = redactorOf(options.secrets ?? []);
  const brands = await listLiveBrands(deps.db);
  const done: ReparseResult[] = [];
  for (const { id, publicId } of brands) {
    if (options.brand !== undefined && options.brand !== publicId) continue;
    const rereading = { adapters: ADAPTERS, ...deps, redact, brandId: id };
    const { read, found } = await rereadFailures(rereading);
    const [searched, shown] = [await fillSearches(rereading), await fillCards(rereading)];
    const missingReplies = await countUnreadable(deps.db, id, 'parse');
    const counts = {
      replies_read: read,
      answers_found: found,
      replies_gone: missingReplies,
      searches_filled: searched,
      cards_filled: shown,
    };
    done.push({ brand: publicId, ...counts });
  }
  return done;
}

async function rereadFailures(rereading: Rereading): Promise<{ read: number; found: number }> {
  const { db, brandId } = rereading;
  let [read, found, after] = [0, 0, 0];
  for (;;) {
    const batch = await listUnread(db, brandId, { detail: 'parse', after, limit: BATCH });
    const last = batch.at(-1);
    if (last === undefined) return { read, found };
    const workspace = await loadBrandReader(db, brandId);
    for (const each of batch) if (await rereadFailure(rereading, workspace, each)) found += 1;
    read += batch.length;
    after = last.id;
  }
}

/** @returns whether it is an answer now */
async function rereadFailure(
  rereading: Rereading,
  workspace: BrandReader,
  unread: UnreadCollection,
): Promise<boolean> {
  const { db, random, adapters, brandId } = rereading;
  const adapter = adapters.find(({ slug }) => slug === unread.engine);
  const { reading } = await readStoredReplies(rereading, unread);
  if (adapter === undefined || 'fault' in reading) return false;
  const collection = collectionOf({
    workspace,
    adapter,
    job: unread,
    prompt: unread.prompt,
    reading,
    random,
    market: marketOf(unread.locationCode, unread.languageCode),
    collectedAt: unread.collectedAt,
  });
  if (collection.answer === null) return false;
  return await db.transaction().execute(async (transaction) => {
    if (!(await lockLiveBrand(transaction, brandId))) return false;
    const next = { detail: 'parse', after: unread.id - 1, limit: 1 };
    const [still] = await listUnread(transaction, brandId, next);
    if (still?.id !== unread.id) return false;
    await storeLateAnswer(transaction, brandId, unread.id, collection);
    return true;
  });
}

/** @returns the number of answers that gained searches */
async function fillSearches(rereading: Rereading): Promise<number> {
  const { db, brandId } = rereading;
  const batches = (after: number) => listUnknown(db, brandId, 'searches_known', { after, limit: BATCH });
  return await fill(rereading, batches, ({ searches }) => {
    if (searches === null) return null;
    const queries = searches.map(storableText);
    return (transaction, answer) => storeLateSearches(transaction, brandId, answer, queries);
  });
}

/** @returns the number of answers that gained cards */
async function fillCards(rereading: Rereading): Promise<number> {
  const { db, brandId, adapters } = rereading;
  const engines = adapters.filter(({ cards }) => cards !== undefined).map(({ slug }) => slug);
  const batches = (after: number) =>
    listUnknown(db, brandId, 'cards_known', { after, limit: BATCH, engines });
  return await fill(rereading, batches, ({ cards }) => {
    if (cards === undefined) return null;
    const shown = newCardsOf(cards);
    return (transaction, answer) => storeLateCards(transaction, brandId, answer, shown);
  });
}

/** Stores an addition to an answer. @returns false if another process already did */
type Fill = (transaction: Database, answer: AnswerOfJob) => Promise<boolean>;

/**
 * Adds parts of replies to their answers, one by one.
 *
 * @param fillOf null if a reading lacks the part
 * @returns how many
 */
async function fill(
  rereading: Rereading,
  batchAfter: (id: number) => Promise<readonly AnswerOfJob[]>,
  fillOf: (reading: EngineAnswer) => Fill | null,
): Promise<number> {
  const { db, brandId } = rereading;
  let [filled, after] = [0, 0];
  for (;;) {
    const batch = await batchAfter(after);
    const last = batch.at(-1);
    if (last === undefined) return filled;
    for (const answer of batch) {
      const { reading } = await readStoredReplies(rereading, answer);
      const store = 'fault' in reading ? null : fillOf(reading);
      if (store === null) continue;
      const isStored = await db.transaction().execute(async (transaction) => {
        if (!(await lockLiveBrand(transaction, brandId))) return false;
        return await store(transaction, answer);
      });
      if (isStored) filled += 1;
    }
    after = last.id;
  }
}

/** Parses a job's stored replies with the current parser; a failure if there are none. */
async function readStoredReplies(
  { db, adapters, brandId, redact }: Rereading,
  { jobId, attempt, engine }: { readonly jobId: number; readonly attempt: number; readonly engine: string },
): Promise<{ reading: EngineReading; replies: readonly StoredReply[] }> {
  const adapter = adapters.find(({ slug }) => slug === engine);
  const storedReplies = await listReplies(db, { brandId, id: jobId, attempt });
  const replies = storedReplies.map((reply) => redacted(reply, redact));
  const isReadable = adapter !== undefined && replies.length > 0;
  return { reading: isReadable ? readingOf(adapter, replies) : failed('parse', 'final'), replies };
}
