import type { Claim } from '../../domain/claim.ts';
import { wilson } from '../../domain/proportion.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { PairVoice } from '../../panel/counts/pair-voice.ts';
import type { PairCount, PairRanks } from '../../panel/counts/pairs.ts';
import { evidenceOfMean, evidenceOfPair } from '../../stats/claim-evidence.ts';
import { evidenceOfTwoShares, voiceSumsOf } from '../../stats/claim-shares.ts';
import type { Evidence } from '../../stats/claims.ts';
import { leastAnswers, type Thresholds } from '../../stats/gates.ts';
import type { PairedCounts } from '../../stats/intervals.ts';
import { shareInterval } from '../../stats/share-of-voice.ts';
import { type CountedClaim, type CountedSide, isRate, type RateMeasure } from './counted-claim.ts';
import { figureOfMean, meanOrNull, momentsOf, positionEnds } from './positions.ts';

/** A claim about two brands in the same answers. */
export interface Pair {
  readonly claim: Claim;
  readonly brand: TrackedBrand;
  readonly other: TrackedBrand;
  readonly thresholds: Thresholds;
}

/**
 * Two brands on one engine, by how often each is named, cited, or recommended, or by where each is listed.
 *
 * @param ranks where the answers list both, if the claim is about that
 */
export function countPair(
  pair: Pair,
  engine: string,
  row: PairCount | undefined,
  ranks: readonly PairRanks[],
): CountedClaim {
  const { measure } = pair.claim;
  return isRate(measure)
    ? ofRates(pair, engine, pairedIn(measure, row))
    : ofPositions(pair, engine, ranks, row?.answers ?? 0);
}

const PAIRED = {
  named: ['answers', 'named', 'otherNamed', 'bothNamed'],
  cited: ['answers', 'cited', 'otherCited', 'bothCited'],
  recommended: ['classified', 'recommended', 'otherRecommended', 'bothRecommended'],
} as const;

function pairedIn(measure: RateMeasure, row: PairCount | undefined): PairedCounts {
  const [all = 0, first = 0, second = 0, both = 0] = PAIRED[measure].map((name) => row?.[name] ?? 0);
  return { both, onlyFirst: first - both, onlySecond: second - both, neither: all - first - second + both };
}

function ofRates(pair: Pair, engine: string, counted: PairedCounts): CountedClaim {
  const { both, onlyFirst, onlySecond, neither } = counted;
  const trials = both + onlyFirst + onlySecond + neither;
  const side = (brand: TrackedBrand, events: number) => {
    const figure = trials === 0 ? null : { value: events / trials, interval: wilson({ events, trials }) };
    return sideOf(pair, brand, { events, trials, answers: trials, figure });
  };
  const sides = [side(pair.brand, both + onlyFirst), side(pair.other, both + onlySecond)] as const;
  return pairOf(pair, engine, sides, trials === 0 ? [] : [evidenceOfPair(counted)]);
}

function ofPositions(pair: Pair, engine: string, ranks: readonly PairRanks[], trials: number): CountedClaim {
  const moments = momentsOf(ranks, ({ rank }) => rank);
  const first = meanOrNull(moments);
  const second = meanOrNull(momentsOf(ranks, ({ otherRank }) => otherRank));
  const gap = meanOrNull(momentsOf(ranks, ({ rank, otherRank }) => rank - otherRank));
  const { n } = moments;
  const ends = positionEnds(first, second);
  const side = (brand: TrackedBrand, positions: typeof first) =>
    sideOf(pair, brand, {
      ...{ events: n, trials, answers: n },
      figure: figureOfMean(positions, ends),
    });
  const sides = [side(pair.brand, first), side(pair.other, second)] as const;
  const widest = ends.most - ends.least;
  const evidence = gap === null ? [] : [evidenceOfMean(gap, { least: -widest, most: widest })];
  return pairOf(pair, engine, sides, evidence);
}

/** Two brands' shares of the same mentions on one engine. */
export function countSharePair(pair: Pair, engine: string, rows: readonly PairVoice[]): CountedClaim {
  const first = voiceSumsOf(rows);
  const second = voiceSumsOf(rows.map((row) => ({ ...row, x: row.y, xx: row.yy, xt: row.yt })));
  const ofTwo = voiceSumsOf(
    rows.map((row) => ({
      ...{ answers: row.answers, x: row.x, xx: row.xx },
      ...{ t: row.x + row.y, xt: row.xx + row.xy, tt: row.xx + 2 * row.xy + row.yy },
    })),
  );
  const side = (
    brand: TrackedBrand,
    sums: typeof first,
    interval: () => ReturnType<typeof shareInterval>,
  ) => {
    const { mentions: events, allMentions: trials, answers } = sums;
    const figure = trials === 0 ? null : { value: events / trials, interval: interval() };
    return sideOf(pair, brand, { events, trials, answers, figure });
  };
  const sides = [
    side(pair.brand, first, () => shareInterval(first)),
    side(pair.other, second, () => shareInterval(second)),
  ] as const;
  const naming = (name: 'naming' | 'otherNaming') => rows.reduce((sum, row) => sum + row[name], 0);
  const evidence =
    ofTwo.allMentions === 0
      ? []
      : [
          evidenceOfTwoShares(ofTwo, ofTwo.allMentions / first.allMentions, {
            ...{ own: naming('naming'), others: naming('otherNaming') },
          }),
        ];
  return pairOf(pair, engine, sides, evidence);
}

function sideOf(
  { claim }: Pair,
  brand: TrackedBrand,
  counted: Omit<CountedSide, 'brand' | 'window' | 'answersToAllPrompts'>,
): CountedSide {
  return { brand, window: claim.window, ...counted, answersToAllPrompts: counted.answers };
}

function pairOf(
  { claim, thresholds }: Pair,
  engine: string,
  [first, second]: readonly [CountedSide, CountedSide],
  evidence: readonly Evidence[],
): CountedClaim {
  const gate = first.answers < leastAnswers(thresholds) ? 'too_few_answers' : null;
  return { claim, engine, first, second, sharedPrompts: null, gate, evidence, compared: null };
}
