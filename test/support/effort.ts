/**
 * Test sizes: the only reader of TEST_EFFORT. `npm test` runs every case at the smallest size that still
 * finds its faults. `npm run test:nightly` (`full`, test/nightly.env) uses large sizes, many kills, and long
 * series, and adds the files named `x.nightly.test.ts`.
 */
export const isNightly = process.env.TEST_EFFORT === 'full';

/** A size in `npm test`, and in the nightly run. */
export function effort<Size>(daily: Size, nightly: Size): Size {
  return isNightly ? nightly : daily;
}

/**
 * A property's number of random cases. Both databases give the same counts, so SQLite, which costs a third,
 * gets most cases; PostgreSQL gets enough to find a statement with another meaning there.
 */
export function runsOn(kind: 'sqlite' | 'postgres', daily: number, nightly: number): number {
  return effort(Math.ceil(daily / (kind === 'sqlite' ? 2 : 6)), nightly);
}

/** The first and last of several similar cases in `npm test`, all of them nightly. */
export function firstAndLast<Case>(cases: readonly Case[]): readonly Case[] {
  return cases.filter((_, index) => isNightly || index === 0 || index === cases.length - 1);
}
