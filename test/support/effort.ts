/**
 * How hard a run tries: the one place that reads TEST_EFFORT. `npm test` keeps every case at the size that still finds
 * what it is for. `npm run test:nightly` (`full`, test/nightly.env) takes the large sizes, many kills and long series;
 * `npm run test:fast` (`fast`, test/fast.env) skips PostgreSQL.
 */
const EFFORT = process.env.TEST_EFFORT;

export const isNightly = EFFORT === 'full';
export const isFast = EFFORT === 'fast';

/** The size of something in `npm test`, and in the nightly run. */
export function effort<Size>(daily: Size, nightly: Size): Size {
  return isNightly ? nightly : daily;
}

/**
 * How many random cases a property is tried on. What is counted is the same on both databases, so that SQLite, which
 * costs a third, gets most of them; PostgreSQL gets enough to tell a statement that means something else there.
 */
export function runsOn(kind: 'sqlite' | 'postgres', daily: number, nightly: number): number {
  return effort(kind === 'sqlite' ? daily : Math.ceil(daily / 6), nightly);
}

/** Every second of several cases that are alike daily, all of them nightly. */
export function everySecond<Case>(cases: readonly Case[]): readonly Case[] {
  return cases.filter((_, index) => isNightly || index % 2 === 0);
}
