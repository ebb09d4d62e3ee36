import { NOT_MENTIONED } from '../../domain/answer-reading.ts';
import { SightlineError } from '../../domain/errors.ts';
import { EXTRACTOR } from '../../extract/reading-key.ts';
import {
  countDue,
  type DueAnswer,
  listDue,
  loadStored,
  type Reread,
  type StoredAnswer,
  type StoredMention,
  stillDue,
  storeRereads,
} from '../../storage/answers/due-readings.ts';
import { findWorkspace, listLiveBrands } from '../../storage/directory/brands.ts';
import { lockLiveBrand } from '../../storage/directory/heads.ts';
import type { Database } from '../../storage/driver/database.ts';
import { repackIfMany } from '../../storage/panel/sealing.ts';
import {
  currentReading,
  isCited,
  loadWorkspace,
  outcomeOf,
  type ReadText,
  readText,
  type Workspace,
} from './workspace.ts';

/** What a rescan did with one brand, in answers. */
export interface RescannedBrand {
  readonly brand: string;
  readonly answers_read: number;
  /** Those of them that now say something different. */
  readonly answers_changed: number;
}

export interface RescanProgress extends RescannedBrand {
  readonly done: number;
  readonly total: number;
}

export interface RescanOptions {
  /** Public id of the only brand to read; every live brand without it. */
  readonly brand?: string | undefined;
  /** Once it is given, no further answer is read. */
  readonly stop?: AbortSignal;
  /** Called after each batch, when it is safe; the next one waits for it. */
  readonly onProgress?: (progress: RescanProgress) => unknown;
}

/** Answers per transaction, and at most this much text, so memory stays flat whatever the answers contain. */
const BATCH_ANSWERS = 200;
const BATCH_BYTES = 4_000_000;

/**
 * Reads stored answers again that were read with brands other than those tracked now, or by another extractor. Each
 * answer records what it was read with, which is the only progress kept: an interrupted rescan is finished by
 * running it again, and may run concurrently with imports, applies, and other rescans.
 *
 * @returns per brand, the oldest first
 * @throws SightlineError `not_found` when there is no such brand
 */
export async function rescan(db: Database, options: RescanOptions = {}): Promise<RescannedBrand[]> {
  const done: RescannedBrand[] = [];
  for (const { id, publicId } of await chosenBrands(db, options.brand)) {
    const rescanning = new BrandRescan(db, id, publicId, options);
    try {
      done.push(await rescanning.run());
    } catch (error) {
      throw withProgress(error, [...done, rescanning.summary]);
    }
  }
  return done;
}

async function chosenBrands(db: Database, brand: string | undefined) {
  if (brand === undefined) return await listLiveBrands(db);
  const id = await findWorkspace(db, brand);
  if (id === null) throw new SightlineError('not_found', `There is no brand ${brand}.`);
  return [{ id, publicId: brand }];
}

/** A failure of the store, with what is already safe. */
function withProgress(error: unknown, brands: readonly RescannedBrand[]): unknown {
  if (!(error instanceof SightlineError) || error.code !== 'unavailable') return error;
  const answers = brands.reduce((sum, each) => sum + each.answers_read, 0);
  const sentence = `${error.message} ${answers} answers were read again; run the rescan again to finish it.`;
  return new SightlineError('unavailable', sentence, { cause: error.cause });
}

class BrandRescan {
  readonly #db: Database;
  readonly #brandId: number;
  readonly #publicId: string;
  readonly #options: RescanOptions;
  #read = 0;
  #changed = 0;

  constructor(db: Database, brandId: number, publicId: string, options: RescanOptions) {
    this.#db = db;
    this.#brandId = brandId;
    this.#publicId = publicId;
    this.#options = options;
  }

