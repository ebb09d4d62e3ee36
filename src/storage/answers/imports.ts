import { type Selectable, sql } from 'kysely';
import { takeIds } from '../directory/brand/brand-lock.ts';
import { promptDigest } from '../directory/brand/prompts.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';

/** What people brought from elsewhere. Callers that write hold the brand's lock. */

/** `storing` until its last row, also after a kill; `undoing` until nothing of it is left. */
export type ImportState = 'storing' | 'stored' | 'undoing';

/** By name, such as `answers`; empty until all is stored. */
export type ImportCounts = Readonly<Record<string, number>>;

export interface NewImport {
  readonly publicId: string;
  readonly createdAt: number;
  /** As the person's computer names it; empty for a request. */
  readonly fileName: string;
  /** The name of its format; '' until the file is read. */
  readonly tool: string;
  /** JSON: what a person chose. */
  readonly mapping: string;
  /** A name for people. */
  readonly startedBy: string;
  /** Its task's public id; null for the command line and the API. */
  readonly task: string | null;
}

export interface Import extends NewImport {
  /** Of the brand's numbers. */
  readonly id: number;
  readonly state: ImportState;
  readonly counts: ImportCounts;
}

/** A row of another tool's file, with that tool's own figures. */
export interface ImportedRow {
  /** From 1 in the file. */
  readonly row: number;
  /** Its answer's collection, which may be pruned; null if it has none. */
  readonly collectionId: number | null;
  /** Why it has no answer of its own (a code); null if it has one. */
  readonly reason: string | null;
  readonly question: string | null;
  /** The chosen engine's slug, or the file's word if none was chosen. */
  readonly engine: string | null;
  readonly marketId: number | null;
  readonly collectedAt: number | null;
  /** Null: that tool did not evaluate it. */
  readonly named: boolean | null;
  readonly position: number | null;
}

/** @returns its id */
export async function addImport(
  db: Database,
  brandId: number,
  { publicId, createdAt, fileName, tool, mapping, startedBy, task }: NewImport,
): Promise<number> {
  const id = await takeIds(db, brandId, 1);
  const made = { public_id: publicId, created_at: createdAt, file_name: fileName, started_by: startedBy };
  await db
    .insertInto('imports')
    .values({ brand_id: brandId, id, ...made, tool, mapping, task, state: 'storing', counts: '{}' })
    .execute();
  return id;
}

export async function findImport(db: Database, brandId: number, publicId: string): Promise<Import | null> {
  const row = await importsOf(db, brandId).where('public_id', '=', publicId).executeTakeFirst();
  return row ? importFrom(row) : null;
}

export async function findImportOfTask(db: Database, brandId: number, task: string): Promise<Import | null> {
  const row = await importsOf(db, brandId).where('task', '=', task).executeTakeFirst();
  return row ? importFrom(row) : null;
}

/** The newest that was interrupted and has no task: the same file with the same choices continues it. */
export async function findInterrupted(
  db: Database,
  brandId: number,
  { fileName, tool, mapping }: Pick<NewImport, 'fileName' | 'tool' | 'mapping'>,
): Promise<Import | null> {
  const row = await importsOf(db, brandId)
    .where('state', '=', 'storing')
    .where('task', 'is', null)
    .where('file_name', '=', fileName)
    .where('tool', '=', tool)
    .where('mapping', '=', mapping)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? importFrom(row) : null;
}

/** Newest first. */
export async function listImports(db: Database, brandId: number, limit: number): Promise<Import[]> {
  const rows = await importsOf(db, brandId).orderBy('id', 'desc').limit(limit).execute();
  return rows.map(importFrom);
}

/** One that is being undone stays so. @param change what is left out stays */
export async function setImportState(
  db: Database,
  brandId: number,
  id: number,
  change: { readonly state: ImportState; readonly tool?: string; readonly counts?: ImportCounts },
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ ...change, counts: change.counts && JSON.stringify(change.counts) })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('state', '<>', 'undoing')
    .execute();
}

/** Adds rows; those of an earlier attempt stay as they are. */
export async function addImportedRows(
  db: Database,
  brandId: number,
  importId: number,
  rows: readonly ImportedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('import_rows')
    .values(rows.map((row) => ({ brand_id: brandId, import_id: importId, ...columnsOf(row) })))
    .onConflict((conflict) => conflict.columns(['brand_id', 'import_id', 'row']).doNothing())
    .execute();
}

