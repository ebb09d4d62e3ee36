import type { Column } from '../bytes.ts';
import { countedAs, lookedForAll, placesOf } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { type Counting, counted, engineIn, otherIn, Tally, withEngine } from '../scan.ts';
import type { KindData, Mentions, Voice } from '../segment.ts';

/** Stands for a tracked brand where all answers of an engine are counted, whoever was looked for in them. */
export const ALL_ANSWERS = 0;

/** Sums over the answers of one engine in a window, for one tracked brand. */
export interface VoiceCount {
  readonly engine: string;
  /** Or ALL_ANSWERS, for which nothing but `answers` is counted. */
  readonly trackedId: number;
  /** Answers in which every brand tracked now was looked for. */
  readonly answers: number;
  /** Mentions of the brand in them, and of all tracked brands. */
  readonly mentions: number;
  readonly allMentions: number;
  /**
   * How far the mentions of each answer are from those of the earlier one that it is compared with: squared, multiplied with how far all
   * mentions are, and that squared. The interval is made of their sums (stats/share-of-voice.ts).
   */
  readonly squares: number;
  readonly products: number;
  readonly allSquares: number;
}

/** More mentions in one answer than this count as this many, so that an absurd import cannot overflow a sum of squares. */
export const MOST_MENTIONS = 10_000;

/** Adds up the mentions of the brands tracked now, by engine and brand. */
export async function countVoice(answers: CountedAnswers): Promise<VoiceCount[]> {
  const { names, self, competitors } = answers.panel;
  const totals = await counted(answers, voiceOf([self, ...competitors]));
  return totals.map((group, count) => {
    const brand = otherIn(group);
    return {
      engine: names.engines.values[engineIn(group)] as string,
      trackedId: brand === ALL_ANSWERS ? ALL_ANSWERS : (names.tracked.values[brand - 1] as number),
      ...{ answers: count(0), mentions: count(1), allMentions: count(2) },
      ...{ squares: count(3), products: count(4), allSquares: count(5) },
    };
  });
}

function voiceOf(brands: readonly number[]): Counting<'mentions' | 'voice'> {
  return {
    name: `voice of ${brands.join(' ')}`,
    kinds: ['mentions', 'voice'],
    width: 6,
    byEngine: true,
    sums: ({ data, keep }) => {
      const { mentions } = data;
      const { engine, trackedOf } = mentions;
      const engines = engine.of.length;
      const compared = comparedIn(data, keep, brands);
      const tally = new Tally((brands.length + 1) * engines, 6);
      addAnswers(tally, countedAs(engine.codes, engines, keep), engines);
      addAll(tally, compared, brands.length);
      brands.forEach((brand, index) => {
        addMentions(tally, sumsOf(data, compared, brand), (index + 1) * engines);
      });
      const places = brands.map((id) => placesOf(mentions.tracked, [id])[0]);
      return tally.sums((group) => {
        const place = places[Math.floor(group / engines) - 1];
        const brand = place === undefined ? ALL_ANSWERS : (trackedOf[place] as number) + 1;
        return withEngine(brand, engine.of[group % engines] as number);
      });
    },
  };
}

type Data = Pick<KindData, 'mentions' | 'voice'>;

/** The answers of a segment in which all brands were looked for. */
interface Compared {
  /** Their engines, by the numbers from `countedAs`, and how many engines there are. */
  readonly numbers: Column;
  readonly engines: number;
  /** The same of those that are compared with an earlier one. */
  readonly paired: Column;
  /**
   * How often the squares of an answer count: 0 if it is not one of these, 1 if it is compared with an earlier one. Without one it is compared
   * with the expected answer, whose difference is on average that of two answers divided by the square root of 2: they count twice.
   */
  readonly weight: Uint8Array;
  /** The mentions of all brands in it, and how many more these are than in the earlier one. */
  readonly all: Float64Array;
  readonly allStep: Float64Array;
}

function comparedIn({ mentions, voice }: Data, keep: Uint8Array | null, brands: readonly number[]): Compared {
  const weight = lookedForAll(mentions, brands);
  const isKnown = lookedForAll(voice, brands);
  for (let row = 0; row < weight.length; row++) {
    if (keep !== null && keep[row] === 0) weight[row] = 0;
    else if (weight[row] === 1 && isKnown[row] === 0) weight[row] = 2;
  }
  const [all, allStep] = [timesIn(mentions, brands, weight.length), timesIn(voice, brands, weight.length)];
  for (let row = 0; row < weight.length; row++) {
    const before = weight[row] === 2 ? 0 : (allStep[row] as number);
    allStep[row] = (all[row] as number) - before;
  }
  const engines = mentions.engine.of.length;
  const numbers = countedAs(mentions.engine.codes, engines, weight);
  const paired = countedAs(numbers, engines, isKnown);
  return { numbers, paired, engines, weight, all, allStep };
}

