import type { Column } from '../../bytes.ts';
import { countedAs, lookedForAll, placesOf } from '../../marks.ts';
import type { CountedAnswers } from '../../panel.ts';
import { type CountQuery, countGroups, engineIn, otherIn, Tally, withEngine } from '../../scan.ts';
import type { KindData, Mentions, Voice } from '../../segment.ts';

/** In place of a tracked brand: all answers of an engine, even if Sightline looked for fewer brands in some. */
export const ALL_ANSWERS = 0;

/** Sums for one tracked brand over one engine's answers in a window. */
export interface ShareOfVoiceCount {
  readonly engine: string;
  /** Or ALL_ANSWERS, which has only `answers`. */
  readonly trackedId: number;
  /** Answers that looked for every current brand. */
  readonly answers: number;
  /** The brand's mentions in them, and all brands' mentions. */
  readonly mentions: number;
  readonly allMentions: number;
  /**
   * Differences to the compared earlier answer's mentions: squared, multiplied by the difference in all mentions, and
   * that difference squared. The interval uses their sums (stats/rates/share-of-voice.ts).
   */
  readonly squares: number;
  readonly products: number;
  readonly allSquares: number;
}

/** Caps mentions per answer, so that an absurd import cannot overflow a sum of squares. */
export const MOST_MENTIONS = 10_000;

/** Sums current brands' mentions, by engine and brand. */
export async function countShareOfVoice(answers: CountedAnswers): Promise<ShareOfVoiceCount[]> {
  const { names, self, competitors } = answers.panel;
  const totals = await countGroups(answers, voiceOf([self, ...competitors]));
  return totals.map((group, count) => {
    const brand = otherIn(group);
    return {
      engine: names.engines.values[engineIn(group)] as string,
      trackedId: brand === ALL_ANSWERS ? ALL_ANSWERS : (names.tracked.values[brand - 1] as number),
      answers: count(0),
      mentions: count(1),
      allMentions: count(2),
      squares: count(3),
      products: count(4),
      allSquares: count(5),
    };
  });
}

function voiceOf(brands: readonly number[]): CountQuery<'mentions' | 'voice'> {
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

/** A segment's answers that looked for all brands. */
interface Compared {
  /** Engine numbers from `countedAs`, and the number of engines. */
  readonly numbers: Column;
  readonly engines: number;
  /** Engine numbers of answers that have an earlier one to compare with. */
  readonly paired: Column;
  /**
   * Weight of an answer's squares: 0 if excluded, 1 with an earlier answer, 2 without. The latter compare with the expected answer, and
   * that difference is on average smaller than between two answers by a factor of √2.
   */
  readonly weight: Uint8Array;
  /** All brands' mentions, and the difference to the earlier answer. */
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

/** For each of `n` answers, these brands' mentions in it, or in the earlier answer. */
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

/** Per engine, the values shared by all brands: answers, all mentions, and their squares. */
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
 * One brand's mentions, squares, and products, per engine and for excluded answers. The loops do not branch on a
 * filter, which processors predict badly.
 */
function sumsOf(
  { mentions, voice }: Data,
  { numbers, paired, engines, weight, allStep }: Compared,
  brand: number,
) {
  const sums = new Float64Array(3 * (engines + 1));
  const { lists } = mentions;
  // The brand's mentions in each answer.
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
  // (own - before) squared = own squared, added above, plus this.
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

/** Adds the sums to groups from `first` on, one per engine. */
function addMentions(tally: Tally, sums: Float64Array, first: number): void {
  for (let number = 0; 3 * (number + 1) < sums.length; number++) {
    tally.add(first + number, 1, sums[3 * number] as number);
    tally.add(first + number, 3, sums[3 * number + 1] as number);
    tally.add(first + number, 4, sums[3 * number + 2] as number);
  }
}
