import { BASELINE_DAYS, type ComparedKind, CURRENT_DAYS } from '../domain/alert-rules.ts';
import { independent } from '../domain/proportion.ts';
import { AlertForecast } from './days-to-alert.ts';
import { type Effects, KIND_RULES, leastAnswers, type Thresholds } from './gates.ts';
import { Look } from './one-look.ts';

/** The power that a plan asks for: a change counts as called if it is called in at least this share of cases. */
export const POWER = 0.8;

/** What a panel is like on one engine, for one kind of finding. */
export interface Pace {
  readonly kind: ComparedKind;
  /** Answers a day that count in the denominator. */
  readonly perDay: number;
  /** The share now, from 0 to 1. */
  readonly share: number;
  readonly correlation: number;
  /** How much the answers repeat each other. */
  readonly effects: Effects;
}

/** Why no change would be called: too few answers a week, or none that is possible is large enough. */
export type NotCalled = 'too_few_answers' | 'no_change_large_enough';

/** Sizes of changes are multiples of half a point: the forecast is no more exact than that. */
const STEPS_A_POINT = 2;

/** What alerts would say about changes of these shares. */
export class Detectable {
  readonly #pace: Pace;
  readonly #thresholds: Thresholds;
  readonly #look: Look;
  /** The largest change that is possible, in steps. */
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
    // Whether there are enough answers does not depend on how much they tell: `reason` says that.
    this.#look = new Look(kind, trials, { ...thresholds, minSampleEachSide: 0 });
  }

  /** Why no change would be called; null if some would be. */
  get reason(): NotCalled | null {
    if (this.#hasTooFew) return 'too_few_answers';
    return this.#dayOf(this.#room) === null ? 'no_change_large_enough' : null;
  }

  get #hasTooFew(): boolean {
    return Math.round(CURRENT_DAYS * this.#pace.perDay) < leastAnswers(this.#thresholds);
  }

  /**
   * The day on which a change of so many points in the direction of the kind is called, if at all within 28 days: after that
   * both windows hold it, and it is nowhere to be seen.
   */
  daysUntil(points: number): number | null {
    return this.reason !== null || !this.isPossible(points) ? null : this.#dayOf(points * STEPS_A_POINT);
  }

  /** Whether it is called within so many days. */
  isCalled(points: number, days: number): boolean {
    return !this.#hasTooFew && this.isPossible(points) && this.#dayOf(points * STEPS_A_POINT, days) !== null;
  }

  /** Whether a share can change by so many points. */
  isPossible(points: number): boolean {
    return points * STEPS_A_POINT <= this.#room;
  }

  /** The smallest change that is called within so many days, in points; null if there is none. */
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

  /** A change between two others: one that is known, if there is any, and otherwise half way. */
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

/** Where the look that sees most passes less often than this, three in a row never come to the power. */
const HOPELESS = 0.4;
