import { setImmediate as turn } from 'node:timers/promises';
import type { RandomBytes } from '../../domain/access/base62.ts';
import type { MentionReading } from '../../domain/answers/answer-reading.ts';
import { type BrandMarket, statedMarket } from '../../domain/brand/market.ts';
import { nearestName } from '../../domain/brand/nearest.ts';
import { SightlineError } from '../../domain/errors.ts';
import { storeCollections } from '../../storage/answers/collections.ts';
import { askedElsewhere, type NewCollection } from '../../storage/answers/new-collection.ts';
import { listMarkets } from '../../storage/directory/brand/markets.ts';
import { findWorkspace, listNamedBrands } from '../../storage/directory/brands.ts';
import { capabilitiesOf } from '../../storage/driver/capabilities.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { quoted, sentenceOf } from '../problems.ts';
import { type BrandReader, loadBrandReader } from './brand-reader.ts';
import { BadLine, type ImportLine, readImportLine } from './import-line.ts';
import { linesOf, type NumberedLine } from './lines.ts';
import { type AnswerSource, answerOf } from './new-answer.ts';
import { refuseOtherBytes, refuseOtherText } from './other-formats.ts';
import { packImported } from './pack-daily.ts';

export interface IngestDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
}

export interface IngestOptions {
  /** Stop at the first bad line. Earlier lines stay stored. */
  readonly strict?: boolean;
  /** The only brand to import; lines need not name it. Refusals do not name other brands. */
  readonly brand?: string;
  /** Aborting it stops the import before the next line. Earlier lines stay stored. */
  readonly stop?: AbortSignal;
  readonly onBadLine?: (line: number, reason: string) => void;
  /** Runs after each committed batch; the next batch waits for it. */
  readonly onProgress?: (summary: IngestSummary) => unknown;
}

/** Counts of lines. Each nonblank line counts once in one of the next four. */
export interface IngestSummary {
  lines: number;
  answers: number;
  failed_collections: number;
  already_stored: number;
  bad_lines: number;
  /** Blank searches dropped from good lines. */
  blank_searches: number;
}

/** Lines per transaction. BATCH_CHARACTERS also limits their text, so memory stays flat. */
const BATCH_LINES = 200;
const BATCH_CHARACTERS = 4_000_000;

/**
 * Imports a JSON Lines file, each line whole or not at all. It skips lines it already has, so run it again after an
 * interruption.
 *
 * @param chunks the file's bytes
 * @throws SightlineError `bad_line` in strict mode
 */
export async function importAnswers(
  deps: IngestDeps,
  chunks: AsyncIterable<Uint8Array>,
  options: IngestOptions = {},
): Promise<IngestSummary> {
  const batch = new ImportBatch(deps, options);
  try {
    let isFirst = true;
    for await (const line of linesOf(refuseOtherBytes(chunks))) {
      if (options.stop?.aborted) break;
      if (isFirst && 'text' in line) refuseOtherText(line.text);
      isFirst = false;
      await batch.add(line);
    }
    await batch.store();
    if (!options.stop?.aborted) await batch.pack();
  } catch (error) {
    await batch.end();
    throw withProgress(error, batch.summary);
  }
  return batch.summary;
}

/** Adds the committed progress to a store failure. */
function withProgress(error: unknown, summary: IngestSummary): unknown {
  if (!(error instanceof SightlineError) || error.code !== 'unavailable') return error;
  const stored = summary.answers + summary.failed_collections;
  const sentence = `${error.message} Sightline stored ${stored} lines; run the import again to finish it.`;
  return new SightlineError('unavailable', sentence, { cause: error.cause });
}

class ImportBatch {
  readonly summary: IngestSummary = {
    lines: 0,
    answers: 0,
    failed_collections: 0,
    already_stored: 0,
    bad_lines: 0,
    blank_searches: 0,
  };
  readonly #deps: IngestDeps;
  readonly #options: IngestOptions;
  /** A brand's reader, or the reason why its lines are bad. */
  readonly #workspaces = new Map<string, ImportWorkspace | string>();
  /** Brands with new answers. */
  readonly #brandIds = new Set<number>();
  #pending = new Map<number, NewCollection[]>();
  #pendingLines = 0;
  #pendingCharacters = 0;
  /** The last batch handed to the database. */
  #storing: Promise<void> = Promise.resolve();
  /** Whether others can work between two lines. */
  readonly #isBeside: boolean;

  constructor(deps: IngestDeps, options: IngestOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#isBeside = deps.db.isTransaction || capabilitiesOf(deps.db).runsInOwnProcess;
  }

