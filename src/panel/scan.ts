import { type Column, narrow } from './bytes.ts';
import { MOST_BRANDS, MOST_ENGINES } from './names.ts';
import type { CountedAnswers, Panel, Segment, SegmentData, Slice, Sums } from './panel.ts';
import type { Coded, Kind, KindData, Mentions, TimesLists } from './segment.ts';

/**
 * The one way to count: a window and a filter choose answers, a counting groups and adds them up segment by segment, and the sums of all segments are
 * added. Sums of whole segments without a filter are kept; only the others are made anew.
 */

/** A segment and which of its answers count: those whose place holds 1, or all. */
export interface Rows<Kinds extends Kind = Kind> {
  readonly data: SegmentData<Kinds>;
  readonly keep: Uint8Array | null;
}

/** What is counted of each group of answers. */
export interface Counting<Kinds extends Kind = Kind> {
  /** Its name and all that it depends on beside the answers: same name, same counts. Null where sums are not worth keeping. */
  readonly name: string | null;
  readonly kinds: readonly Kinds[];
  /** How many counts a group has. */
  readonly width: number;
  /** Whether each group is of one engine (`withEngine`) and comes to the same if other engines are left out. */
  readonly byEngine?: true;
  /** A group is a whole number, the same in all segments of a brand. */
  readonly sums: (rows: Rows<Kinds>) => Sums;
}

/** Adds up what is chosen. */
export async function counted<Kinds extends Kind>(
  answers: CountedAnswers,
  counting: Counting<Kinds>,
): Promise<Totals> {
  const totals = new Totals(counting.width);
  for (const sums of await sumsOfEach(answers, counting)) totals.add(sums);
  return totals;
}

/** What comes of each segment of a window. */
export async function sumsOfEach<Kinds extends Kind>(
  { panel, period, only }: CountedAnswers,
  counting: Counting<Kinds>,
): Promise<Sums[]> {
  const { engine, ...others } = only;
  // Of kept sums, those of one engine are groups; they need not be made anew.
  const isOfGroups = counting.byEngine === true && engine !== undefined;
  const chosen = { period, only: isOfGroups ? others : only };
  const all: Sums[] = [];
  for await (const segment of panel.segments(counting.kinds, period)) {
    const sums =
      keptOf(segment, chosen, counting) ??
      sumsOf(segment, chosenIn(panel, await segment.read(), chosen), counting);
    all.push(isOfGroups ? ofEngine(sums, panel.names.engines.known(engine)) : sums);
    await panel.breathe();
  }
  return all;
}

/**
 * Sums that are not those of each segment added up. They are kept with the last segment of a window for as long as all of its segments
 * stay the same.
 *
 * @param name what is counted, and all that it depends on beside the segments of the window
 */
export async function keptOver(
  { panel, period }: CountedAnswers,
  name: string,
  count: () => Promise<Sums>,
): Promise<Sums> {
  const versions: string[] = [];
  let kept: Map<string, Sums> | undefined;
  for await (const segment of panel.segments(['mentions'], period)) {
    versions.push(`${segment.days.from} ${segment.version}`);
    kept = segment.kept;
  }
  if (kept === undefined) return NOTHING;
  const whole = `${name} from ${period.from} to ${period.to} of ${versions.join(', ')}`;
  const known = kept.get(whole);
  if (known !== undefined) return known;
  const sums = await count();
  kept.set(whole, sums);
  return sums;
}

function ofEngine(sums: Sums, engine: number | undefined): Sums {
  return groupsThat((group) => engineIn(group) === engine, sums);
}

