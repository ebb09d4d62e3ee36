import type { Random } from '../../bench/data/random.ts';
import { BASELINE_DAYS, CURRENT_DAYS } from '../../src/domain/alerts/alert-rules.ts';
import { Z95 } from '../../src/domain/figures/proportion.ts';
import { DAY_MS, type Period } from '../../src/domain/time/period.ts';
import {
  advance,
  type MeasureState,
  type Rule,
  stateAt,
  windowsFor,
} from '../../src/stats/alerts/episodes.ts';
import {
  compare,
  floorGate,
  gateOf,
  INDEPENDENT,
  isOutage,
  kindsOf,
  type Measure,
  type Observation,
} from '../../src/stats/alerts/gates.ts';
import { noiseDays, noisePeriod } from '../../src/stats/alerts/noise-days.ts';
import { bootstrapPaths, floorPoints } from '../../src/stats/alerts/noise-floor.ts';
import type { VoiceMoments } from '../../src/stats/claims/claim-shares.ts';
import { type DifferenceInterval, sideOf } from '../../src/stats/rates/intervals.ts';

/** A brand on one engine: each prompt is asked once a day, and names the brand with its own chance. */
export interface Scenario {
  readonly measure: Measure;
  readonly prompts: number;
  /** Mean chance over all prompts. */
  readonly mean: number;
  /**
   * How much the prompts differ: the intraclass correlation of answers to one prompt. 0: equal chances. Real
   * questions in one category: 0.69 and 0.84.
   */
  readonly spread: number;
  /** Share of collections that fail. */
  readonly failing?: number;
  /** Share of answers that count for the measure; 1 by default. */
  readonly trialShare?: number;
  /** Days evaluated. Both whole windows lie before the first. */
  readonly days: number;
  /** Days with answers before the first evaluation; by default both windows, so no noise floor at first. */
  readonly history?: number;
  /** From the first day on, every prompt has this chance instead. */
  readonly changed?: number;
  /** Each prompt's chance before the first day, and from then on, instead of random ones. */
  readonly chances?: readonly { readonly before: number; readonly after: number }[];
}

/** Replaces or removes the rule's own interval and persistence. */
export interface SimulatedRule {
  readonly interval?: DifferenceInterval;
  readonly withoutFloor?: true;
  readonly rule?: Rule;
}

/** Neither replaces nor removes anything. */
export const OUR_RULE: SimulatedRule = {};

/** The textbook interval, which has no width where all or none are events. It must not pass for ours. */
export const wald: DifferenceInterval = (current, baseline) => {
  const [p, q] = [current.events / current.trials, baseline.events / baseline.trials];
  const half = Z95 * Math.sqrt((p * (1 - p)) / current.trials + (q * (1 - q)) / baseline.trials);
  return { lower: p - q - half, upper: p - q + half };
};

const HISTORY_DAYS = BASELINE_DAYS + CURRENT_DAYS;

/** Running sums per prompt and day, so that a window is a difference. */
interface PromptHistory {
  readonly answers: Int32Array;
  readonly trials: Int32Array;
  readonly events: Int32Array;
}

/** The days, counted from the first evaluation, on which one simulated brand got an alert. */
export function alertDays(
  scenario: Scenario,
  { interval, rule, withoutFloor }: SimulatedRule,
  random: Random,
): { readonly day: number; readonly kind: string }[] {
  const { history = HISTORY_DAYS } = scenario;
  const prompts = Array.from({ length: scenario.prompts }, (_, index) => historyOf(scenario, index, random));
  const told: { day: number; kind: string }[] = [];
  let state: MeasureState | null = null;
  for (let day = 0; day < scenario.days; day += 1) {
    const at = (history + day) * DAY_MS;
    const before = stateAt(state, at);
    const windows = windowsFor(before, at);
    const observe = (what: 'answers' | 'trials') => observationOf(prompts, windows, what);
    const compared = compare(observe('trials'), INDEPENDENT, interval);
    const outage = isOutage(observe('answers'), THRESHOLDS);
    const others = new Map(
      kindsOf(scenario.measure).map((kind) => [
        kind,
        outage ? ('outage' as const) : gateOf(kind, compared, THRESHOLDS),
      ]),
    );
    const isAsked = withoutFloor !== true && [...others.values()].includes(null);
    const last = told.at(-1);
    const floor = isAsked
      ? floorBefore(prompts, windows.baseline.to, last === undefined ? null : history + last.day)
      : null;
    const gates = new Map(
      [...others].map(([kind, gate]) => [kind, gate ?? floorGate(kind, compared, floor)]),
    );
    const side = compared.difference && sideOf(compared.difference.interval);
    const result = advance(
      before,
      { at, gates, side, isWithoutPanel: false, covered: null },
      () => 'alert',
      rule,
    );
    state = result.state;
    for (const { kind, gate } of result.verdicts) if (gate === null) told.push({ day, kind });
  }
  return told;
}

