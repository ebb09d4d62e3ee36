import { BASELINE_DAYS, CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';
import { normalQuantile } from '../distributions/normal.ts';
import { PERSISTENCE } from './episodes.ts';
import { type NoisePaths, noPaths, pathsAbove, shareOfPaths } from './noise-paths.ts';
import type { EvaluationPower } from './single-evaluation-power.ts';

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
