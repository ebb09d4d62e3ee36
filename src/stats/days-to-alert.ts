import { BASELINE_DAYS, CURRENT_DAYS } from '../domain/alert-rules.ts';
import { PERSISTENCE } from './episodes.ts';
import { type Courses, coursesAbove, noCourses, shareOfCourses } from './look-noise.ts';
import { normalQuantile } from './normal.ts';
import type { Look } from './one-look.ts';

/** A change that lasts: the share before it, and from the first day after it on. */
export interface LastingChange {
  readonly from: number;
  readonly to: number;
  readonly correlation: number;
}

/** Once the current window is full, a look changes so little from day to day that one a week is exact enough. */
const KNOTS_APART = 7;

/**
 * How likely a change has raised an alert by each day after it, the first being day 1. It is worked out as far as it is asked
 * for, and kept.
 *
 * On day d the current window has d days of the change, up to 7; from the eighth day on they are in the baseline too, so a
 * change that is not found in the first weeks is never found. How likely each look passes is exact (one-look.ts). That
 * three in a row do is not the product: two neighboring looks see almost the same answers. Their noise is correlated as that of two
 * windows which are a day apart is, and is followed from day to day (look-noise.ts).
 */
export class AlertForecast {
  readonly #look: Look;
  readonly #change: LastingChange;
  readonly #bars: (number | undefined)[] = [];
  /**
   * The courses in which the last look passed, the last two, and so on: with one more in a row there is an alert. Then those with
   * an alert. Null until a day is asked for: of a hopeless forecast, none ever is.
   */
  #courses: Courses | null = null;
  readonly #chances: number[] = [];

  constructor(look: Look, change: LastingChange) {
    this.#look = look;
    this.#change = change;
  }

  /** The chance of an alert by a day, up to 28. */
  chanceBy(day: number): number {
    while (this.#chances.length < day) this.#next();
    return this.#chances[day - 1] ?? 0;
  }

  /** The first day, up to this one, by which an alert is as likely as that; null if there is none. */
  dayOf(chance: number, last: number): number | null {
    for (let day = 1; day <= last; day += 1) if (this.chanceBy(day) >= chance) return day;
    return null;
  }

  /** Whether no look passes more often than this: the one that sees most is that of the first full week. */
  passesAtMost(chance: number): boolean {
    return this.#barOf(CURRENT_DAYS) >= normalQuantile(1 - chance);
  }

  #next(): void {
    const day = this.#chances.length + 1;
    const passing = coursesAbove(day, this.#barOn(day));
    const words = passing.length;
    this.#courses ??= noCourses(PERSISTENCE);
    const courses = this.#courses;
    const raised = words * (PERSISTENCE - 1);
    for (let word = 0; word < words; word += 1) {
      let now = passing[word] ?? 0;
      for (let at = word; at < raised; at += words) {
        const before = courses[at] ?? 0;
        courses[at] = now;
        now &= before;
      }
      courses[raised + word] = (courses[raised + word] ?? 0) | now;
    }
    this.#chances.push(shareOfCourses(courses, raised));
  }

  /** How far above its mean the noise of a day must be for its look to pass, in standard deviations. */
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

  /** How likely the look of a day passes. */
  #chanceOn(day: number): number {
    const { from, to, correlation } = this.#change;
    const shareOf = (part: number) => from + part * (to - from);
    const current = shareOf(Math.min(1, day / CURRENT_DAYS));
    const baseline = shareOf(Math.min(1, Math.max(0, day - CURRENT_DAYS) / BASELINE_DAYS));
    return this.#look.chance({ current, baseline, correlation });
  }
}
