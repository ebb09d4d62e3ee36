import { packedIn } from '../../panel/bytes.ts';
import { PanelNames } from '../../panel/names.ts';
import type { PanelRow } from '../../panel/row.ts';
import { inOrder, KIND_OF, type Kind, type KindData, type PackedKinds, rowsOf } from '../../panel/segment.ts';
import type { Database } from '../driver/database.ts';
import { readEarlierAnswers } from './earlier-answers.ts';
import { type Change, readSegment, type StoredSegment } from './tables.ts';

/** Decodes segments to rows, to merge changes. */

/** A stored segment's kind, by the names' numbers. */
export async function readKind<K extends Kind>(
  db: Database,
  brandId: number,
  { firstDay }: StoredSegment,
  kind: K,
): Promise<(names: PanelNames) => KindData[K]> {
  const bytes = await readSegment(db, brandId, firstDay, kind);
  return (names) => KIND_OF[kind](packedIn(bytes) as PackedKinds[K], names);
}

/** A stored segment's rows with these kinds. */
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

/** Rows after changes, in order. */
export function mergeChanges(rows: readonly PanelRow[], changes: readonly Change[]): PanelRow[] {
  const changed = new Set(changes.map(({ id }) => id));
  const left = rows.filter(({ id }) => !changed.has(id));
  return inOrder([...left, ...changes.flatMap(({ answer }) => answer ?? [])]);
}

/** Adds missing earlier answers to rows. */
export async function withEarlierAnswers(
  db: Database,
  brandId: number,
  rows: readonly PanelRow[],
): Promise<PanelRow[]> {
  const open = rows.filter(({ before }) => before === undefined).map(({ id }) => id);
  const earlier = await readEarlierAnswers(db, brandId, open);
  return rows.map((row) =>
    row.before === undefined ? { ...row, before: earlier.get(row.id) ?? null } : row,
  );
}
