import type { Reader } from '../domain/brand/reader.ts';
import { at, type Column } from './bytes.ts';
import type { Interned } from './names.ts';
import type { CountedAnswers, Panel, Segment, SegmentData, Slice } from './panel.ts';
import { CELLS, CITED, LOOKED, NAMED } from './row.ts';
import type { BrandColumns, Kind, Mentions, Voice, VoiceColumns } from './segment.ts';
import { type Sums, Tally } from './tally.ts';

/**
 * The one way to count: a window and filter select answers, and a query adds them to groups, segment by segment. Sums
 * over whole segments without a filter are cached.
 */

/** A segment and its selected answers, as ascending places in its columns. */
export interface Rows<Kinds extends Kind = Kind> {
  readonly data: SegmentData<Kinds>;
  readonly rows: Uint32Array;
}

/** Counts groups of answers. */
export interface CountQuery<Kinds extends Kind, Key extends readonly number[]> {
  /**
   * Identifies the counts together with the answers: equal names give equal sums. Null if caching is not worth it.
   */
  readonly name: string | null;
  readonly kinds: readonly Kinds[];
  /** What a group's key has, such as engine and prompt. Queries with the same names share the keys' numbers. */
  readonly key: readonly string[];
  /** Counts per group. */
  readonly width: number;
  /** Whether keys begin with an engine, and its groups do not depend on other engines. */
  readonly byEngine?: true;
  /** Whether an answer's counts depend on the window's other answers. */
  readonly isOfWindow?: true;
  readonly add: (rows: Rows<Kinds>, tally: Tally<Key>, reader: Reader) => void;
}

/** Sums of mentions are small, so that those of a whole window and filter stay in memory too. */
export async function countGroups<Kinds extends Kind, Key extends readonly number[]>(
  answers: CountedAnswers,
  query: CountQuery<Kinds, Key>,
): Promise<Tally<Key>> {
  const { panel, only } = answers;
  const count = async () => await countSegments(answers, query);
  if (query.name === null || query.kinds.some((kind) => kind !== 'mentions')) return await count();
  return await cachedOver(
    answers,
    `${query.name} by ${panel.reader} of ${nameOf(only)}`,
    () => emptyOf(panel, query),
    count,
  );
}

function nameOf(only: Slice): string {
  return JSON.stringify(only, (_, value) => (value instanceof Set ? [...value] : value));
}

async function countSegments<Kinds extends Kind, Key extends readonly number[]>(
  answers: CountedAnswers,
  query: CountQuery<Kinds, Key>,
): Promise<Tally<Key>> {
  const { panel, period, only } = answers;
  const { reader } = panel;
  const { engine, ...besides } = only;
  const { byEngine } = query;
  const isUnfiltered = Object.values(byEngine ? besides : only).every((each) => each === undefined);
  const isSummed = query.name !== null && isUnfiltered;
  const whole: Segment<Kinds>[] = [];
  const [inside, outside] = [emptyOf(panel, query), emptyOf(panel, query)];
  for await (const segment of panel.segments(query.kinds, period)) {
    if (isSummed && period.from <= segment.days.from && segment.days.to <= period.to) {
      whole.push(segment);
      continue;
    }
    const data = await segment.read();
    const others = isSummed && !query.isOfWindow ? fewOutside(data, period) : null;
    if (others !== null) {
      // The window has most of this segment: the others are subtracted.
      whole.push(segment);
      for (const rows of others) query.add(rows, outside, reader);
    } else {
      const rows = rowsIn(panel, data, answers);
      // A filter may select all of a segment, such as its only model.
      if (query.name !== null && rows?.rows.length === data.mentions.n) whole.push(segment);
      else if (rows !== null) query.add(rows, inside, reader);
    }
    await panel.breathe();
  }
  const sums = await sumsOfAll(panel, whole, query);
  if (sums === null) return inside;
  // An engine that has no number yet has no answers here: numbers begin at 0.
  const first = byEngine && engine !== undefined ? (panel.names.engines.known(engine) ?? -1) : undefined;
  const totals = emptyOf(panel, query);
  totals.addSums(sums, first);
  totals.subtractSums(outside.sums(), first);
  totals.addSums(inside.sums(), first);
  return totals;
}

