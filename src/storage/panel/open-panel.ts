import type { Role } from '../../domain/answers/answer-reading.ts';
import type { ModelReader, Reader } from '../../domain/brand/reader.ts';
import { DAY_MS, type Period } from '../../domain/time/period.ts';
import type { PanelNames } from '../../panel/names.ts';
import type { Panel, Segment } from '../../panel/panel.ts';
import { KIND_OF, type Kind, type KindData, PACKED_OF } from '../../panel/segment.ts';
import type { Database } from '../driver/database.ts';
import { isSnapshot } from '../driver/snapshot.ts';
import { type PanelCache, panelCacheOf, type SegmentKey } from './cache.ts';
import { readEarlierAnswers } from './earlier-answers.ts';
import { mergeChanges, readKind, readRows } from './rows.ts';
import { isWithin, type PackedBrand, type PanelState, type Part, readState } from './state.ts';
import type { Change } from './tables.ts';
import { Turns } from './turns.ts';

/** A brand with its current tracked brands. */
interface PanelBrand extends PackedBrand {
  readonly tracked: readonly { readonly id: number; readonly role: Role }[];
  /** The model that judges its answers; null for rules. */
  readonly reader: ModelReader | null;
}

/**
 * A brand's panel in a snapshot. Reads nothing until a count.
 *
 * @param reader whose framing counts; by default the brand's model, if it has one
 */
export function openPanel(
  db: Database,
  brand: PanelBrand,
  reader: Reader = brand.reader === null ? 'rules' : 'model',
): Panel {
  return new StoredPanel(db, brand, reader);
}

/** Maximum event loop turn. */
const LONGEST_TURN_MS = 8;

/** Per process, which has one event loop. */
const TURNS = new Turns();

class StoredPanel implements Panel {
  readonly self: number;
  readonly competitors: readonly number[];
  readonly reader: Reader;
  readonly #db: Database;
  readonly #brand: PanelBrand;
  readonly #cache: PanelCache;
  #names: PanelNames | undefined;
  #state: Promise<PanelState> | undefined;
  #turnBegan = performance.now();

  constructor(db: Database, brand: PanelBrand, reader: Reader) {
    this.#db = db;
    this.reader = reader;
    this.#brand = brand;
    this.#cache = panelCacheOf(db);
    this.self = brand.tracked.find(({ role }) => role === 'self')?.id ?? 0;
    this.competitors = brand.tracked.filter(({ role }) => role === 'competitor').map(({ id }) => id);
  }

  get names(): PanelNames {
    this.#names ??= this.#cache.namesOf(this.#brand.id);
    return this.#names;
  }

  async *segments<Kinds extends Kind>(
    kinds: readonly Kinds[],
    { from, to }: Period,
    order?: 'newest first',
  ): AsyncGenerator<Segment<Kinds>> {
    const { parts } = await this.#seen();
    const wanted = [...new Set<Kind>(['mentions', ...kinds])];
    for (const part of order === undefined ? parts : parts.toReversed()) {
      if (isWithin(part, from, to)) yield this.#segment(part, wanted) as Segment<Kinds>;
    }
  }

  async breathe(): Promise<void> {
    if (performance.now() - this.#turnBegan < LONGEST_TURN_MS) return;
    await TURNS.next();
    this.#turnBegan = performance.now();
  }

  async #seen(): Promise<PanelState> {
    this.#state ??= this.#readState();
    return await this.#state;
  }

  async #readState(): Promise<PanelState> {
    const { id, version } = this.#brand;
    if (!isSnapshot(this.#db)) return await readState(this.#db, this.#brand, undefined);
    const known = this.#cache.state(id);
    if (known?.version === version) return known;
    const state = await readState(this.#db, this.#brand, known);
    this.#cache.cacheState(id, this.names, state);
    return state;
  }

  #segment(part: Part, kinds: readonly Kind[]): Segment {
    const { firstDay, lastDay, key: version } = part;
    const key: SegmentKey = { brandId: this.#brand.id, names: this.names, firstDay, version };
    return {
      days: { from: firstDay * DAY_MS, to: (lastDay + 1) * DAY_MS },
      version,
      cachedSums: isSnapshot(this.#db) ? this.#cache.sums(key) : new Map(),
      read: async () => {
        const data: Partial<Record<Kind, KindData[Kind]>> = {};
        for (const kind of kinds) data[kind] = await this.#decoded(part, key, kind);
        return data as KindData;
      },
    };
  }

  async #decoded(part: Part, key: SegmentKey, kind: Kind): Promise<KindData[Kind]> {
    const known = this.#cache.segment(key, kind);
    if (known !== undefined) return known;
    const decode = await this.#read(part, kind);
    const data = isSnapshot(this.#db)
      ? this.#cache.cacheSegment(key, kind, () => decode(this.names))
      : decode(this.names);
    await this.breathe();
    return data;
  }

  /** Reads a part's kind. The returned function decodes it without the database. */
  async #read<K extends Kind>(part: Part, kind: K): Promise<(names: PanelNames) => KindData[K]> {
    const [db, { id }] = [this.#db, this.#brand];
    const { stored, changes } = part;
    if (stored !== null && changes.length === 0) return await readKind(db, id, stored, kind);
    const rows = stored === null ? [] : await readRows(db, id, stored, [kind]);
    const made = kind === 'voice' ? await this.#compared(changes) : changes;
    return (names) => KIND_OF[kind](PACKED_OF[kind](mergeChanges(rows, made)), names);
  }

  /** Adds earlier answers to changes; cached until the answer changes again. */
  async #compared(changes: readonly Change[]): Promise<Change[]> {
    const { earlierAnswers } = await this.#seen();
    const open = changes.filter((change) => change.answer !== null && !earlierAnswers.has(change));
    const found = await readEarlierAnswers(
      this.#db,
      this.#brand.id,
      open.map(({ id }) => id),
    );
    for (const change of open) earlierAnswers.set(change, found.get(change.id) ?? null);
    return changes.map((change) => ({
      ...change,
      answer: change.answer && { ...change.answer, before: earlierAnswers.get(change) ?? null },
    }));
  }
}
