import { PanelNames } from '../../panel/names.ts';
import type { Sums } from '../../panel/panel.ts';
import type { Kind, KindData } from '../../panel/segment.ts';
import type { Database } from '../driver/database.ts';
import type { PanelState } from './state.ts';

/** What a segment is kept under: the newest version that was read last stands for each place. */
export interface SegmentKey {
  readonly brandId: number;
  /** Those that it is decoded with. */
  readonly names: PanelNames;
  readonly firstDay: number;
  /** Names its content, among those that a brand's segment of this first day ever has. */
  readonly version: string;
}

/** How full a cache is, and how often it had what was asked for. */
export interface PanelCacheCounts {
  readonly bytes: number;
  /** Kinds of segments. */
  readonly segments: number;
  readonly hits: number;
  readonly misses: number;
}

interface Entry {
  readonly brandId: number;
  readonly version: string;
  readonly value: KindData[Kind] | KeptSums | PanelState;
  bytes: number;
}

/** The names of a brand, for as long as anything in memory needs them. */
interface SharedNames {
  readonly names: PanelNames;
  entries: number;
  bytes: number;
}

/**
 * Decoded segments in memory, what they were added up to, and what each brand's panel consists of: what was not used for longest is dropped when there is
 * too much. Sums may take up to half of the room, and stay when the columns that they were made of go: otherwise each report over a history that is larger
 * than the cache would drop at its end what it begins with, and decode all of it every time.
 * A segment of one version never changes, so what is here is valid for whoever sees that version in a snapshot, and several
 * servers need not know of each other. Only what a snapshot saw may be kept: what a transaction writes may be taken back, and its
 * version used again.
 */
export class PanelCache {
  readonly #mostBytes: number;
  /** Segments and states, and sums, each in the order in which they were last used. */
  readonly #entries = new Map<string, Entry>();
  readonly #sums = new Map<string, Entry>();
  readonly #names = new Map<number, SharedNames>();
  #bytes = 0;
  #bytesOfSums = 0;
  #decoded = 0;
  #hits = 0;
  #misses = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get counts(): PanelCacheCounts {
    return { bytes: this.#bytes, segments: this.#decoded, hits: this.#hits, misses: this.#misses };
  }

  /** The names that a brand's entries are decoded with. Ask for them only to read something. */
  namesOf(brandId: number): PanelNames {
    const known = this.#names.get(brandId);
    if (known !== undefined) return known.names;
    const names = new PanelNames();
    this.#names.set(brandId, { names, entries: 0, bytes: 0 });
    return names;
  }

  /** The state that was read last of a brand: an older one than before, where a replica or a long report is behind. */
  state(brandId: number): PanelState | undefined {
    return this.#use(slotOf(brandId, STATE))?.value as PanelState | undefined;
  }

  /** @param names those that the brand's segments are decoded with */
  keepState(brandId: number, names: PanelNames, state: PanelState): void {
    const bytes = 1000 + 100 * state.segments.length + BYTES_OF_CHANGE * state.changes.length;
    this.#put(slotOf(brandId, STATE), names, { brandId, version: `${state.version}`, value: state, bytes });
  }

  /** What a segment as a whole was added up to, by what was counted. Whatever is added counts from then on. */
  sums(key: SegmentKey): Map<string, Sums> {
    const slot = slotOf(key.brandId, SUMS, key.firstDay);
    const known = this.#found(slot, key);
    if (known !== undefined) return known.value as KeptSums;
    const value = new KeptSums((bytes) => this.#growSums(slot, entry, bytes));
    const entry: Entry = { brandId: key.brandId, version: key.version, value, bytes: 0 };
    this.#put(slot, key.names, entry);
    return value;
  }

  /** A kind of a segment; undefined if it is not here. */
  segment<K extends Kind>(key: SegmentKey, kind: K): KindData[K] | undefined {
    const entry = this.#found(slotOf(key.brandId, kind, key.firstDay), key);
    if (entry === undefined) return undefined;
    this.#hits += 1;
    return entry.value as KindData[K];
  }

  /** What another report has kept meanwhile, or what `decode` makes. */
  keepSegment<K extends Kind>(key: SegmentKey, kind: K, decode: () => KindData[K]): KindData[K] {
    const known = this.segment(key, kind);
    if (known !== undefined) return known;
    this.#misses += 1;
    const { brandId, names, firstDay, version } = key;
    const value = decode();
    this.#put(slotOf(brandId, kind, firstDay), names, { brandId, version, value, bytes: value.bytes });
    return value;
  }

  #found(slot: string, { brandId, names, version }: SegmentKey): Entry | undefined {
    const isTheirs = this.#names.get(brandId)?.names === names;
    const entry = isTheirs ? this.#use(slot) : undefined;
    return entry?.version === version ? entry : undefined;
  }

