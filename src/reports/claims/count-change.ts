import type { Claim, ClaimGate } from '../../domain/alerts/claim.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { independent, wilson } from '../../domain/figures/proportion.ts';
import { expectedAnswers, type WeeklyFrom } from '../../domain/questions/weekly.ts';
import { daysIn, type Period } from '../../domain/time/period.ts';
import type { ClaimCount } from '../../panel/counts/claim-counts.ts';
import type { ComparedCount } from '../../panel/counts/compared.ts';
import type { PairedShareOfVoice } from '../../panel/counts/share-of-voice/paired-share-of-voice.ts';
import type { PairRanks } from '../../panel/counts/spreads/pairs.ts';
import { compare, type Effects, isOutage, sampleGate, type Thresholds } from '../../stats/alerts/gates.ts';
import {
  type Bounds,
  evidenceOfCompared,
  evidenceOfMean,
  evidenceOfTwo,
  independentMean,
  type Mean,
  type Moments,
  meansWithSameMix,
} from '../../stats/claims/claim-evidence.ts';
import {
  compareShares,
  evidenceOfComparedShares,
  type VoiceMoments,
  voiceSumsOf,
} from '../../stats/claims/claim-shares.ts';
import type { Evidence } from '../../stats/claims/claims.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { independentSums, shareInterval } from '../../stats/rates/share-of-voice.ts';
import { type CountedClaim, type CountedSide, spreadOfRate } from './counted-claim.ts';
import { figureOfMean, meanOrNull, positionEnds } from './positions.ts';

/** A claim about two windows. */
export interface Change {
  readonly claim: Claim;
  readonly baseline: Period;
  readonly brand: TrackedBrand;
  readonly thresholds: Thresholds;
  readonly weekly: WeeklyFrom;
  /** One for each window's figure, another for the difference between windows. */
  readonly effects: DesignEffects;
  readonly branded: ReadonlySet<number>;
  readonly differenceEffects: DesignEffects;
  /** Whether all answers in both windows were extracted the same way. */
  readonly readAlike: boolean;
}

/** Both windows' counts. */
export interface Sides<Of> {
  readonly current: Of;
  readonly baseline: Of;
}

type SideName = keyof Sides<unknown>;

/** One engine's answers to each prompt, arranged for comparison: prompts with answers in both windows are shared, by id. */
class ComparedPrompts<Row extends { readonly promptId: number; readonly answers: number }> {
  readonly shared: readonly Sides<Row>[];
  readonly #all: Sides<readonly Row[]>;

  constructor(all: Sides<readonly Row[]>) {
    const before = new Map(all.baseline.map((row) => [row.promptId, row]));
    this.#all = all;
    this.shared = all.current.flatMap((current) => {
      const baseline = before.get(current.promptId);
      return baseline === undefined ? [] : { current, baseline };
    });
  }

  totals(value: (row: Row) => number): Sides<number> {
    const of = (side: SideName) => this.#all[side].reduce((sum, row) => sum + value(row), 0);
    return { current: of('current'), baseline: of('baseline') };
  }

  sharedTotals(value: (row: Row) => number): Sides<number> {
    const of = (side: SideName) => this.shared.reduce((sum, { [side]: row }) => sum + value(row), 0);
    return { current: of('current'), baseline: of('baseline') };
  }
}

type AnyPrompts =
  | ComparedPrompts<ClaimCount>
  | ComparedPrompts<ComparedCount>
  | ComparedPrompts<PairedShareOfVoice>;

function isAfterOutage({ claim, baseline, thresholds, weekly }: Change, panel: AnyPrompts): boolean {
  const windows = { current: claim.window, baseline };
  const answers = (n: number) => ({ events: 0, trials: n });
  const strata = panel.shared.map(({ current, baseline: before }) => ({
    current: answers(current.answers),
    baseline: answers(expectedAnswers(before, windows, weekly)),
  }));
  const lengths = { current: claim.window.to - claim.window.from, baseline: baseline.to - baseline.from };
  return isOutage({ strata, totals: panel.totals(({ answers: n }) => n) }, thresholds, lengths);
}

