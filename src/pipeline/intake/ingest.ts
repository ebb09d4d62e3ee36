import { hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { RandomBytes } from '../../domain/access/base62.ts';
import type { MentionReading } from '../../domain/answers/answer-reading.ts';
import { type BrandMarket, statedMarket } from '../../domain/brand/market.ts';
import { nearestName } from '../../domain/brand/nearest.ts';
import { SightlineError } from '../../domain/errors.ts';
import { LEFT_OUT_WORDS, type LeftOutReason } from '../../exchange/rows.ts';
import { storeCollections } from '../../storage/answers/collections.ts';
import { countUnknown, type ImportedRow } from '../../storage/answers/imports.ts';
import { askedElsewhere, type NewCollection } from '../../storage/answers/new-collection.ts';
import { listMarkets } from '../../storage/directory/brand/markets.ts';
import { findWorkspace, listNamedBrands } from '../../storage/directory/brands.ts';
import { capabilitiesOf } from '../../storage/driver/capabilities.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { quoted, sentenceOf } from '../problems.ts';
import { type BrandReader, loadBrandReader } from './brand-reader.ts';
import { BadLine, type ImportLine, readImportLine } from './import-line.ts';
import { ImportRecords, type ImportSource, type StoredImport } from './import-records.ts';
import { linesOf, type NumberedLine } from './lines.ts';
import { type AnswerSource, answerOf } from './new-answer.ts';
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
  /** As its list of imports shows it. Null, as by default: Sightline's own answers, such as samples. */
  readonly source?: ImportSource | null;
  /** Only count what is new; store nothing. */
  readonly isDryRun?: boolean;
  /** Aborting it stops the import before the next line. Earlier lines stay stored. */
  readonly stop?: AbortSignal;
  /** Also for rows that are left out. */
  readonly onBadLine?: (line: number, reason: string) => void;
  /** Runs after each committed batch; the next batch waits for it. */
  readonly onProgress?: (summary: IngestSummary) => unknown;
}

/** A line to import, with the row of another tool's file that it stands for; or one of its rows that is left out. */
export type ImportItem =
  | NumberedLine
  | { readonly number: number; readonly text: string; readonly row: OtherRow }
  | { readonly number: number; readonly leftOut: OtherRow };

export type OtherRow = Omit<ImportedRow, 'collectionId' | 'marketId'>;

/** Counts of lines. Each nonblank line counts once in one of the next four, or is left out. */
export interface IngestSummary {
  lines: number;
  answers: number;
  failed_collections: number;
  /** Before, or earlier in this file. */
  already_stored: number;
  bad_lines: number;
  /** Rows of another tool's file without an answer. */
  left_out?: number;
  /** Of a dry run: questions that the brand does not have. */
  new_questions?: number;
  /** Blank searches dropped from good lines. */
  blank_searches: number;
}

/** Lines per transaction. BATCH_CHARACTERS also limits their text, so memory stays flat. */
const BATCH_LINES = 200;
const BATCH_CHARACTERS = 4_000_000;

/** Imports a file of our own lines (docs/files.md), as `importItems` does. @param chunks the file's bytes */
export async function importAnswers(
  deps: IngestDeps,
  chunks: AsyncIterable<Uint8Array>,
  options: IngestOptions = {},
): Promise<IngestSummary> {
  return (await importItems(deps, linesOf(chunks), options)).summary;
}

/** What an import did, and what it is in each of its brands. */
export interface Ingested {
  readonly summary: IngestSummary;
  readonly imports: readonly StoredImport[];
}

/**
 * Imports lines, each whole or not at all. It skips lines it already has, so run it again after an interruption.
 *
 * @throws SightlineError `bad_line` in strict mode; `conflict` if it is undone meanwhile
 */
export async function importItems(
  deps: IngestDeps,
  items: AsyncIterable<ImportItem>,
  options: IngestOptions = {},
): Promise<Ingested> {
  const batch = new ImportBatch(deps, options);
  try {
    for await (const item of items) {
      if (options.stop?.aborted) break;
      await batch.add(item);
    }
    await batch.store();
    if (!options.stop?.aborted) await batch.pack();
    const isWhole = options.stop?.aborted !== true;
    return { summary: batch.summary, imports: (await batch.records?.finish(isWhole)) ?? [] };
  } catch (error) {
    await batch.end();
    throw withProgress(error, batch.summary);
  }
}

/** Adds the committed progress to a store failure. */
function withProgress(error: unknown, summary: IngestSummary): unknown {
  if (!(error instanceof SightlineError) || error.code !== 'unavailable') return error;
  const stored = summary.answers + summary.failed_collections;
  const sentence = `${error.message} Sightline stored ${stored} lines; run the import again to finish it.`;
  return new SightlineError('unavailable', sentence, { cause: error.cause });
}

/** A line's collection, and its row; one of them may be missing. */
interface Pending {
  readonly collection: NewCollection | null;
  readonly row: OtherRow | null;
}

class ImportBatch {
  readonly records: ImportRecords | null;
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
  #pending = new Map<number, Pending[]>();
  /** Of a dry run: identities, and questions or their hashes, so far. */
  readonly #seen = new Set<string>();
  #pendingLines = 0;
  #pendingCharacters = 0;
  /** The last batch handed to the database. */
  #storing: Promise<void> = Promise.resolve();
  /** Whether others can work between two lines. */
  readonly #isBeside: boolean;

  constructor(deps: IngestDeps, options: IngestOptions) {
    this.#deps = deps;
    this.#options = options;
    const { source = null, isDryRun = false } = options;
    this.records = source === null || isDryRun ? null : new ImportRecords(deps, source);
    this.#isBeside = deps.db.isTransaction || capabilitiesOf(deps.db).runsInOwnProcess;
  }

