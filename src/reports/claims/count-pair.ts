import { type Claim, isRate } from '../../domain/claim.ts';
import { wilson } from '../../domain/proportion.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { ClaimedCount } from '../../panel/counts/claimed.ts';
import type { PairVoice } from '../../panel/counts/pair-voice.ts';
import type { PairRanks } from '../../panel/counts/pairs.ts';
import { evidenceOfMean, evidenceOfPair } from '../../stats/claim-evidence.ts';
import { evidenceOfTwoShares, voiceSumsOf } from '../../stats/claim-shares.ts';
import type { Evidence } from '../../stats/claims.ts';
import { leastAnswers, type Thresholds } from '../../stats/gates.ts';
import { shareInterval } from '../../stats/share-of-voice.ts';
import { type CountedClaim, type CountedSide, totalsOf } from './counted-claim.ts';
import { figureOfMean, meanOrNull, momentsOf, positionEnds } from './positions.ts';

/** A claim about two brands in the same answers. */
export interface Pair {
  readonly claim: Claim;
  readonly brand: TrackedBrand;
  readonly other: TrackedBrand;
  readonly thresholds: Thresholds;
}

/**
 * Two brands on one engine, by how often each is named, cited, recommended, or listed, or by where each is listed.
 *
 * @param rows the answers in which both were looked for
 * @param ranks where these list both, if the claim is about that
 */
export function countPair(
  pair: Pair,
  engine: string,
  rows: readonly ClaimedCount[],
  ranks: readonly PairRanks[],
): CountedClaim {
  return isRate(pair.claim.measure) ? ofRates(pair, engine, rows) : ofPositions(pair, engine, rows, ranks);
}

function ofRates(pair: Pair, engine: string, rows: readonly ClaimedCount[]): CountedClaim {
  const { answers: lookedFor, trials, first, second, both } = totalsOf(rows);
  const paired = {
    ...{ both, onlyFirst: first - both, onlySecond: second - both },
    neither: trials - first - second + both,
  };
  const side = (brand: TrackedBrand, events: number) => {
    const figure = trials === 0 ? null : { value: events / trials, interval: wilson({ events, trials }) };
    return sideOf(pair, brand, { events, trials, lookedFor, answers: trials, figure });
  };
  const sides = [side(pair.brand, first), side(pair.other, second)] as const;
  return pairOf(pair, engine, rows.length, sides, trials === 0 ? [] : [evidenceOfPair(paired)]);
}

function ofPositions(
  pair: Pair,
  engine: string,
  rows: readonly ClaimedCount[],
  ranks: readonly PairRanks[],
): CountedClaim {
  const moments = momentsOf(ranks, ({ rank }) => rank);
  const first = meanOrNull(moments);
  const second = meanOrNull(momentsOf(ranks, ({ otherRank }) => otherRank));
  const gap = meanOrNull(momentsOf(ranks, ({ rank, otherRank }) => rank - otherRank));
  const { n } = moments;
  const { answers: trials } = totalsOf(rows);
  const ends = positionEnds(first, second);
  const side = (brand: TrackedBrand, positions: typeof first) =>
    sideOf(pair, brand, {
      ...{ events: n, trials, lookedFor: trials, answers: n },
      figure: figureOfMean(positions, ends),
    });
  const sides = [side(pair.brand, first), side(pair.other, second)] as const;
  const widest = ends.most - ends.least;
  const evidence = gap === null ? [] : [evidenceOfMean(gap, { least: -widest, most: widest })];
  return pairOf(pair, engine, rows.length, sides, evidence);
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
    return sideOf(pair, brand, { events, trials, lookedFor: answers, answers, figure });
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
  return pairOf(pair, engine, rows.length, sides, evidence);
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
  prompts: number,
  [first, second]: readonly [CountedSide, CountedSide],
  evidence: readonly Evidence[],
): CountedClaim {
  const gate = first.answers < leastAnswers(thresholds) ? 'too_few_answers' : null;
  return { claim, engine, first, second, prompts, gate, evidence, compared: null };
}
