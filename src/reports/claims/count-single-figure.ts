import type { Claim } from '../../domain/alerts/claim.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { independent, wilson } from '../../domain/figures/proportion.ts';
import { daysIn } from '../../domain/time/period.ts';
import type { ClaimCount } from '../../panel/counts/claim-counts.ts';
import type { ShareOfVoiceCount } from '../../panel/counts/share-of-voice/share-of-voice.ts';
import type { PairRanks } from '../../panel/counts/spreads/pairs.ts';
import type { VisibilityCount } from '../../panel/counts/visibility.ts';
import { leastAnswers, type Thresholds } from '../../stats/alerts/gates.ts';
import { evidenceOfMean, evidenceOfRate } from '../../stats/claims/claim-evidence.ts';
import { evidenceOfShare, independentNaming, type Naming } from '../../stats/claims/claim-shares.ts';
import type { Evidence } from '../../stats/claims/claims.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { independentSums, shareInterval } from '../../stats/rates/share-of-voice.ts';
import { type CountedClaim, type CountedSide, spreadOfRate, totalsOf } from './counted-claim.ts';
import { figureOfMean, meanOrNull, momentsOf, positionEnds } from './positions.ts';

/** A claim about one brand in one window. */
export interface SingleFigure {
  readonly claim: Claim;
  readonly brand: TrackedBrand;
  readonly thresholds: Thresholds;
  readonly effects: DesignEffects;
  readonly branded: ReadonlySet<number>;
}

/** How often a brand is named, cited, recommended, or listed on one engine. */
export function countSingleRate(
  level: SingleFigure,
  engine: string,
  rows: readonly ClaimCount[],
): CountedClaim {
  const { answers: lookedFor, trials, first: events } = totalsOf(rows);
  const counted = { events, trials };
  const told = independent(counted, effectOf(level, engine));
  const figure = trials === 0 ? null : { value: events / trials, interval: wilson(told) };
  const evidence = trials === 0 ? [] : [evidenceOfRate(told)];
  const questions = spreadOfRate(rows, 'first', level.branded);
  return levelOf(
    level,
    engine,
    rows.length,
    { ...counted, lookedFor, answers: trials, figure, questions },
    evidence,
  );
}

/**
 * The mean list position.
 *
 * @param ranks its positions
 * @param rows how often Sightline looked for it
 */
export function countSinglePosition(
  level: SingleFigure,
  engine: string,
  ranks: readonly PairRanks[],
  rows: readonly ClaimCount[],
): CountedClaim {
  const moments = momentsOf(ranks, ({ rank }) => rank);
  const mean = meanOrNull(moments, effectOf(level, engine));
  const ends = positionEnds(mean);
  const { n } = moments;
  const { answers: trials } = totalsOf(rows);
  const counted = {
    events: n,
    trials,
    lookedFor: trials,
    answers: n,
    figure: figureOfMean(mean, ends),
    questions: null,
  };
  return levelOf(level, engine, rows.length, counted, mean === null ? [] : [evidenceOfMean(mean, ends)]);
}

/**
 * The share of mentions, from /share-of-voice's counts.
 *
 * @param named each tracked brand's mentions, from /visibility's counts
 * @param prompts the prompts behind the answers
 */
export function countSingleShare(
  level: SingleFigure,
  engine: string,
  row: ShareOfVoiceCount | undefined,
  named: readonly VisibilityCount[],
  prompts: number,
): CountedClaim {
  const { mentions: events = 0, allMentions: trials = 0, answers = 0 } = row ?? {};
  const isKnown = row !== undefined && trials > 0;
  const effect = effectOf(level, engine);
  const sums = row && independentSums(row, effect);
  const figure = isKnown && sums ? { value: events / trials, interval: shareInterval(sums) } : null;
  const naming = independentNaming(namingIn(named, level.brand.id, answers), effect);
  const evidence = isKnown && sums ? [evidenceOfShare(sums, naming)] : [];
  return levelOf(
    level,
    engine,
    prompts,
    { events, trials, lookedFor: answers, answers, figure, questions: null },
    evidence,
  );
}

/**
 * How many answers name each brand, among answers in which Sightline looked for every brand. A lower bound if it looked for a brand in more
 * answers; lower counts only make a claim stricter.
 */
function namingIn(named: readonly VisibilityCount[], brandId: number, answers: number): Naming {
  const naming = (rows: readonly VisibilityCount[]) =>
    rows.reduce((sum, { present, responses }) => sum + Math.max(0, present - (responses - answers)), 0);
  return {
    own: naming(named.filter(({ trackedId }) => trackedId === brandId)),
    others: naming(named.filter(({ trackedId }) => trackedId !== brandId)),
  };
}

function effectOf({ claim, brand, effects }: SingleFigure, engine: string): number | null {
  return effects(engine, brand.id, daysIn(claim.window));
}

function levelOf(
  level: SingleFigure,
  engine: string,
  prompts: number,
  counted: Omit<CountedSide, 'brand' | 'window' | 'answersToAllPrompts' | 'designEffect'>,
  evidence: readonly Evidence[],
): CountedClaim {
  const { claim, brand, thresholds } = level;
  const first = {
    brand,
    window: claim.window,
    ...counted,
    answersToAllPrompts: counted.answers,
    designEffect: effectOf(level, engine),
  };
  const gate = counted.answers < leastAnswers(thresholds) ? 'too_few_answers' : null;
  return { claim, engine, first, second: null, prompts, gate, evidence, compared: null };
}
