import { packedIn } from '../../panel/bytes.ts';
import { PanelNames } from '../../panel/names.ts';
import type { PanelRow } from '../../panel/row.ts';
import { inOrder, KIND_OF, type Kind, type KindData, type PackedKinds, rowsOf } from '../../panel/segment.ts';
import type { Database } from '../driver/database.ts';
import { readBefores } from './before.ts';
import { type Change, readSegment, type StoredSegment } from './tables.ts';

/** Segments as rows again, to bring changes into them. */

/** A kind of a stored segment, by the numbers that the names give. */
export async function readKind<K extends Kind>(
  db: Database,
  brandId: number,
  { firstDay }: StoredSegment,
  kind: K,
): Promise<(names: PanelNames) => KindData[K]> {
  const bytes = await readSegment(db, brandId, firstDay, kind);
  return (names) => KIND_OF[kind](packedIn(bytes) as PackedKinds[K], names);
}

/** The rows of a stored segment, with what these kinds have of them. */
export async function readRows(
  db: Database,
  brandId: number,
  stored: StoredSegment,
  kinds: readonly Kind[],
): Promise<PanelRow[]> {
  const names = new PanelNames();
  const data: Partial<Record<Kind, KindData[Kind]>> = {};
  for (const kind of ['mentions', ...kinds] as const) {
    data[kind] ??= (await readKind(db, brandId, stored, kind))(names);
  }
  return rowsOf(data as KindData, names);
}

/** Rows as changes have them, in order. */
export function rowsWith(rows: readonly PanelRow[], changes: readonly Change[]): PanelRow[] {
  const changed = new Set(changes.map(({ id }) => id));
  const left = rows.filter(({ id }) => !changed.has(id));
  return inOrder([...left, ...changes.flatMap(({ answer }) => answer ?? [])]);
}

/** These rows, each with what it is compared with, which is looked up for those that lack it. */
export async function completed(
  db: Database,
  brandId: number,
  rows: readonly PanelRow[],
): Promise<PanelRow[]> {
  const open = rows.filter(({ before }) => before === undefined).map(({ id }) => id);
  const befores = await readBefores(db, brandId, open);
  return rows.map((row) =>
    row.before === undefined ? { ...row, before: befores.get(row.id) ?? null } : row,
  );
}
