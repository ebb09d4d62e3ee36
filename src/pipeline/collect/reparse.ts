import type { RandomBytes } from '../../domain/base62.ts';
import { ADAPTERS } from '../../engines/registry.ts';
import { listUnread, storeLateAnswer, type UnreadCollection } from '../../storage/answers/collections.ts';
import { listReplies } from '../../storage/collect/replies.ts';
import { listLiveBrands, lockLiveBrand } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { loadWorkspace, type Workspace } from '../intake/workspace.ts';
import { collectionOf, readingOf } from './collection-of-reply.ts';

/** What came of reading kept replies again, in collections. */
export interface Reparsed {
  readonly brand: string;
  /** Replies that could not be read when they came. */
  readonly replies_read: number;
  /** Of them, those that are answers now. */
  readonly answers_found: number;
}

const BATCH = 100;

/**
 * Reads kept replies again that no parser could read when they came. What can be read now takes the place of the failure;
 * what still cannot stays one. May be cut short and run again.
 *
 * @returns per live brand, the oldest first
 */
export async function reparse(
  deps: { db: Database; random: RandomBytes },
  options: { readonly brand?: string | undefined } = {},
): Promise<Reparsed[]> {
  const done: Reparsed[] = [];
  const brands = await listLiveBrands(deps.db);
  for (const { id, publicId } of brands.filter((each) =>
    [undefined, each.publicId].includes(options.brand),
  )) {
    let [read, found, after] = [0, 0, 0];
    for (;;) {
      const batch = await listUnread(deps.db, id, { detail: 'parse', after, limit: BATCH });
      const last = batch.at(-1);
      if (last === undefined) break;
      const workspace = await loadWorkspace(deps.db, id);
      for (const each of batch) if (await reparseOne(deps, workspace, each)) found += 1;
      read += batch.length;
      after = last.id;
    }
    done.push({ brand: publicId, replies_read: read, answers_found: found });
  }
  return done;
}

/** @returns whether it is an answer now */
async function reparseOne(
  { db, random }: { db: Database; random: RandomBytes },
  workspace: Workspace,
  unread: UnreadCollection,
): Promise<boolean> {
  const { brandId } = workspace;
  const adapter = ADAPTERS.find(({ slug }) => slug === unread.engine);
  const replies = await listReplies(db, { brandId, id: unread.jobId, attempt: unread.attempt });
  if (adapter === undefined || replies.length === 0) return false;
  const reading = readingOf(adapter, replies);
  if ('fault' in reading) return false;
  const collection = collectionOf({
    workspace,
    adapter,
    job: unread,
    prompt: unread.prompt,
    reading,
    replies,
    collectedAt: unread.collectedAt,
    random,
  });
  if (collection.answer === null) return false;
  return await db.transaction().execute(async (transaction) => {
    if (!(await lockLiveBrand(transaction, brandId))) return false;
    const [still] = await listUnread(transaction, brandId, {
      detail: 'parse',
      after: unread.id - 1,
      limit: 1,
    });
    if (still?.id !== unread.id) return false;
    await storeLateAnswer(transaction, brandId, unread.id, collection);
    return true;
  });
}