  #use(slot: string): Entry | undefined {
    const entries = this.#entriesOf(slot);
    const entry = entries.get(slot);
    if (entry === undefined) return undefined;
    entries.delete(slot);
    entries.set(slot, entry);
    return entry;
  }

  #entriesOf(slot: string): Map<string, Entry> {
    return slot.endsWith(SUMS) ? this.#sums : this.#entries;
  }

  #put(slot: string, names: PanelNames, entry: Entry): void {
    const shared = this.#names.get(entry.brandId) ?? { names, entries: 0, bytes: 0 };
    // Whoever began before everything of the brand was dropped numbers things differently from those who came after.
    if (shared.names !== names) return;
    this.#names.set(entry.brandId, shared);
    shared.entries += 1;
    this.#drop(slot);
    this.#entriesOf(slot).set(slot, entry);
    if (isDecoded(slot)) this.#decoded += 1;
    this.#bytes += entry.bytes + names.bytes - shared.bytes;
    shared.bytes = names.bytes;
    this.#dropOldest();
  }

  #growSums(slot: string, entry: Entry, bytes: number): void {
    if (this.#sums.get(slot) !== entry) return;
    entry.bytes += bytes;
    this.#bytes += bytes;
    this.#bytesOfSums += bytes;
    this.#dropOldest();
  }

  #dropOldest(): void {
    while (this.#bytes > this.#mostBytes) {
      const isSums = this.#entries.size === 0 || this.#bytesOfSums > this.#mostBytes / 2;
      const oldest = (isSums ? this.#sums : this.#entries).keys().next().value;
      if (oldest === undefined) break;
      this.#drop(oldest);
    }
  }

  #drop(slot: string): void {
    const entries = this.#entriesOf(slot);
    const entry = entries.get(slot);
    if (entry === undefined) return;
    entries.delete(slot);
    if (isDecoded(slot)) this.#decoded -= 1;
    if (entries === this.#sums) this.#bytesOfSums -= entry.bytes;
    this.#bytes -= entry.bytes;
    const shared = this.#names.get(entry.brandId);
    if (shared === undefined) return;
    shared.entries -= 1;
    if (shared.entries > 0) return;
    this.#names.delete(entry.brandId);
    this.#bytes -= shared.bytes;
  }
}

/** A change with its answer, about. */
const BYTES_OF_CHANGE = 2500;

const STATE = 'state';
const SUMS = 'sums';

function slotOf(brandId: number, what: Kind | typeof STATE | typeof SUMS, firstDay = 0): string {
  return `${brandId} ${firstDay} ${what}`;
}

function isDecoded(slot: string): boolean {
  return !slot.endsWith(STATE) && !slot.endsWith(SUMS);
}

/** More are made of a segment only by asking for very different things. */
const MOST_KEPT = 100;

/** Sums by what was counted, which say how much memory they take. */
class KeptSums extends Map<string, Sums> {
  readonly #onBytes: (bytes: number) => void;

  constructor(onBytes: (bytes: number) => void) {
    super();
    this.#onBytes = onBytes;
  }

  override set(name: string, sums: Sums): this {
    const oldest = this.size >= MOST_KEPT ? this.keys().next().value : undefined;
    for (const dropped of [name, oldest]) {
      if (dropped === undefined) continue;
      this.#onBytes(-bytesOf(this.get(dropped)));
      this.delete(dropped);
    }
    super.set(name, sums);
    this.#onBytes(bytesOf(sums));
    return this;
  }
}

function bytesOf(sums: Sums | undefined): number {
  return sums === undefined ? 0 : sums.groups.byteLength + sums.counts.byteLength + 200;
}

/** By the adapter that a store's pool, transactions, and replica share. */
const CACHES = new WeakMap<object, PanelCache>();

/** How much may be in memory if nobody says it. */
const DEFAULT_PANEL_BYTES = 96 * 2 ** 20;

/** The cache of a store. */
export function panelCacheOf(db: Database): PanelCache {
  const { adapter } = db.getExecutor();
  const known = CACHES.get(adapter);
  if (known !== undefined) return known;
  const cache = new PanelCache(DEFAULT_PANEL_BYTES);
  CACHES.set(adapter, cache);
  return cache;
}

/** Says how much of a store's panels may be in memory, and forgets what is there. */
export function limitPanelCache(db: Database, mostBytes = DEFAULT_PANEL_BYTES): void {
  CACHES.set(db.getExecutor().adapter, new PanelCache(mostBytes));
}
