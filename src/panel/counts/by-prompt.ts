import { lookedForAll } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import {
  byName,
  type CountQuery,
  countGroups,
  engineIn,
  otherIn,
  promptAndEngine,
  type Rows,
  Tally,
  withEngine,
} from '../scan.ts';
import type { Kind, Mentions } from '../segment.ts';
import { timesIn } from './share-of-voice/share-of-voice.ts';

/** Counts several things at once by engine and prompt, to compare two windows over the prompts answered in both. */

interface Place<Thing> {
  readonly thing: Thing;
  readonly engine: string;
  readonly promptId: number;
}

/** Maps a thing and an answer's prompt and engine, numbered together, to a group. */
interface Into {
  readonly tally: Tally;
  readonly cells: Uint32Array;
  readonly most: number;
}

type IntoThing = Into & { readonly thing: number };

/** Sums for one tracked brand over an engine's answers to one prompt, in which all given brands were looked for. */
export interface VoicePromptCount extends Place<number> {
  readonly answers: number;
  /** Mentions: x for the brand, t for all brands; with squares and product. */
  readonly x: number;
  readonly t: number;
  readonly xx: number;
  readonly xt: number;
  readonly tt: number;
}

/** Sums mentions for each of these tracked brands. */
export async function countVoicesByPrompt(
  answers: CountedAnswers,
  brands: readonly number[],
): Promise<VoicePromptCount[]> {
  const by = { name: `voices by prompt ${brands.join(' ')}`, kinds: ['mentions'], things: brands } as const;
  return await byPrompt(answers, { ...by, counts: VOICE_COUNTS }, ({ data: { mentions }, keep }, into) => {
    const isCompared = lookedForAll(mentions, brands).map((is, row) =>
      keep === null ? is : is & (keep[row] as number),
    );
    const all = timesIn(mentions, brands, mentions.n);
    brands.forEach((brand, thing) => {
      addTimes(isCompared, timesIn(mentions, [brand], mentions.n), all, { ...into, thing });
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

/** An engine's answers to one prompt that cite a host (by name) or a page (by id). */
export interface CitingPromptCount<Thing> extends Place<Thing> {
  readonly citing: number;
}

/** Counts the answers that cite each host. */
export async function countHostsByPrompt(
  answers: CountedAnswers,
  hosts: readonly string[],
): Promise<CitingPromptCount<string>[]> {
  const { hosts: names } = answers.panel.names;
  const by = { name: null, kinds: ['mentions', 'sources'], counts: ['citing'], things: hosts } as const;
  return await byPrompt(answers, by, ({ data: { mentions, sources }, keep }, { tally, cells, most }) => {
    const { start, cited, host, isFirst } = sources;
    // From 1; 0 is any other host.
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

/** Counts the answers that cite each page. */
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

async function byPrompt<Thing, Count extends string, Kinds extends Kind>(
  answers: CountedAnswers,
  {
    counts,
    things,
    ...of
  }: Pick<CountQuery<Kinds | 'mentions'>, 'name' | 'kinds'> & {
    readonly counts: readonly Count[];
    readonly things: readonly Thing[];
  },
  count: (rows: Rows<Kinds | 'mentions'>, into: Into) => void,
): Promise<(Place<Thing> & Readonly<Record<Count, number>>)[]> {
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
  const totals = await countGroups(answers, { ...of, width: counts.length, sums });
  const { engines, prompts } = answers.panel.names;
  return totals.map((group, countAt) => {
    const other = otherIn(group);
    return {
      thing: things[other % things.length] as Thing,
      engine: engines.values[engineIn(group)] as string,
      promptId: prompts.values[Math.floor(other / things.length)] as number,
      ...byName(counts, countAt),
    };
  });
}

function cellsIn(mentions: Mentions): Uint32Array {
  const cells = new Uint32Array(mentions.n);
  for (let row = 0; row < cells.length; row++) cells[row] = promptAndEngine(mentions, row);
  return cells;
}
