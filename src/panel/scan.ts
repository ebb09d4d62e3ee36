import { type Column, narrow } from './bytes.ts';
import { MOST_BRANDS, MOST_ENGINES } from './names.ts';
import type { CountedAnswers, Panel, Segment, SegmentData, Slice, Sums } from './panel.ts';
import type { Coded, Kind, KindData, Mentions, TimesLists } from './segment.ts';

/**
 * The one way to count: a window and filter select answers, a query groups and sums them per segment, and the segment
 * sums are added up. Sums over whole segments without a filter are cached.
 */

/** A segment and its selected answers: those with 1 in `keep`, or all. */
export interface Rows<Kinds extends Kind = Kind> {
  readonly data: SegmentData<Kinds>;
  readonly keep: Uint8Array | null;
}

/** Counts groups of answers. */
export interface CountQuery<Kinds extends Kind = Kind> {
  /**
   * Identifies the counts together with the answers: equal names give equal sums. Null if caching is not worth it.
   */
  readonly name: string | null;
  readonly kinds: readonly Kinds[];
  /** Counts per group. */
  readonly width: number;
  /** Whether each group belongs to one engine (`withEngine`) and does not depend on other engines. */
  readonly byEngine?: true;
  /** Groups are integers, equal across a brand's segments. */
  readonly sums: (rows: Rows<Kinds>) => Sums;
}

/** Sums a query over the selected answers. */
export async function countGroups<Kinds extends Kind>(
  answers: CountedAnswers,
  counting: CountQuery<Kinds>,
): Promise<Totals> {
  const totals = new Totals(counting.width);
  for (const sums of await sumsBySegment(answers, counting)) totals.add(sums);
  return totals;
}

/** Each segment's sums within a window. */
export async function sumsBySegment<Kinds extends Kind>(
  { panel, period, only }: CountedAnswers,
  counting: CountQuery<Kinds>,
): Promise<Sums[]> {
  const { engine, ...others } = only;
  // Cached sums already have one engine's groups.
  const isOfGroups = counting.byEngine === true && engine !== undefined;
  const chosen = { period, only: isOfGroups ? others : only };
  const all: Sums[] = [];
  for await (const segment of panel.segments(counting.kinds, period)) {
    const sums =
      cachedSumsOf(segment, chosen, counting) ??
      sumsOf(segment, chosenIn(panel, await segment.read(), chosen), counting);
    all.push(isOfGroups ? ofEngine(sums, panel.names.engines.known(engine)) : sums);
    await panel.breathe();
  }
  return all;
}

/**
 * Sums that cannot be added up from segments. Cached with the window's last segment while all its segments stay the
 * same.
 *
 * @param name identifies the sums together with the window's segments
 */
export async function cachedOver(
  { panel, period }: CountedAnswers,
  name: string,
  count: () => Promise<Sums>,
): Promise<Sums> {
  const versions: string[] = [];
  let cachedSums: Map<string, Sums> | undefined;
  for await (const segment of panel.segments(['mentions'], period)) {
    versions.push(`${segment.days.from} ${segment.version}`);
    cachedSums = segment.cachedSums;
  }
  if (cachedSums === undefined) return NOTHING;
  const whole = `${name} from ${period.from} to ${period.to} of ${versions.join(', ')}`;
  const known = cachedSums.get(whole);
  if (known !== undefined) return known;
  const sums = await count();
  cachedSums.set(whole, sums);
  return sums;
}

function ofEngine(sums: Sums, engine: number | undefined): Sums {
  return filterGroups((group) => engineIn(group) === engine, sums);
}

/** Selects groups, keeping their order. */
export function filterGroups(isOne: (group: number) => boolean, { groups, counts }: Sums): Sums {
  const places = new Uint32Array(groups.length);
  let found = 0;
  for (let place = 0; place < groups.length; place++) {
    if (!isOne(groups[place] as number)) continue;
    places[found] = place;
    found += 1;
  }
  const own = places.subarray(0, found);
  return { groups: runsAt(groups, own, 1), counts: runsAt(counts, own, counts.length / groups.length) };
}

