import { BASELINE_DAYS, CURRENT_DAYS } from '../domain/alert-rules.ts';
import { PERSISTENCE } from './episodes.ts';
import { normalQuantile } from './normal.ts';
import type { Look } from './one-look.ts';

/** A change that lasts: the share before it, and from the first day after it on. */
export interface LastingChange {
  readonly from: number;
  readonly to: number;
  readonly correlation: number;
}

/**
 * How likely a change has raised an alert by each day after it, the first being day 1, until it is as likely as `enough` or the
 * days are over.
 *
 * On day d the current window has d days of the change, up to 7; from the eighth day on they are in the baseline too, so a
 * change that is not found in the first weeks is never found. How likely each look passes is exact (one-look.ts). That
 * three in a row do is not the product: two neighboring looks see almost the same answers. Their noise is correlated as that of two
 * windows which are a day apart is, and is followed from day to day as a Markov chain.
 */
export function chancesByDay(
  look: Look,
  { from, to, correlation }: LastingChange,
  days: number,
  enough = Number.POSITIVE_INFINITY,
): number[] {
  const chanceOn = (day: number) => {
    const shareOf = (part: number) => from + part * (to - from);
    const current = shareOf(Math.min(1, day / CURRENT_DAYS));
    const baseline = shareOf(Math.min(1, Math.max(0, day - CURRENT_DAYS) / BASELINE_DAYS));
    return look.chance({ current, baseline, correlation });
  };
  const bars = barsBy(chanceOn);
  const run = new Run();
  const chances: number[] = [];
  for (let day = 1; day <= days && (chances.at(-1) ?? 0) < enough; day += 1) {
    chances.push(run.look(bars(day)));
  }
  return chances;
}

/** Once the current window is full, a look changes so little from day to day that one a week is exact enough. */
const KNOTS_APART = 7;

/** How far above its mean the noise of a day must be for its look to pass, in standard deviations. */
function barsBy(chanceOn: (day: number) => number): (day: number) => number {
  const known = new Map<number, number>();
  const barOn = (day: number) => {
    const bar = known.get(day) ?? normalQuantile(1 - chanceOn(day));
    known.set(day, bar);
    return bar;
  };
  return (day) => {
    if (day <= CURRENT_DAYS) return barOn(day);
    const past = (day - CURRENT_DAYS) % KNOTS_APART;
    if (past === 0) return barOn(day);
    const share = past / KNOTS_APART;
    return (1 - share) * barOn(day - past) + share * barOn(day - past + KNOTS_APART);
  };
}

/** As many courses of the noise say how likely a run of looks is, to about a point. */
const COURSES = 1024;

/** Looks one day after the other, over many courses of their noise. */
class Run {
  readonly #inARow = new Uint8Array(COURSES);
  #day = 0;

  /** @returns the share of courses in which as many looks in a row as persistence asks for have passed by now */
  look(bar: number): number {
    const [noise, inARow] = [noiseOfDay(this.#day), this.#inARow];
    this.#day += 1;
    let raised = 0;
    for (let course = 0; course < COURSES; course += 1) {
      const before = inARow[course] ?? 0;
      if (before < PERSISTENCE) inARow[course] = (noise[course] ?? 0) > bar ? before + 1 : 0;
      if (inARow[course] === PERSISTENCE) raised += 1;
    }
    return raised / COURSES;
  }
}

const noises: Float64Array[] = [];

/** The noise of the looks of a day in every course, in standard deviations. Made once, and always the same. */
function noiseOfDay(day: number): Float64Array {
  if (noises.length === 0) noises.push(...courses());
  return noises[day] ?? new Float64Array(COURSES);
}

/**
 * The mean of the current window less that of the baseline, day after day, if what comes in on a day is pure noise: so two looks have in
 * common what the answers make them have in common. Each course has its mirror image.
 */
function courses(): Float64Array[] {
  const days = Array.from({ length: BASELINE_DAYS }, () => new Float64Array(COURSES));
  const next = generator();
  const scale = 1 / Math.sqrt(1 / CURRENT_DAYS + 1 / BASELINE_DAYS);
  for (let course = 0; course < COURSES; course += 2) {
    const sums = [0];
    for (let day = 0; day < 2 * BASELINE_DAYS + CURRENT_DAYS; day += 1) sums.push((sums[day] ?? 0) + next());
    for (const [day, noise] of days.entries()) {
      const [end, start, first] = [day + BASELINE_DAYS + CURRENT_DAYS, day + BASELINE_DAYS, day].map(
        (at) => sums[at] ?? 0,
      );
      const look =
        scale * (((end ?? 0) - (start ?? 0)) / CURRENT_DAYS - ((start ?? 0) - (first ?? 0)) / BASELINE_DAYS);
      noise[course] = look;
      noise[course + 1] = -look;
    }
  }
  return days;
}

/** Numbers that look normally distributed, the same ones every time. */
function generator(): () => number {
  let state = 1;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
