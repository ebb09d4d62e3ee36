import { DAY_MS } from '../../domain/time/period.ts';
import type { EarlierAnswer } from '../../panel/row.ts';
import type { Database } from '../driver/database.ts';
import { type Change, listChanges, listSegments, type StoredSegment } from './tables.ts';

/** A range of days: a stored segment, unpacked changes, or both. */
export interface Part {
  /** Equal keys within a brand mean equal answers. */
  readonly key: string;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly stored: StoredSegment | null;
  readonly changes: readonly Change[];
}

/** A brand's panel at one version. */
export interface PanelState {
  readonly version: number;
  readonly segments: readonly StoredSegment[];
  readonly changes: readonly Change[];
  /** Oldest first, without overlaps. */
  readonly parts: readonly Part[];
  /** Earlier answers of changes, looked up so far. */
  readonly earlierAnswers: WeakMap<Change, EarlierAnswer | null>;
}

export interface PackedBrand {
  readonly id: number;
  readonly version: number;
}

/** The transaction's state. An earlier state saves reading its changes again. */
export async function readState(
  db: Database,
  brand: PackedBrand,
  known: PanelState | undefined,
): Promise<PanelState> {
  const earlier = known !== undefined && known.version <= brand.version ? known : undefined;
  const [segments, fresh] = await Promise.all([
    listSegments(db, brand.id),
    listChanges(db, brand.id, earlier?.version ?? 0),
  ]);
  const changes = await changesOf(db, brand.id, { earlier, segments, fresh });
  const earlierAnswers = earlier?.earlierAnswers ?? new WeakMap();
  return { version: brand.version, segments, changes, parts: partsOf(segments, changes), earlierAnswers };
}

async function changesOf(
  db: Database,
  brandId: number,
  seen: {
    readonly earlier: PanelState | undefined;
    readonly segments: readonly StoredSegment[];
    readonly fresh: readonly Change[];
  },
): Promise<readonly Change[]> {
  const { earlier, segments, fresh } = seen;
  if (earlier === undefined) return fresh;
  if (areSame(earlier.segments, segments)) return withFresh(earlier.changes, fresh);
  // A segment absorbed changes; read the rest again.
  return await listChanges(db, brandId, 0);
}

function areSame(some: readonly StoredSegment[], others: readonly StoredSegment[]): boolean {
  const isLike = (one: StoredSegment, other: StoredSegment | undefined) =>
    one.firstDay === other?.firstDay && one.version === other.version;
  return some.length === others.length && some.every((one, index) => isLike(one, others[index]));
}

function withFresh(changes: readonly Change[], fresh: readonly Change[]): readonly Change[] {
  if (fresh.length === 0) return changes;
  return [...new Map([...changes, ...fresh].map((change) => [change.id, change])).values()];
}

/** A segment has all answers from its days. Every other day is its own part. */
export function partsOf(segments: readonly StoredSegment[], changes: readonly Change[]): Part[] {
  const byDay = Map.groupBy(changes, ({ day }) => day);
  const bySegment = new Map<StoredSegment, Change[]>();
  const parts: Part[] = [];
  for (const [day, some] of byDay) {
    const stored = segments.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
    if (stored === undefined) parts.push(partOf(null, some));
    else bySegment.set(stored, [...(bySegment.get(stored) ?? []), ...some]);
  }
  for (const stored of segments) parts.push(partOf(stored, bySegment.get(stored) ?? []));
  return parts.sort((a, b) => a.firstDay - b.firstDay);
}

function partOf(stored: StoredSegment | null, changes: readonly Change[]): Part {
  const newest = changes.reduce((most, { version }) => Math.max(most, version), 0);
  const day = changes[0]?.day ?? 0;
  return {
    key: `${stored?.version ?? 0} ${changes.length} ${newest}`,
    firstDay: stored?.firstDay ?? day,
    lastDay: stored?.lastDay ?? day,
    stored,
    changes,
  };
}

export function isWithin({ firstDay, lastDay }: Part, from: number, to: number): boolean {
  return firstDay * DAY_MS < to && (lastDay + 1) * DAY_MS > from;
}
