import type { Claim } from '../../domain/claim.ts';
import { daysIn } from '../../domain/period.ts';
import { independent, wilson } from '../../domain/proportion.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { ClaimedCount } from '../../panel/counts/claimed.ts';
import type { PairRanks } from '../../panel/counts/pairs.ts';
import type { VisibilityCount } from '../../panel/counts/visibility.ts';
import type { VoiceCount } from '../../panel/counts/voice.ts';
import { evidenceOfMean, evidenceOfRate } from '../../stats/claim-evidence.ts';
import { evidenceOfShare, independentNaming, type Naming } from '../../stats/claim-shares.ts';
import type { Evidence } from '../../stats/claims.ts';
import type { DesignEffects } from '../../stats/design-effect.ts';
import { leastAnswers, type Thresholds } from '../../stats/gates.ts';
import { independentSums, shareInterval } from '../../stats/share-of-voice.ts';
import { type CountedClaim, type CountedSide, spreadOfRate, totalsOf } from './counted-claim.ts';
import { figureOfMean, meanOrNull, momentsOf, positionEnds } from './positions.ts';

/** A claim about one brand in one window. */
export interface Level {
  readonly claim: Claim;
  readonly brand: TrackedBrand;
  readonly thresholds: Thresholds;
  readonly effects: DesignEffects;
  readonly branded: ReadonlySet<number>;
}

/** How often a brand is named, cited, recommended, or listed on one engine. */
export function countRateLevel(level: Level, engine: string, rows: readonly ClaimedCount[]): CountedClaim {
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
 * Where it is listed.
 *
 * @param ranks its positions
 * @param rows how often it was looked for
 */
export function countPositionLevel(
  level: Level,
  engine: string,
  ranks: readonly PairRanks[],
  rows: readonly ClaimedCount[],
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
 * Its share of mentions, from the counts of /share-of-voice.
 *
 * @param named how often each brand tracked now is named, from the counts of /visibility
 * @param prompts those that the answers are to
 */
export function countShareLevel(
  level: Level,
  engine: string,
  row: VoiceCount | undefined,
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
 * How many of the answers in which every brand was looked for name each: at least, where a brand was looked for in more answers than
 * these. Fewer only make a claim stricter.
 */
function namingIn(named: readonly VisibilityCount[], brandId: number, answers: number): Naming {
  const naming = (rows: readonly VisibilityCount[]) =>
    rows.reduce((sum, { present, responses }) => sum + Math.max(0, present - (responses - answers)), 0);
  return {
    own: naming(named.filter(({ trackedId }) => trackedId === brandId)),
    others: naming(named.filter(({ trackedId }) => trackedId !== brandId)),
  };
}

function effectOf({ claim, brand, effects }: Level, engine: string): number | null {
  return effects(engine, brand.id, daysIn(claim.window));
}

function levelOf(
  level: Level,
  engine: string,
  prompts: number,
  counted: Omit<CountedSide, 'brand' | 'window' | 'answersToAllPrompts' | 'designEffect'>,
  evidence: readonly Evidence[],
): CountedClaim {
  const { claim, brand, thresholds } = level;
  const first = {
    ...{ brand, window: claim.window, ...counted, answersToAllPrompts: counted.answers },
    designEffect: effectOf(level, engine),
  };
  const gate = counted.answers < leastAnswers(thresholds) ? 'too_few_answers' : null;
  return { claim, engine, first, second: null, prompts, gate, evidence, compared: null };
}