/** Calls `visit` with each segment that has selected answers, oldest first. */
export async function eachSegment<Kinds extends Kind>(
  { panel, period, only }: CountedAnswers,
  kinds: readonly Kinds[],
  visit: (rows: Rows<Kinds>) => void,
): Promise<void> {
  for await (const segment of panel.segments(kinds, period)) {
    const rows = chosenIn(panel, await segment.read(), { period, only });
    if (rows !== null) visit(rows);
    await panel.breathe();
  }
}

/** Calls `visit` with each segment, newest first, until it needs no older ones. Segments have no day in common. */
export async function eachNewest<Kinds extends Kind>(
  { panel, period, only }: CountedAnswers,
  kinds: readonly Kinds[],
  visit: (rows: Rows<Kinds>) => boolean,
): Promise<void> {
  for await (const segment of panel.segments(kinds, period, 'newest first')) {
    const rows = chosenIn(panel, await segment.read(), { period, only });
    if (rows !== null && !visit(rows)) return;
    await panel.breathe();
  }
}

/** A whole segment's cached sums, if it need not be read. */
function cachedSumsOf<Kinds extends Kind>(
  { days, cachedSums }: Segment<Kinds>,
  { period, only }: Pick<CountedAnswers, 'period' | 'only'>,
  { name }: CountQuery<Kinds>,
): Sums | undefined {
  if (name === null || days.from < period.from || days.to > period.to) return undefined;
  return Object.values(only).every((each) => each === undefined) ? cachedSums.get(name) : undefined;
}

const NOTHING: Sums = { groups: new Uint8Array(), counts: new Uint8Array() };

function sumsOf<Kinds extends Kind>(
  { cachedSums }: Segment<Kinds>,
  rows: Rows<Kinds> | null,
  counting: CountQuery<Kinds>,
): Sums {
  if (rows === null) return NOTHING;
  const { name } = counting;
  if (rows.keep !== null || name === null) return counting.sums(rows);
  const known = cachedSums.get(name);
  if (known !== undefined) return known;
  const { groups, counts } = counting.sums(rows);
  const sums = { groups: narrow(groups), counts: narrow(counts) };
  cachedSums.set(name, sums);
  return sums;
}

/** Binary search: the first place in [from, to) with at least this value. */
function placeOf(values: ArrayLike<number>, value: number, from = 0, to = values.length): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A segment's selected answers; null for none. */
function chosenIn<Kinds extends Kind>(
  { names }: Panel,
  data: SegmentData<Kinds>,
  { period, only }: Pick<CountedAnswers, 'period' | 'only'>,
): Rows<Kinds> | null {
  const { n, at } = data.mentions;
  const [from, to] = [placeOf(at, period.from), placeOf(at, period.to)];
  if (from >= to) return null;
  const isWhole = from === 0 && to === n;
  const conditions = conditionsOf(names, data.mentions, only);
  if (conditions.length === 0 && isWhole) return { data, keep: null };
  const keep = new Uint8Array(n).fill(1, from, to);
  for (const { codes, holds } of conditions) {
    for (let row = from; row < to; row++) {
      if (holds[codes[row] as number] === 0) keep[row] = 0;
    }
  }
  return { data: isWhole ? data : cutAt(data, from, to), keep };
}

/** Cuts the lists to answers between two places, so that a short window does not read long lists. */
function cutAt<Data extends Pick<KindData, 'mentions'> & Partial<KindData>>(
  data: Data,
  from: number,
  to: number,
): Data {
  const mentions = { ...data.mentions, lists: listsAt(data.mentions.lists, from, to) };
  const { voice } = data;
  return voice === undefined
    ? { ...data, mentions }
    : { ...data, mentions, voice: { ...voice, lists: listsAt(voice.lists, from, to) } };
}

function listsAt<Some extends TimesLists>(lists: Some, from: number, to: number): Some {
  const { start, end, row } = lists;
  const placesOf = (answer: number) =>
    Uint32Array.from(start, (first, list) => placeOf(row, answer, first, end[list]));
  return { ...lists, start: placesOf(from), end: placesOf(to) };
}

/** For each filtered column, which of its values match. Skips columns where every value matches. */
function conditionsOf(
  names: Panel['names'],
  { engine, prompt, market, model }: Mentions,
  only: Slice,
): { readonly codes: Coded['codes']; readonly holds: Uint8Array }[] {
  const wanted = [
    conditionOn(engine, names.engines.values, only.engine && new Set([only.engine])),
    conditionOn(prompt, names.prompts.values, only.prompts),
    conditionOn(market, names.markets.values, only.markets),
    conditionOn(model, names.models.values, only.models),
  ];
  return wanted.filter((each) => each !== null);
}

