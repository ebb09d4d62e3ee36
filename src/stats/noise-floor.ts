import { BASELINE_DAYS, CURRENT_DAYS } from '../domain/alert-rules.ts';
import type { Proportion } from '../domain/proportion.ts';
import { PERSISTENCE } from './episodes.ts';
import { generator } from './generator.ts';
import type { Sides } from './same-mix.ts';

/** Days that are drawn together: answers of near days may be alike. */
const BLOCK_DAYS = 14;

const COURSES = 300;

/** So many that each course has 91 days on which both windows are whole. */
const COURSE_DAYS = 125;

const WITHIN_FLOOR = 0.95;

/** The same days always have the same courses. */
const SEED = 91;

/** A share on days in a row. Events of a drawn day are no whole numbers, and may be below 0 or more than its trials. */
export interface Course {
  readonly events: Float64Array;
  readonly trials: Float64Array;
}

/** What must hold of both windows for a change to be one. */
export type Condition = (counted: Sides) => boolean;

/**
 * Courses that a share could have taken with nothing happening: its own days in another order, by a circular block bootstrap.
 *
 * What the events of a day differ from those that the share of all days leads one to expect is drawn in blocks of 14 days, with the trials of
 * the day. It is made larger by √(n / (n - 1 - 14)), because a mean of n days that hang together in blocks lies too close to them.
 *
 * Source: Politis and Romano (1992), A circular block-resampling procedure for stationary data, in: Exploring the Limits of Bootstrap.
 *
 * @param days events among trials, oldest first; at least 60, each with a trial
 * @param condition of a change; none for any change
 * @param random uniform from 0 to below 1
 * @returns for each course, what changes of its share held on each day, as `heldChanges` gives them
 */
export function quietCourses(
  days: readonly Proportion[],
  condition?: Condition,
  random: () => number = generator(SEED),
): Float64Array[] {
  const count = days.length;
  const share = sumOf(days, ({ events }) => events) / sumOf(days, ({ trials }) => trials);
  const factor = Math.sqrt(count / (count - 1 - BLOCK_DAYS));
  const known = {
    events: Float64Array.from(
      days,
      ({ events, trials }) => share * trials + factor * (events - share * trials),
    ),
    trials: Float64Array.from(days, ({ trials }) => trials),
  };
  return Array.from({ length: COURSES }, () => heldChanges(courseOf(known, random), condition));
}

function courseOf(known: Course, random: () => number): Course {
  const course = { events: new Float64Array(COURSE_DAYS), trials: new Float64Array(COURSE_DAYS) };
  const count = known.trials.length;
  let start = 0;
  for (let day = 0; day < COURSE_DAYS; day += 1) {
    if (day % BLOCK_DAYS === 0) start = Math.floor(random() * count);
    const drawn = (start + (day % BLOCK_DAYS)) % count;
    course.events[day] = known.events[drawn] as number;
    course.trials[day] = known.trials[drawn] as number;
  }
  return course;
}

/**
 * For each day on which it is known, the change that held as long as an alert needs: the smallest of the last three days, where all have one
 * sign, and otherwise 0. A change is the share of the last 7 days less that of the 28 before.
 *
 * @param course with a trial on each day
 */
export function heldChanges(course: Course, condition?: Condition): Float64Array {
  const [events, trials] = [sumsUpTo(course.events), sumsUpTo(course.trials)];
  const whole = CURRENT_DAYS + BASELINE_DAYS;
  const held = new Float64Array(course.trials.length - whole - PERSISTENCE + 2);
  const countIn = (from: number, to: number) => ({
    events: (events[to] as number) - (events[from] as number),
    trials: (trials[to] as number) - (trials[from] as number),
  });
  const changeFrom = (from: number) => {
    const between = from + BASELINE_DAYS;
    const [current, baseline] = [countIn(between, from + whole), countIn(from, between)];
    if (condition !== undefined && !condition({ current, baseline })) return 0;
    return current.events / current.trials - baseline.events / baseline.trials;
  };
  for (let first = 0; first < held.length; first += 1) {
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let from = first; from < first + PERSISTENCE; from += 1) {
      const change = changeFrom(from);
      if (change < lowest) lowest = change;
      if (change > highest) highest = change;
    }
    if (lowest > 0) held[first] = lowest;
    else if (highest < 0) held[first] = highest;
  }
  return held;
}

/** The sum of the numbers before each place. */
function sumsUpTo(numbers: Float64Array): Float64Array {
  const sums = new Float64Array(numbers.length + 1);
  for (let place = 0; place < numbers.length; place += 1) {
    sums[place + 1] = (sums[place] as number) + (numbers[place] as number);
  }
  return sums;
}

/** The largest change that held, in either direction. */
export function largestHeld(held: Float64Array): number {
  let largest = 0;
  for (const each of held) largest = Math.max(largest, Math.abs(each));
  return largest;
}

/**
 * The noise floor, as a share: 95 of 100 courses have no change that is larger. It is too low where the past was quieter than what comes: see
 * docs/statistics.md. So it is never the only gate.
 */
export function noiseFloor(courses: readonly Float64Array[]): number {
  const largest = Float64Array.from(courses, largestHeld).sort();
  return largest[Math.ceil(WITHIN_FLOOR * largest.length) - 1] as number;
}

/** The same in percentage points, rounded up to tenths: as it is shown, and as alerts use it. */
export function floorPoints(courses: readonly Float64Array[]): number {
  return Math.max(0, tenthsUp(100 * noiseFloor(courses)));
}

/** Exact tenths stay as they are. */
export function tenthsUp(points: number): number {
  return Math.ceil(10 * points - 1e-9) / 10;
}

/** The least change that is a finding, up and down, as a share; null where there is none in that direction. */
export interface LeastFinding {
  readonly up: number | null;
  readonly down: number | null;
}

/** How many findings a day there are, on average. Those that follow within 7 days of one in their direction are one with it. */
export function findingsADay(courses: readonly Float64Array[], least: LeastFinding): number {
  const [days, findings] = [
    sumOf(courses, ({ length }) => length),
    sumOf(courses, (held) => runsOf(held, least)),
  ];
  return findings / days;
}

function runsOf(held: Float64Array, least: LeastFinding): number {
  const last = { up: Number.NEGATIVE_INFINITY, down: Number.NEGATIVE_INFINITY };
  let runs = 0;
  held.forEach((each, day) => {
    const direction = each > 0 ? 'up' : 'down';
    if (each === 0 || Math.abs(each) < (least[direction] ?? Number.POSITIVE_INFINITY)) return;
    if (day - last[direction] > CURRENT_DAYS) runs += 1;
    last[direction] = day;
  });
  return runs;
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, each) => sum + of(each), 0);
}
