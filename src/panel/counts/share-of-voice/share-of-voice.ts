import { at } from '../../bytes.ts';
import type { CountedAnswers } from '../../panel.ts';
import { brandOf, type CountQuery, countGroups, lookingForAll, voiceOf } from '../../scan.ts';
import type { VoiceColumns } from '../../segment.ts';
import { Memo } from '../../tally.ts';

/** In place of a tracked brand: all answers of an engine, even if Sightline looked for fewer brands in some. */
export const ALL_ANSWERS = 0;

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

/** Counts per engine: all answers, those that looked for every brand, and what these have of all brands. */
const [ALL, ANSWERS, ALL_MENTIONS, ALL_SQUARES, FIRST_BRAND] = [0, 1, 2, 3, 4];
/** Then these of each brand. */
const [MENTIONS, SQUARES, PRODUCTS, WIDTH] = [0, 1, 2, 3];

export async function countShareOfVoice(answers: CountedAnswers): Promise<ShareOfVoiceCount[]> {
  const { names, self, competitors } = answers.panel;
  const brands = [self, ...competitors];
  const tally = await countGroups(answers, voicesOf(brands));
  const rows = tally.map(([number], count) => {
    const engine = names.engines.at(number);
    const compared = count(ANSWERS);
    const ofBrands = brands.map((trackedId, index) => ({
      engine,
      trackedId,
      answers: compared,
      mentions: count(FIRST_BRAND + index * WIDTH + MENTIONS),
      allMentions: count(ALL_MENTIONS),
      squares: count(FIRST_BRAND + index * WIDTH + SQUARES),
      products: count(FIRST_BRAND + index * WIDTH + PRODUCTS),
      allSquares: count(ALL_SQUARES),
    }));
    return [
      { engine, trackedId: ALL_ANSWERS, answers: count(ALL), ...NO_MENTIONS },
      ...(compared > 0 ? ofBrands : []),
    ];
  });
  return rows.flat();
}

const NO_MENTIONS = { mentions: 0, allMentions: 0, squares: 0, products: 0, allSquares: 0 };

function voicesOf(brands: readonly number[]): CountQuery<'mentions' | 'voice', [engine: number]> {
  return {
    name: `voice of ${brands.join(' ')}`,
    kinds: ['mentions', 'voice'],
    key: ['engine'],
    width: FIRST_BRAND + WIDTH * brands.length,
    byEngine: true,
    add: ({ data: { mentions, voice }, rows }, tally) => {
      const ofEngine = new Memo((engine) => tally.groupOf([engine]));
      for (const row of rows) tally.add(ofEngine.of(at(mentions.engine, row)), ALL);
      const own = brands.map((id) => brandOf(mentions, id));
      const earlier = brands.map((id) => voiceOf(voice, id, mentions.n));
      const compared = lookingForAll(rows, own);
      const isPaired = new Uint8Array(mentions.n);
      for (const row of lookingForAll(compared, earlier)) isPaired[row] = 1;
      const groups = compared.map((row) => ofEngine.of(at(mentions.engine, row)));
      const allSteps = new Float64Array(compared.length);
      for (let place = 0; place < compared.length; place++) {
        const [row, group] = [at(compared, place), at(groups, place)];
        const all = timesIn(own, row);
        const step = isPaired[row] === 1 ? all - timesIn(earlier, row) : all;
        allSteps[place] = step;
        tally.add(group, ANSWERS);
        tally.add(group, ALL_MENTIONS, all);
        tally.add(group, ALL_SQUARES, weightOf(isPaired, row) * step * step);
      }
      for (let index = 0; index < brands.length; index++) {
        const first = FIRST_BRAND + index * WIDTH;
        for (let place = 0; place < compared.length; place++) {
          const [row, group] = [compared[place] ?? 0, groups[place] ?? 0];
          const mentioned = timesAt(own[index], row);
          const step = isPaired[row] === 1 ? mentioned - timesAt(earlier[index], row) : mentioned;
          if (mentioned > 0) tally.add(group, first + MENTIONS, mentioned);
          if (step === 0) continue;
          const weighed = weightOf(isPaired, row) * step;
          tally.add(group, first + SQUARES, weighed * step);
          tally.add(group, first + PRODUCTS, weighed * (allSteps[place] ?? 0));
        }
      }
    },
  };
}

/**
 * How often a squared difference counts. Without an earlier answer, an answer compares with the expected one. That
 * difference is on average smaller than between two answers by a factor of √2, so its square counts twice.
 */
function weightOf(isPaired: Uint8Array, row: number): number {
  return isPaired[row] === 1 ? 1 : 2;
}

export function timesAt(brand: VoiceColumns | undefined, row: number): number {
  return Math.min(brand?.times[row] ?? 0, MOST_MENTIONS);
}

export function timesIn(brands: readonly VoiceColumns[], row: number): number {
  let sum = 0;
  for (const brand of brands) sum += timesAt(brand, row);
  return sum;
}
