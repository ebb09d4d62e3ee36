import { dayOf } from '../../domain/time/period.ts';
import { bytesOf } from '../../panel/bytes.ts';
import type { PanelRow } from '../../panel/row.ts';
import { inOrder, KINDS, type Kind, PACKED_OF } from '../../panel/segment.ts';
import { brandStateOf, withBrandLock } from '../directory/brand/brand-lock.ts';
import type { Database } from '../driver/database.ts';
import { mergeChanges, readRows, withEarlierAnswers } from './rows.ts';
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
 * Packs changes from complete days into segments. Days without a segment form a new one. Neighbors merge, so that a
 * long history has few segments and each answer is rewritten only a few times.
 */

/** Changes per transaction, but at least one day. The brand's other writers wait for it. */
const CHANGES_AT_ONCE = 4000;

/** Maximum answers in a new segment. */
const MOST_NEW = 8192;

/** How many neighbors merge, up to this many answers. */
const NEIGHBORS = 4;
const MOST_JOINED = 16_384;

/**
 * Packs a brand's days before this one, in several transactions. A kill loses nothing, and later calls find it done.
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
    await withBrandLock(db, brandId, (transaction) => packSome(transaction, brandId, until));
    await onSome?.();
  }
}

/** Packs days before this one if they have many changes, so that reports need not read them all. */
export async function packIfMany(db: Database, brandId: number, before: number): Promise<void> {
  const until = await dayOfChange(db, brandId, { before, after: CHANGES_AT_ONCE });
  if (until !== null && until < before) await packDays(db, brandId, before);
}

/** For changed answers on packed days. */
export async function repackIfMany(db: Database, brandId: number): Promise<void> {
  const last = (await listSegments(db, brandId)).at(-1);
  if (last !== undefined) await packIfMany(db, brandId, last.lastDay + 1);
}

/** A brand, and the transaction's version. */
interface Packing {
  readonly brandId: number;
  readonly version: number;
}

async function packSome(db: Database, brandId: number, before: number): Promise<void> {
  const changes = await listChangesBefore(db, brandId, before);
  if (changes.length === 0) return;
  const { version } = await brandStateOf(db, brandId);
  const packing = { brandId, version };
  const parts = partsOf(await listSegments(db, brandId), changes);
  for (const { stored, changes } of parts) {
    if (stored === null || changes.length === 0) continue;
    const rows = await readRows(db, brandId, stored, KINDS);
    await writeRows(db, packing, [stored], mergeChanges(rows, changes));
  }
  for (const days of newDays(parts)) {
    await writeRows(
      db,
      packing,
      [],
      mergeChanges(
        [],
        days.flatMap((part) => part.changes),
      ),
    );
  }
  await deleteChangesBefore(db, brandId, before);
  await joinNeighbors(db, packing);
}

/** Days without a segment, grouped with neighbors up to the maximum. */
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

/** Writes sorted rows as a segment that replaces others. */
async function writeRows(
  db: Database,
  packing: Packing,
  replaced: readonly StoredSegment[],
  rows: readonly PanelRow[],
): Promise<void> {
  const complete = await withEarlierAnswers(db, packing.brandId, rows);
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
 * Neighbors to merge, if any. None may be larger than the others together: otherwise a merge would rewrite most
 * answers for a few.
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
