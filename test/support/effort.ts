/**
 * How hard a run tries. `npm test` keeps every case at the size that still finds what it is for; `npm run test:nightly`
 * sets TEST_EFFORT to `full` (test/nightly.env) and takes the large sizes, many kills and long series.
 */
export const isNightly = process.env.TEST_EFFORT === 'full';

/** The size of something in `npm test`, and in the nightly run. */
export function effort<Size>(daily: Size, nightly: Size): Size {
  return isNightly ? nightly : daily;
}