  get summary(): RescannedBrand {
    return { brand: this.#publicId, answers_read: this.#read, answers_changed: this.#changed };
  }

  /** Makes passes over the answers until one ends with the brands that it began with. Without an answer to read, nothing is loaded for it. */
  async run(): Promise<RescannedBrand> {
    const reading = await currentReading(this.#db, this.#brandId);
    if ((await countDue(this.#db, this.#brandId, reading)) === 0) return this.summary;
    let workspace = await loadWorkspace(this.#db, this.#brandId);
    for (;;) {
      await this.#pass(workspace);
      if (this.#options.stop?.aborted) return this.summary;
      const current = await loadWorkspace(this.#db, this.#brandId);
      if (current.reading === workspace.reading) return this.summary;
      workspace = current;
    }
  }

  /**
   * One pass in the order of ids, so it ends even if another version of Sightline reads the same answers in its
   * own way. It stops early when the brands are no longer those of the workspace.
   */
  async #pass(workspace: Workspace): Promise<void> {
    const { brandId, reading } = workspace;
    const total = this.#read + (await countDue(this.#db, brandId, reading));
    for (let after = 0; !this.#options.stop?.aborted; ) {
      const due = batchOf(await listDue(this.#db, brandId, { reading, after, limit: BATCH_ANSWERS }));
      const last = due.at(-1);
      const batch = last && (await rereadBatch(this.#db, workspace, due));
      if (!batch) return;
      await repackIfMany(this.#db, brandId);
      this.#read += batch.read;
      this.#changed += batch.changed;
      after = last.id;
      const done = this.#read;
      await this.#options.onProgress?.({
        ...this.summary,
        done,
        total: Math.max(done, total),
      });
    }
  }
}

/** As many of these answers as one batch may hold, but at least one. */
function batchOf(due: readonly DueAnswer[]): DueAnswer[] {
  let bytes = 0;
  return due.filter((each, index) => {
    bytes += each.bytes;
    return index === 0 || bytes <= BATCH_BYTES;
  });
}

/**
 * Reads a batch and stores it in one transaction. Texts are read before the brand is locked, so others wait only for
 * the writing; what changed in the meantime is seen under the lock, and skipped.
 *
 * @returns null when the brand is gone, or its tracked brands are no longer those of the workspace
 */
async function rereadBatch(
  db: Database,
  workspace: Workspace,
  due: readonly DueAnswer[],
): Promise<{ read: number; changed: number } | null> {
  const { brandId, reading } = workspace;
  const ids = due.map((each) => each.id);
  const rereads = (await loadStored(db, brandId, ids)).map((answer) => rereadOf(workspace, answer));
  return await db.transaction().execute(async (transaction) => {
    if (!(await lockLiveBrand(transaction, brandId))) return null;
    if ((await currentReading(transaction, brandId)) !== reading) return null;
    const left = await stillDue(transaction, brandId, due);
    const mine = rereads.filter(({ answer }) => left.has(answer.id));
    const changed = await storeRereads(transaction, brandId, mine, { reader: EXTRACTOR, reading });
    return { read: mine.length, changed };
  });
}

/** What a stored answer says about the brands tracked now, as import would have read it. */
function rereadOf(workspace: Workspace, answer: StoredAnswer): Reread {
  const stated = answer.outcomeStated ? answer.outcome : null;
  const read = readText(workspace, { text: answer.text, stated, citedHosts: answer.citedHosts });
  const mentions = answer.given
    ? givenMentions(workspace, answer, read)
    : readMentions(workspace, answer, read);
  const facts = read.facts.toSorted((a, b) => a.factId - b.factId);
  return { answer, mentions, facts, outcome: outcomeOf(stated, mentions) };
}

function readMentions(
  workspace: Workspace,
  { citedHosts, given }: StoredAnswer,
  { mentions }: ReadText,
): StoredMention[] {
  return workspace.tracked.map((brand) => ({
    ...(mentions.get(brand.id) ?? NOT_MENTIONED),
    trackedId: brand.id,
    cited: isCited(brand, citedHosts),
    readLater: given,
  }));
}

/**
 * Given mentions do not change, except for what depends on the brand's hosts. A brand that they do not know is looked
 * for in the text; if there is none, it was not looked for.
 */
function givenMentions(workspace: Workspace, answer: StoredAnswer, text: ReadText): StoredMention[] {
  const given = workspace.tracked.flatMap((brand) => {
    const mention = answer.mentions.get(brand.id);
    return mention && !mention.readLater ? [{ ...mention, cited: isCited(brand, answer.citedHosts) }] : [];
  });
  if (answer.text === null || given.length === workspace.tracked.length) return given;
  const known = new Set(given.map(({ trackedId }) => trackedId));
  const read = readMentions(workspace, answer, text).filter(({ trackedId }) => !known.has(trackedId));
  return [...given, ...read];
}