/** For each of `n` answers, how often it mentions any of these brands, or the answer that it is compared with does. */
export function timesIn(
  { tracked, lists }: Mentions | Voice,
  brands: readonly number[],
  n: number,
): Float64Array {
  const times = new Float64Array(n);
  for (const place of placesOf(tracked, brands)) {
    const end = lists.end[place] as number;
    for (let index = lists.start[place] as number; index < end; index++) {
      const row = lists.row[index] as number;
      times[row] = (times[row] as number) + Math.min(lists.times[index] as number, MOST_MENTIONS);
    }
  }
  return times;
}

function addAnswers(tally: Tally, numbers: Column, engines: number): void {
  const answers = new Float64Array(engines + 1);
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row] as number;
    answers[number] = (answers[number] as number) + 1;
  }
  for (let number = 0; number < engines; number++) tally.add(number, 0, answers[number] as number);
}

/** What is the same for all brands, for each engine: the answers, all mentions, and the squares of these. */
function addAll(tally: Tally, { numbers, engines, weight, all, allStep }: Compared, brands: number): void {
  const sums = new Float64Array(3 * (engines + 1));
  for (let row = 0; row < weight.length; row++) {
    const at = 3 * (numbers[row] as number);
    const step = allStep[row] as number;
    sums[at] = (sums[at] as number) + 1;
    sums[at + 1] = (sums[at + 1] as number) + (all[row] as number);
    sums[at + 2] = (sums[at + 2] as number) + (weight[row] as number) * step * step;
  }
  for (let group = engines; group < (brands + 1) * engines; group++) {
    const at = 3 * (group % engines);
    tally.add(group, 0, sums[at] as number);
    tally.add(group, 2, sums[at + 1] as number);
    tally.add(group, 5, sums[at + 2] as number);
  }
}

/**
 * The mentions, squares, and products of one brand, for each engine and the answers that do not count. The loops do not ask which count: with
 * a filter nobody could foretell it, the processor neither.
 */
function sumsOf(
  { mentions, voice }: Data,
  { numbers, paired, engines, weight, allStep }: Compared,
  brand: number,
) {
  const sums = new Float64Array(3 * (engines + 1));
  const { lists } = mentions;
  // How often each answer mentions the brand.
  const own = new Float64Array(weight.length);
  for (const place of placesOf(mentions.tracked, [brand])) {
    const end = lists.end[place] as number;
    for (let index = lists.start[place] as number; index < end; index++) {
      const row = lists.row[index] as number;
      const times = Math.min(lists.times[index] as number, MOST_MENTIONS);
      const weighted = (weight[row] as number) * times;
      const at = 3 * (numbers[row] as number);
      own[row] = times;
      sums[at] = (sums[at] as number) + times;
      sums[at + 1] = (sums[at + 1] as number) + weighted * times;
      sums[at + 2] = (sums[at + 2] as number) + weighted * (allStep[row] as number);
    }
  }
  // (own - before) squared is own squared, which is added up already, and this.
  for (const place of placesOf(voice.tracked, [brand])) {
    const end = voice.lists.end[place] as number;
    for (let index = voice.lists.start[place] as number; index < end; index++) {
      const row = voice.lists.row[index] as number;
      const before = Math.min(voice.lists.times[index] as number, MOST_MENTIONS);
      const at = 3 * (paired[row] as number);
      sums[at + 1] = (sums[at + 1] as number) + before * (before - 2 * (own[row] as number));
      sums[at + 2] = (sums[at + 2] as number) - before * (allStep[row] as number);
    }
  }
  return sums;
}

/** Adds these to the groups from `first` on, one for each engine. */
function addMentions(tally: Tally, sums: Float64Array, first: number): void {
  for (let number = 0; 3 * (number + 1) < sums.length; number++) {
    tally.add(first + number, 1, sums[3 * number] as number);
    tally.add(first + number, 3, sums[3 * number + 1] as number);
    tally.add(first + number, 4, sums[3 * number + 2] as number);
  }
}
