import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Records the functions in src/ that a test run's processes call. Each process loads it with --import, and
 * the run's teardown prints the totals. V8 records a function's first call at almost no cost; counting lines
 * and branches takes 40% more processor time. Child processes and threads that tests start do not count.
 */
const ROOT = join(import.meta.dirname, '../..');
const SOURCE = `${pathToFileURL(join(ROOT, 'src')).href}/`;

/** Whether each function in a source file ran, by its start. */
type Called = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

/** Records calls from now on, and writes them to the run's folder when the process exits. */
export function noteCalls(): void {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: false });
  process.once('exit', () => {
    session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error !== null) throw error;
      const called: Record<string, Record<string, boolean>> = {};
      for (const { url, functions } of coverage.result) {
        if (!url.startsWith(SOURCE)) continue;
        const starts = functions.map(({ ranges: [range] }) => [range?.startOffset, (range?.count ?? 0) > 0]);
        called[url.slice(SOURCE.length)] = Object.fromEntries(starts);
      }
      writeFileSync(join(tmpdir(), `called-${process.pid}.json`), JSON.stringify(called));
    });
  });
}

/** For each folder in src/, how many of its functions ran, and the files that no process loaded. */
export function coverageIn(folder: string): string {
  const all = new Map<string, Map<string, boolean>>();
  for (const name of globSync('called-*.json', { cwd: folder })) {
    const called: Called = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    for (const [file, functions] of Object.entries(called)) {
      const known = all.get(file) ?? new Map<string, boolean>();
      for (const [start, isCalled] of Object.entries(functions)) {
        known.set(start, isCalled || known.get(start) === true);
      }
      all.set(file, known);
    }
  }
  const totals = new Map<string, { called: number; known: number }>();
  for (const [file, functions] of all) {
    for (const group of ['all', file.split('/')[0] ?? '']) {
      const total = totals.get(group) ?? { called: 0, known: 0 };
      total.called += [...functions.values()].filter(Boolean).length;
      total.known += functions.size;
      totals.set(group, total);
    }
  }
  const lines = [...totals].toSorted().map(([group, { called, known }]) => {
    return `  ${group.padEnd(10)} ${((100 * called) / known).toFixed(1)}% of ${known} functions called`;
  });
  const unloaded = globSync('**/*.ts', { cwd: join(ROOT, 'src'), exclude: ['**/*.test.ts'] })
    .filter((file) => !all.has(file))
    .toSorted();
  return `Coverage of src/\n${lines.join('\n')}\n  never loaded: ${unloaded.join(', ') || 'none'}\n`;
}
