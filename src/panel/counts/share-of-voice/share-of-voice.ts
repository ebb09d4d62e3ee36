import { at } from '../../bytes.ts';
import type { CountedAnswers } from '../../panel.ts';
import { brandOf, type CountQuery, countGroups, lookingForAll, voiceOf } from '../../scan.ts';
import type { VoiceColumns } from '../../segment.ts';
import { byName, numbered } from '../../tally.ts';

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

const COUNTS = numbered(['answers', 'mentions', 'allMentions', 'squares', 'products', 'allSquares']);

/** Sums current brands' mentions, by engine and brand. */
export async function countShareOfVoice(answers: CountedAnswers): Promise<ShareOfVoiceCount[]> {
  const { names, self, competitors } = answers.panel;
  const tally = await countGroups(answers, voicesOf([self, ...competitors]));
  return tally.map(([engine, trackedId], count) => ({
    engine: names.engines.at(engine),
    trackedId,
    ...byName(COUNTS, count),
  }));
}

function voicesOf(
  brands: readonly number[],
): CountQuery<'mentions' | 'voice', [engine: number, trackedId: number]> {
  return {
    name: `voice of ${brands.join(' ')}`,
    kinds: ['mentions', 'voice'],
    width: 6,
    byEngine: true,
    add: ({ data: { mentions, voice }, rows }, tally) => {
      for (const row of rows)
        tally.add(tally.groupOf([at(mentions.engine, row), ALL_ANSWERS]), COUNTS.answers);
      const own = brands.map((id) => brandOf(mentions, id));
      const before = brands.map((id) => voiceOf(voice, id, mentions.n));
      const pairs = own.map((now, index) => ({ now, before: before[index] ?? now }));
      const compared = lookingForAll(rows, own);
      const isPaired = new Uint8Array(mentions.n);
      for (const row of lookingForAll(compared, before)) isPaired[row] = 1;
      for (const row of compared) {
        // Without an earlier answer, it compares with the expected one. That difference is on average smaller than
        // between two answers by a factor of √2, so its square counts twice.
        const [earlier, weight] = isPaired[row] === 1 ? [1, 1] : [0, 2];
        const all = timesIn(own, row);
        const allStep = all - earlier * timesIn(before, row);
        for (const { now, before } of pairs) {
          const times = timesAt(now, row);
          const step = times - earlier * timesAt(before, row);
          const group = tally.groupOf([at(mentions.engine, row), now.trackedId]);
          tally.add(group, COUNTS.answers);
          tally.add(group, COUNTS.mentions, times);
          tally.add(group, COUNTS.allMentions, all);
          tally.add(group, COUNTS.squares, weight * step * step);
          tally.add(group, COUNTS.products, weight * step * allStep);
          tally.add(group, COUNTS.allSquares, weight * allStep * allStep);
        }
      }
    },
  };
}

/** A brand's mentions in an answer, capped. */
export function timesAt({ times }: VoiceColumns, row: number): number {
  return Math.min(at(times, row), MOST_MENTIONS);
}

/** All these brands' mentions in an answer. */
export function timesIn(brands: readonly VoiceColumns[], row: number): number {
  let sum = 0;
  for (const brand of brands) sum += timesAt(brand, row);
  return sum;
}
