import type { RandomBytes } from '../../domain/access/base62.ts';
import { publicId } from '../../domain/access/public-id.ts';
import { SightlineError } from '../../domain/errors.ts';
import {
  addImport,
  addImportedRows,
  collectionIdsOf,
  countImport,
  deleteImport,
  findImport,
  findInterrupted,
  type Import,
  type ImportCounts,
  type ImportedRow,
  type NewImport,
  setImportState,
} from '../../storage/answers/imports.ts';
import type { NewCollection } from '../../storage/answers/new-collection.ts';
import { lockBrand, withBrandLock } from '../../storage/directory/brand/brand-lock.ts';
import type { Database } from '../../storage/driver/database.ts';

/** What a list of imports says of one. */
export interface ImportSource extends Omit<NewImport, 'publicId' | 'createdAt'> {
  /** The brand's import that a task stores; without it, one begins. */
  readonly begun?: Pick<Import, 'id' | 'publicId'> & { readonly brandId: number };
}

export interface StoredImport {
  readonly publicId: string;
  readonly counts: ImportCounts;
}

interface RecordDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
}

interface PendingRow {
  readonly collection: NewCollection | null;
  readonly row: Omit<ImportedRow, 'collectionId' | 'marketId'> | null;
}

/** What an import is in each brand: one thing, which can be undone as a whole. */
export class ImportRecords {
  readonly #deps: RecordDeps;
  readonly #source: ImportSource;
  readonly #begun = new Map<number, Pick<Import, 'id' | 'publicId'>>();

  constructor(deps: RecordDeps, source: ImportSource) {
    this.#deps = deps;
    this.#source = source;
    if (source.begun) this.#begun.set(source.begun.brandId, source.begun);
  }

  /**
   * The brand's import: a new one, or the same after an interruption. Run it in the transaction that stores.
   *
   * @throws SightlineError `conflict` if somebody undid it meanwhile
   */
  async idIn(db: Database, brandId: number): Promise<number> {
    await lockBrand(db, brandId);
    const begun = this.#begun.get(brandId);
    const found = begun ? await findImport(db, brandId, begun.publicId) : await this.#unfinished(db, brandId);
    if ((found === null && begun) || found?.state === 'undoing')
      throw new SightlineError('conflict', 'This import is being undone, so it stores nothing more.');
    const record = found ?? (await this.#begin(db, brandId));
    this.#begun.set(brandId, record);
    return record.id;
  }

  async #unfinished(db: Database, brandId: number): Promise<Import | null> {
    const { fileName } = this.#source;
    return fileName === '' ? null : await findInterrupted(db, brandId, this.#source);
  }

  async #begin(db: Database, brandId: number): Promise<Pick<Import, 'id' | 'publicId'>> {
    const { now, random } = this.#deps;
    const { begun: _, ...source } = this.#source;
    const added = { ...source, publicId: publicId('imp', random), createdAt: now() };
    return { id: await addImport(db, brandId, added), publicId: added.publicId };
  }

  /** Stores the rows of another tool's file. Rows of an answer that an earlier import has are that one's. */
  async addRows(
    db: Database,
    { brandId, importId }: { readonly brandId: number; readonly importId: number },
    pending: readonly PendingRow[],
    fresh: readonly NewCollection[],
  ): Promise<void> {
    const rows = pending.filter(({ row }) => row !== null);
    const identities = rows.flatMap(({ collection }) => collection?.identity ?? []);
    const ids = await collectionIdsOf(db, brandId, identities);
    const unused = new Set(fresh.map(({ identity }) => identity));
    const added = rows.flatMap(({ collection, row }): ImportedRow[] => {
      if (row === null) return [];
      if (collection === null) return [{ ...row, collectionId: null, marketId: null }];
      const stored = ids.get(collection.identity);
      if (stored?.importId !== importId) return [];
      // The file may have an answer twice.
      const reason = unused.delete(collection.identity) ? null : 'doubled';
      return [{ ...row, reason, collectionId: stored.id, marketId: collection.marketId }];
    });
    await addImportedRows(db, brandId, importId, added);
  }

  /** Notes what each import brought; one that brought nothing is forgotten. @param isWhole whether all was read */
  async finish(isWhole: boolean): Promise<StoredImport[]> {
    const stored: StoredImport[] = [];
    for (const [brandId, { id, publicId: named }] of this.#begun) {
      const counts = await withBrandLock(this.#deps.db, brandId, async (db) => {
        if (isWhole && (await forgetEmpty(db, brandId, id))) return null;
        const found = await countImport(db, brandId, id);
        const state = isWhole ? 'stored' : 'storing';
        await setImportState(db, brandId, id, { state, tool: this.#source.tool, counts: found });
        return found;
      });
      if (counts !== null) stored.push({ publicId: named, counts });
    }
    return stored;
  }
}

/** Deletes an import that brought nothing. Its caller holds the brand's lock. @returns whether it did */
export async function forgetEmpty(db: Database, brandId: number, id: number): Promise<boolean> {
  const counts = Object.values(await countImport(db, brandId, id));
  if (counts.some((count) => count > 0)) return false;
  await deleteImport(db, brandId, id);
  return true;
}