/** The gates before any figure is tested. */
function firstGate(
  { readAlike, thresholds }: Change,
  outage: boolean,
  totals: Sides<number>,
  shared: Sides<number>,
): ClaimGate | null {
  if (!readAlike) return 'mixed_readings';
  if (outage) return 'outage';
  return sampleGate(totals, shared, thresholds) as 'too_few_answers' | 'too_few_shared_prompts' | null;
}

/** How a rate changed on one engine. */
export function countRateChange(
  change: Change,
  engine: string,
  rows: Sides<readonly ClaimCount[]>,
): CountedClaim {
  const panel = new ComparedPrompts(rows);
  const counts = ({ first, trials }: ClaimCount) => ({ events: first, trials });
  const strata = panel.shared.map(({ current, baseline }) => ({
    current: counts(current),
    baseline: counts(baseline),
  }));
  const totals = panel.totals(({ trials }) => trials);
  const lookedFor = panel.sharedTotals(({ answers }) => answers);
  const effects = effectsOn(change, engine);
  const compared = compare({ strata, totals }, effects.difference);
  const side = (name: SideName) => {
    const counted = compared.counted[name];
    const { events, trials } = counted;
    const told = independent(counted, effects.figure[name]);
    const figure = trials === 0 ? null : { value: events / trials, interval: wilson(told) };
    return sideOf(change, engine, name, {
      ...counted,
      lookedFor: lookedFor[name],
      answers: trials,
      answersToAllPrompts: totals[name],
      figure,
      questions: spreadOfRate(
        panel.shared.map((each) => each[name]),
        'first',
        change.branded,
      ),
    });
  };
  const shared = { current: compared.counted.current.trials, baseline: compared.counted.baseline.trials };
  return {
    claim: change.claim,
    engine,
    first: side('current'),
    second: side('baseline'),
    compared,
    prompts: strata.length,
    gate: firstGate(change, isAfterOutage(change, panel), totals, shared),
    evidence: evidenceOfCompared(compared),
  };
}

function effectsOn({ claim, baseline, brand, ...of }: Change, engine: string) {
  const both = (effectOf: DesignEffects): Effects => ({
    current: effectOf(engine, brand.id, daysIn(claim.window)),
    baseline: effectOf(engine, brand.id, daysIn(baseline)),
  });
  return { figure: both(of.effects), difference: both(of.differenceEffects) };
}

function sideOf(
  change: Change,
  engine: string,
  name: SideName,
  counted: Omit<CountedSide, 'brand' | 'window' | 'designEffect'>,
): CountedSide {
  const window = name === 'current' ? change.claim.window : change.baseline;
  return { brand: change.brand, window, ...counted, designEffect: effectsOn(change, engine).figure[name] };
}

/** The lowest and highest position in a window's answers, including prompts that are not shared. */
function seenIn(ranks: Sides<readonly PairRanks[]>): Sides<Bounds> {
  const of = (some: readonly PairRanks[]) => {
    const own = some.map(({ rank }) => rank);
    return { least: Math.min(...own), most: Math.max(...own) };
  };
  return { current: of(ranks.current), baseline: of(ranks.baseline) };
}

/**
 * How a mean list position changed on one engine.
 * @param ranks the observed positions
 */
