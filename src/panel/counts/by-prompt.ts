import { lookedForAll, placesOf } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { CITED, FRAMED, framingIn, NAMED } from '../row.ts';
import {
  byName,
  type Counting,
  counted,
  engineIn,
  otherIn,
  promptAndEngine,
  type Rows,
  Tally,
  type Totals,
  withEngine,
} from '../scan.ts';
import type { Kind, Mentions } from '../segment.ts';
import { timesIn } from './voice.ts';

/** Counts of several things at once by engine and prompt, for comparing two windows over the prompts that were answered in both. */

/** Where a row of counts belongs. */
interface Place<Thing> {
  readonly thing: Thing;
  readonly engine: string;
  readonly promptId: number;
}

/** Of an engine's answers to one prompt in which a tracked brand, by its id, was looked for. */
export interface BrandPromptCount extends Place<number> {
  readonly answers: number;
  readonly named: number;
  readonly cited: number;
  readonly classified: number;
  readonly recommended: number;
}

/** Counts answers for each of these tracked brands. */
export async function countBrandsByPrompt(
  answers: CountedAnswers,
  brands: readonly number[],
): Promise<BrandPromptCount[]> {
  return rowsOf(answers, await brandTotals(answers, brands), { counts: BRAND_COUNTS, things: brands });
}

/** The same as sums by prompt, engine, and place of the brand (`placeIn`). There are very many of them: these are not yet rows. */
export async function brandTotals(answers: CountedAnswers, brands: readonly number[]): Promise<Totals> {
  const by = { name: `brands by prompt ${brands.join(' ')}`, kinds: ['mentions'], things: brands } as const;
  return await totalsOf(answers, { ...by, counts: BRAND_COUNTS }, ({ data: { mentions }, keep }, into) => {
    brands.forEach((brand, thing) => {
      const [place] = placesOf(mentions.tracked, [brand]);
      if (place === undefined) return;
      addLooked(mentions, keep, place, { ...into, thing });
      addSaid(mentions, keep, place, { ...into, thing });
    });
  });
}

/** Where the counts of a thing go: to groups by its place and the prompt and engine of an answer, which are numbered together. */
interface Into {
  readonly tally: Tally;
  readonly cells: Uint32Array;
  /** How many such numbers there are. */
  readonly most: number;
}

type IntoThing = Into & { readonly thing: number };

function addLooked(
  { n, looked: { codes, sets } }: Mentions,
  keep: Uint8Array | null,
  place: number,
  { tally, cells, most, thing }: IntoThing,
): void {
  const isLooked = Uint8Array.from(sets, (set) => (set.includes(place) ? 1 : 0));
  for (let row = 0; row < n; row++) {
    if (isLooked[codes[row] as number] === 0 || (keep !== null && keep[row] === 0)) continue;
    tally.add(thing * most + (cells[row] as number), 0, 1);
  }
}

function addSaid(
  { lists }: Mentions,
  keep: Uint8Array | null,
  place: number,
  { tally, cells, most, thing }: IntoThing,
): void {
  const end = lists.end[place] as number;
  for (let index = lists.start[place] as number; index < end; index++) {
    const row = lists.row[index] as number;
    if (keep !== null && keep[row] === 0) continue;
    const group = thing * most + (cells[row] as number);
    const cell = lists.cell[index] as number;
    const framing = framingIn(cell);
    if ((cell & NAMED) !== 0) tally.add(group, 1, 1);
    if ((cell & CITED) !== 0) tally.add(group, 2, 1);
    if (framing > 0) tally.add(group, 3, 1);
    if (framing === FRAMED.recommended) tally.add(group, 4, 1);
  }
}

/** The counts of a brand, in their order. */
export const BRAND_COUNTS = ['answers', 'named', 'cited', 'classified', 'recommended'] as const;

/** Sums over an engine's answers to one prompt in which all of some tracked brands were looked for, for one of them. */
export interface VoicePromptCount extends Place<number> {
  readonly answers: number;
  /** Mentions of the brand, x, and of all of them, t; and their squares and product. */
  readonly x: number;
  readonly t: number;
  readonly xx: number;
  readonly xt: number;
  readonly tt: number;
}

/** Adds up mentions for each of these tracked brands. */
export async function countVoicesByPrompt(
  answers: CountedAnswers,
  brands: readonly number[],
): Promise<VoicePromptCount[]> {
  const by = { name: `voices by prompt ${brands.join(' ')}`, kinds: ['mentions'], things: brands } as const;
  return await byPrompt(answers, { ...by, counts: VOICE_COUNTS }, ({ data: { mentions }, keep }, into) => {
    const isCompared = lookedForAll(mentions, brands).map((is, row) =>
      keep === null ? is : is & (keep[row] as number),
    );
    const all = timesIn(mentions, brands, isCompared, 1);
    brands.forEach((brand, thing) => {
      addTimes(isCompared, timesIn(mentions, [brand], isCompared, 1), all, { ...into, thing });
    });
  });
}

function addTimes(
  isCompared: Uint8Array,
  own: Float64Array,
  all: Float64Array,
  { tally, cells, most, thing }: IntoThing,
): void {
  for (let row = 0; row < isCompared.length; row++) {
    if (isCompared[row] === 0) continue;
    const group = thing * most + (cells[row] as number);
    const [x, t] = [own[row] as number, all[row] as number];
    tally.add(group, 0, 1);
    tally.add(group, 1, x);
    tally.add(group, 2, t);
    tally.add(group, 3, x * x);
    tally.add(group, 4, x * t);
    tally.add(group, 5, t * t);
  }
}

const VOICE_COUNTS = ['answers', 'x', 't', 'xx', 'xt', 'tt'] as const;

