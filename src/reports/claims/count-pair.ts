import { type Claim, isRate } from '../../domain/alerts/claim.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { independent, wilson } from '../../domain/figures/proportion.ts';
import { daysIn } from '../../domain/time/period.ts';
import type { ClaimCount } from '../../panel/counts/claim-counts.ts';
import type { PairedShareOfVoice } from '../../panel/counts/share-of-voice/paired-share-of-voice.ts';
import type { PairRanks } from '../../panel/counts/spreads/pairs.ts';
import { leastAnswers, type Thresholds } from '../../stats/alerts/gates.ts';
import { evidenceOfMean, evidenceOfPair } from '../../stats/claims/claim-evidence.ts';
import { evidenceOfTwoShares, independentNaming, voiceSumsOf } from '../../stats/claims/claim-shares.ts';
import type { Evidence } from '../../stats/claims/claims.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { independentSums, shareInterval } from '../../stats/rates/share-of-voice.ts';
import { type CountedClaim, type CountedSide, spreadOfRate, totalsOf } from './counted-claim.ts';
import { figureOfMean, meanOrNull, momentsOf, positionEnds } from './positions.ts';

/** A claim about two brands in the same answers. */
export interface Pair {
  readonly claim: Claim;
  readonly brand: TrackedBrand;
  readonly other: TrackedBrand;
  readonly thresholds: Thresholds;
  readonly effects: DesignEffects;
  readonly branded: ReadonlySet<number>;
}

/**
 * Counts two brands on one engine: how often each is named, cited, recommended, or listed, or where each is listed.
 *
 * @param rows answers in which Sightline looked for both
 * @param ranks their positions in answers that list both, for a claim about positions
 */
export function countPair(
  pair: Pair,
  engine: string,
  rows: readonly ClaimCount[],
  ranks: readonly PairRanks[],
): CountedClaim {
  return isRate(pair.claim.measure) ? ofRates(pair, engine, rows) : ofPositions(pair, engine, rows, ranks);
}

function ofRates(pair: Pair, engine: string, rows: readonly ClaimCount[]): CountedClaim {
  const { answers: lookedFor, trials, first, second, both } = totalsOf(rows);
  const paired = {
    both,
    onlyFirst: first - both,
    onlySecond: second - both,
    neither: trials - first - second + both,
  };
  const side = (brand: TrackedBrand, events: number, of: 'first' | 'second') => {
    const counted = independent({ events, trials }, effectOf(pair, brand, engine));
    const figure = trials === 0 ? null : { value: events / trials, interval: wilson(counted) };
    const questions = spreadOfRate(rows, of, pair.branded);
    return sideOf(pair, engine, brand, { events, trials, lookedFor, answers: trials, figure, questions });
  };
  const effect = effectOfBoth(pair, engine);
  const sides = [side(pair.brand, first, 'first'), side(pair.other, second, 'second')] as const;
  return pairOf(pair, engine, rows.length, sides, trials === 0 ? [] : [evidenceOfPair(paired, effect)]);
}

function ofPositions(
  pair: Pair,
  engine: string,
  rows: readonly ClaimCount[],
  ranks: readonly PairRanks[],
): CountedClaim {
  const moments = momentsOf(ranks, ({ rank }) => rank);
  const effect = effectOfBoth(pair, engine);
  const first = meanOrNull(moments, effect);
  const second = meanOrNull(
    momentsOf(ranks, ({ otherRank }) => otherRank),
    effect,
  );
  const gap = meanOrNull(
    momentsOf(ranks, ({ rank, otherRank }) => rank - otherRank),
    effect,
  );
  const { n } = moments;
  const { answers: trials } = totalsOf(rows);
  const ends = positionEnds(first, second);
  const side = (brand: TrackedBrand, positions: typeof first) =>
    sideOf(pair, engine, brand, {
      events: n,
      trials,
      lookedFor: trials,
      answers: n,
      figure: figureOfMean(positions, ends),
      questions: null,
    });
  const sides = [side(pair.brand, first), side(pair.other, second)] as const;
  const widest = ends.most - ends.least;
  const evidence = gap === null ? [] : [evidenceOfMean(gap, { least: -widest, most: widest })];
  return pairOf(pair, engine, rows.length, sides, evidence);
}

/** Two brands' shares of the same mentions on one engine. */
export function countSharePair(
  pair: Pair,
  engine: string,
  rows: readonly PairedShareOfVoice[],
): CountedClaim {
  const first = voiceSumsOf(rows);
  const second = voiceSumsOf(rows.map((row) => ({ ...row, x: row.y, xx: row.yy, xt: row.yt })));
  const ofTwo = voiceSumsOf(
    rows.map((row) => ({
      answers: row.answers,
      x: row.x,
      xx: row.xx,
      t: row.x + row.y,
      xt: row.xx + row.xy,
      tt: row.xx + 2 * row.xy + row.yy,
    })),
  );
  const side = (
    brand: TrackedBrand,
    sums: typeof first,
    interval: () => ReturnType<typeof shareInterval>,
  ) => {
    const { mentions: events, allMentions: trials, answers } = sums;
    const figure = trials === 0 ? null : { value: events / trials, interval: interval() };
    return sideOf(pair, engine, brand, {
      events,
      trials,
      lookedFor: answers,
      answers,
      figure,
      questions: null,
    });
  };
  const sides = [
    side(pair.brand, first, () => shareInterval(independentSums(first, effectOf(pair, pair.brand, engine)))),
    side(pair.other, second, () =>
      shareInterval(independentSums(second, effectOf(pair, pair.other, engine))),
    ),
  ] as const;
  const effect = effectOfBoth(pair, engine);
  const naming = (name: 'naming' | 'otherNaming') => rows.reduce((sum, row) => sum + row[name], 0);
  const evidence =
    ofTwo.allMentions === 0
      ? []
      : [
          evidenceOfTwoShares(
            independentSums(ofTwo, effect),
            ofTwo.allMentions / first.allMentions,
            independentNaming({ own: naming('naming'), others: naming('otherNaming') }, effect),
          ),
        ];
  return pairOf(pair, engine, rows.length, sides, evidence);
}

function effectOf({ claim, effects }: Pair, { id }: TrackedBrand, engine: string): number | null {
  return effects(engine, id, daysIn(claim.window));
}

/** If either brand's counts repeat, so does their difference. */
function effectOfBoth(pair: Pair, engine: string): number {
  return Math.max(...[pair.brand, pair.other].map((brand) => effectOf(pair, brand, engine) ?? 1));
}

function sideOf(
  pair: Pair,
  engine: string,
  brand: TrackedBrand,
  counted: Omit<CountedSide, 'brand' | 'window' | 'answersToAllPrompts' | 'designEffect'>,
): CountedSide {
  return {
    brand,
    window: pair.claim.window,
    ...counted,
    answersToAllPrompts: counted.answers,
    designEffect: effectOf(pair, brand, engine),
  };
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
