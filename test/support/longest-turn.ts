import { setTimeout as wait } from 'node:timers/promises';

/** Often enough that what runs between two looks is one turn of the event loop, or a few short ones. */
const LOOK_EVERY_MS = 2;

/**
 * The most processor time, in milliseconds, that this thread took between two turns of its event loop while something was done. Time of the
 * processor, and not of the clock: a busy machine makes a turn longer for which the code can do nothing.
 */
export async function longestTurnOf<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly longestMs: number }> {
  let last = cpuMs();
  let longestMs = 0;
  const look = () => {
    const now = cpuMs();
    longestMs = Math.max(longestMs, now - last);
    last = now;
  };
  const looking = setInterval(look, LOOK_EVERY_MS);
  const result = await work();
  // What was begun in the last turn ends in it.
  await wait(LOOK_EVERY_MS);
  look();
  clearInterval(looking);
  return { result, longestMs };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
