import { lookedForAll, placesOf } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { type Counting, counted, engineIn, otherIn, Tally, withEngine } from '../scan.ts';
import type { Coded, KindData, Mentions, Voice } from '../segment.ts';

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
    sums: ({ data, keep }) => {
      const { mentions } = data;
      const { n, engine, trackedOf } = mentions;
      const engines = engine.of.length;
      const compared = comparedIn(data, keep, brands);
      const tally = new Tally((brands.length + 1) * engines, 6);
      for (let row = 0; row < n; row++) {
        if (keep !== null && keep[row] === 0) continue;
        tally.add(engine.codes[row] as number, 0, 1);
      }
      addAll(tally, compared, engine, brands);
      brands.forEach((brand, index) => {
        addMentions(tally, data, compared, brand, (index + 1) * engines);
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

/** The answers of a segment in which all brands were looked for. */
interface Compared {
  /**
   * How often the squares of an answer count: 0 if it is not one of these, 1 if it is compared with an earlier one. Without one it is compared
   * with the expected answer, whose difference is on average that of two answers divided by the square root of 2: they count twice.
   */
  readonly weight: Uint8Array;
  /** The mentions of all brands in it, and how many more these are than in the earlier one. */
  readonly all: Float64Array;
  readonly allStep: Float64Array;
}

type Data = Pick<KindData, 'mentions' | 'voice'>;

function comparedIn({ mentions, voice }: Data, keep: Uint8Array | null, brands: readonly number[]): Compared {
  const weight = lookedForAll(mentions, brands);
  const isKnown = lookedForAll(voice, brands);
  const [all, allBefore] = [timesIn(mentions, brands), timesIn(voice, brands)];
  const allStep = new Float64Array(weight.length);
  for (let row = 0; row < weight.length; row++) {
    if (keep !== null && keep[row] === 0) weight[row] = 0;
    else if (weight[row] === 1 && isKnown[row] === 0) weight[row] = 2;
    allStep[row] = (all[row] as number) - (weight[row] === 1 ? (allBefore[row] as number) : 0);
  }
  return { weight, all, allStep };
}

/** For each answer, how often it mentions any of these brands, or the answer that it is compared with does. */
function timesIn({ tracked, looked, lists }: Mentions | Voice, brands: readonly number[]): Float64Array {
  const times = new Float64Array(looked.codes.length);
  for (const place of placesOf(tracked, brands)) {
    const end = lists.start[place + 1] as number;
    for (let index = lists.start[place] as number; index < end; index++) {
      const row = lists.row[index] as number;
      times[row] = (times[row] as number) + Math.min(lists.times[index] as number, MOST_MENTIONS);
    }
  }
  return times;
}

/** What is the same for all brands, for each engine: the answers, all mentions, and the squares of these. */
function addAll(
  tally: Tally,
  { weight, all, allStep }: Compared,
  engine: Coded,
  brands: readonly number[],
): void {
  const engines = engine.of.length;
  const sums = new Float64Array(3 * engines);
  for (let row = 0; row < weight.length; row++) {
    if (weight[row] === 0) continue;
    const at = 3 * (engine.codes[row] as number);
    const step = allStep[row] as number;
    sums[at] = (sums[at] as number) + 1;
    sums[at + 1] = (sums[at + 1] as number) + (all[row] as number);
    sums[at + 2] = (sums[at + 2] as number) + (weight[row] as number) * step * step;
  }
  for (let group = engines; group < (brands.length + 1) * engines; group++) {
    const at = 3 * (group % engines);
    tally.add(group, 0, sums[at] as number);
    tally.add(group, 2, sums[at + 1] as number);
    tally.add(group, 5, sums[at + 2] as number);
  }
}

/** The mentions of one brand, and their squares and products, in the groups of its engines, which begin at `first`. */
function addMentions(
  tally: Tally,
  { mentions, voice }: Data,
  { weight, allStep }: Compared,
  brand: number,
  first: number,
): void {
  const codes = mentions.engine.codes;
  const own = timesIn(mentions, [brand]);
  const before = timesIn(voice, [brand]);
  for (let row = 0; row < weight.length; row++) {
    const times = own[row] as number;
    const step = times - (weight[row] === 1 ? (before[row] as number) : 0);
    if (weight[row] === 0 || (times === 0 && step === 0)) continue;
    const group = first + (codes[row] as number);
    tally.add(group, 1, times);
    tally.add(group, 3, (weight[row] as number) * step * step);
    tally.add(group, 4, (weight[row] as number) * step * (allStep[row] as number));
  }
}
