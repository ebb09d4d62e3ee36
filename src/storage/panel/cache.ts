import { PanelNames } from '../../panel/names.ts';
import type { Kind, KindData } from '../../panel/segment.ts';
import type { Sums } from '../../panel/tally.ts';
import type { Database } from '../driver/database.ts';
import type { PanelState } from './state.ts';

/** A segment's cache key; each place holds the newest version read. */
export interface SegmentKey {
  readonly brandId: number;
  /** The decoder's names. */
  readonly names: PanelNames;
  readonly firstDay: number;
  /** Identifies the content among the versions of a brand's segment for this first day. */
  readonly version: string;
}

/** A cache's size and hit counts. */
export interface PanelCacheCounts {
  readonly bytes: number;
  /** Segment kinds. */
  readonly segments: number;
  readonly hits: number;
  readonly misses: number;
}

interface Entry {
  readonly brandId: number;
  readonly version: string;
  readonly value: KindData[Kind] | CachedSums | PanelState;
  bytes: number;
}

/** A brand's names, while anything in memory needs them. */
interface SharedNames {
  readonly names: PanelNames;
  entries: number;
  bytes: number;
}

/**
 * Caches decoded segments, their sums, and each brand's panel state; evicts the least recently used. Sums may take up
 * to half of the space and outlive their columns: otherwise a report over a history larger than the cache would evict
 * its own beginning and decode everything every time. A segment version never changes, so entries are valid for every
 * snapshot with that version, and servers need not coordinate. Cache only data from snapshots: a transaction may roll
 * back, and its version may be reused.
 */
export class PanelCache {
  readonly #mostBytes: number;
  /** Segments and states, and sums, in order of last use. */
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

  /** A brand's names, for decoding. Call it only in order to read something. */
  namesOf(brandId: number): PanelNames {
    const known = this.#names.get(brandId);
    if (known !== undefined) return known.names;
    const names = new PanelNames();
    this.#names.set(brandId, { names, entries: 0, bytes: 0 });
    return names;
  }

  /** A brand's last read state; it may be older than before, after a long report. */
  state(brandId: number): PanelState | undefined {
    return this.#use(slotOf(brandId, STATE))?.value as PanelState | undefined;
  }

  /** @param names the decoder's names */
  cacheState(brandId: number, names: PanelNames, state: PanelState): void {
    const bytes = 1000 + 100 * state.segments.length + BYTES_OF_CHANGE * state.changes.length;
    this.#put(slotOf(brandId, STATE), names, { brandId, version: `${state.version}`, value: state, bytes });
  }

  /** Sums over a whole segment, by query name. Additions count toward the limit. */
  sums(key: SegmentKey): Map<string, Sums> {
    const slot = slotOf(key.brandId, SUMS, key.firstDay);
    const known = this.#found(slot, key);
    if (known !== undefined) return known.value as CachedSums;
    const value = new CachedSums((bytes) => this.#growSums(slot, entry, bytes));
    const entry: Entry = { brandId: key.brandId, version: key.version, value, bytes: 0 };
    this.#put(slot, key.names, entry);
    return value;
  }

  /** A segment's kind; undefined if not cached. */
  segment<K extends Kind>(key: SegmentKey, kind: K): KindData[K] | undefined {
    const entry = this.#found(slotOf(key.brandId, kind, key.firstDay), key);
    if (entry === undefined) return undefined;
    this.#hits += 1;
    return entry.value as KindData[K];
  }

  /** Another report's cached kind, or the result of `decode`. */
  cacheSegment<K extends Kind>(key: SegmentKey, kind: K, decode: () => KindData[K]): KindData[K] {
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
    // A report that began before the brand was evicted uses other numbers than later ones.
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

/** Approximate memory for a change with its answer. */
const BYTES_OF_CHANGE = 2500;

const STATE = 'state';
const SUMS = 'sums';

function slotOf(brandId: number, what: Kind | typeof STATE | typeof SUMS, firstDay = 0): string {
  return `${brandId} ${firstDay} ${what}`;
}

function isDecoded(slot: string): boolean {
  return !slot.endsWith(STATE) && !slot.endsWith(SUMS);
}

/** Only very different queries and windows make more sums per segment. */
const MOST_SUMS = 2000;

/** Sums by query name, with their memory. */
class CachedSums extends Map<string, Sums> {
  readonly #onBytes: (bytes: number) => void;

  constructor(onBytes: (bytes: number) => void) {
    super();
    this.#onBytes = onBytes;
  }

  override set(name: string, sums: Sums): this {
    const oldest = this.size >= MOST_SUMS ? this.keys().next().value : undefined;
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
  return sums === undefined ? 0 : sums.keys.byteLength + sums.counts.byteLength + 200;
}

/** By the adapter that a store's pool and transactions share. */
const CACHES = new WeakMap<object, PanelCache>();

const DEFAULT_PANEL_BYTES = 96 * 2 ** 20;

export function panelCacheOf(db: Database): PanelCache {
  const { adapter } = db.getExecutor();
  const known = CACHES.get(adapter);
  if (known !== undefined) return known;
  const cache = new PanelCache(DEFAULT_PANEL_BYTES);
  CACHES.set(adapter, cache);
  return cache;
}

/** Limits the memory for a store's panels, and clears them. */
export function limitPanelCache(db: Database, mostBytes = DEFAULT_PANEL_BYTES): void {
  CACHES.set(db.getExecutor().adapter, new PanelCache(mostBytes));
}