  async add(line: NumberedLine): Promise<void> {
    this.summary.lines += 1;
    try {
      if ('problem' in line) throw new BadLine(line.problem);
      await this.#addText(line.text);
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      await this.#refuse(line.number, error.message);
    }
    if (this.#pendingLines >= BATCH_LINES || this.#pendingCharacters >= BATCH_CHARACTERS) await this.#hand();
    // Reading a line takes as long as several statements: let the previous batch's statements run between lines.
    else if (this.#isBeside) await turn();
  }

  async store(): Promise<void> {
    await this.#hand();
    await this.#storing;
  }

  /** Waits for the last batch, failed or not. */
  async end(): Promise<void> {
    await this.#storing.catch(() => {});
  }

  /**
   * Hands the pending batch to the database after the previous one. If the database is another process, reading
   * continues meanwhile. The next caller that waits gets a failure.
   */
  async #hand(): Promise<void> {
    await this.#storing;
    const pending = this.#pending;
    this.#pending = new Map();
    this.#pendingLines = 0;
    this.#pendingCharacters = 0;
    this.#storing = this.#storeAll(pending);
    if (this.#isBeside) this.#storing.catch(() => {});
    else await this.#storing;
  }

  async #storeAll(pending: ReadonlyMap<number, readonly NewCollection[]>): Promise<void> {
    const now = this.#deps.now();
    for (const [brandId, collections] of pending) {
      const stored = await inTransaction(this.#deps.db, (transaction) =>
        storeCollections(transaction, brandId, collections, now),
      );
      await this.#packBrand(brandId);
      this.#brandIds.add(brandId);
      const answers = stored.filter((each) => each.answer !== null).length;
      this.summary.answers += answers;
      this.summary.failed_collections += stored.length - answers;
      this.summary.already_stored += collections.length - stored.length;
    }
    await this.#options.onProgress?.(this.summary);
  }

  /** Makes reports over the imported history fast at once. */
  async pack(): Promise<void> {
    for (const brandId of this.#brandIds) await this.#packBrand(brandId);
  }

  /** Within a caller's transaction, rows stay unpacked until their day is packed. */
  async #packBrand(brandId: number): Promise<void> {
    if (!this.#deps.db.isTransaction) await packImported(this.#deps, brandId);
  }

  async #addText(text: string): Promise<void> {
    const line = readImportLine(text, this.#deps.now(), this.#options.brand);
    const workspace = await this.#workspaceOf(line.brand);
    const collection = collectionOf(line, workspace, this.#deps.random);
    const pending = this.#pending.get(workspace.brandId);
    if (pending) pending.push(collection);
    else this.#pending.set(workspace.brandId, [collection]);
    this.summary.blank_searches += line.blankSearches;
    this.#pendingLines += 1;
    this.#pendingCharacters += text.length;
  }

  async #workspaceOf(brand: string): Promise<ImportWorkspace> {
    const { db } = this.#deps;
    const only = this.#options.brand;
    if (only !== undefined && brand !== only)
      throw new BadLine(`brand ${JSON.stringify(quoted(brand))} is not ${only}, the brand of this import`);
    const known = this.#workspaces.get(brand);
    const workspace = known ?? (await findLiveWorkspace(db, brand)) ?? (await noSuchBrand(db, brand));
    this.#workspaces.set(brand, workspace);
    if (typeof workspace === 'string') throw new BadLine(workspace);
    return workspace;
  }

  async #refuse(line: number, reason: string): Promise<void> {
    this.summary.bad_lines += 1;
    if (!this.#options.strict) {
      this.#options.onBadLine?.(line, reason);
      return;
    }
    await this.store();
    throw new SightlineError('bad_line', `Line ${line}: ${sentenceOf([reason])} Earlier lines are stored.`);
  }
}

/** Lines name a brand by its id, which people misspell or confuse with its name. */
async function noSuchBrand(db: Database, brand: string): Promise<string> {
  const brands = await listNamedBrands(db, null);
  const namesake = brands.find(({ name }) => name.toLowerCase() === brand.toLowerCase())?.publicId;
  const near =
    namesake ??
    nearestName(
      brand,
      brands.map(({ publicId: id }) => id),
    );
  const hint = near === undefined ? 'apply it first' : `did you mean ${JSON.stringify(near)}?`;
  return `brand ${JSON.stringify(quoted(brand))} does not exist; ${hint}`;
}

interface ImportWorkspace extends BrandReader {
  readonly markets: readonly BrandMarket[];
}

async function findLiveWorkspace(db: Database, brand: string): Promise<ImportWorkspace | null> {
  const brandId = await findWorkspace(db, brand);
  if (brandId === null) return null;
  return { ...(await loadBrandReader(db, brandId)), markets: await listMarkets(db, brandId) };
}

function collectionOf(line: ImportLine, workspace: ImportWorkspace, random: RandomBytes): NewCollection {
  const { identity, prompt, engine, collectedAt } = line;
  const market = statedMarket(workspace.markets, line);
  if ('problem' in market) throw new BadLine(market.problem);
  const asked = {
    identity,
    prompt,
    engine,
    marketId: market.id,
    collectedAt,
    asking: askedElsewhere(line.model),
  };
  if (line.outcome === 'error' || line.outcome === 'timeout') {
    return { ...asked, outcome: line.outcome, answer: null };
  }
  const answer = answerOf({ ...line, given: givenBy(line, workspace) }, line.outcome, workspace, random);
  return { ...asked, outcome: answer.outcome, answer };
}

/**
 * A line's mentions by tracked brand id; null to extract them. Given mentions are complete: a tracked brand that
 * neither list names is absent.
 */
function givenBy({ mentions, notGiven }: ImportLine, { tracked }: BrandReader): AnswerSource['given'] {
  if (mentions === null) return null;
  const ids = new Map(tracked.map((brand) => [brand.name, brand.id]));
  const idOf = (brand: string) => {
    const id = ids.get(brand);
    if (id !== undefined) return id;
    throw new BadLine(`mentions name ${JSON.stringify(quoted(brand))}, which the brand does not track`);
  };
  return new Map<number, MentionReading | null>([
    ...mentions.map((mention) => [idOf(mention.brand), mention] as const),
    ...notGiven.map((brand) => [idOf(brand), null] as const),
  ]);
}
