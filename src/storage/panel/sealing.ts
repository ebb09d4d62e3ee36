import { dayOf } from '../../domain/period.ts';
import { bytesOf } from '../../panel/bytes.ts';
import type { PanelRow } from '../../panel/row.ts';
import { inOrder, KINDS, type Kind, PACKED_OF } from '../../panel/segment.ts';
import { headOf, writing } from '../directory/heads.ts';
import type { Database } from '../driver/database.ts';
import { completed, readRows, rowsWith } from './rows.ts';
import { type Part, partsOf } from './state.ts';
import {
  dayOfChange,
  deleteChangesBefore,
  listChangesBefore,
  listSegments,
  type NewSegment,
  replaceSegments,
  type StoredSegment,
} from './tables.ts';

/**
 * Puts the changes of sealed days into segments. Days that are in none become a new one. Neighbors become one, so that a long history has
 * few segments, and an answer is written only a few times.
 */

/** Of so many changes, days are packed in one transaction, but one day at least. The brand's other writers wait for it. */
const CHANGES_AT_ONCE = 4000;

/** Days that are in no segment yet go together into one of up to this many answers. */
const MOST_NEW = 8192;

/** So many neighbors become one segment, of at most this many answers. */
const NEIGHBORS = 4;
const MOST_JOINED = 16_384;

/**
 * Packs the days of a brand before this one, in several transactions. A kill loses nothing, and whoever comes second finds it done.
 *
 * @param onSome called after each transaction; the next one waits for it
 */
export async function packDays(
  db: Database,
  brandId: number,
  before: number,
  onSome?: () => unknown,
): Promise<void> {
  for (;;) {
    const until = await dayOfChange(db, brandId, { before, after: CHANGES_AT_ONCE });
    if (until === null) return;
    await writing(db, brandId, (transaction) => packSome(transaction, brandId, until));
    await onSome?.();
  }
}

/** Packs the days before one if there are many changes of them, so that reports need not read them all. */
export async function packIfMany(db: Database, brandId: number, before: number): Promise<void> {
  const until = await dayOfChange(db, brandId, { before, after: CHANGES_AT_ONCE });
  if (until !== null && until < before) await packDays(db, brandId, before);
}

/** The same for days that are packed already, of which answers were changed. */
export async function repackIfMany(db: Database, brandId: number): Promise<void> {
  const last = (await listSegments(db, brandId)).at(-1);
  if (last !== undefined) await packIfMany(db, brandId, last.lastDay + 1);
}

/** A brand, and the version of it that the transaction makes. */
interface Packing {
  readonly brandId: number;
  readonly version: number;
}

async function packSome(db: Database, brandId: number, before: number): Promise<void> {
  const changes = await listChangesBefore(db, brandId, before);
  if (changes.length === 0) return;
  const { version } = await headOf(db, brandId);
  const packing = { brandId, version };
  const parts = partsOf(await listSegments(db, brandId), changes);
  for (const { stored, changes } of parts) {
    if (stored === null || changes.length === 0) continue;
    const rows = await readRows(db, brandId, stored, KINDS);
    await writeRows(db, packing, [stored], rowsWith(rows, changes));
  }
  for (const days of newDays(parts)) {
    await writeRows(
      db,
      packing,
      [],
      rowsWith(
        [],
        days.flatMap((part) => part.changes),
      ),
    );
  }
  await deleteChangesBefore(db, brandId, before);
  await joinNeighbors(db, packing);
}

/** The days that are in no segment: neighbors together, as many as go into one. */
function newDays(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  let room = 0;
  for (const part of parts) {
    const { length } = part.changes;
    if (part.stored !== null) {
      room = 0;
    } else if (room < length) {
      groups.push([part]);
      room = MOST_NEW - length;
    } else {
      groups.at(-1)?.push(part);
      room -= length;
    }
  }
  return groups;
}

/** Writes rows, which must be in order, as a segment in the place of others. */
async function writeRows(
  db: Database,
  packing: Packing,
  replaced: readonly StoredSegment[],
  rows: readonly PanelRow[],
): Promise<void> {
  const complete = await completed(db, packing.brandId, rows);
  const segments: NewSegment[] = [];
  const [first, last] = [complete.at(0), complete.at(-1)];
  if (first && last) {
    const [firstDay, lastDay] = [dayOf(first.at), dayOf(last.at)];
    segments.push({ firstDay, lastDay, n: complete.length, bytes: bytesOfKinds(complete) });
  }
  await replaceSegments(db, packing, replaced, segments);
}

function bytesOfKinds(rows: readonly PanelRow[]): Record<Kind, Uint8Array> {
  const all = KINDS.map((kind) => [kind, bytesOf(PACKED_OF[kind](rows))] as const);
  return Object.fromEntries(all) as Record<Kind, Uint8Array>;
}

async function joinNeighbors(db: Database, packing: Packing): Promise<void> {
  for (;;) {
    const neighbors = joinable(await listSegments(db, packing.brandId));
    if (neighbors.length === 0) return;
    const rows: PanelRow[] = [];
    for (const each of neighbors) rows.push(...(await readRows(db, packing.brandId, each, KINDS)));
    await writeRows(db, packing, neighbors, inOrder(rows));
  }
}

/**
 * Neighbors that are to become one; none if there are none. Only where none of them is larger than the others together: otherwise most of the
 * answers would be written again for a few.
 */
export function joinable<Segment extends Pick<StoredSegment, 'n'>>(
  segments: readonly Segment[],
): readonly Segment[] {
  for (let at = 0; at + NEIGHBORS <= segments.length; at++) {
    const some = segments.slice(at, at + NEIGHBORS);
    const all = some.reduce((sum, { n }) => sum + n, 0);
    if (all <= MOST_JOINED && some.every(({ n }) => n <= all - n)) return some;
  }
  return [];
}
