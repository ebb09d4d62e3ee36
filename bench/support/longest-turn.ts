import { setTimeout as wait } from 'node:timers/promises';

/** Often enough that only one turn of the event loop, or a few short ones, run between two looks. */
const LOOK_EVERY_MS = 2;

/**
 * The most processor time, in milliseconds, that this thread took between two turns of its event loop during
 * some work. Processor time, because a busy machine makes turns longer on the clock.
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
  // Work from the last turn ends in it.
  await wait(LOOK_EVERY_MS);
  look();
  clearInterval(looking);
  return { result, longestMs };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
