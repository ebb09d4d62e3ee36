import type { RandomBytes } from '../../domain/base62.ts';
import { marketOf } from '../../domain/market.ts';
import { redactorOf } from '../../domain/secrets.ts';
import { storableText } from '../../domain/text.ts';
import type { EngineAdapter, EngineReading } from '../../engines/engine.ts';
import { failed } from '../../engines/engine-reading.ts';
import { ADAPTERS } from '../../engines/registry.ts';
import {
  countUnreadable,
  listUnread,
  storeLateAnswer,
  type UnreadCollection,
} from '../../storage/answers/collections.ts';
import { listUnsearched, storeLateSearches, type UnsearchedAnswer } from '../../storage/answers/searches.ts';
import { listReplies, type StoredReply } from '../../storage/collect/replies.ts';
import { listLiveBrands } from '../../storage/directory/brands.ts';
import { lockLiveBrand } from '../../storage/directory/heads.ts';
import type { Database } from '../../storage/driver/database.ts';
import { loadWorkspace, type Workspace } from '../intake/workspace.ts';
import { collectionOf, readingOf } from './collection-of-reply.ts';
import { redacted } from './sending.ts';

/** The result of reading kept replies again. */
export interface Reparsed {
  readonly brand: string;
  /** Replies that could not be read when they came. */
  readonly replies_read: number;
  /** Those of them that are answers now. */
  readonly answers_found: number;
  /** Answers whose searches were not known, and are now. */
  readonly searches_filled: number;
  /** Collections that could not be read when they came, and cannot be now, because their replies are no longer kept. */
  readonly replies_gone: number;
}

export interface ReparseDeps {
  readonly db: Database;
  readonly random: RandomBytes;
  /** The adapters that read the replies; by default, those of every engine of this installation. */
  readonly adapters?: readonly EngineAdapter[];
}

export interface ReparseOptions {
  /** The public id of the only brand to read again. */
  readonly brand?: string | undefined;
  /** Secrets to remove before reading: replies kept by older versions may contain them. */
  readonly secrets?: readonly string[];
}

/** One brand whose kept replies are read again. */
interface Rereading extends Required<ReparseDeps> {
  readonly brandId: number;
  readonly redact: (text: string) => string;
}

const BATCH = 100;

/**
 * Reads kept replies again: those that no parser could read when they came, and those of answers for which it is not known
 * what the engine searched for. What can be read now replaces the failure; what still cannot stays one. Every
 * answer is stored separately, so an interrupted run is finished by running it again.
 *
 * @returns per live brand, the oldest first
 */
export async function reparse(deps: ReparseDeps, options: ReparseOptions = {}): Promise<Reparsed[]> {
  const redact = redactorOf(options.secrets ?? []);
  const brands = await listLiveBrands(deps.db);
  const done: Reparsed[] = [];
  for (const { id, publicId } of brands) {
    if (options.brand !== undefined && options.brand !== publicId) continue;
    const rereading = { adapters: ADAPTERS, ...deps, redact, brandId: id };
    const { read, found } = await rereadFailures(rereading);
    const filled = await fillSearches(rereading);
    const gone = await countUnreadable(deps.db, id, 'parse');
    const counts = { replies_read: read, answers_found: found, searches_filled: filled, replies_gone: gone };
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
    const workspace = await loadWorkspace(db, brandId);
    for (const each of batch) if (await rereadFailure(rereading, workspace, each)) found += 1;
    read += batch.length;
    after = last.id;
  }
}

/** @returns whether it is an answer now */
async function rereadFailure(
  rereading: Rereading,
  workspace: Workspace,
  unread: UnreadCollection,
): Promise<boolean> {
  const { db, random, adapters, brandId } = rereading;
  const adapter = adapters.find(({ slug }) => slug === unread.engine);
  const { reading, replies } = await readKept(rereading, unread);
  if (adapter === undefined || 'fault' in reading) return false;
  const collection = collectionOf({
    ...{ workspace, adapter, job: unread, prompt: unread.prompt, reading, replies, random },
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

/** @returns for how many answers the searches are known now */
async function fillSearches(rereading: Rereading): Promise<number> {
  const { db, brandId } = rereading;
  let [filled, after] = [0, 0];
  for (;;) {
    const batch = await listUnsearched(db, brandId, { after, limit: BATCH });
    const last = batch.at(-1);
    if (last === undefined) return filled;
    for (const each of batch) if (await fillSearchesOf(rereading, each)) filled += 1;
    after = last.id;
  }
}

async function fillSearchesOf(rereading: Rereading, answer: UnsearchedAnswer): Promise<boolean> {
  const { db, brandId } = rereading;
  const { reading } = await readKept(rereading, answer);
  if ('fault' in reading) return false;
  const searches = reading.searches.map(storableText);
  return await db.transaction().execute(async (transaction) => {
    if (!(await lockLiveBrand(transaction, brandId))) return false;
    return await storeLateSearches(transaction, brandId, answer, searches);
  });
}

/** How the engine's parser reads a job's kept replies today; a failure if there are none. */
async function readKept(
  { db, adapters, brandId, redact }: Rereading,
  { jobId, attempt, engine }: { readonly jobId: number; readonly attempt: number; readonly engine: string },
): Promise<{ reading: EngineReading; replies: readonly StoredReply[] }> {
  const adapter = adapters.find(({ slug }) => slug === engine);
  const kept = await listReplies(db, { brandId, id: jobId, attempt });
  const replies = kept.map((reply) => redacted(reply, redact));
  const isReadable = adapter !== undefined && replies.length > 0;
  return { reading: isReadable ? readingOf(adapter, replies) : failed('parse', 'final'), replies };
}
