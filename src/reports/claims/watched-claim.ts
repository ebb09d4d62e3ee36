import type { Period } from '../../domain/period.ts';
import { DAY_MS, dayOf, daysIn } from '../../domain/period.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import {
  firstDayAfter,
  type WatchedClaim,
  type WatchedGate,
  type WatchedVerdict,
} from '../../domain/watched-claim.ts';
import { type ClaimedDay, countClaimed, countClaimedDays } from '../../panel/counts/claimed.ts';
import type { Panel, Slice } from '../../panel/panel.ts';
import { type Claimed, lookDaily, type RepeatEffects } from '../../stats/claim-sequence.ts';
import { MOST_WRONG } from '../../stats/claims.ts';
import { LEAST_DAYS, type Sequence } from '../../stats/confidence-sequence.ts';
import type { DesignEffects } from '../../stats/design-effect.ts';
import type { WatchedClaimRow } from '../../storage/watch/watched-claims.ts';

/** A watched claim with what the days since its start say. */
export interface JudgedWatch {
  readonly row: WatchedClaimRow;
  /** The whole UTC days since its start. Empty on the day on which it was registered. */
  readonly window: Period;
  /** How many questions these are answers to. */
  readonly questions: number;
  /** Those of them that have answers, in order. */
  readonly days: readonly ClaimedDay[];
  readonly verdict: WatchedVerdict;
  readonly gate: WatchedGate | null;
  /** The share or the difference on the average day, and how far it may be off however often one looks; null before that is known. */
  readonly sequence: Sequence | null;
  /** The day at whose end the verdict was first so, and has been since: in UTC milliseconds. */
  readonly decidedAt: number | null;
}

/** What a watched claim is judged from. */
export interface WatchContext {
  readonly panel: Panel;
  readonly now: number;
  readonly tracked: readonly TrackedBrand[];
  /** How answers are read now. */
  readonly reading: string;
  /** The answers that the claim is about; null if what it chooses them by is gone. */
  readonly only: Slice | null;
  /** How much engines repeat themselves in the markets of the answers. */
  readonly effectsIn: (only: Pick<Slice, 'markets'>) => Promise<DesignEffects>;
}

/** Judges a claim from the answers of every day that is over. */
export async function judgeWatch(context: WatchContext, row: WatchedClaimRow): Promise<JudgedWatch> {
  const { panel, now, tracked, reading, only } = context;
  const { claim } = row;
  const window = windowSince(row, now);
  const ids = [claim.brand, claim.versus ?? claim.brand].map(
    (name) => tracked.find((each) => each.name === name)?.id,
  );
  const [first, second] = ids;
  const untold = (gate: WatchedGate, days: readonly ClaimedDay[] = [], questions = 0): JudgedWatch => {
    return { row, window, days, questions, verdict: 'cannot_be_told', gate, sequence: null, decidedAt: null };
  };
  if (row.reading !== reading) return untold('mixed_readings');
  if (first === undefined || second === undefined || only === null) return untold('nothing_to_compare');
  const answers = { panel, period: window, only: { ...only, engine: claim.engine } };
  const days = await countClaimedDays(answers, [first, second], claim);
  const questions = (await countClaimed(answers, [first, second], claim)).length;
  if (days.length < LEAST_DAYS) return untold('too_few_days', days, questions);
  const effects = await effectsOf(context, { engine: claim.engine, brands: [first, second], window });
  const { verdict, sequence, decidedAfter } = lookDaily(days, claimedOf(claim), 2 * MOST_WRONG, effects);
  if (sequence === null) return untold('too_few_answers', days, questions);
  const decided = decidedAfter === null ? undefined : days[decidedAfter - 1];
  return {
    ...{ row, window, days, questions, sequence },
    verdict: verdict ?? 'cannot_be_told',
    gate: verdict === null ? 'within_noise' : null,
    decidedAt: decided === undefined ? null : (decided.day + 1) * DAY_MS - 1,
  };
}

/** Those of the brand of which the engine repeats itself more. */
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

function claimedOf({ direction, versus, size }: WatchedClaim): Claimed {
  const points = (size ?? 0) / 100;
  const isPair = versus !== null;
  if (direction === 'higher' || direction === 'at_least') return { side: 'above', value: points, isPair };
  return { side: 'below', value: isPair ? -points : points, isPair };
}
