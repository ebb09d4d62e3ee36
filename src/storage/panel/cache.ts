import { PanelNames } from '../../panel/names.ts';
import type { Sums } from '../../panel/panel.ts';
import type { Kind, KindData } from '../../panel/segment.ts';
import type { Database } from '../driver/database.ts';
import type { PanelState } from './state.ts';

/** A kind of a segment in memory, with what it was added up to. */
export interface Decoded<K extends Kind = Kind> {
  readonly data: KindData[K];
  readonly kept: Map<string, Sums>;
}

interface Entry {
  readonly brandId: number;
  readonly value: Decoded | PanelState;
  bytes: number;
}

/**
 * Decoded segments in memory, and what is known of each brand's panel beside them: what was not used for longest is dropped when
 * there is too much. A segment of one version never changes, so what is here is valid for whoever sees that version in a
 * snapshot, and several servers need not know of each other.
 */
export class PanelCache {
  readonly #mostBytes: number;
  /** In the order in which they were last used. */
  readonly #entries = new Map<string, Entry>();
  /** What the segments of a brand have in common, and how many entries need it. */
  readonly #names = new Map<number, { readonly names: PanelNames; entries: number }>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  namesOf(brandId: number): PanelNames {
    const known = this.#names.get(brandId);
    if (known !== undefined) return known.names;
    const names = new PanelNames();
    this.#names.set(brandId, { names, entries: 0 });
    return names;
  }

  /** The newest state that was seen of a brand, made with these names. */
  state(brandId: number, names: PanelNames): PanelState | undefined {
    return this.#use(brandId, names, stateKey(brandId)) as PanelState | undefined;
  }

  keepState(brandId: number, names: PanelNames, state: PanelState): void {
    this.#put(stateKey(brandId), names, { brandId, value: state, bytes: state.bytes });
  }

  /** A kind of a segment that was decoded with these names. */
  segment(brandId: number, names: PanelNames, key: string): Decoded | undefined {
    return this.#use(brandId, names, `${brandId} ${key}`) as Decoded | undefined;
  }

  keepSegment(brandId: number, names: PanelNames, key: string, data: KindData[Kind]): Decoded {
    const kept = new KeptSums((bytes) => this.#grow(`${brandId} ${key}`, entry, bytes));
    const value = { data, kept };
    const entry: Entry = { brandId, value, bytes: data.bytes };
    this.#put(`${brandId} ${key}`, names, entry);
    return value;
  }

  #use(brandId: number, names: PanelNames, key: string): Entry['value'] | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#names.get(brandId)?.names !== names) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  #put(key: string, names: PanelNames, entry: Entry): void {
    const shared = this.#names.get(entry.brandId);
    // Whoever began before everything of the brand was dropped numbers things differently by now.
    if (shared?.names !== names) return;
    shared.entries += 1;
    this.#drop(key);
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    const shared = this.#names.get(entry.brandId);
    if (shared === undefined) return;
    shared.entries -= 1;
    if (shared.entries === 0) this.#names.delete(entry.brandId);
  }

  #grow(key: string, entry: Entry, bytes: number): void {
    if (this.#entries.get(key) !== entry) return;
    entry.bytes += bytes;
    this.#bytes += bytes;
  }
}

function stateKey(brandId: number): string {
  return `${brandId} state`;
}

/** More are made of segments only by asking for very different things. */
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
    if (oldest !== undefined) {
      this.#onBytes(-bytesOf(this.get(oldest)));
      this.delete(oldest);
    }
    this.#onBytes(bytesOf(sums));
    return super.set(name, sums);
  }
}

function bytesOf(sums: Sums | undefined): number {
  return sums === undefined ? 0 : sums.groups.byteLength + sums.counts.byteLength + 200;
}

/** By the adapter that a store's pool and transactions share. */
const CACHES = new WeakMap<object, PanelCache>();

const DEFAULT_BYTES = 64 * 1024 * 1024;

/** The cache of a store. */
export function panelCacheOf(db: Database): PanelCache {
  const { adapter } = db.getExecutor();
  const known = CACHES.get(adapter);
  if (known !== undefined) return known;
  const cache = new PanelCache(DEFAULT_BYTES);
  CACHES.set(adapter, cache);
  return cache;
}

/** Says how much of a store's panels may be in memory. Call it before the first report. */
export function limitPanelCache(db: Database, mostBytes: number): void {
  CACHES.set(db.getExecutor().adapter, new PanelCache(mostBytes));
}