function emptyOf<Kinds extends Kind, Key extends readonly number[]>(
  { names }: Panel,
  { width, key }: CountQuery<Kinds, Key>,
): Tally<Key> {
  return new Tally(width, names.keysOf(key));
}

/** A segment's answers before and after a window; null if they are more than the answers within. */
function fewOutside<Kinds extends Kind>(
  data: SegmentData<Kinds>,
  { from, to }: CountedAnswers['period'],
): Rows<Kinds>[] | null {
  const { at: times, n } = data.mentions;
  const [first, end] = [placeOf(times, from), placeOf(times, to)];
  if (2 * (end - first) < n) return null;
  const all = ascendingTo(n);
  const both = [all.subarray(0, first), all.subarray(end)];
  return both.filter(({ length }) => length > 0).map((rows) => ({ data, rows }));
}

/** Sums over whole segments, added up; null for no segments. Cached with the last segment while all stay the same. */
async function sumsOfAll<Kinds extends Kind, Key extends readonly number[]>(
  panel: Panel,
  segments: readonly Segment<Kinds>[],
  query: CountQuery<Kinds, Key>,
): Promise<Sums | null> {
  const last = segments.at(-1);
  if (last === undefined || query.name === null) return null;
  const own = `${query.name} by ${panel.reader}`;
  if (segments.length === 1) return await sumsOf(panel, last, own, query);
  const name = `${own} of ${versionsOf(segments)}`;
  const known = last.cachedSums.get(name);
  if (known !== undefined) return known;
  const tally = emptyOf(panel, query);
  for (const segment of segments) {
    tally.addSums(await sumsOf(panel, segment, own, query));
    await panel.breathe();
  }
  const sums = tally.sums();
  last.cachedSums.set(name, sums);
  return sums;
}

function versionsOf(segments: readonly Pick<Segment, 'days' | 'version'>[]): string {
  return segments.map(({ days, version }) => `${days.from} ${version}`).join();
}

async function sumsOf<Kinds extends Kind, Key extends readonly number[]>(
  panel: Panel,
  segment: Segment<Kinds>,
  name: string,
  query: CountQuery<Kinds, Key>,
): Promise<Sums> {
  const known = segment.cachedSums.get(name);
  if (known !== undefined) return known;
  const tally = emptyOf(panel, query);
  const rows = rowsIn(panel, await segment.read(), { period: segment.days, only: {} });
  if (rows !== null) query.add(rows, tally, panel.reader);
  const sums = tally.sums();
  segment.cachedSums.set(name, sums);
  return sums;
}

/**
 * Sums that cannot be added up from segments. Cached with the window's last segment while all its segments stay the
 * same.
 *
 * @param name identifies the sums together with the window's segments
 */
export async function cachedOver<Key extends readonly number[]>(
  { panel, period }: CountedAnswers,
  name: string,
  empty: () => Tally<Key>,
  count: () => Promise<Tally<Key>>,
): Promise<Tally<Key>> {
  const segments: Segment<'mentions'>[] = [];
  for await (const segment of panel.segments(['mentions'], period)) segments.push(segment);
  const cachedSums = segments.at(-1)?.cachedSums;
  const tally = empty();
  if (cachedSums === undefined) return tally;
  const whole = `${name} from ${period.from} to ${period.to} of ${versionsOf(segments)}`;
  const sums = cachedSums.get(whole) ?? (await count()).sums();
  cachedSums.set(whole, sums);
  tally.addSums(sums);
  return tally;
}

/** Calls `visit` with each segment that has selected answers, oldest first. */
export async function eachSegment<Kinds extends Kind>(
  answers: CountedAnswers,
  kinds: readonly Kinds[],
  visit: (rows: Rows<Kinds>) => void,
): Promise<void> {
  const { panel, period } = answers;
  for await (const segment of panel.segments(kinds, period)) {
    const rows = rowsIn(panel, await segment.read(), answers);
    if (rows !== null) visit(rows);
    await panel.breathe();
  }
}