  async add(item: ImportItem): Promise<void> {
    this.summary.lines += 1;
    const row = 'row' in item ? item.row : null;
    try {
      if ('problem' in item) throw new BadLine(item.problem);
      if ('leftOut' in item) await this.#leaveOut(item.leftOut);
      else await this.#addText(item.text, row);
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      await this.#refuse(item.number, error.message, row);
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

  async #storeAll(all: ReadonlyMap<number, readonly Pending[]>): Promise<void> {
    for (const [brandId, pending] of all) {
      const stored = await this.#storeSome(brandId, pending);
      const answers = stored.filter(({ answer }) => answer !== null).length;
      this.summary.answers += answers;
      this.summary.failed_collections += stored.length - answers;
      this.summary.already_stored +=
        pending.filter(({ collection }) => collection !== null).length - stored.length;
    }
    await this.#options.onProgress?.(this.summary);
  }

  /** @returns the new collections */
  async #storeSome(brandId: number, pending: readonly Pending[]): Promise<readonly NewCollection[]> {
    const { db, now } = this.#deps;
    const collections = pending.flatMap(({ collection }) => collection ?? []);
    if (this.#options.isDryRun) return await this.#unknown(brandId, collections);
    const stored = await inTransaction(db, async (transaction) => {
      if (this.records === null) return await storeCollections(transaction, brandId, collections, now());
      const importId = await this.records.idIn(transaction, brandId);
      const imported = collections.map((each) => ({ importId, ...each }));
      const fresh = await storeCollections(transaction, brandId, imported, now());
      await this.records.addRows(transaction, { brandId, importId }, pending, fresh);
      return fresh;
    });
    await this.#packBrand(brandId);
    this.#brandIds.add(brandId);
    return stored;
  }

  /** What would be new, in this file and the store. */
  async #unknown(brandId: number, collections: readonly NewCollection[]): Promise<NewCollection[]> {
    const isFirst = (kind: string, text: string) => {
      const key = `${brandId} ${kind} ${text.length > 100 ? hash('sha256', text, 'base64url') : text}`;
      const before = this.#seen.size;
      return this.#seen.add(key).size > before;
    };
    const some = collections.filter(({ identity }) => isFirst('answer', identity));
    const prompts = [...new Set(some.map(({ prompt }) => prompt))].filter((each) =>
      isFirst('question', each),
    );
    const found = await countUnknown(
      this.#deps.db,
      brandId,
      some.map(({ identity }) => identity),
      prompts,
    );
    this.summary.new_questions = (this.summary.new_questions ?? 0) + found.prompts;
    return some.filter(({ identity }) => !found.known.has(identity));
  }

  /** Makes reports over the imported history fast at once. */
  async pack(): Promise<void> {
    for (const brandId of this.#brandIds) await this.#packBrand(brandId);
  }

  /** Within a caller's transaction, rows stay unpacked until their day is packed. */
  async #packBrand(brandId: number): Promise<void> {
    if (!this.#deps.db.isTransaction) await packImported(this.#deps, brandId);
  }

  async #addText(text: string, row: OtherRow | null): Promise<void> {
    const line = readImportLine(text, this.#deps.now(), this.#options.brand);
    const workspace = await this.#workspaceOf(line.brand);
    // A dry run need not read the text.
    const read = this.#options.isDryRun ? { ...line, answer: null } : line;
    this.#pend(workspace, { collection: collectionOf(read, workspace, this.#deps.random), row }, text.length);
    this.summary.blank_searches += line.blankSearches;
  }

  /** A row of another tool's file without an answer: its brand is the only one. */
  async #leaveOut(row: OtherRow): Promise<void> {
    const workspace = await this.#workspaceOf(this.#options.brand ?? '');
    this.#pend(workspace, { collection: null, row }, 0);
    this.summary.left_out = (this.summary.left_out ?? 0) + 1;
    const [what, why] = LEFT_OUT_WORDS[row.reason as LeftOutReason];
    this.#options.onBadLine?.(row.row, `left out: ${what}; ${why}`);
  }

  #pend({ brandId }: BrandReader, pending: Pending, characters: number): void {
    const others = this.#pending.get(brandId);
    if (others) others.push(pending);
    else this.#pending.set(brandId, [pending]);
    this.#pendingLines += 1;
    this.#pendingCharacters += characters;
  }

  async #workspaceOf(brand: string): Promise<ImportWorkspace> {
    const only = this.#options.brand;
    if (only !== undefined && brand !== only)
      throw new BadLine(`brand ${JSON.stringify(quoted(brand))} is not ${only}, the brand of this import`);
    const workspace = await this.#workspaceOrReason(brand);
    if (typeof workspace === 'string') throw new BadLine(workspace);
    return workspace;
  }

  async #workspaceOrReason(brand: string): Promise<ImportWorkspace | string> {
    const { db } = this.#deps;
    const known = this.#workspaces.get(brand);
    const workspace = known ?? (await findLiveWorkspace(db, brand)) ?? (await noSuchBrand(db, brand));
    this.#workspaces.set(brand, workspace);
    return workspace;
  }

  async #refuse(line: number, reason: string, row: OtherRow | null): Promise<void> {
    this.summary.bad_lines += 1;
    const workspace = row && (await this.#workspaceOrReason(this.#options.brand ?? ''));
    if (row !== null && workspace !== null && typeof workspace !== 'string')
      this.#pend(workspace, { collection: null, row: { ...row, reason: 'refused' } }, 0);
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
    ...(!line.isImported && { importId: null }),
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