function conditionOn<Value>(
  { codes, of }: Coded,
  values: readonly Value[],
  wanted: ReadonlySet<Value> | undefined | '',
) {
  if (!wanted) return null;
  const holds = new Uint8Array(of.length);
  for (let place = 0; place < of.length; place++) {
    if (wanted.has(values[of[place] as number] as Value)) holds[place] = 1;
  }
  return holds.includes(0) ? { codes, holds } : null;
}

/** Groups up to this number use an array. */
const MOST_DENSE = 1 << 22;

/** Maximum array slots per group: filling a large array for a few groups takes longer than counting them. */
const ROOM_OF_GROUP = 256;

/** Maps a group and its counts. */
export type RowOf<Row> = (group: number, count: (each: number) => number) => Row;

/** Counts by group. */
export class Totals {
  readonly width: number;
  /** In order of appearance. */
  #counts: Float64Array;
  readonly #groups: number[] = [];
  /** Each group's place from 1; 0 for none. */
  #places = new Int32Array(1024);
  readonly #sparse = new Map<number, number>();
  readonly #mostDense: number;

  /** @param mostDense the largest group looked up in an array; a map suits few groups with very high numbers */
  constructor(width: number, mostDense = MOST_DENSE) {
    this.width = width;
    this.#mostDense = mostDense;
    this.#counts = new Float64Array(64 * width);
  }

  add(sums: Sums): void {
    for (let index = 0; index < sums.groups.length; index++) this.addAt(sums, index);
  }