/** Calls `visit` with each segment, newest first, until it needs no older ones. Segments have no day in common. */
export async function eachNewest<Kinds extends Kind>(
  answers: CountedAnswers,
  kinds: readonly Kinds[],
  visit: (rows: Rows<Kinds>) => boolean,
): Promise<void> {
  const { panel, period } = answers;
  for await (const segment of panel.segments(kinds, period, 'newest first')) {
    const rows = rowsIn(panel, await segment.read(), answers);
    if (rows !== null && !visit(rows)) return;
    await panel.breathe();
  }
}

/** A segment's selected answers; null for none. */
function rowsIn<Kinds extends Kind>(
  { names }: Panel,
  data: SegmentData<Kinds>,
  { period, only }: Pick<CountedAnswers, 'period' | 'only'>,
): Rows<Kinds> | null {
  const { at: times } = data.mentions;
  const [from, to] = [placeOf(times, period.from), placeOf(times, period.to)];
  const filters = filtersOf(names, data.mentions, only);
  let rows = ascendingTo(to).subarray(from);
  for (const { column, marks } of filters) rows = rowsWith(rows, column, marks);
  return rows.length === 0 ? null : { data, rows };
}

let ascending = new Uint32Array();

/** The numbers from 0 to before this one. All counts share them: no count changes its rows. */
function ascendingTo(end: number): Uint32Array {
  if (end > ascending.length) ascending = Uint32Array.from({ length: 2 * end }, (_, number) => number);
  return ascending.subarray(0, end);
}

/** The rows whose number in a column is marked. */
function rowsWith(rows: Uint32Array, column: Column, marks: Uint8Array): Uint32Array {
  const found = new Uint32Array(rows.length);
  let size = 0;
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    found[size] = row;
    if (marks[column[row] ?? 0] === 1) size += 1;
  }
  return size === rows.length ? rows : found.subarray(0, size);
}

export function rowsMarked(rows: Uint32Array, marks: Uint8Array): Uint32Array {
  return rowsWith(rows, ascendingTo(marks.length), marks);
}

/** Binary search: the first place with at least this value. */
function placeOf(times: Float64Array, value: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(times, middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** For each filtered column, which of its numbers are selected. */
function filtersOf(names: Panel['names'], mentions: Mentions, only: Slice) {
  const { engine, prompt, market, model, isImported } = mentions;
  const wanted = only.isImported;
  return [
    wanted === undefined
      ? null
      : { column: isImported, marks: Uint8Array.of(Number(!wanted), Number(wanted)) },
    filterBy(engine, names.engines, only.engine === undefined ? undefined : new Set([only.engine])),
    filterBy(prompt, names.prompts, only.prompts),
    filterBy(market, names.markets, only.markets),
    filterBy(model, names.models, only.models),
  ].filter((each) => each !== null);
}

function filterBy<Value extends string | number | null>(
  column: Column,
  names: Interned<Value>,
  wanted: ReadonlySet<Value> | undefined,
) {
  return wanted === undefined ? null : { column, marks: names.marks((value) => wanted.has(value)) };
}

/** A tracked brand's columns; empty ones if the segment did not look for it. */
export function brandOf({ n, brands }: Mentions, trackedId: number): BrandColumns {
  const found = brands.find((brand) => brand.trackedId === trackedId);
  if (found !== undefined) return found;
  const none = new Uint8Array(n);
  return { trackedId, cell: none, rank: none, times: none };
}

/** The same for earlier answers. */
export function voiceOf({ brands }: Voice, trackedId: number, n: number): VoiceColumns {
  const found = brands.find((brand) => brand.trackedId === trackedId);
  if (found !== undefined) return found;
  const none = new Uint8Array(n);
  return { trackedId, cell: none, times: none };
}

/** By cell, 1 if the answer looked for the brand. */
const LOOKED_CELLS = Uint8Array.from({ length: LOOKED + CELLS }, (_, cell) => Number(isLooked(cell)));

/** The answers that looked for all these brands. */
export function lookingForAll(rows: Uint32Array, brands: readonly VoiceColumns[]): Uint32Array {
  let looking = rows;
  for (const { cell } of brands) looking = rowsWith(looking, cell, LOOKED_CELLS);
  return looking;
}

export function isLooked(cell: number): boolean {
  return cell >= LOOKED;
}

export function isNamed(cell: number): boolean {
  return (cell & NAMED) !== 0;
}

export function isCited(cell: number): boolean {
  return (cell & CITED) !== 0;
}