/** An import's rows after one, in the file's order. */
export async function readImportedRows(
  db: Database,
  brandId: number,
  importId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<ImportedRow[]> {
  const rows = await db
    .selectFrom('import_rows')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('import_id', '=', importId)
    .where('row', '>', after)
    .orderBy('row')
    .limit(limit)
    .execute();
  return rows.map(rowFrom);
}

/** What an import brought: its collections, and rows without one. */
export async function countImport(db: Database, brandId: number, id: number): Promise<ImportCounts> {
  const collections = await db
    .selectFrom('collections')
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .select(sql<number>`count(case when outcome in ('error', 'timeout') then 1 end)`.as('failed'))
    .where('brand_id', '=', brandId)
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('import_rows')
    .select((eb) => eb.fn.countAll<number>().as('leftOut'))
    .where('brand_id', '=', brandId)
    .where('import_id', '=', id)
    .where('collection_id', 'is', null)
    .executeTakeFirstOrThrow();
  const [all, failed] = [Number(collections.all), Number(collections.failed)];
  return { answers: all - failed, failed_collections: failed, left_out: Number(rows.leftOut) };
}

/** Imports from before an instant that have no collections any more. */
export async function listEmptyImports(db: Database, brandId: number, before: number): Promise<number[]> {
  const rows = await importsOf(db, brandId)
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('collections as c')
            .select('c.id')
            .where('c.brand_id', '=', brandId)
            .whereRef('c.import_id', '=', 'imports.id'),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes an import without collections, with its rows. */
export async function deleteImport(db: Database, brandId: number, id: number): Promise<void> {
  await db.deleteFrom('import_rows').where('brand_id', '=', brandId).where('import_id', '=', id).execute();
  await db.deleteFrom('imports').where('brand_id', '=', brandId).where('id', '=', id).execute();
}

/** What an import would find: the identities that are stored, and how many of the questions are new. */
export async function countUnknown(
  db: Database,
  brandId: number,
  identities: readonly string[],
  prompts: readonly string[],
): Promise<{ readonly known: ReadonlySet<string>; readonly prompts: number }> {
  const known = await collectionIdsOf(db, brandId, identities);
  const digests = prompts.map(promptDigest);
  const stored =
    digests.length === 0
      ? []
      : await db
          .selectFrom('prompts')
          .select('id')
          .where('brand_id', '=', brandId)
          .where('digest', 'in', digests)
          .execute();
  return { known: new Set(known.keys()), prompts: digests.length - stored.length };
}

/** Collection ids by identity, of those that are stored. */
export async function collectionIdsOf(
  db: Database,
  brandId: number,
  identities: readonly string[],
): Promise<Map<string, { readonly id: number; readonly importId: number | null }>> {
  if (identities.length === 0) return new Map();
  const rows = await db
    .selectFrom('collections')
    .select(['identity', 'id', 'import_id as importId'])
    .where('brand_id', '=', brandId)
    .where('identity', 'in', [...identities])
    .execute();
  return new Map(rows.map(({ identity, ...found }) => [identity, found]));
}

export function importsOf(db: Database, brandId: number) {
  return db.selectFrom('imports').selectAll().where('brand_id', '=', brandId);
}

export function importFrom(row: Selectable<Tables['imports']>): Import {
  return {
    id: row.id,
    publicId: row.public_id,
    createdAt: row.created_at,
    fileName: row.file_name,
    tool: row.tool,
    mapping: row.mapping,
    startedBy: row.started_by,
    task: row.task,
    state: row.state as ImportState,
    counts: JSON.parse(row.counts) as ImportCounts,
  };
}

function columnsOf(row: ImportedRow) {
  return {
    row: row.row,
    collection_id: row.collectionId,
    reason: row.reason,
    question: row.question,
    engine: row.engine,
    market_id: row.marketId,
    collected_at: row.collectedAt,
    named: row.named === null ? null : Number(row.named),
    position: row.position,
  };
}

function rowFrom(row: Selectable<Tables['import_rows']>): ImportedRow {
  return {
    row: row.row,
    collectionId: row.collection_id,
    reason: row.reason,
    question: row.question,
    engine: row.engine,
    marketId: row.market_id,
    collectedAt: row.collected_at,
    named: row.named === null ? null : row.named === 1,
    position: row.position,
  };
}
