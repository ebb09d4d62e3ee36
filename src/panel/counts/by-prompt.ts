import { lookedForAll, placesOf } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { CITED, FRAMED, framingIn, NAMED } from '../row.ts';
import { eachSegment, engineIn, otherIn, type Rows, Tally, Totals, withEngine } from '../scan.ts';
import type { Kind, KindData } from '../segment.ts';
import { timesIn } from './voice.ts';

/**
 * Counts of several things at once by engine and prompt, for comparing two windows over the prompts that were answered in both. There are as many
 * groups as things, engines, and prompts together, so sums of segments are not kept.
 */

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
  return await byPrompt(answers, ['mentions'], BRAND_COUNTS, brands, ({ data: { mentions }, keep }, add) => {
    const { n, looked, lists, tracked } = mentions;
    brands.forEach((brand, thing) => {
      const [place] = placesOf(tracked, [brand]);
      if (place === undefined) return;
      const isLooked = looked.sets.map((set) => set.includes(place));
      for (let row = 0; row < n; row++) {
        if (keep !== null && keep[row] === 0) continue;
        if (isLooked[looked.codes[row] as number]) add(row, thing, 0, 1);
      }
      const end = lists.end[place] as number;
      for (let index = lists.start[place] as number; index < end; index++) {
        const row = lists.row[index] as number;
        if (keep !== null && keep[row] === 0) continue;
        const cell = lists.cell[index] as number;
        const framing = framingIn(cell);
        if ((cell & NAMED) !== 0) add(row, thing, 1, 1);
        if ((cell & CITED) !== 0) add(row, thing, 2, 1);
        if (framing > 0) add(row, thing, 3, 1);
        if (framing === FRAMED.recommended) add(row, thing, 4, 1);
      }
    });
  });
}

const BRAND_COUNTS = ['answers', 'named', 'cited', 'classified', 'recommended'] as const;

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
  return await byPrompt(answers, ['mentions'], VOICE_COUNTS, brands, ({ data: { mentions }, keep }, add) => {
    const isCompared = lookedForAll(mentions, brands).map((is, row) =>
      keep === null ? is : is & (keep[row] as number),
    );
    const all = timesIn(mentions, brands, isCompared, 1);
    brands.forEach((brand, thing) => {
      const own = timesIn(mentions, [brand], isCompared, 1);
      for (let row = 0; row < mentions.n; row++) {
        if (isCompared[row] === 0) continue;
        const [x, t] = [own[row] as number, all[row] as number];
        add(row, thing, 0, 1);
        if (t === 0) continue;
        [x, t, x * x, x * t, t * t].forEach((count, each) => {
          add(row, thing, each + 1, count);
        });
      }
    });
  });
}

const VOICE_COUNTS = ['answers', 'x', 't', 'xx', 'xt', 'tt'] as const;

/** An engine's answers to one prompt. */
export async function countAnswersByPrompt(
  answers: CountedAnswers,
): Promise<(Place<null> & { readonly answers: number })[]> {
  return await byPrompt(answers, ['mentions'], ['answers'], [null], ({ data: { mentions }, keep }, add) => {
    for (let row = 0; row < mentions.n; row++) if (keep === null || keep[row] === 1) add(row, 0, 0, 1);
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
  return await byPrompt(answers, ['mentions', 'sources'], ['citing'], hosts, ({ data, keep }, add) => {
    const { cited, host, isFirst } = data.sources;
    const places = new Map(hosts.map((name, place) => [names.known(name), place]));
    const placeOf = host.of.map((number) => places.get(number) ?? -1);
    eachCitation(data, keep, (row, index) => {
      const place = placeOf[host.codes[cited[index] as number] as number] as number;
      if (place >= 0 && isFirst[index] === 1) add(row, place, 0, 1);
    });
  });
}

/** Counts answers that cite each of these pages. */
export async function countPagesByPrompt(
  answers: CountedAnswers,
  pages: readonly number[],
): Promise<CitingPromptCount<number>[]> {
  const places = new Map(pages.map((page, place) => [page, place]));
  return await byPrompt(answers, ['mentions', 'sources'], ['citing'], pages, ({ data, keep }, add) => {
    const { cited, page } = data.sources;
    const placeOf = Int32Array.from(page, (id) => places.get(id) ?? -1);
    eachCitation(data, keep, (row, index) => {
      const place = placeOf[cited[index] as number] as number;
      if (place >= 0) add(row, place, 0, 1);
    });
  });
}

/** Calls `visit` with the answer and the place of each citation that counts. */
function eachCitation(
  { mentions, sources: { start } }: Pick<KindData, 'mentions' | 'sources'>,
  keep: Uint8Array | null,
  visit: (row: number, index: number) => void,
): void {
  for (let row = 0; row < mentions.n; row++) {
    if (keep !== null && keep[row] === 0) continue;
    const end = start[row + 1] as number;
    for (let index = start[row] as number; index < end; index++) visit(row, index);
  }
}

/** Adds a count of a thing, by its place in the list, to that of an answer's engine and prompt. */
type Add = (row: number, thing: number, each: number, count: number) => void;

async function byPrompt<Thing, Count extends string, Kinds extends Kind>(
  answers: CountedAnswers,
  kinds: readonly (Kinds | 'mentions')[],
  counts: readonly Count[],
  things: readonly Thing[],
  count: (rows: Rows<Kinds>, add: Add) => void,
): Promise<(Place<Thing> & Readonly<Record<Count, number>>)[]> {
  const totals = new Totals(counts.length);
  await eachSegment(answers, kinds, (rows) => {
    const { engine, prompt } = rows.data.mentions;
    const cells = engine.of.length * prompt.of.length;
    const tally = new Tally(things.length * cells, counts.length);
    count(rows, (row, thing, each, more) => {
      const cell = (prompt.codes[row] as number) * engine.of.length + (engine.codes[row] as number);
      tally.add(thing * cells + cell, each, more);
    });
    totals.add(
      tally.sums((group) => {
        const [thing, cell] = [Math.floor(group / cells), group % cells];
        const promptCode = prompt.of[Math.floor(cell / engine.of.length)] as number;
        return withEngine(promptCode * things.length + thing, engine.of[cell % engine.of.length] as number);
      }),
    );
  });
  const { engines, prompts } = answers.panel.names;
  return totals.map((group, countAt) => {
    const other = otherIn(group);
    const place = {
      thing: things[other % things.length] as Thing,
      engine: engines.values[engineIn(group)] as string,
      promptId: prompts.values[Math.floor(other / things.length)] as number,
    };
    const figures = Object.fromEntries(counts.map((name, each) => [name, countAt(each)]));
    return { ...place, ...(figures as Record<Count, number>) };
  });
}
