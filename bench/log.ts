/**
 * Measures an import of a log: `sightline logs import` into a new SQLite store, as users run it. Processor time in seconds,
 * and the process's peak memory. The log is made in the temporary folder: a fifth of its lines are crawlers', a fiftieth
 * visits. Crawlers come from 251 addresses; the site has 7,919 pages.
 *
 *   npm run bench:log -- [--megabytes 1000] [--format combined|json] [--gzip]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { applyFile } from '../src/pipeline/declare/apply/apply.ts';
import { openStore } from '../src/storage/driver/database.ts';
import { combined, json, LOGGED_BRAND, lineAt, type Made } from './data/log-lines.ts';
import { bytesFrom, seeded } from './data/random.ts';
import { PROGRAM } from './support/children.ts';
import { table, whole } from './support/table.ts';

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '1000' },
    format: { type: 'string', default: 'combined' },
    gzip: { type: 'boolean', default: false },
  },
});

/** What the command line says of an import. */
interface Imported {
  readonly lines: number;
  readonly crawls: number;
  readonly visits: number;
  readonly unread: number;
}

interface Measured extends Imported {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

/** Runs in the measured process: tells on standard error what it took. */
const TELL = `process.on('exit', () => console.error(JSON.stringify(process.resourceUsage())))`;

async function measure(folder: string, file: string): Promise<Measured> {
  const url = `sqlite:${join(folder, 'bench.db')}`;
  const store = await openStore(url);
  const deps = { db: store.main, now: () => Date.now(), random: bytesFrom(seeded(1)) };
  const organizations = [
    { name: 'Bench', plan: { name: 'agency' }, brands: [{ ...LOGGED_BRAND, configured: true }] },
  ];
  await applyFile(deps, JSON.stringify({ organizations }));
  await store.close();
  const program = fileURLToPath(new URL(PROGRAM, import.meta.url));
  const args = ['logs', 'import', file, '--brand', LOGGED_BRAND.id, '--database-url', url, '--json'];
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${TELL}`, program, ...args]);
  const [out, told, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(told);
  const { files } = JSON.parse(out) as { readonly files: readonly [Imported] };
  const usage = JSON.parse(told) as NodeJS.ResourceUsage;
  const seconds = (usage.userCPUTime + usage.systemCPUTime) / 1e6;
  return { ...files[0], seconds, peakMegabytes: usage.maxRSS / 1024 };
}

/** Texts of about 64 KiB. */
function* textsOf(megabytes: number, lineOf: (line: Made) => string): Generator<string> {
  let made = 0;
  for (let index = 0; made < megabytes * 1e6; ) {
    let text = '';
    for (; text.length < 64 * 1024; index += 1) text += lineOf(lineAt(index));
    made += text.length;
    yield text;
  }
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-log-'));
  try {
    const file = join(folder, 'access.log');
    const texts = Readable.from(
      textsOf(Number(values.megabytes), values.format === 'json' ? json : combined),
    );
    const pack = values.gzip ? [createGzip({ level: 1 })] : [];
    await pipeline([texts, ...pack, createWriteStream(file)]);
    show(await measure(folder, file), statSync(file).size / 1e6);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function show(
  { lines, crawls, visits, unread, seconds, peakMegabytes }: Measured,
  fileMegabytes: number,
): void {
  const head = ['log', 'MB', 'lines', 'crawls', 'visits', 'unread', 's', 'MB per s', 'peak memory in MB'];
  const name = `${values.format}${values.gzip ? ', gzip' : ''}`;
  const counts = [fileMegabytes, lines, crawls, visits, unread].map(whole);
  const speed = whole(Number(values.megabytes) / seconds);
  process.stdout.write(table(head, [[name, ...counts, seconds.toFixed(1), speed, whole(peakMegabytes)]]));
}

await main();
