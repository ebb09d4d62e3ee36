import { type MentionReading, NOT_MENTIONED } from '../../domain/answers/answer-reading.ts';
import { SightlineError } from '../../domain/errors.ts';
import { EXTRACTOR } from '../../extract/reading-key.ts';
import {
  countDue,
  type DueAnswer,
  filterDue,
  listDue,
  loadStored,
  type NewReading,
  type StoredAnswer,
  type StoredMention,
  storeNewReadings,
} from '../../storage/answers/due-readings.ts';
import { renewPageKeys } from '../../storage/answers/page-keys.ts';
import { lockLiveBrand } from '../../storage/directory/brand/brand-lock.ts';
import { findWorkspace, listLiveBrands } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { repackIfMany } from '../../storage/panel/pack.ts';
import { deleteOutdatedPages } from '../../storage/site/page-facts.ts';
import {
  type BrandReader,
  currentReading,
  isCited,
  loadBrandReader,
  outcomeOf,
  readText,
} from './brand-reader.ts';

/** Counts of answers. */
export interface RescannedBrand {
  readonly brand: string;
  readonly answers_read: number;
  /** Answers whose reading changed. */
  readonly answers_changed: number;
}

export interface RescanProgress extends RescannedBrand {
  readonly done: number;
  readonly total: number;
}

export interface RescanOptions {
  /** Public id of the only brand to rescan; default: every live brand. */
  readonly brand?: string | undefined;
  /** Aborting it stops the rescan before the next answer. */
  readonly stop?: AbortSignal;
  /** Runs after each committed batch; the next batch waits for it. */
  readonly onProgress?: (progress: RescanProgress) => unknown;
  /** A transaction's most answers, and most bytes of their text, so memory stays flat. */
  readonly batch?: BatchLimits;
}

interface BatchLimits {
  readonly answers: number;
  readonly bytes: number;
}

const BATCH: BatchLimits = { answers: 200, bytes: 4_000_000 };

/**
 * Rereads stored answers whose tracked brands or extractor version changed. Each answer records its reading key, and
 * nothing else tracks progress: run it again after an interruption. It may run beside imports, applies, and other
 * rescans.
 *
 * @returns per brand, the oldest first
 * @throws SightlineError `not_found` for an unknown brand
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

/** Adds the committed progress to a store failure. */
function withProgress(error: unknown, brands: readonly RescannedBrand[]): unknown {
  if (!(error instanceof SightlineError) || error.code !== 'unavailable') return error;
  const answers = brands.reduce((sum, each) => sum + each.answers_read, 0);
  const sentence = `${error.message} Sightline has read ${answers} answers again; run the rescan again to finish it.`;
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

  /** Repeats passes until the tracked brands stay the same through one. Loads no extractor if no answer is due. */
  async run(): Promise<RescannedBrand> {
    const reading = await currentReading(this.#db, this.#brandId);
    if ((await countDue(this.#db, this.#brandId, reading)) === 0) return this.summary;
    await renewPageKeys(this.#db, this.#brandId);
    await deleteOutdatedPages(this.#db, this.#brandId);
    let workspace = await loadBrandReader(this.#db, this.#brandId);
    for (;;) {
      await this.#pass(workspace);
      if (this.#options.stop?.aborted) return this.summary;
      const current = await loadBrandReader(this.#db, this.#brandId);
      if (current.reading === workspace.reading) return this.summary;
      workspace = current;
    }
  }

  /**
   * One pass in id order, so it ends even if another Sightline version rereads the same answers. Stops early if the
   * tracked brands change.
   */
  async #pass(workspace: BrandReader): Promise<void> {
    const { brandId, reading } = workspace;
    const { batch: most = BATCH } = this.#options;
    const total = this.#read + (await countDue(this.#db, brandId, reading));
    for (let after = 0; !this.#options.stop?.aborted; ) {
      const due = batchOf(await listDue(this.#db, brandId, { reading, after, limit: most.answers }), most);
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

/** The longest prefix that fits a batch, at least one answer. */
function batchOf(due: readonly DueAnswer[], most: BatchLimits): DueAnswer[] {
  let bytes = 0;
  return due.filter((each, index) => {
    bytes += each.bytes;
    return index === 0 || bytes <= most.bytes;
  });
}

/**
 * Rereads a batch and stores it in one transaction. Reading happens before the brand lock, so others wait only for
 * the writes; under the lock, it skips answers that changed meanwhile.
 *
 * @returns null if the brand is gone or its tracked brands changed
 */
async function rereadBatch(
  db: Database,
  workspace: BrandReader,
  due: readonly DueAnswer[],
): Promise<{ read: number; changed: number } | null> {
  const { brandId, reading } = workspace;
  const ids = due.map((each) => each.id);
  const rereads = (await loadStored(db, brandId, ids)).map((answer) => rereadOf(workspace, answer));
  return await db.transaction().execute(async (transaction) => {
    if (!(await lockLiveBrand(transaction, brandId))) return null;
    if ((await currentReading(transaction, brandId)) !== reading) return null;
    const left = await filterDue(transaction, brandId, due);
    const mine = rereads.filter(({ answer }) => left.has(answer.id));
    const changed = await storeNewReadings(transaction, brandId, mine, { reader: EXTRACTOR, reading });
    return { read: mine.length, changed };
  });
}

/** The reading that an import would store today. */
function rereadOf(workspace: BrandReader, answer: StoredAnswer): NewReading {
  const stated = answer.outcomeStated ? answer.outcome : null;
  const read = readText(workspace, { text: answer.text, stated, citedHosts: answer.citedHosts });
  const mentions = answer.given
    ? givenMentions(workspace, answer, read)
    : readMentions(workspace, answer, read);
  return { answer, mentions, outcome: outcomeOf(stated, mentions) };
}

function readMentions(
  workspace: BrandReader,
  { citedHosts, given }: StoredAnswer,
  mentions: ReadonlyMap<number, MentionReading>,
): StoredMention[] {
  return workspace.tracked.map((brand) => ({
    ...(mentions.get(brand.id) ?? NOT_MENTIONED),
    trackedId: brand.id,
    cited: isCited(brand, citedHosts),
    readLater: given,
  }));
}

/**
 * Imported mentions stay, except for fields that depend on the brand's hosts. For a brand they leave out, read the
 * text; without a text, the brand has no reading.
 */
function givenMentions(
  workspace: BrandReader,
  answer: StoredAnswer,
  text: ReadonlyMap<number, MentionReading>,
): StoredMention[] {
  const given = workspace.tracked.flatMap((brand) => {
    const mention = answer.mentions.get(brand.id);
    return mention && !mention.readLater ? [{ ...mention, cited: isCited(brand, answer.citedHosts) }] : [];
  });
  if (answer.text === null || given.length === workspace.tracked.length) return given;
  const known = new Set(given.map(({ trackedId }) => trackedId));
  const read = readMentions(workspace, answer, text).filter(({ trackedId }) => !known.has(trackedId));
  return [...given, ...read];
}
