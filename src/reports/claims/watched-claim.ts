import {
  firstDayAfter,
  type WatchedClaim,
  type WatchedGate,
  type WatchedVerdict,
} from '../../domain/alerts/watched-claim.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { Period } from '../../domain/time/period.ts';
import { DAY_MS, dayOf, daysIn } from '../../domain/time/period.ts';
import { type ClaimDayCount, countClaimDays, countForClaim } from '../../panel/counts/claim-counts.ts';
import type { Panel, Slice } from '../../panel/panel.ts';
import { type ClaimedValue, evaluateDaily, type RepeatEffects } from '../../stats/claims/claim-sequence.ts';
import { ALPHA_PER_SIDE } from '../../stats/claims/claims.ts';
import { LEAST_DAYS, type Sequence } from '../../stats/claims/confidence-sequence.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import type { WatchedClaimRow } from '../../storage/watch/watched-claims.ts';

/** A watched claim and its result since the start. */
export interface JudgedWatch {
  readonly row: WatchedClaimRow;
  /** The whole UTC days since its start. Empty on the day it was registered. */
  readonly window: Period;
  /** Questions behind these answers. */
  readonly questions: number;
  /** The days with answers, in order. */
  readonly days: readonly ClaimDayCount[];
  readonly verdict: WatchedVerdict;
  readonly gate: WatchedGate | null;
  /** The share or difference on the average day and its margin, which holds however often you look; null until there is one. */
  readonly sequence: Sequence | null;
  /** When its day of verdict ended. The verdict has held since then. UTC milliseconds. */
  readonly decidedAt: number | null;
}

/** Inputs of a watched claim's verdict. */
export interface WatchContext {
  readonly panel: Panel;
  readonly now: number;
  readonly tracked: readonly TrackedBrand[];
  /** The current extraction. */
  readonly reading: string;
  /** The claim's answers; null if its tag, market, or question is gone. */
  readonly only: Slice | null;
  /** The engines' repeats in the answers' markets. */
  readonly effectsIn: (only: Pick<Slice, 'markets'>) => Promise<DesignEffects>;
}

/** Judges a claim from each finished day's answers. */
export async function judgeWatch(context: WatchContext, row: WatchedClaimRow): Promise<JudgedWatch> {
  const { panel, now, tracked, reading, only } = context;
  const { claim } = row;
  const window = windowSince(row, now);
  const ids = [claim.brand, claim.versus ?? claim.brand].map(
    (name) => tracked.find((each) => each.name === name)?.id,
  );
  const [first, second] = ids;
  const untold = (gate: WatchedGate, days: readonly ClaimDayCount[] = [], questions = 0): JudgedWatch => {
    return { row, window, days, questions, verdict: 'cannot_be_told', gate, sequence: null, decidedAt: null };
  };
  if (row.reading !== reading) return untold('mixed_readings');
  if (first === undefined || second === undefined || only === null) return untold('nothing_to_compare');
  const answers = { panel, period: window, only: { ...only, engine: claim.engine } };
  const days = await countClaimDays(answers, [first, second], claim);
  const questions = (await countForClaim(answers, [first, second], claim)).length;
  if (days.length < LEAST_DAYS) return untold('too_few_days', days, questions);
  const effects = await effectsOf(context, { engine: claim.engine, brands: [first, second], window });
  const { verdict, sequence, decidedAfter } = evaluateDaily(
    days,
    claimedValue(claim),
    2 * ALPHA_PER_SIDE,
    effects,
  );
  if (sequence === null) return untold('too_few_answers', days, questions);
  const decided = decidedAfter === null ? undefined : days[decidedAfter - 1];
  return {
    row,
    window,
    days,
    questions,
    sequence,
    verdict: verdict ?? 'cannot_be_told',
    gate: verdict === null ? 'within_noise' : null,
    decidedAt: decided === undefined ? null : (decided.day + 1) * DAY_MS - 1,
  };
}

/** The brand for which the engine repeats itself more. */
async function effectsOf(
  { effectsIn, only }: WatchContext,
  {
    engine,
    brands,
    window,
  }: { readonly engine: string; readonly brands: readonly number[]; readonly window: Period },
): Promise<RepeatEffects> {
  const effects = await effectsIn({ markets: only?.markets });
  const of = (brand: number, days: number) => effects(engine, brand, days) ?? 1;
  const days = daysIn(window);
  return {
    all: Math.max(...brands.map((brand) => of(brand, days))),
    days: Math.max(...brands.map((brand) => of(brand, days) / of(brand, 1))),
  };
}

function windowSince({ registeredAt }: WatchedClaimRow, now: number): Period {
  const from = firstDayAfter(registeredAt);
  return { from, to: Math.max(from, dayOf(now) * DAY_MS) };
}

function claimedValue({ direction, versus, size }: WatchedClaim): ClaimedValue {
  const points = (size ?? 0) / 100;
  const isPair = versus !== null;
  if (direction === 'higher' || direction === 'at_least') return { side: 'above', value: points, isPair };
  return { side: 'below', value: isPair ? -points : points, isPair };
}
