import { type Claim, isOfOneFigure } from '../../domain/alerts/claim.ts';
import { ENGINES } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { WeeklyFrom } from '../../domain/questions/weekly.ts';
import type { Period } from '../../domain/time/period.ts';
import { type ClaimCount, countForClaim } from '../../panel/counts/claim-counts.ts';
import { areReadAlike, listReadings } from '../../panel/counts/readings.ts';
import type { CountedAnswers, Panel, Slice } from '../../panel/panel.ts';
import type { Thresholds } from '../../stats/alerts/gates.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { countRateChange, type Sides } from './count-change.ts';
import { countPair } from './count-pair.ts';
import { countSingleRate } from './count-single-figure.ts';
import type { CountedClaim } from './counted-claim.ts';

/** The claim's brand and thresholds. */
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
  if (isOfOneFigure(claim)) return await countLevels(context, claim);
  return claim.versus === null ? await countChanges(context, claim) : await countPairsOf(context, claim);
}

/** The claim's engine, or every one in use or with answers, in registry order. */
function enginesOf(
  { asked }: ClaimContext,
  { engine }: Claim,
  ...counts: readonly (readonly { readonly engine: string }[])[]
): string[] {
  if (engine !== null) return [engine];
  const listed = new Set([...asked, ...counts.flat().map((row) => row.engine)]);
  return ENGINES.map(({ slug }) => slug).filter((slug) => listed.has(slug));
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

async function countPairsOf(context: ClaimContext, claim: Claim): Promise<CountedClaim[]> {
  const [brand, other] = [brandOf(context, claim.brand), brandOf(context, claim.versus ?? '')];
  const answers = answersIn(context, claim, claim.window);
  const rows = await countForClaim(answers, [brand.id, other.id], claim);
  const pair = { ...context, claim, brand, other };
  return enginesOf(context, claim, rows).map((engine) => countPair(pair, engine, on(engine, rows)));
}

async function countLevels(context: ClaimContext, claim: Claim): Promise<CountedClaim[]> {
  const brand = brandOf(context, claim.brand);
  const answers = answersIn(context, claim, claim.window);
  const rows = await countForClaim(answers, [brand.id, brand.id], claim);
  const level = { ...context, claim, brand };
  return enginesOf(context, claim, rows).map((engine) => countSingleRate(level, engine, on(engine, rows)));
}

function on(engine: string, rows: readonly ClaimCount[]): ClaimCount[] {
  return rows.filter((row) => row.engine === engine);
}
