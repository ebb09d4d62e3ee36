import { BASELINE_DAYS, CURRENT_DAYS } from '../domain/alert-rules.ts';
import { PERSISTENCE } from './episodes.ts';

/** How many of the last days the noise floor is read from, and how many of them must have answers. */
export const NOISE_DAYS = 91;
export const LEAST_NOISE_DAYS = 60;

/** Days that are drawn together: answers of near days may be alike. */
const BLOCK_DAYS = 14;

const COURSES = 300;

/** So many that each course has 91 days on which both windows are whole. */
const COURSE_DAYS = 125;

const WITHIN_FLOOR = 0.95;

/**
 * Courses that a share could have taken with nothing happening: its own days in another order, by a circular block bootstrap.
 *
 * What the days of the past differ from their mean is drawn in blocks of 14 days. It is made larger by √(n / (n - 1 - 14)), because a mean of
 * n days that hang together in blocks lies too close to them.
 *
 * Source: Politis and Romano (1992), A circular block-resampling procedure for stationary data, in: Exploring the Limits of Bootstrap.
 *
 * @param shares of the days, oldest first; at least 60
 * @param random uniform from 0 to below 1
 * @returns for each course, what changes of its share held on each day, as `heldChanges` gives them
 */
export function quietCourses(shares: readonly number[], random: () => number): Float64Array[] {
  const count = shares.length;
  const mean = shares.reduce((sum, each) => sum + each, 0) / count;
  const factor = Math.sqrt(count / (count - 1 - BLOCK_DAYS));
  const residuals = Float64Array.from(shares, (share) => factor * (share - mean));
  return Array.from({ length: COURSES }, () => heldChanges(courseOf(residuals, random)));
}

function courseOf(residuals: Float64Array, random: () => number): Float64Array {
  const course = new Float64Array(COURSE_DAYS);
  let start = 0;
  for (let day = 0; day < COURSE_DAYS; day += 1) {
    if (day % BLOCK_DAYS === 0) start = Math.floor(random() * residuals.length);
    course[day] = residuals[(start + (day % BLOCK_DAYS)) % residuals.length] as number;
  }
  return course;
}

/**
 * For each day on which it is known, the change that held as long as an alert needs: the smallest of the last three days, where all have one
 * sign, and otherwise 0. A change is the mean of the last 7 days less that of the 28 before.
 *
 * @param days shares, or what they differ from anything
 */
export function heldChanges(days: Float64Array): Float64Array {
  const sums = new Float64Array(days.length + 1);
  for (let day = 0; day < days.length; day += 1) {
    sums[day + 1] = (sums[day] as number) + (days[day] as number);
  }
  const whole = CURRENT_DAYS + BASELINE_DAYS;
  const held = new Float64Array(days.length - whole - PERSISTENCE + 2);
  for (let first = 0; first < held.length; first += 1) {
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let from = first; from < first + PERSISTENCE; from += 1) {
      const start = sums[from] as number;
      const between = sums[from + BASELINE_DAYS] as number;
      const end = sums[from + whole] as number;
      const change = (end - between) / CURRENT_DAYS - (between - start) / BASELINE_DAYS;
      if (change < lowest) lowest = change;
      if (change > highest) highest = change;
    }
    if (lowest > 0) held[first] = lowest;
    else if (highest < 0) held[first] = highest;
  }
  return held;
}

/** The largest change that held, in either direction. */
export function largestHeld(held: Float64Array): number {
  let largest = 0;
  for (const each of held) largest = Math.max(largest, Math.abs(each));
  return largest;
}

/**
 * The noise floor: 95 of 100 courses have no change that is larger. It is too low where the past was quieter than what comes: see
 * docs/statistics.md. So it is never the only gate.
 */
export function noiseFloor(courses: readonly Float64Array[]): number {
  const largest = Float64Array.from(courses, largestHeld).sort();
  return largest[Math.ceil(WITHIN_FLOOR * largest.length) - 1] as number;
}

/** How many findings a day have at least this change, on average. Those that follow within 7 days of one in their direction are one with it. */
export function findingsADay(courses: readonly Float64Array[], change: number): number {
  const [days, findings] = [
    sumOf(courses, ({ length }) => length),
    sumOf(courses, (held) => runsOf(held, change)),
  ];
  return findings / days;
}

function runsOf(held: Float64Array, change: number): number {
  const last = { up: Number.NEGATIVE_INFINITY, down: Number.NEGATIVE_INFINITY };
  let runs = 0;
  held.forEach((each, day) => {
    if (each === 0 || Math.abs(each) < change) return;
    const direction = each > 0 ? 'up' : 'down';
    if (day - last[direction] > CURRENT_DAYS) runs += 1;
    last[direction] = day;
  });
  return runs;
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, each) => sum + of(each), 0);
}
