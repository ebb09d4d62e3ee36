/**
 * Measures how long a server's event loop is held by any one request: the longest turn, in processor time, of every form, parameter, and
 * query with the largest hostile texts, as a ratio to the longest turn of the ordinary requests in the same run.
 *
 *   npm run bench:turns
 */

import { after } from 'node:test';
import { describeHostileRequests } from '../test/support/hostile-requests.ts';
import { longestTurnOf } from './support/longest-turn.ts';
import { milliseconds, table } from './support/table.ts';

const turns: { readonly what: string; readonly ms: number }[] = [];

describeHostileRequests(async (what, send) => {
  const { result, longestMs } = await longestTurnOf(send);
  turns.push({ what, ms: longestMs });
  return result;
});

after(() => {
  const sorted = turns.toSorted((one, other) => other.ms - one.ms);
  const median = sorted[Math.floor(sorted.length / 2)]?.ms ?? 1;
  const rows = sorted
    .slice(0, 20)
    .map(({ what, ms }) => [what, milliseconds(ms), `${Math.round(ms / median)} x`]);
  process.stdout.write(`${table(['the longest turns', 'ms', 'to the median'], rows)}\n`);
});