  /** Adds a single group, by its place. */
  addAt({ groups, counts }: Sums, index: number): void {
    const { width } = this;
    const at = this.#placeOf(groups[index] as number) * width;
    for (let each = 0; each < width; each++) {
      this.#counts[at + each] =
        (this.#counts[at + each] as number) + (counts[index * width + each] as number);
    }
  }

  get size(): number {
    return this.#groups.length;
  }

  /** The group at a place, and its counts. */
  groupAt(place: number): number {
    return this.#groups[place] as number;
  }

  countAt(place: number, each: number): number {
    return this.#counts[place * this.width + each] as number;
  }

  /** All counts at a place, summed. */
  sumAt(place: number): number {
    let sum = 0;
    for (let each = 0; each < this.width; each++) sum += this.countAt(place, each);
    return sum;
  }

  /** Calls `visit` with each group and its counts. */
  each(visit: RowOf<void>): void {
    this.#groups.forEach((group, place) => {
      visit(group, (each) => this.countAt(place, each));
    });
  }

  /** Maps groups and their counts, optionally only some places. */
  map<Row>(rowOf: RowOf<Row>, isWanted: (place: number) => boolean = () => true): Row[] {
    const rows: Row[] = [];
    this.#groups.forEach((group, place) => {
      if (isWanted(place)) rows.push(rowOf(group, (each) => this.countAt(place, each)));
    });
    return rows;
  }

  #placeOf(group: number): number {
    if (group >= this.#places.length) return this.#placeBeyond(group);
    const known = this.#places[group] as number;
    if (known > 0) return known - 1;
    const place = this.#newPlace(group);
    this.#places[group] = place + 1;
    return place;
  }

  #placeBeyond(group: number): number {
    const known = this.#sparse.get(group);
    if (known !== undefined) return known;
    const place = this.#newPlace(group);
    this.#sparse.set(group, place);
    if (group < Math.min(this.#mostDense, ROOM_OF_GROUP * this.size)) this.#growTo(group + 1);
    return place;
  }

  #growTo(least: number): void {
    const larger = new Int32Array(Math.max(least, 2 * this.#places.length));
    larger.set(this.#places);
    this.#places = larger;
    for (const [group, place] of this.#sparse) {
      if (group >= larger.length) continue;
      larger[group] = place + 1;
      this.#sparse.delete(group);
    }
  }

  #newPlace(group: number): number {
    const place = this.#groups.push(group) - 1;
    if ((place + 1) * this.width > this.#counts.length) {
      const larger = new Float64Array(2 * this.#counts.length);
      larger.set(this.#counts);
      this.#counts = larger;
    }
    return place;
  }
}

/** Collects one segment's counts by its own group numbers, from 0 to before `most`. */
export class Tally {
  readonly counts: Float64Array | Uint16Array;
  readonly #width: number;

  /** @param largest upper bound for counts: a low bound saves memory where there are very many groups */
  constructor(most: number, width: number, largest: number = Number.POSITIVE_INFINITY) {
    this.counts = largest < 2 ** 16 ? new Uint16Array(most * width) : new Float64Array(most * width);
    this.#width = width;
  }

  add(group: number, each: number, count: number): void {
    const at = group * this.#width + each;
    this.counts[at] = (this.counts[at] as number) + count;
  }

  /** Non-empty groups, under shared numbers. */
  sums(sharedOf: (group: number) => number): Sums {
    const found = placesWithAny(this.counts, this.#width);
    const groups = new Float64Array(found.length);
    for (let index = 0; index < found.length; index++) groups[index] = sharedOf(found[index] as number);
    return { groups, counts: runsAt(this.counts, found, this.#width) };
  }

  /** Like `sums`, with the shared numbers as an array, for very many groups. */
  sumsOf(shared: Uint32Array): Sums {
    const found = placesWithAny(this.counts, this.#width);
    return { groups: runsAt(shared, found, 1), counts: runsAt(this.counts, found, this.#width) };
  }
}

// Each loop over very many numbers is its own function: V8 optimizes functions that run often.

/** Where the runs of `width` counts are not all 0. */
function placesWithAny(counts: Tally['counts'], width: number): Uint32Array {
  const places = new Uint32Array(counts.length / width);
  let found = 0;
  for (let at = 0; at < counts.length; at++) {
    if (counts[at] === 0) continue;
    const place = Math.floor(at / width);
    places[found] = place;
    found += 1;
    at = (place + 1) * width - 1;
  }
  return places.subarray(0, found);
}

/** The runs of `width` counts at these places. */
function runsAt<Some extends Column>(counts: Some, places: Uint32Array, width: number): Some {
  if (places.length * width === counts.length) return counts;
  const runs = counts.slice(0, places.length * width) as Some;
  for (let index = 0; index < places.length; index++) {
    const from = (places[index] as number) * width;
    for (let each = 0; each < width; each++) runs[index * width + each] = counts[from + each] as number;
  }
  return runs;
}

/** A group's counts under these names, in count order. */
export function byName<Name extends string>(
  names: readonly Name[],
  count: (each: number) => number,
): Record<Name, number> {
  const counts = {} as Record<Name, number>;
  names.forEach((name, each) => {
    counts[name] = count(each);
  });
  return counts;
}

/** Combines an engine with something else into a group, by shared numbers. */
export function withEngine(other: number, engine: number): number {
  return other * MOST_ENGINES + engine;
}

export function engineIn(group: number): number {
  return group % MOST_ENGINES;
}

export function otherIn(group: number): number {
  return Math.floor(group / MOST_ENGINES);
}

/**
 * Combines a tracked brand with something else into a group. Exceeds `MOST_DENSE`, because a large array would have
 * few groups.
 */
export function withBrand(other: number, brand: number): number {
  return other * MOST_BRANDS + brand;
}

export function brandIn(group: number): number {
  return group % MOST_BRANDS;
}

export function besideBrandIn(group: number): number {
  return Math.floor(group / MOST_BRANDS);
}

/**
 * Tallies a segment's answers by prompt and engine (`promptAndEngine`).
 *
 * @param largest upper bound for counts
 */
export function sumsByPrompt(
  { prompt, engine }: Mentions,
  width: number,
  add: (tally: Tally) => void,
  largest: number = Number.POSITIVE_INFINITY,
): Sums {
  const engines = engine.of.length;
  const tally = new Tally(prompt.of.length * engines, width, largest);
  add(tally);
  return tally.sums((group) =>
    withEngine(prompt.of[Math.floor(group / engines)] as number, engine.of[group % engines] as number),
  );
}

/** A segment's number for an answer's prompt and engine. */
export function promptAndEngine({ prompt, engine }: Mentions, row: number): number {
  return (prompt.codes[row] as number) * engine.of.length + (engine.codes[row] as number);
}
