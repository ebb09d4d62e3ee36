/**
 * Measures how fast a log is read: processor time in seconds, and the peak memory of a process that does nothing else.
 * The log is made in the temporary folder: a fifth of its lines are crawlers'.
 *
 *   npm run bench:log -- [--megabytes 1000] [--format combined|json] [--gzip]
 */
import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { createGzip } from 'node:zlib';
import { type LogBatch, readLog } from '../src/traffic/read-log.ts';
import { table, whole } from './support/table.ts';

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '1000' },
    format: { type: 'string', default: 'combined' },
    gzip: { type: 'boolean', default: false },
    /** The file that the measured process reads. */
    read: { type: 'string' },
  },
});

const START = Date.UTC(2026, 10, 1);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const CRAWLERS = [
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
];
const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
];
const REFERRERS = ['-', 'https://tandemly.example/', 'https://chatgpt.com/', 'https://www.google.com/'];

interface Made {
  readonly at: Date;
  readonly address: string;
  readonly target: string;
  readonly status: number;
  readonly referrer: string;
  readonly agent: string;
}

function lineAt(index: number): Made {
  const agents = index % 5 === 0 ? CRAWLERS : BROWSERS;
  return {
    at: new Date(START + index * 400),
    address: `203.${index % 113}.${index % 251}.${index % 241}`,
    target: `/guides/${index % 7919}/plan-a-week?utm_source=letter${index % 17}`,
    status: index % 50 === 0 ? 404 : 200,
    referrer: index % 5 === 0 ? '-' : (REFERRERS[index % 4] ?? '-'),
    agent: agents[index % agents.length] ?? '',
  };
}

const two = (value: number) => String(value).padStart(2, '0');

function combined({ at, address, target, status, referrer, agent }: Made): string {
  const day = `${two(at.getUTCDate())}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}`;
  return `${address} - - [${day}:${at.toISOString().slice(11, 19)} +0000] "GET ${target} HTTP/1.1" ${status} 5316 "${referrer}" "${agent}"\n`;
}

function json({ at, address, target, status, referrer, agent }: Made): string {
  return `${JSON.stringify({
    ClientIP: address,
    ClientRequestHost: 'tandemly.example',
    ClientRequestMethod: 'GET',
    ClientRequestURI: target,
    ClientRequestUserAgent: agent,
    ClientRequestReferer: referrer,
    EdgeResponseStatus: status,
    EdgeStartTimestamp: at.toISOString(),
  })}\n`;
}

interface Measured {
  lines: number;
  requests: number;
  unread: number;
  seconds: number;
  peakMegabytes: number;
}

/** What is done with a batch besides reading it. */
function count(measured: Measured, batch: LogBatch): void {
  measured.lines += batch.lines;
  measured.requests += batch.requests.length;
  measured.unread += batch.unread;
}

async function measure(file: string): Promise<Measured> {
  // What lives fits 4 MB. Without this, V8 lets the room for new objects grow to 96 MB for a tenth less time.
  setFlagsFromString('--semi-space-growth-factor=1');
  const measured: Measured = { lines: 0, requests: 0, unread: 0, seconds: 0, peakMegabytes: 0 };
  const before = process.cpuUsage();
  for await (const batch of readLog(createReadStream(file), { now: Date.UTC(2027, 0, 1) })) {
    count(measured, batch);
  }
  const { user, system } = process.cpuUsage(before);
  return {
    ...measured,
    seconds: (user + system) / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
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

async function measureAside(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-log-'));
  try {
    const file = join(folder, 'access.log');
    const texts = Readable.from(
      textsOf(Number(values.megabytes), values.format === 'json' ? json : combined),
    );
    const pack = values.gzip ? [createGzip({ level: 1 })] : [];
    await pipeline([texts, ...pack, createWriteStream(file)]);
    const printed = execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--read', file]);
    show(JSON.parse(printed.toString()) as Measured, statSync(file).size / 1e6);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function show({ lines, requests, unread, seconds, peakMegabytes }: Measured, fileMegabytes: number): void {
  const head = ['log', 'MB', 'lines', 'requests', 'unread', 's', 'MB per s', 'peak memory in MB'];
  const name = `${values.format}${values.gzip ? ', gzip' : ''}`;
  const counts = [fileMegabytes, lines, requests, unread].map(whole);
  const speed = whole(Number(values.megabytes) / seconds);
  process.stdout.write(table(head, [[name, ...counts, seconds.toFixed(1), speed, whole(peakMegabytes)]]));
}

if (values.read === undefined) await measureAside();
else process.stdout.write(JSON.stringify(await measure(values.read)));
