/**
 * Test sizes: the only reader of TEST_EFFORT. `npm test` keeps every case at the smallest size that still finds its faults. `npm run
 * test:nightly` (`full`, test/nightly.env) uses large sizes, many kills, and long series; `npm run test:fast` (`fast`, test/fast.env)
 * skips PostgreSQL.
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
  return effort(Math.ceil(daily / (kind === 'sqlite' ? 2 : 6)), nightly);
}

/** The first and the last of several cases that are alike daily, all of them nightly. */
export function firstAndLast<Case>(cases: readonly Case[]): readonly Case[] {
  return cases.filter((_, index) => isNightly || index === 0 || index === cases.length - 1);
}
