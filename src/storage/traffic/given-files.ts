import type { Selectable } from 'kysely';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';

/** Files that people gave, and each day of a drain. Callers that write hold the brand's lock. */

export interface GivenFile {
  /** Of the brand's numbers. */
  readonly id: number;
  readonly kind: string;
  /** The file's name; for a day of a drain, the day: `2026-11-20`. */
  readonly name: string;
  /** SHA-256 of the file, in hex; empty until it is read to its end, and for a drain. */
  readonly digest: string;
  /** A person's name. */
  readonly givenBy: string;
  readonly givenAt: number;
  /** The UTC days of its lines; null without any. */
  readonly firstDay: number | null;
  readonly lastDay: number | null;
  readonly lines: number;
  /** Lines that count, and did not before. */
  readonly counted: number;
  /** Lines that no format fits. */
  readonly unread: number;
  /** JSON; its shape depends on the kind. */
  readonly detail: string;
}

/** Stores a file, or its newest state. */
export async function saveGivenFile(
  db: Database,
  brandId: number,
  { id, kind, name, givenBy, givenAt, ...state }: GivenFile,
): Promise<void> {
  const { digest, firstDay, lastDay, lines, counted, unread, detail } = state;
  const values = { digest, first_day: firstDay, last_day: lastDay, lines, counted, unread, detail };
  const made = { kind, name, given_by: givenBy, given_at: givenAt };
  await db
    .insertInto('given_files')
    .values({ brand_id: brandId, id, ...made, ...values })
    .onConflict((conflict) => conflict.columns(['brand_id', 'id']).doUpdateSet(values))
    .execute();
}

export async function findGivenFile(db: Database, brandId: number, id: number): Promise<GivenFile | null> {
  const row = await filesOf(db, brandId).where('id', '=', id).executeTakeFirst();
  return row ? fileFrom(row) : null;
}

/** The newest file of a kind. */
export async function findNewestFile(db: Database, brandId: number, kind: string): Promise<GivenFile | null> {
  const row = await filesOf(db, brandId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? fileFrom(row) : null;
}

/** Newest first. */
export async function listGivenFiles(db: Database, brandId: number, limit: number): Promise<GivenFile[]> {
  const rows = await filesOf(db, brandId).orderBy('id', 'desc').limit(limit).execute();
  return rows.map(fileFrom);
}

/** Files whose last day is before this one. */
export async function listFilesBefore(db: Database, brandId: number, day: number): Promise<number[]> {
  const rows = await db
    .selectFrom('given_files')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('last_day', '<', day)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes files with their figures. */
export async function deleteGivenFiles(db: Database, brandId: number, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('given_figures').where('brand_id', '=', brandId).where('file_id', 'in', ids).execute();
  await db.deleteFrom('given_files').where('brand_id', '=', brandId).where('id', 'in', ids).execute();
}

function filesOf(db: Database, brandId: number) {
  return db.selectFrom('given_files').selectAll().where('brand_id', '=', brandId);
}

function fileFrom(row: Selectable<Tables['given_files']>): GivenFile {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    digest: row.digest,
    givenBy: row.given_by,
    givenAt: row.given_at,
    firstDay: row.first_day,
    lastDay: row.last_day,
    lines: row.lines,
    counted: row.counted,
    unread: row.unread,
    detail: row.detail,
  };
}