export function countPositionChange(
  change: Change,
  engine: string,
  rows: Sides<readonly ComparedCount[]>,
  ranks: Sides<readonly PairRanks[]>,
): CountedClaim {
  const panel = new ComparedPrompts(rows);
  const seen = seenIn(ranks);
  const effects = effectsOn(change, engine);
  const totals = panel.totals(({ ranked }) => ranked);
  const ranked = panel.sharedTotals((row) => row.ranked);
  const answers = panel.sharedTotals((row) => row.answers);
  const meansBy = (by: Effects): Sides<Mean | null> => {
    const of = (name: SideName) => {
      const rows = panel.shared.map((each) => each[name]);
      return meanOrNull(sumsOf(rows, seen[name]), by[name]);
    };
    return { current: of('current'), baseline: of('baseline') };
  };
  const [figures, means] = [meansBy(effects.figure), meansBy(effects.difference)];
  const ends = positionEnds(means.current, means.baseline);
  const side = (name: SideName) =>
    sideOf(change, engine, name, {
      events: ranked[name],
      trials: answers[name],
      lookedFor: answers[name],
      answers: ranked[name],
      answersToAllPrompts: totals[name],
      figure: figureOfMean(figures[name], ends),
      questions: null,
    });
  return {
    claim: change.claim,
    engine,
    first: side('current'),
    second: side('baseline'),
    compared: null,
    prompts: panel.shared.length,
    gate: firstGate(change, isAfterOutage(change, panel), totals, ranked),
    evidence: evidenceOfPositions(panel.shared, means, { ends, seen, effects: effects.difference }),
  };
}

/** Sums list positions over prompts. */
function sumsOf(rows: readonly ComparedCount[], seen: Bounds): Moments {
  const sum = (name: 'ranked' | 'rankSum' | 'rankSquares') =>
    rows.reduce((total, row) => total + row[name], 0);
  return { n: sum('ranked'), sum: sum('rankSum'), squares: sum('rankSquares'), ...seen };
}

function evidenceOfPositions(
  shared: readonly Sides<ComparedCount>[],
  { current, baseline }: Sides<Mean | null>,
  { ends, seen, effects }: { readonly ends: Bounds; readonly seen: Sides<Bounds>; readonly effects: Effects },
): Evidence[] {
  const strata = shared
    .map((each) => ({
      current: sumsOf([each.current], seen.current),
      baseline: sumsOf([each.baseline], seen.baseline),
    }))
    .filter((each) => each.current.n > 0 && each.baseline.n > 0);
  if (current === null || baseline === null || strata.length === 0) return [];
  const mixed = meansWithSameMix(strata, { current, baseline });
  const even = {
    current: independentMean(mixed.current, effects.current),
    baseline: independentMean(mixed.baseline, effects.baseline),
  };
  return [{ current, baseline }, even].map((means) =>
    evidenceOfTwo(evidenceOfMean(means.current, ends), evidenceOfMean(means.baseline, ends)),
  );
}

/** How a share of mentions changed on one engine. */
export function countShareChange(
  change: Change,
  engine: string,
  rows: Sides<readonly PairedShareOfVoice[]>,
): CountedClaim {
  const panel = new ComparedPrompts(rows);
  const totals = panel.totals(({ answers }) => answers);
  const effects = effectsOn(change, engine);
  const compared = compareShares(panel.shared, totals, effects.difference);
  const side = (name: SideName) =>
    sideOf(change, engine, name, {
      ...shareIn(
        panel.shared.map((each) => each[name]),
        effects.figure[name],
      ),
      answersToAllPrompts: totals[name],
      questions: null,
    });
  const [first, second] = [side('current'), side('baseline')];
  const shared = { current: first.answers, baseline: second.answers };
  return {
    claim: change.claim,
    engine,
    first,
    second,
    compared,
    prompts: panel.shared.length,
    gate: firstGate(change, isAfterOutage(change, panel), totals, shared),
    evidence: evidenceOfComparedShares(compared),
  };
}

/** A share of mentions over some prompts. */
function shareIn(
  prompts: readonly VoiceMoments[],
  designEffect: number | null,
): Pick<CountedSide, 'events' | 'trials' | 'lookedFor' | 'answers' | 'figure'> {
  const sums = voiceSumsOf(prompts);
  const { answers, mentions, allMentions } = sums;
  const interval = () => shareInterval(independentSums(sums, designEffect));
  const figure = allMentions === 0 ? null : { value: mentions / allMentions, interval: interval() };
  return { events: mentions, trials: allMentions, lookedFor: answers, answers, figure };
}
