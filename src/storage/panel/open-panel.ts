import type { Role } from '../../domain/answer-reading.ts';
import type { Period } from '../../domain/period.ts';
import { bytesOf, packedIn } from '../../panel/bytes.ts';
import type { PanelNames } from '../../panel/names.ts';
import type { Panel, Segment } from '../../panel/panel.ts';
import type { PanelRow } from '../../panel/row.ts';
import {
  KIND_OF,
  KINDS,
  type Kind,
  type KindData,
  type PackedKinds,
  packedOf,
  rowsOf,
} from '../../panel/segment.ts';
import type { Database } from '../driver/database.ts';
import { isSnapshot } from '../driver/snapshot.ts';
import { type Decoded, type PanelCache, panelCacheOf } from './cache.ts';
import {
  isWithin,
  MadeSegment,
  type PackedBrand,
  type PanelState,
  type Part,
  readState,
  rowsWith,
} from './state.ts';
import { readSegments, type StoredSegment } from './tables.ts';

/** A brand and what it tracks now. */
export interface PanelBrand extends PackedBrand {
  readonly tracked: readonly { readonly id: number; readonly role: Role }[];
}

/** The panel of a brand as a snapshot has it. Nothing is read before something is counted. */
export function openPanel(db: Database, brand: PanelBrand): Panel {
  return new StoredPanel(db, brand);
}

/** A turn of the event loop may take this long. */
const LONGEST_TURN_MS = 8;

class StoredPanel implements Panel {
  readonly names: PanelNames;
  readonly self: number;
  readonly competitors: readonly number[];
  readonly #db: Database;
  readonly #brand: PanelBrand;
  readonly #cache: PanelCache;
  #state: Promise<PanelState> | undefined;
  #turnBegan = performance.now();

  constructor(db: Database, brand: PanelBrand) {
    this.#db = db;
    this.#brand = brand;
    this.#cache = panelCacheOf(db);
    this.names = this.#cache.namesOf(brand.id);
    this.self = brand.tracked.find(({ role }) => role === 'self')?.id ?? 0;
    this.competitors = brand.tracked.filter(({ role }) => role === 'competitor').map(({ id }) => id);
  }

  async segments<Kinds extends Kind>(
    kinds: readonly Kinds[],
    { from, to }: Period,
  ): Promise<readonly Segment<Kinds>[]> {
    this.#state ??= this.#readState();
    const state = await this.#state;
    const parts = state.parts.filter((part) => isWithin(part, from, to));
    const wanted = [...new Set<Kind>(['mentions', ...kinds])];
    const stored = new Map<Kind, Map<Part, Decoded>>();
    for (const kind of wanted) stored.set(kind, await this.#decoded(parts, kind));
    const segments: Segment<Kinds>[] = [];
    for (const part of parts) {
      segments.push(
        part.changes.length > 0 ? await this.#made(state, part, wanted) : storedSegment(part, wanted, stored),
      );
    }
    return segments;
  }

  async breathe(): Promise<void> {
    if (performance.now() - this.#turnBegan < LONGEST_TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#turnBegan = performance.now();
  }

  async #readState(): Promise<PanelState> {
    const { id, version } = this.#brand;
    const known = this.#cache.state(id, this.names);
    if (known?.version === version && isSnapshot(this.#db)) return known;
    // What a transaction that writes sees may yet be taken back.
    const isKept = isSnapshot(this.#db) && (known === undefined || known.version < version);
    const state = await readState(this.#db, this.#brand, isSnapshot(this.#db) ? known : undefined);
    if (isKept) this.#cache.keepState(id, this.names, state);
    return state;
  }

  /** One kind of the parts that are stored segments alone. */
  async #decoded(parts: readonly Part[], kind: Kind): Promise<Map<Part, Decoded>> {
    const found = new Map<Part, Decoded>();
    const missing: (Part & { readonly stored: StoredSegment })[] = [];
    for (const part of parts) {
      const { stored, changes } = part;
      if (stored === null || changes.length > 0) continue;
      const known = this.#cache.segment(this.#brand.id, this.names, keyOf(stored, kind));
      if (known === undefined) missing.push({ ...part, stored });
      else found.set(part, known);
    }
    for (const { stored, firstDay } of missing) {
      const part = parts.find((each) => each.firstDay === firstDay);
      if (part) found.set(part, await this.#read(stored, kind));
    }
    return found;
  }

  async #read(stored: StoredSegment, kind: Kind): Promise<Decoded> {
    const { id } = this.#brand;
    const { firstDay } = stored;
    const bytes = await readSegments(this.#db, id, kind, { first: firstDay, last: firstDay });
    const data = decoded(kind, bytes.get(firstDay), this.names);
    await this.breathe();
    return this.#cache.keepSegment(id, this.names, keyOf(stored, kind), data);
  }

  async #made<Kinds extends Kind>(
    state: PanelState,
    part: Part,
    kinds: readonly Kind[],
  ): Promise<Segment<Kinds>> {
    const making = state.made.get(part.key) ?? this.#make(part);
    state.made.set(part.key, making);
    const made = await making;
    const data: Partial<Record<Kind, KindData[Kind]>> = {};
    for (const kind of kinds) data[kind] = await made.kind(this.#db, this.#brand.id, kind);
    return { kept: made.kept, data: data as Segment<Kinds>['data'] };
  }

  async #make({ stored, changes }: Part): Promise<MadeSegment> {
    const rows = stored === null ? [] : await readRows(this.#db, this.#brand.id, stored, this.names);
    return new MadeSegment(this.names, rowsWith(rows, changes));
  }
}

function keyOf({ firstDay, version }: StoredSegment, kind: Kind): string {
  return `${firstDay} ${version} ${kind}`;
}

function storedSegment<Kinds extends Kind>(
  part: Part,
  kinds: readonly Kind[],
  stored: ReadonlyMap<Kind, ReadonlyMap<Part, Decoded>>,
): Segment<Kinds> {
  const data: Partial<Record<Kind, KindData[Kind]>> = {};
  for (const kind of kinds) data[kind] = stored.get(kind)?.get(part)?.data as KindData[Kind];
  const kept = stored.get('mentions')?.get(part)?.kept ?? new Map();
  return { kept, data: data as Segment<Kinds>['data'] };
}

function decoded<K extends Kind>(kind: K, bytes: Uint8Array | undefined, names: PanelNames): KindData[K] {
  if (bytes === undefined) throw new Error(`a segment has no ${kind}`);
  return KIND_OF[kind](packedIn(bytes) as PackedKinds[K], names);
}

/** The rows of a stored segment. */
export async function readRows(
  db: Database,
  brandId: number,
  { firstDay }: StoredSegment,
  names: PanelNames,
): Promise<PanelRow[]> {
  const data: Partial<Record<Kind, KindData[Kind]>> = {};
  for (const kind of KINDS) {
    const bytes = await readSegments(db, brandId, kind, { first: firstDay, last: firstDay });
    data[kind] = decoded(kind, bytes.get(firstDay), names);
  }
  return rowsOf(data as KindData, names);
}

/** What is stored of a segment with these rows, which must be in order and complete. */
export function storedBytesOf(rows: readonly PanelRow[]): Record<Kind, Uint8Array> {
  const packed = packedOf(rows);
  return {
    mentions: bytesOf(packed.mentions),
    voice: bytesOf(packed.voice),
    sources: bytesOf(packed.sources),
    searches: bytesOf(packed.searches),
  };
}
