import { type Claim, isOfOneFigure, isRate } from '../../domain/alerts/claim.ts';
import { ENGINES } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { WeeklyFrom } from '../../domain/questions/weekly.ts';
import type { Period } from '../../domain/time/period.ts';
import { type ClaimCondition, countForClaim } from '../../panel/counts/claim-counts.ts';
import { countCompared } from '../../panel/counts/compared.ts';
import { listReadings } from '../../panel/counts/readings.ts';
import { countPairedShareOfVoice } from '../../panel/counts/share-of-voice/paired-share-of-voice.ts';
import { countShareOfVoice } from '../../panel/counts/share-of-voice/share-of-voice.ts';
import { countPairRanks } from '../../panel/counts/spreads/pairs.ts';
import { countVisibility } from '../../panel/counts/visibility.ts';
import type { CountedAnswers, Panel, Slice } from '../../panel/panel.ts';
import type { Thresholds } from '../../stats/alerts/gates.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { countPositionChange, countRateChange, countShareChange, type Sides } from './count-change.ts';
import { countPair, countSharePair } from './count-pair.ts';
import { countSinglePosition, countSingleRate, countSingleShare } from './count-single-figure.ts';
import type { CountedClaim } from './counted-claim.ts';

/** The claims' brand and thresholds. */
export interface ClaimContext {
  readonly panel: Panel;
  /** The answers that count for every claim. */
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
  const { thresholds, effects, differenceEffects, branded, weekly } = context;
  const { measure, baseline } = claim;
  if (baseline === null) throw new Error('a claim about a change has no window to compare with');
  const brand = brandOf(context, claim.brand);
  const both = async <Of>(count: (answers: CountedAnswers) => Promise<Of>): Promise<Sides<Of>> => ({
    current: await count(answersIn(context, claim, claim.window)),
    baseline: await count(answersIn(context, claim, baseline)),
  });
  const readings = await both(listReadings);
  const readAlike = readings.current.union(readings.baseline).size < 2;
  const change = {
    claim,
    baseline,
    brand,
    thresholds,
    effects,
    differenceEffects,
    branded,
    weekly,
    readAlike,
  };
  const alone = [brand.id, brand.id] as const;
  if (measure === 'share') {
    const rows = await both((answers) => countPairedShareOfVoice(answers, alone));
    return enginesOf(context, claim, rows.current, rows.baseline).map((engine) =>
      countShareChange(change, engine, onBoth(engine, rows)),
    );
  }
  if (isRate(measure)) {
    const rows = await both((answers) => countForClaim(answers, alone, conditionOf(claim)));
    return enginesOf(context, claim, rows.current, rows.baseline).map((engine) =>
      countRateChange(change, engine, onBoth(engine, rows)),
    );
  }
  const rows = await both((answers) => countCompared(answers, brand.id));
  const ranks = await both((answers) => countPairRanks(answers, alone));
  return enginesOf(context, claim, rows.current, rows.baseline).map((engine) =>
    countPositionChange(change, engine, onBoth(engine, rows), onBoth(engine, ranks)),
  );
}

/** The count per answer; for positions, whether there is one. */
function conditionOf({ measure, top }: Claim): ClaimCondition {
  return { measure: isRate(measure) ? measure : 'listed', top };
}

async function countPairsOf(context: ClaimContext, claim: Claim): Promise<CountedClaim[]> {
  const { thresholds, effects, branded } = context;
  const [brand, other] = [brandOf(context, claim.brand), brandOf(context, claim.versus ?? '')];
  const pair = { claim, brand, other, thresholds, effects, branded };
  const ids = [brand.id, other.id] as const;
  const answers = answersIn(context, claim, claim.window);
  if (claim.measure === 'share') {
    const rows = await countPairedShareOfVoice(answers, ids);
    return enginesOf(context, claim, rows).map((engine) => countSharePair(pair, engine, on(engine, rows)));
  }
  const rows = await countForClaim(answers, ids, conditionOf(claim));
  const ranks = claim.measure === 'position' ? await countPairRanks(answers, ids) : [];
  return enginesOf(context, claim, rows).map((engine) =>
    countPair(pair, engine, on(engine, rows), on(engine, ranks)),
  );
}

async function countLevels(context: ClaimContext, claim: Claim): Promise<CountedClaim[]> {
  const { panel, only, tracked, thresholds, effects, branded } = context;
  const { measure, window } = claim;
  const brand = brandOf(context, claim.brand);
  const level = { claim, brand, thresholds, effects, branded };
  const answers = answersIn(context, claim, window);
  const alone = [brand.id, brand.id] as const;
  if (measure !== 'share') {
    const rows = await countForClaim(answers, alone, conditionOf(claim));
    const ranks = measure === 'position' ? await countPairRanks(answers, alone) : [];
    return enginesOf(context, claim, rows).map((engine) =>
      measure === 'position'
        ? countSinglePosition(level, engine, on(engine, ranks), on(engine, rows))
        : countSingleRate(level, engine, on(engine, rows)),
    );
  }
  // For every engine, because these sums are cached.
  const all = { panel, period: window, only };
  const counts = await countVisibility(all);
  const voices = (await countShareOfVoice(all)).filter(({ trackedId }) => trackedId === brand.id);
  const compared = tracked.map(({ id }) => id);
  const named = counts.filter(({ trackedId }) => compared.includes(trackedId));
  const rows = await countForClaim(answers, alone, { measure: 'named', top: null }, compared);
  return enginesOf(context, claim, voices).map((engine) => {
    const prompts = on(engine, rows).length;
    return countSingleShare(level, engine, on(engine, voices)[0], on(engine, named), prompts);
  });
}

function onBoth<Row extends { readonly engine: string }>(
  engine: string,
  { current, baseline }: Sides<readonly Row[]>,
): Sides<Row[]> {
  return { current: on(engine, current), baseline: on(engine, baseline) };
}

function on<Row extends { readonly engine: string }>(engine: string, rows: readonly Row[]): Row[] {
  return rows.filter((row) => row.engine === engine);
}