/** These groups alone, in their order. */
export function groupsThat(isOne: (group: number) => boolean, { groups, counts }: Sums): Sums {
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

/** Calls `visit` with each segment of a window that has answers that count, oldest first. */
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

/** The same, newest first, until `visit` says that it wants no older ones. No two segments have answers of one day. */
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

/** What is known of a segment that is counted as a whole, without reading it. */
function keptOf<Kinds extends Kind>(
  { days, kept }: Segment<Kinds>,
  { period, only }: Pick<CountedAnswers, 'period' | 'only'>,
  { name }: Counting<Kinds>,
): Sums | undefined {
  if (name === null || days.from < period.from || days.to > period.to) return undefined;
  return Object.values(only).every((each) => each === undefined) ? kept.get(name) : undefined;
}

const NOTHING: Sums = { groups: new Uint8Array(), counts: new Uint8Array() };

function sumsOf<Kinds extends Kind>(
  { kept }: Segment<Kinds>,
  rows: Rows<Kinds> | null,
  counting: Counting<Kinds>,
): Sums {
  if (rows === null) return NOTHING;
  const { name } = counting;
  if (rows.keep !== null || name === null) return counting.sums(rows);
  const known = kept.get(name);
  if (known !== undefined) return known;
  const { groups, counts } = counting.sums(rows);
  const sums = { groups: narrow(groups), counts: narrow(counts) };
  kept.set(name, sums);
  return sums;
}

/** The place of the first of some ascending values that is this one or higher, from a place to before another. */
function placeOf(values: ArrayLike<number>, value: number, from = 0, to = values.length): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Which answers of a segment count; null for none. */
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

/** The same with lists of the answers between two places alone, so that a short window does not go through long lists. */
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

/** For each column that a slice is about, which of its values are wanted. Columns of wanted values alone are left out. */
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

/** With groups up to this one, an array is no larger than what it is for. */
const MOST_DENSE = 1 << 22;

/** Makes something of a group and its counts. */
export type RowOf<Row> = (group: number, count: (each: number) => number) => Row;

/** Counts by group. */
export class Totals {
  readonly width: number;
  /** By the order in which groups came. */
  #counts: Float64Array;
  readonly #groups: number[] = [];
  /** The place of each group, counted from 1; 0 for none. */
  #places = new Int32Array(1024);
  readonly #sparse = new Map<number, number>();
  readonly #mostDense: number;

  /** @param mostDense the largest group that is looked up in an array rather than in a map, which suits a few groups of very many */
  constructor(width: number, mostDense = MOST_DENSE) {
    this.width = width;
    this.#mostDense = mostDense;
    this.#counts = new Float64Array(64 * width);
  }

  add(sums: Sums): void {
    for (let index = 0; index < sums.groups.length; index++) this.addAt(sums, index);
  }

  /** Adds the group at a place of them alone. */
  addAt({ groups, counts }: Sums, index: number): void {
    const { width } = this;
    const at = this.#placeOf(groups[index] as number) * width;
    for (let each = 0; each < width; each++) {
      this.#counts[at + each] =
        (this.#counts[at + each] as number) + (counts[index * width + each] as number);
    }
  }

  /** How many groups there are. */
  get size(): number {
    return this.#groups.length;
  }

  /** The group at a place, and one of its counts. */
  groupAt(place: number): number {
    return this.#groups[place] as number;
  }

  countAt(place: number, each: number): number {
    return this.#counts[place * this.width + each] as number;
  }

  /** All counts of the group at a place together. */
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

  /** What `rowOf` makes of each group and its counts, or of those at some places. */
  map<Row>(rowOf: RowOf<Row>, isWanted: (place: number) => boolean = () => true): Row[] {
    const rows: Row[] = [];
    this.#groups.forEach((group, place) => {
      if (isWanted(place)) rows.push(rowOf(group, (each) => this.countAt(place, each)));
    });
    return rows;
  }

  #placeOf(group: number): number {
    if (group >= this.#mostDense) {
      const known = this.#sparse.get(group);
      if (known !== undefined) return known;
      const place = this.#newPlace(group);
      this.#sparse.set(group, place);
      return place;
    }
    if (group >= this.#places.length) {
      const larger = new Int32Array(Math.max(group + 1, 2 * this.#places.length));
      larger.set(this.#places);
      this.#places = larger;
    }
    const known = this.#places[group] as number;
    if (known > 0) return known - 1;
    const place = this.#newPlace(group);
    this.#places[group] = place + 1;
    return place;
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

/** Collects the counts of one segment by groups that it numbers itself, from 0 to before `most`. */
export class Tally {
  readonly counts: Float64Array | Uint16Array;
  readonly #width: number;

  /** @param largest no count is larger: of few answers, counts of them take up less, which matters where there are very many groups */
  constructor(most: number, width: number, largest: number = Number.POSITIVE_INFINITY) {
    this.counts = largest < 2 ** 16 ? new Uint16Array(most * width) : new Float64Array(most * width);
    this.#width = width;
  }

  add(group: number, each: number, count: number): void {
    const at = group * this.#width + each;
    this.counts[at] = (this.counts[at] as number) + count;
  }

  /** The groups with any count, under the numbers that all segments share. */
  sums(sharedOf: (group: number) => number): Sums {
    const found = placesWithAny(this.counts, this.#width);
    const groups = new Float64Array(found.length);
    for (let index = 0; index < found.length; index++) groups[index] = sharedOf(found[index] as number);
    return { groups, counts: runsAt(this.counts, found, this.#width) };
  }

  /** The same where there are very many groups and `shared` has these numbers. */
  sumsOf(shared: Uint32Array): Sums {
    const found = placesWithAny(this.counts, this.#width);
    return { groups: runsAt(shared, found, 1), counts: runsAt(this.counts, found, this.#width) };
  }
}

// Each loop over very many numbers is a function of its own: the engine makes those fast that are called again and again.

/** The runs of `width` counts that are not all 0, by their places. */
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

/** Counts of a group under these names, which are in the order of the counts. */
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

/** The group of an engine and something else, by the numbers that all segments share. */
export function withEngine(other: number, engine: number): number {
  return other * MOST_ENGINES + engine;
}

export function engineIn(group: number): number {
  return group % MOST_ENGINES;
}

export function otherIn(group: number): number {
  return Math.floor(group / MOST_ENGINES);
}

/** The group of a tracked brand and something else. It is beyond `MOST_DENSE`: there would be few groups in a large array. */
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
 * What `add` tallies of a segment's answers by prompt and engine, numbered as by `promptAndEngine`.
 *
 * @param largest no count is larger
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

/** The number that a segment has for the prompt and engine of an answer. */
export function promptAndEngine({ prompt, engine }: Mentions, row: number): number {
  return (prompt.codes[row] as number) * engine.of.length + (engine.codes[row] as number);
}
