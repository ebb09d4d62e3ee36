import { DAY_MS } from '../../domain/period.ts';
import type { PanelNames } from '../../panel/names.ts';
import type { Sums } from '../../panel/panel.ts';
import type { PanelRow } from '../../panel/row.ts';
import {
  inOrder,
  KIND_OF,
  type Kind,
  type KindData,
  type PackedKinds,
  packedOf,
} from '../../panel/segment.ts';
import type { Database } from '../driver/database.ts';
import { readBefores } from './before.ts';
import { type Change, listChanges, listSegments, type StoredSegment } from './tables.ts';

/** A run of days: a stored segment, changes that it does not have yet, or both. */
export interface Part {
  /** Names the answers that it holds: parts of a brand with one key hold the same. */
  readonly key: string;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly stored: StoredSegment | null;
  readonly changes: readonly Change[];
}

/** What a brand's panel consists of at one version of the brand. */
export interface PanelState {
  readonly version: number;
  readonly segments: readonly StoredSegment[];
  readonly changes: readonly Change[];
  /** Oldest first, without a day in common. */
  readonly parts: readonly Part[];
  /** Segments in memory of the parts that have changes, by their keys. */
  readonly made: Map<string, Promise<MadeSegment>>;
  /** What it takes up in memory, about. */
  readonly bytes: number;
}

const BYTES_OF_CHANGE = 2500;

/** A brand as far as its panel needs it. */
export interface PackedBrand {
  readonly id: number;
  readonly version: number;
}

/** The state that a snapshot sees, from an earlier one where there is one. */
export async function readState(
  db: Database,
  brand: PackedBrand,
  earlier: PanelState | undefined,
): Promise<PanelState> {
  const before = earlier !== undefined && earlier.version <= brand.version ? earlier : undefined;
  const [segments, fresh] = await Promise.all([
    listSegments(db, brand.id),
    listChanges(db, brand.id, before?.version ?? 0),
  ]);
  const isSame = before !== undefined && areSame(before.segments, segments);
  // Segments took changes in, so which are left is read anew.
  const changes = isSame
    ? withFresh(before.changes, fresh)
    : before === undefined
      ? fresh
      : await listChanges(db, brand.id, 0);
  const parts = partsOf(segments, changes);
  const keys = new Set(parts.map(({ key }) => key));
  const made = new Map([...(before?.made ?? [])].filter(([key]) => keys.has(key)));
  return {
    ...{ version: brand.version, segments, changes, parts, made },
    bytes: 1000 + 100 * segments.length + BYTES_OF_CHANGE * changes.length,
  };
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

/** A segment has all answers of its days. Any other day is a part by itself. */
function partsOf(segments: readonly StoredSegment[], changes: readonly Change[]): Part[] {
  const covering = ({ day }: Change) =>
    segments.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
  const bySegment = Map.groupBy(changes, covering);
  const ofSegments = segments.map((stored) => partOf(stored, bySegment.get(stored) ?? []));
  const byDay = Map.groupBy(bySegment.get(undefined) ?? [], ({ day }) => day);
  const ofDays = [...byDay.values()].map((some) => partOf(null, some));
  return [...ofSegments, ...ofDays].sort((a, b) => a.firstDay - b.firstDay);
}

function partOf(stored: StoredSegment | null, changes: readonly Change[]): Part {
  const days = changes.map(({ day }) => day);
  const newest = changes.reduce((most, { version }) => Math.max(most, version), 0);
  const firstDay = stored?.firstDay ?? days[0] ?? 0;
  return {
    key: `${firstDay} ${stored?.version ?? 0} ${changes.length} ${newest}`,
    firstDay,
    lastDay: Math.max(stored?.lastDay ?? firstDay, ...days),
    stored,
    changes,
  };
}

/** A segment that is in memory alone. */
export class MadeSegment {
  readonly kept = new Map<string, Sums>();
  readonly #names: PanelNames;
  readonly #rows: readonly PanelRow[];
  #packed: PackedKinds | undefined;
  readonly #data: Partial<Record<Kind, KindData[Kind]>> = {};

  constructor(names: PanelNames, rows: readonly PanelRow[]) {
    this.#names = names;
    this.#rows = rows;
  }

  async kind<K extends Kind>(db: Database, brandId: number, kind: K): Promise<KindData[K]> {
    const known = this.#data[kind];
    if (known !== undefined) return known as KindData[K];
    const packed = kind === 'voice' ? await this.#withBefores(db, brandId) : this.#all;
    const data = KIND_OF[kind](packed[kind], this.#names);
    this.#data[kind] = data;
    return data;
  }

  get #all(): PackedKinds {
    this.#packed ??= packedOf(this.#rows);
    return this.#packed;
  }

  async #withBefores(db: Database, brandId: number): Promise<PackedKinds> {
    return packedOf(await completed(db, brandId, this.#rows));
  }
}

/** These rows, each with what it is compared with. */
export async function completed(
  db: Database,
  brandId: number,
  rows: readonly PanelRow[],
): Promise<PanelRow[]> {
  const open = rows.filter(({ before }) => before === undefined).map(({ id }) => id);
  const befores = await readBefores(db, brandId, open);
  return rows.map((row) => ({ ...row, before: row.before ?? befores.get(row.id) ?? null }));
}

/** The rows of a part: those of its segment as the changes have them. */
export function rowsWith(stored: readonly PanelRow[], changes: readonly Change[]): PanelRow[] {
  const changed = new Set(changes.map(({ id }) => id));
  const left = stored.filter(({ id }) => !changed.has(id));
  return inOrder([...left, ...changes.flatMap(({ answer }) => answer ?? [])]);
}

export function isWithin({ firstDay, lastDay }: Part, from: number, to: number): boolean {
  return firstDay * DAY_MS < to && (lastDay + 1) * DAY_MS > from;
}
