import { type Claim, type ClaimGate, isOfOneFigure } from '../../domain/alerts/claim.ts';
import { inEngineOrder } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { independent } from '../../domain/figures/proportion.ts';
import { expectedAnswers, type WeeklyFrom } from '../../domain/questions/weekly.ts';
import { daysIn, type Period } from '../../domain/time/period.ts';
import { type ClaimCount, countForClaim } from '../../panel/counts/claim-counts.ts';
import { areReadAlike, listReadings } from '../../panel/counts/readings.ts';
import type { CountedAnswers, Panel, Slice } from '../../panel/panel.ts';
import {
  type Compared,
  compare,
  type Effects,
  isOutage,
  leastAnswers,
  sampleGate,
  type Thresholds,
} from '../../stats/alerts/gates.ts';
import { evidenceOfCompared, evidenceOfPair, evidenceOfRate } from '../../stats/claims/claim-evidence.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { type CountedClaim, type CountedSide, spreadOfRate, totalsOf } from './counted-claim.ts';

export interface ClaimContext {
  readonly panel: Panel;
  /** The answers that count. */
  readonly only: Slice;
  /** The brands tracked now, the brand itself first. */
  readonly tracked: readonly TrackedBrand[];
  /** The engines that the brand uses. */
  readonly asked: readonly string[];
  readonly thresholds: Thresholds;
  /** The engines' repeats: for a window's figure, and for the difference between two. */
  readonly effects: DesignEffects;
  readonly differenceEffects: DesignEffects;
  readonly weekly: WeeklyFrom;
  /** The prompts that name a tracked brand. Question ranges leave them out. */
  readonly branded: ReadonlySet<number>;
}

/** Counts a claim on its engine, or on each engine separately. */
export async function countClaim(context: ClaimContext, claim: Claim): Promise<CountedClaim[]> {
  const isOfOneWindow = isOfOneFigure(claim) || claim.versus !== null;
  return isOfOneWindow ? await countLevels(context, claim) : await countChanges(context, claim);
}

/** The claim's engine, or every one in use or with answers, in registry order. */
function enginesOf(
  { asked }: ClaimContext,
  { engine }: Claim,
  ...counts: readonly (readonly { readonly engine: string }[])[]
): string[] {
  if (engine !== null) return [engine];
  return inEngineOrder([...asked, ...counts.flat().map((row) => row.engine)]);
}

function brandOf({ tracked }: ClaimContext, name: string): TrackedBrand {
  const brand = tracked.find((each) => each.name === name);
  if (brand === undefined) throw new Error('a claim names a brand that is not tracked');
  return brand;
}

/** The window's answers that a claim is about. */
function answersIn({ panel, only }: ClaimContext, { engine }: Claim, period: Period): CountedAnswers {
  return { panel, period, only: engine === null ? only : { ...only, engine } };
}

async function countChanges(context: ClaimContext, claim: Claim): Promise<CountedClaim[]> {
  const { baseline } = claim;
  if (baseline === null) throw new Error('a claim about a change has no window to compare with');
  const brand = brandOf(context, claim.brand);
  const both = async <Of>(count: (answers: CountedAnswers) => Promise<Of>): Promise<Sides<Of>> => ({
    current: await count(answersIn(context, claim, claim.window)),
    baseline: await count(answersIn(context, claim, baseline)),
  });
  const ofFraming = claim.measure === 'recommended' || claim.measure === 'recommended_of_judged';
  const readings = await both((answers) => listReadings(answers, { ofFraming }));
  const readAlike = areReadAlike([readings.current, readings.baseline]);
  const rows = await both((answers) => countForClaim(answers, [brand.id, brand.id], claim));
  const change = { ...context, claim, baseline, brand, readAlike };
  return enginesOf(context, claim, rows.current, rows.baseline).map((engine) =>
    countRateChange(change, engine, {
      current: on(engine, rows.current),
      baseline: on(engine, rows.baseline),
    }),
  );
}

async function countLevels(context: ClaimContext, claim: Claim): Promise<CountedClaim[]> {
  const brand = brandOf(context, claim.brand);
  const other = claim.versus === null ? null : brandOf(context, claim.versus);
  const answers = answersIn(context, claim, claim.window);
  const rows = await countForClaim(answers, [brand.id, (other ?? brand).id], claim);
  const level = { ...context, claim, brand, other };
  return enginesOf(context, claim, rows).map((engine) => countLevel(level, engine, on(engine, rows)));
}

function on(engine: string, rows: readonly ClaimCount[]): ClaimCount[] {
  return rows.filter((row) => row.engine === engine);
}

interface Change extends ClaimContext {
  readonly claim: Claim;
  readonly baseline: Period;
  readonly brand: TrackedBrand;
  /** Whether all answers in both windows were extracted the same way. */
  readonly readAlike: boolean;
}

interface Sides<Of> {
  readonly current: Of;
  readonly baseline: Of;
}

type SideName = keyof Sides<unknown>;

/** One engine's answers to each prompt with answers in both windows. */
type Shared = readonly Sides<ClaimCount>[];

