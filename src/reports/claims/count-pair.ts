import type { Claim } from '../../domain/claim.ts';
import { wilson } from '../../domain/proportion.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import { evidenceOfMean, evidenceOfPair, type Moments } from '../../stats/claim-evidence.ts';
import { evidenceOfTwoShares, voiceSumsOf } from '../../stats/claim-shares.ts';
import type { Evidence } from '../../stats/claims.ts';
import { leastAnswers, type Thresholds } from '../../stats/gates.ts';
import type { PairedCounts } from '../../stats/intervals.ts';
import { shareInterval } from '../../stats/share-of-voice.ts';
import type { PairCount, PairVoice } from '../../storage/answers/claimed-pairs.ts';
import { figureOfMean, meanOrNull, positionEnds } from './count-change.ts';
import { type CountedClaim, type CountedSide, isRate, type RateMeasure } from './counted-claim.ts';

/** A claim about two brands in the same answers. */
export interface Pair {
  readonly claim: Claim;
  readonly brand: TrackedBrand;
  readonly other: TrackedBrand;
  readonly thresholds: Thresholds;
}

/** What the measure needs of the counts of a pair. */
export type PairRow = Partial<PairCount> & Pick<PairCount, 'engine'>;

/** Two brands on one engine, by how often each is named, cited, or recommended, or by where each is listed. */
export function countPair(pair: Pair, engine: string, row: PairRow | undefined): CountedClaim {
  const { measure } = pair.claim;
  return isRate(measure) ? ofRates(pair, engine, pairedIn(measure, row)) : ofPositions(pair, engine, row);
}

const PAIRED = {
  named: ['answers', 'named', 'otherNamed', 'bothNamed'],
  cited: ['answers', 'cited', 'otherCited', 'bothCited'],
  recommended: ['classified', 'recommended', 'otherRecommended', 'bothRecommended'],
} as const;

function pairedIn(measure: RateMeasure, row: PairRow | undefined): PairedCounts {
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

function ofPositions(pair: Pair, engine: string, row: PairRow | undefined): CountedClaim {
  const { ranked: n = 0, answers: trials = 0 } = row ?? {};
  const mean = (of: Record<keyof Omit<Moments, 'n'>, keyof PairCount>) => {
    const value = (name: keyof PairCount) => Number(row?.[name] ?? 0);
    const [sum, squares, least, most] = [of.sum, of.squares, of.least, of.most].map(value);
    return meanOrNull({ n, sum: sum ?? 0, squares: squares ?? 0, least: least ?? 0, most: most ?? 0 });
  };
  const [first, second, gap] = [mean(FIRST_RANKS), mean(SECOND_RANKS), mean(GAPS)];
  const ends = positionEnds(first, second);
  const side = (brand: TrackedBrand, ranks: typeof first) =>
    sideOf(pair, brand, {
      ...{ events: n, trials, answers: n },
      figure: figureOfMean(ranks, ends),
    });
  const sides = [side(pair.brand, first), side(pair.other, second)] as const;
  const widest = ends.most - ends.least;
  const evidence = gap === null ? [] : [evidenceOfMean(gap, { least: -widest, most: widest })];
  return pairOf(pair, engine, sides, evidence);
}

const FIRST_RANKS = {
  sum: 'rankSum',
  squares: 'rankSquares',
  least: 'leastRank',
  most: 'mostRank',
} as const;
const SECOND_RANKS = {
  sum: 'otherRankSum',
  squares: 'otherRankSquares',
  least: 'otherLeastRank',
  most: 'otherMostRank',
} as const;
const GAPS = { sum: 'gapSum', squares: 'gapSquares', least: 'leastGap', most: 'mostGap' } as const;

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
