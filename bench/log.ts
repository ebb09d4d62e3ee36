/**
 * Measures how fast a log is read: seconds of processor time on one core, and the process's peak memory. The log is
 * made on the fly, its time counted apart: combined lines, a fifth of them by crawlers.
 *
 *   npm run bench:log -- [--megabytes 1000] [--format combined|json] [--gzip]
 */

import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { readLog } from '../src/traffic/read-log.ts';
import { table, whole } from './support/table.ts';

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '1000' },
    format: { type: 'string', default: 'combined' },
    gzip: { type: 'boolean', default: false },
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

function made(index: number): Made {
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

const lineOf = values.format === 'json' ? json : combined;
const wanted = Number(values.megabytes) * 1e6;
const PIECE = 64 * 1024;
let bytes = 0;
let makingUs = 0;

const processorUs = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** Pieces of 64 KiB, cut anywhere as a file's are. */
async function* logged(): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0);
  for (let index = 0; bytes < wanted; ) {
    const before = processorUs();
    let text = '';
    for (; text.length < PIECE; index += 1) text += lineOf(made(index));
    const all = Buffer.concat([rest, Buffer.from(text)]);
    const piece = all.subarray(0, PIECE);
    rest = Buffer.from(all.subarray(PIECE));
    bytes += piece.length;
    makingUs += processorUs() - before;
    yield piece;
  }
  bytes += rest.length;
  yield rest;
}

const chunks = values.gzip ? Readable.from(logged()).pipe(createGzip({ level: 1 })) : logged();
const counted = { lines: 0, requests: 0, unread: 0 };
const before = processorUs();
for await (const batch of readLog(chunks, { now: Date.UTC(2027, 0, 1) })) {
  counted.lines += batch.lines;
  counted.requests += batch.requests.length;
  counted.unread += batch.unread;
}
const seconds = (processorUs() - before - makingUs) / 1e6;
process.stdout.write(
  table(
    ['log', 'MB', 'lines', 'requests', 'unread', 's', 'MB per s', 'peak memory in MB'],
    [
      [
        `${values.format}${values.gzip ? ', gzip (with packing it)' : ''}`,
        whole(bytes / 1e6),
        whole(counted.lines),
        whole(counted.requests),
        whole(counted.unread),
        seconds.toFixed(1),
        whole(bytes / 1e6 / seconds),
        whole(process.resourceUsage().maxRSS / 1024),
      ],
    ],
  ),
);