/** An engine's answers to one prompt. */
export async function countAnswersByPrompt(
  answers: CountedAnswers,
): Promise<(Place<null> & { readonly answers: number })[]> {
  const by = { name: 'answers by prompt', kinds: ['mentions'], counts: ['answers'], things: [null] } as const;
  return await byPrompt(answers, by, ({ data: { mentions }, keep }, { tally, cells }) => {
    for (let row = 0; row < mentions.n; row++) {
      if (keep === null || keep[row] === 1) tally.add(cells[row] as number, 0, 1);
    }
  });
}

/** Of an engine's answers to one prompt, those that cite a host, by its name, or a page, by its id. */
export interface CitingPromptCount<Thing> extends Place<Thing> {
  readonly citing: number;
}

/** Counts answers that cite each of these hosts. */
export async function countHostsByPrompt(
  answers: CountedAnswers,
  hosts: readonly string[],
): Promise<CitingPromptCount<string>[]> {
  const { hosts: names } = answers.panel.names;
  const by = { name: null, kinds: ['mentions', 'sources'], counts: ['citing'], things: hosts } as const;
  return await byPrompt(answers, by, ({ data: { mentions, sources }, keep }, { tally, cells, most }) => {
    const { start, cited, host, isFirst } = sources;
    // Counted from 1, so that 0 is any other host.
    const places = new Map(hosts.map((name, place) => [names.known(name), place + 1]));
    const placeOf = host.of.map((number) => places.get(number) ?? 0);
    for (let row = 0; row < mentions.n; row++) {
      if (keep !== null && keep[row] === 0) continue;
      for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
        const place = placeOf[host.codes[cited[index] as number] as number] as number;
        if (place > 0 && isFirst[index] === 1) tally.add((place - 1) * most + (cells[row] as number), 0, 1);
      }
    }
  });
}

/** Counts answers that cite each of these pages. */
export async function countPagesByPrompt(
  answers: CountedAnswers,
  pages: readonly number[],
): Promise<CitingPromptCount<number>[]> {
  const numbers = answers.panel.names.pages.numbersOf(pages);
  const placeOf = new Uint32Array(numbers.reduce((last, page) => Math.max(last, page), 0) + 1);
  numbers.forEach((page, place) => {
    placeOf[page] = place + 1;
  });
  const by = { name: null, kinds: ['mentions', 'sources'], counts: ['citing'], things: pages } as const;
  return await byPrompt(answers, by, ({ data: { mentions, sources }, keep }, { tally, cells, most }) => {
    const { start, cited, page } = sources;
    for (let row = 0; row < mentions.n; row++) {
      if (keep !== null && keep[row] === 0) continue;
      for (let index = start[row] as number; index < (start[row + 1] as number); index++) {
        const place = placeOf[page[cited[index] as number] as number] ?? 0;
        if (place > 0) tally.add((place - 1) * most + (cells[row] as number), 0, 1);
      }
    }
  });
}

interface ByPrompt<Thing, Count extends string, Kinds extends Kind>
  extends Pick<Counting<Kinds | 'mentions'>, 'name' | 'kinds'> {
  readonly counts: readonly Count[];
  readonly things: readonly Thing[];
}

type CountInto<Kinds extends Kind> = (rows: Rows<Kinds | 'mentions'>, into: Into) => void;

async function byPrompt<Thing, Count extends string, Kinds extends Kind>(
  answers: CountedAnswers,
  by: ByPrompt<Thing, Count, Kinds>,
  count: CountInto<Kinds>,
): Promise<(Place<Thing> & Readonly<Record<Count, number>>)[]> {
  return rowsOf(answers, await totalsOf(answers, by, count), by);
}

async function totalsOf<Thing, Count extends string, Kinds extends Kind>(
  answers: CountedAnswers,
  { counts, things, ...of }: ByPrompt<Thing, Count, Kinds>,
  count: CountInto<Kinds>,
): Promise<Totals> {
  const sums = (rows: Rows<Kinds | 'mentions'>) => {
    const { engine, prompt } = rows.data.mentions;
    const most = engine.of.length * prompt.of.length;
    const tally = new Tally(things.length * most, counts.length);
    count(rows, { tally, cells: cellsIn(rows.data.mentions), most });
    return tally.sums((group) => {
      const [thing, cell] = [Math.floor(group / most), group % most];
      const promptCode = prompt.of[Math.floor(cell / engine.of.length)] as number;
      return withEngine(promptCode * things.length + thing, engine.of[cell % engine.of.length] as number);
    });
  };
  return await counted(answers, { ...of, width: counts.length, sums });
}

/** Where a group belongs: the numbers of its prompt and engine, and the place of its thing among so many. */
export function placeIn(group: number, things: number) {
  const other = otherIn(group);
  return { prompt: Math.floor(other / things), engine: engineIn(group), thing: other % things };
}

function rowsOf<Thing, Count extends string>(
  { panel }: CountedAnswers,
  totals: Totals,
  { counts, things }: { readonly counts: readonly Count[]; readonly things: readonly Thing[] },
): (Place<Thing> & Readonly<Record<Count, number>>)[] {
  const { engines, prompts } = panel.names;
  return totals.map((group, countAt) => {
    const { prompt, engine, thing } = placeIn(group, things.length);
    return {
      thing: things[thing] as Thing,
      engine: engines.values[engine] as string,
      promptId: prompts.values[prompt] as number,
      ...byName(counts, countAt),
    };
  });
}

function cellsIn(mentions: Mentions): Uint32Array {
  const cells = new Uint32Array(mentions.n);
  for (let row = 0; row < cells.length; row++) cells[row] = promptAndEngine(mentions, row);
  return cells;
}
