import { dayOf } from '../../domain/period.ts';
import { PanelNames } from '../../panel/names.ts';
import type { PanelRow } from '../../panel/row.ts';
import { inOrder } from '../../panel/segment.ts';
import type { Database } from '../driver/database.ts';
import { readRows, storedBytesOf } from './open-panel.ts';
import { completed, type PackedBrand, type Part, readState, rowsWith } from './state.ts';
import {
  deleteChanges,
  listSegments,
  type NewSegment,
  replaceSegments,
  type StoredSegment,
} from './tables.ts';

/**
 * Puts the changes of sealed days into segments. New days become segments of their own at first. Four neighbors of a size become one, so a day is
 * written about three times, and a long history has few segments.
 */

/** Answers at most in the segments of each size but the last, which do not become larger. */
const SIZES = [1024, 4096];
const NEIGHBORS = 4;

/** New days go together into one segment up to this many answers. */
const MOST_NEW = 8192;

/**
 * Packs all changes of the days before one, in the caller's transaction, which holds the brand's lock.
 *
 * @param brand as it is in this transaction: its version is that of the new segments
 */
export async function packDays(db: Database, brand: PackedBrand, before: number): Promise<void> {
  const { parts: all } = await readState(db, brand, undefined);
  const due = all.filter(({ changes, lastDay }) => changes.length > 0 && lastDay < before);
  for (const part of due) if (part.stored !== null) await repack(db, brand, part);
  for (const parts of together(all, due)) {
    const changes = parts.flatMap((part) => part.changes);
    await writeRows(db, brand, [], rowsWith([], changes));
  }
  const ids = due.flatMap(({ changes }) => changes.map(({ id }) => id));
  await deleteChanges(db, brand.id, ids);
  await joinNeighbors(db, brand);
}

async function repack(db: Database, brand: PackedBrand, { stored, changes }: Part): Promise<void> {
  if (stored === null) return;
  const rows = await readRows(db, brand.id, stored, new PanelNames());
  await writeRows(db, brand, [stored], rowsWith(rows, changes));
}

/** The days that are in no segment yet: neighbors together, as many as go into one. */
function together(all: readonly Part[], due: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  let room = 0;
  for (const part of all) {
    if (part.stored !== null) room = 0;
    if (part.stored !== null || !due.includes(part)) continue;
    const group = groups.at(-1);
    if (group === undefined || room < part.changes.length) {
      groups.push([part]);
      room = MOST_NEW - part.changes.length;
    } else {
      group.push(part);
      room -= part.changes.length;
    }
  }
  return groups;
}

/** Writes rows, which must be in order, as a segment in the place of others. */
async function writeRows(
  db: Database,
  { id: brandId, version }: PackedBrand,
  replaced: readonly StoredSegment[],
  rows: readonly PanelRow[],
): Promise<void> {
  const complete = await completed(db, brandId, rows);
  const segments: NewSegment[] = [];
  const [first, last] = [complete.at(0), complete.at(-1)];
  if (first && last) {
    const [firstDay, lastDay] = [dayOf(first.at), dayOf(last.at)];
    segments.push({ firstDay, lastDay, n: complete.length, bytes: storedBytesOf(complete) });
  }
  await replaceSegments(db, { brandId, version }, replaced, segments);
}

async function joinNeighbors(db: Database, brand: PackedBrand): Promise<void> {
  for (;;) {
    const segments = await listSegments(db, brand.id);
    const neighbors = joinable(segments);
    if (neighbors.length === 0) return;
    const names = new PanelNames();
    const rows: PanelRow[] = [];
    for (const each of neighbors) rows.push(...(await readRows(db, brand.id, each, names)));
    await writeRows(db, brand, neighbors, inOrder(rows));
  }
}

/** The last segments that are to become one; none if they are too few. */
export function joinable(segments: readonly StoredSegment[]): readonly StoredSegment[] {
  for (const most of SIZES) {
    const first = segments.findLastIndex(({ n }) => n > most) + 1;
    const small = segments.slice(first);
    if (small.length >= NEIGHBORS) return small.slice(0, NEIGHBORS);
  }
  return [];
}
