/**
 * Does everything that a server and its operator do, all at once for some time: reads every report, asks
 * engines, imports, rescans, evaluates, prunes, delivers alerts to a receiver on this machine, and scrapes
 * metrics. Exits with 1 if anything failed, an alert is lost, memory or descriptors grow, or the store is inconsistent.
 *
 *   npm run soak -- [--database sqlite|postgres|both] [--minutes 60] [--answers 4000]
 */
import { parseArgs } from 'node:util';
import { type SoakResult, soak } from './soak/run.ts';
import { PROGRAM } from './support/children.ts';
import { Cleanup } from './support/cleanup.ts';
import { quantileOf } from './support/slope.ts';
import { placeFor, STORE_KINDS, STORE_NAMES } from './support/stores.ts';
import { milliseconds, table, whole } from './support/table.ts';

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'both' },
    minutes: { type: 'string', default: '60' },
    answers: { type: 'string', default: '4000' },
  },
});
const [minutes, answers] = [Number(values.minutes), Number(values.answers)];
if (!(minutes > 0)) throw new Error('--minutes is a number above 0');
if (!Number.isInteger(answers) || answers < 4) throw new Error('--answers is a whole number from 4');

const FAILURES_SHOWN = 20;

function shown({ seconds, loads, courses, reportMs, failures }: SoakResult): string {
  const done = loads.map(({ name, done, units, took, gaveWay, failures: failed }) => [
    name,
    whole(done),
    whole(units),
    milliseconds(quantileOf(took, 0.5)),
    milliseconds(quantileOf(took, 0.99)),
    whole(gaveWay),
    whole(failed.length),
  ]);
  const flat = courses.map(({ name, mean, most, growth, mayGrow }) => [
    name,
    mean.toFixed(1),
    most.toFixed(1),
    growth.toFixed(1),
    mayGrow.toFixed(1),
  ]);
  const failed = failures.slice(0, FAILURES_SHOWN).map((each) => `- ${each}\n`);
  return [
    `${(seconds / 60).toFixed(1)} minutes, ${failures.length} failures\n`,
    ...failed,
    `Report times: median ${reportMs.median} ms, 99th percentile ${reportMs.most} ms.\n`,
    table(['load', 'times', 'units', 'median ms', '99th percentile', 'gave way', 'failed'], done),
    table(['server, after the first third', 'mean', 'most', 'floor rises', 'may rise'], flat),
  ].join('\n');
}

const cleanup = new Cleanup();
let hasFailed = false;
try {
  for (const kind of STORE_KINDS.filter((each) => values.database === 'both' || values.database === each)) {
    const { url } = await placeFor(kind, undefined, cleanup);
    const result = await soak({ url, minutes, answers, program: PROGRAM }, cleanup);
    process.stdout.write(`## ${STORE_NAMES[kind]}\n\n${shown(result)}\n`);
    hasFailed ||= result.failures.length > 0;
    await cleanup.all();
  }
} finally {
  await cleanup.all();
}
// Embedded PostgreSQL's handlers would end the process by themselves, with 0.
process.exit(hasFailed ? 1 : 0);