const THRESHOLDS = { minDeltaPoints: 10, minSampleEachSide: 30 };

/** The noise floor from the days before an instant, starting at the last alert's floor. */
function floorBefore(
  prompts: readonly PromptHistory[],
  before: number,
  toldOn: number | null,
): number | null {
  const { from, to } = noisePeriod(before);
  const [first, end] = [Math.max(0, from / DAY_MS), to / DAY_MS];
  const days = Array.from({ length: end - first }, (_, index) => {
    const day = first + index;
    const of = (sums: keyof PromptHistory) =>
      prompts.reduce((sum, each) => sum + (each[sums][day + 1] ?? 0) - (each[sums][day] ?? 0), 0);
    return { day, answers: of('answers'), trials: of('trials'), events: of('events') };
  });
  const quiet = noiseDays(days, [], toldOn);
  return typeof quiet === 'string' ? null : floorPoints(bootstrapPaths(quiet));
}

function historyOf(scenario: Scenario, index: number, random: Random): PromptHistory {
  const { mean, spread, days, failing = 0, trialShare = 1, chances } = scenario;
  const given = chances?.[index];
  const changed = given?.after ?? scenario.changed;
  const { history: historyDays = HISTORY_DAYS } = scenario;
  const length = historyDays + days + 1;
  const history = {
    answers: new Int32Array(length),
    trials: new Int32Array(length),
    events: new Int32Array(length),
  };
  const own = given?.before ?? (spread === 0 ? mean : betaVariate(mean, spread, random));
  for (let day = 0; day < length - 1; day += 1) {
    const chance = changed !== undefined && day >= historyDays ? changed : own;
    const answers = random() < failing ? 0 : 1;
    const trials = answers === 1 && random() < trialShare ? 1 : 0;
    const events = trials === 1 && random() < chance ? 1 : 0;
    history.answers[day + 1] = (history.answers[day] ?? 0) + answers;
    history.trials[day + 1] = (history.trials[day] ?? 0) + trials;
    history.events[day + 1] = (history.events[day] ?? 0) + events;
  }
  return history;
}

function observationOf(
  prompts: readonly PromptHistory[],
  windows: { readonly current: Period; readonly baseline: Period },
  what: 'answers' | 'trials',
): Observation {
  const within = (sums: Int32Array, { from, to }: Period) =>
    (sums[Math.round((to - 1) / DAY_MS)] ?? 0) - (sums[Math.max(0, Math.round((from - 1) / DAY_MS))] ?? 0);
  const side = (prompt: PromptHistory, period: Period) => ({
    events: within(prompt.events, period),
    trials: within(prompt[what], period),
    answers: within(prompt.answers, period),
  });
  const both = prompts.map((prompt) => ({
    current: side(prompt, windows.current),
    baseline: side(prompt, windows.baseline),
  }));
  const total = (name: 'current' | 'baseline') => both.reduce((sum, each) => sum + each[name].trials, 0);
  return {
    strata: both.filter(({ current, baseline }) => current.answers > 0 && baseline.answers > 0),
    totals: { current: total('current'), baseline: total('baseline') },
  };
}

/** A chance from the beta distribution with this mean, where answers to one prompt have this correlation. */
export function betaVariate(mean: number, correlation: number, random: Random): number {
  const size = 1 / correlation - 1;
  const one = gammaVariate(mean * size, random);
  return one / (one + gammaVariate((1 - mean) * size, random));
}

/** Marsaglia and Tsang (2000), ACM Trans. Math. Softw. 26:363-372. */
function gammaVariate(shape: number, random: Random): number {
  if (shape < 1) return gammaVariate(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + normal / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < normal ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Sums over answers that mention a brand x times and all brands t times; others mention nobody. */
export function voiceMomentsOf(
  said: readonly (readonly [x: number, t: number])[],
  answers = said.length,
): VoiceMoments {
  const sums = { answers, x: 0, t: 0, xx: 0, xt: 0, tt: 0 };
  for (const [x, t] of said) {
    sums.x += x;
    sums.t += t;
    sums.xx += x * x;
    sums.xt += x * t;
    sums.tt += t * t;
  }
  return sums;
}