function sharedOf({ current, baseline }: Sides<readonly ClaimCount[]>): Shared {
  const before = new Map(baseline.map((row) => [row.promptId, row]));
  return current.flatMap((row) => {
    const then = before.get(row.promptId);
    return then === undefined ? [] : [{ current: row, baseline: then }];
  });
}

function countRateChange(change: Change, engine: string, rows: Sides<readonly ClaimCount[]>): CountedClaim {
  const shared = sharedOf(rows);
  const all = { current: totalsOf(rows.current), baseline: totalsOf(rows.baseline) };
  const totals = { current: all.current.trials, baseline: all.baseline.trials };
  const counts = ({ first, trials }: ClaimCount) => ({ events: first, trials });
  const strata = shared.map(({ current, baseline }) => ({
    current: counts(current),
    baseline: counts(baseline),
  }));
  const compared = compare({ strata, totals }, effectsOn(change, change.differenceEffects, engine));
  const effects = effectsOn(change, change.effects, engine);
  const side = (name: SideName): CountedSide => {
    const own = shared.map((each) => each[name]);
    return {
      brand: change.brand,
      window: name === 'current' ? change.claim.window : change.baseline,
      ...compared.counted[name],
      lookedFor: totalsOf(own).answers,
      trialsOfAllPrompts: totals[name],
      questions: spreadOfRate(own, 'first', change.branded),
      designEffect: effects[name],
    };
  };
  const answered = { current: all.current.answers, baseline: all.baseline.answers };
  return {
    claim: change.claim,
    engine,
    first: side('current'),
    second: side('baseline'),
    compared,
    prompts: shared.length,
    gate: firstGate(change, isAfterOutage(change, shared, answered), compared),
    evidence: evidenceOfCompared(compared),
  };
}

function effectsOn({ claim, baseline, brand }: Change, effects: DesignEffects, engine: string): Effects {
  return {
    current: effects(engine, brand.id, daysIn(claim.window)),
    baseline: effects(engine, brand.id, daysIn(baseline)),
  };
}

/** @param totals answers to all prompts */
function isAfterOutage(
  { claim, baseline, thresholds, weekly }: Change,
  shared: Shared,
  totals: Sides<number>,
): boolean {
  const windows = { current: claim.window, baseline };
  const answers = (n: number) => ({ events: 0, trials: n });
  const strata = shared.map(({ current, baseline: before }) => ({
    current: answers(current.answers),
    baseline: answers(expectedAnswers(before, windows, weekly)),
  }));
  const lengths = { current: claim.window.to - claim.window.from, baseline: baseline.to - baseline.from };
  return isOutage({ strata, totals }, thresholds, lengths);
}

/** The gates before the rate is tested. */
function firstGate(
  { readAlike, thresholds }: Change,
  outage: boolean,
  { totals, counted }: Compared,
): ClaimGate | null {
  if (!readAlike) return 'mixed_readings';
  if (outage) return 'outage';
  const shared = { current: counted.current.trials, baseline: counted.baseline.trials };
  return sampleGate(totals, shared, thresholds) as 'too_few_answers' | 'too_few_shared_prompts' | null;
}

/** A claim about one window: about one brand, or two in the same answers. */
interface Level extends ClaimContext {
  readonly claim: Claim;
  readonly brand: TrackedBrand;
  /** Null for a claim about one brand. */
  readonly other: TrackedBrand | null;
}

/**
 * How often a brand, or each of two, is named, cited, recommended, or listed on one engine.
 *
 * @param rows answers in which Sightline looked for both
 */
function countLevel(
  { claim, brand, other, thresholds, effects, branded }: Level,
  engine: string,
  rows: readonly ClaimCount[],
): CountedClaim {
  const totals = totalsOf(rows);
  const { answers: lookedFor, trials } = totals;
  const side = (of: TrackedBrand, which: 'first' | 'second'): CountedSide => ({
    brand: of,
    window: claim.window,
    events: totals[which],
    trials,
    lookedFor,
    trialsOfAllPrompts: trials,
    questions: spreadOfRate(rows, which, branded),
    designEffect: effects(engine, of.id, daysIn(claim.window)),
  });
  const [first, second] = [side(brand, 'first'), other && side(other, 'second')];
  const gate = trials < leastAnswers(thresholds) ? 'too_few_answers' : null;
  const evidence = trials === 0 ? [] : [evidenceOfLevel(totals, first, second)];
  return { claim, engine, first, second, prompts: rows.length, gate, evidence, compared: null };
}

function evidenceOfLevel(
  { trials, first, second, both }: ReturnType<typeof totalsOf>,
  side: CountedSide,
  other: CountedSide | null,
) {
  if (other === null) return evidenceOfRate(independent({ events: first, trials }, side.designEffect));
  const paired = {
    both,
    onlyFirst: first - both,
    onlySecond: second - both,
    neither: trials - first - second + both,
  };
  // If either brand's counts repeat, so does their difference.
  return evidenceOfPair(paired, Math.max(side.designEffect ?? 1, other.designEffect ?? 1));
}
