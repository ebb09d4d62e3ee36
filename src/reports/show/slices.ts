import { setImmediate as nextTurn } from 'node:timers/promises';

/** So few records take milliseconds to write. */
const SLICE = 1000;

/** A report's data in slices, each in a turn of its own: a list of half a million records must not hold other requests. */
export async function* slicesOf(data: unknown): AsyncGenerator<unknown> {
  if (!Array.isArray(data) || data.length <= SLICE) return yield data;
  for (let from = 0; from < data.length; from += SLICE) {
    yield data.slice(from, from + SLICE);
    await nextTurn();
  }
}
