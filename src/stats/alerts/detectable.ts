import { type AlertKind, BASELINE_DAYS, CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';
import { independent } from '../../domain/figures/proportion.ts';
import { normalQuantile } from '../distributions/normal.ts';
import { PERSISTENCE } from './episodes.ts';
import { type Effects, KIND_RULES, leastAnswers, type Thresholds } from './gates.ts';
import { type NoisePaths, noPaths, pathsAbove, shareOfPaths } from './noise-paths.ts';
import { EvaluationPower } from './single-evaluation-power.ts';

/** A plan's power: an alert must find at least this share of such changes. */
export const POWER = 0.8;

/** A panel's answers on one engine, for one kind of finding. */
export interface Pace {
  readonly kind: AlertKind;
  /** Daily answers in the denominator. */
  readonly perDay: number;
  /** The current share, from 0 to 1. */
  readonly share: number;
  readonly correlation: number;
  readonly effects: Effects;
}

/** Why no change would raise an alert: too few answers a week, or no possible change is large enough. */
export type NotCalled = 'too_few_answers' | 'no_change_large_enough';

/** Change sizes are multiples of half a point; the forecast is no more exact. */
const STEPS_A_POINT = 2;

/** Which changes in a share the alerts would detect, and when. */
export class Detectable {
  readonly #pace: Pace;
  readonly #thresholds: Thresholds;
  readonly #look: EvaluationPower;
  /** The largest possible change, in steps. */
  readonly #room: number;
  /** By change, in steps. */
  readonly #forecasts = new Map<number, AlertForecast>();

  constructor(pace: Pace, thresholds: Thresholds) {
    const { kind, perDay, share, effects } = pace;
    const isUp = KIND_RULES[kind].direction > 0;
    this.#pace = pace;
    this.#thresholds = thresholds;
    this.#room = Math.floor(100 * STEPS_A_POINT * (isUp ? 1 - share : share) + 1e-9);
    const told = (days: number, effect: number | null) =>
      Math.max(1, Math.round(independent({ events: 0, trials: days * perDay }, effect).trials));
    const trials = {
      current: told(CURRENT_DAYS, effects.current),
      baseline: told(BASELINE_DAYS, effects.baseline),
    };
    // The minimum sample has nothing to do with power: `reason` reports it.
    this.#look = new EvaluationPower(kind, trials, { ...thresholds, minSampleEachSide: 0 });
  }

  /** Why no change would raise an alert; null if some would. */
  get reason(): NotCalled | null {
    if (this.#hasTooFew) return 'too_few_answers';
    return this.#dayOf(this.#room) === null ? 'no_change_large_enough' : null;
  }

  get #hasTooFew(): boolean {
    return Math.round(CURRENT_DAYS * this.#pace.perDay) < leastAnswers(this.#thresholds);
  }

  /**
   * The day on which an alert reports a change of this many points in the kind's direction; null if not within 28 days,
   * when both windows contain the change.
   */
  daysUntil(points: number): number | null {
    return this.reason !== null || !this.isPossible(points) ? null : this.#dayOf(points * STEPS_A_POINT);
  }

  isCalled(points: number, days: number): boolean {
    return !this.#hasTooFew && this.isPossible(points) && this.#dayOf(points * STEPS_A_POINT, days) !== null;
  }

  isPossible(points: number): boolean {
    return points * STEPS_A_POINT <= this.#room;
  }

  /** The smallest change, in points, that raises an alert within this many days; null if there is none. */
  smallest(days: number): number | null {
    if (this.reason !== null) return null;
    const isSeen = (steps: number) => this.#dayOf(steps, days) !== null;
    let [tooSmall, enough] = [0, this.#room];
    if (!isSeen(enough)) return null;
    while (enough - tooSmall > 1) {
      const middle = this.#between(tooSmall, enough);
      if (isSeen(middle)) enough = middle;
      else tooSmall = middle;
    }
    return enough / STEPS_A_POINT;
  }

  /** A size between two others: one already computed if there is any, otherwise the middle. */
  #between(tooSmall: number, enough: number): number {
    const half = Math.floor((tooSmall + enough) / 2);
    const inside = [...this.#forecasts.keys()].filter((steps) => steps > tooSmall && steps < enough);
    return inside.reduce(
      (best, each) => (Math.abs(each - half) < Math.abs(best - half) ? each : best),
      inside[0] ?? half,
    );
  }

  #dayOf(steps: number, last = BASELINE_DAYS): number | null {
    const forecast = this.#forecasts.get(steps) ?? this.#forecastOf(steps);
    this.#forecasts.set(steps, forecast);
    return forecast.passesAtMost(HOPELESS) ? null : forecast.dayOf(POWER, last);
  }

  #forecastOf(steps: number): AlertForecast {
    const { kind, share, correlation } = this.#pace;
    const to = share + (KIND_RULES[kind].direction * steps) / (100 * STEPS_A_POINT);
    return new AlertForecast(this.#look, { from: share, to: Math.min(1, Math.max(0, to)), correlation });
  }
}

/** If even the best evaluation passes less often than this, three in a row never reach the power. */
const HOPELESS = 0.4;

/** A lasting change: the share before it, and from its first day on. */
export interface LastingChange {
  readonly from: number;
  readonly to: number;
  readonly correlation: number;
}

/** Once the current window is full, power changes so slowly that one value a week is exact enough. */
const KNOTS_APART = 7;

/**
 * The chance that a change has raised an alert by each day after it, starting at day 1. Computed lazily and cached.
 *
 * On day d the current window has min(d, 7) days of the change; from the eighth day on they enter the baseline too, so
 * a change that goes unnoticed in the first weeks is never found. Each evaluation's power is exact
 * (single-evaluation-power.ts). Neighboring evaluations share most answers, so the chance of three in a row is not a
 * product: their noise is simulated from day to day with its true correlation (noise-paths.ts).
 */
export class AlertForecast {
  readonly #look: EvaluationPower;
  readonly #change: LastingChange;
  readonly #bars: (number | undefined)[] = [];
  /**
   * The paths in which the last evaluation passed, the last two, and so on; one more in a row raises an alert. Last come
   * the paths with an alert. Null until the first call.
   */
  #paths: NoisePaths | null = null;
  readonly #chances: number[] = [];

  constructor(look: EvaluationPower, change: LastingChange) {
    this.#look = look;
    this.#change = change;
  }

  /** The chance that an alert comes by a day, up to 28. */
  chanceBy(day: number): number {
    while (this.#chances.length < day) this.#next();
    return this.#chances[day - 1] ?? 0;
  }

  /** The first day, at most `last`, by which the chance of an alert reaches this value; null if there is none. */
  dayOf(chance: number, last: number): number | null {
    for (let day = 1; day <= last; day += 1) if (this.chanceBy(day) >= chance) return day;
    return null;
  }

  /** Whether no evaluation passes more often than this. The first full week has the most power. */
  passesAtMost(chance: number): boolean {
    return this.#barOf(CURRENT_DAYS) >= normalQuantile(1 - chance);
  }

  #next(): void {
    const day = this.#chances.length + 1;
    const passing = pathsAbove(day, this.#barOn(day));
    const words = passing.length;
    this.#paths ??= noPaths(PERSISTENCE);
    const paths = this.#paths;
    const raised = words * (PERSISTENCE - 1);
    for (let word = 0; word < words; word += 1) {
      let now = passing[word] ?? 0;
      for (let at = word; at < raised; at += words) {
        const before = paths[at] ?? 0;
        paths[at] = now;
        now &= before;
      }
      paths[raised + word] = (paths[raised + word] ?? 0) | now;
    }
    this.#chances.push(shareOfPaths(paths, raised));
  }

  /** The noise, in standard deviations, from which on this day's evaluation passes. */
  #barOn(day: number): number {
    const past = Math.max(0, day - CURRENT_DAYS) % KNOTS_APART;
    if (past === 0) return this.#barOf(day);
    const share = past / KNOTS_APART;
    return (1 - share) * this.#barOf(day - past) + share * this.#barOf(day - past + KNOTS_APART);
  }

  #barOf(day: number): number {
    const bar = this.#bars[day] ?? normalQuantile(1 - this.#chanceOn(day));
    this.#bars[day] = bar;
    return bar;
  }

  #chanceOn(day: number): number {
    const { from, to, correlation } = this.#change;
    const shareOf = (part: number) => from + part * (to - from);
    const current = shareOf(Math.min(1, day / CURRENT_DAYS));
    const baseline = shareOf(Math.min(1, Math.max(0, day - CURRENT_DAYS) / BASELINE_DAYS));
    return this.#look.chance({ current, baseline, correlation });
  }
}
