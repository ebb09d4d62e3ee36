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
import { readSegment, type StoredSegment } from './tables.ts';

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

  async *segments<Kinds extends Kind>(
    kinds: readonly Kinds[],
    { from, to }: Period,
  ): AsyncGenerator<Segment<Kinds>> {
    this.#state ??= this.#readState();
    const state = await this.#state;
    const wanted = [...new Set<Kind>(['mentions', ...kinds])];
    for (const part of state.parts) {
      if (!isWithin(part, from, to)) continue;
      yield (await this.#segment(state, part, wanted)) as Segment<Kinds>;
    }
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

  async #segment(state: PanelState, part: Part, kinds: readonly Kind[]): Promise<Segment> {
    const { stored, changes } = part;
    const data: Partial<Record<Kind, KindData[Kind]>> = {};
    let kept: Segment['kept'] = new Map();
    if (stored !== null && changes.length === 0) {
      for (const kind of kinds) {
        const decoded = await this.#decoded(stored, kind);
        data[kind] = decoded.data;
        if (kind === 'mentions') kept = decoded.kept;
      }
    } else {
      const made = await this.#made(state, part);
      kept = made.kept;
      for (const kind of kinds) data[kind] = await made.kind(this.#db, this.#brand.id, kind);
    }
    return { kept, data: data as KindData };
  }

  async #decoded(stored: StoredSegment, kind: Kind): Promise<Decoded> {
    const { id } = this.#brand;
    const key = `${stored.firstDay} ${stored.version} ${kind}`;
    const known = this.#cache.segment(id, this.names, key);
    if (known !== undefined) return known;
    const bytes = await readSegment(this.#db, id, stored.firstDay, kind);
    const decoded = this.#cache.keepSegment(id, this.names, key, decodedFrom(kind, bytes, this.names));
    await this.breathe();
    return decoded;
  }

  async #made({ made }: PanelState, part: Part): Promise<MadeSegment> {
    const known = made.get(part.key) ?? this.#make(part);
    made.set(part.key, known);
    // Another report may try again.
    known.catch(() => made.delete(part.key));
    return await known;
  }

  async #make({ stored, changes }: Part): Promise<MadeSegment> {
    const rows = stored === null ? [] : await readRows(this.#db, this.#brand.id, stored, this.names);
    return new MadeSegment(this.names, rowsWith(rows, changes));
  }
}

function decodedFrom<K extends Kind>(kind: K, bytes: Uint8Array, names: PanelNames): KindData[K] {
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
    data[kind] = decodedFrom(kind, await readSegment(db, brandId, firstDay, kind), names);
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
