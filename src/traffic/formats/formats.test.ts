import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { LineRead } from '../logged-request.ts';
import { LOG_FORMATS, openFormat } from './index.ts';
import type { LogMapping } from './log-format.ts';

const GPT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const AT = '2026-11-28T10:00:00.000Z';
const CHAT = 'https://chatgpt.com/';

/** Time, host, method, target, status, address, agent, referrer. */
type Told = readonly [
  at: string,
  host: string | null,
  method: string | null,
  target: string,
  status: number | null,
  address: string | null,
  agent: string | null,
  referrer: string | null,
];

interface Case {
  readonly format: string;
  readonly mapping?: LogMapping;
  /** Each line with what it says. */
  readonly lines: readonly (readonly [line: string, told: Told | 'nothing' | 'unread'])[];
}

function toldBy(read: LineRead): Told | 'nothing' | 'unread' {
  if (typeof read === 'string') return read;
  const { at, host, method, target, status, address, agent, referrer } = read;
  return [new Date(at).toISOString(), host, method, target, status, address, agent, referrer];
}

const json = (record: unknown) => JSON.stringify(record);
const { raw } = String;

const CASES: Readonly<Record<string, Case>> = {
  'nginx and Apache, combined': {
    format: 'combined',
    lines: [
      [
        `192.0.2.1 - - [28/Nov/2026:11:00:00 +0100] "GET /pricing?plan=team HTTP/1.1" 200 5316 "-" "${GPT}"`,
        [AT, null, 'GET', '/pricing?plan=team', 200, '192.0.2.1', GPT, null],
      ],
      [
        `2001:db8::7 - jo [28/Nov/2026:10:00:00 +00] "get /a b HTTP/2.0" 304 - "${CHAT}" "A"`,
        [AT, null, 'GET', '/a b', 304, '2001:db8::7', 'A', CHAT],
      ],
      [
        raw`192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET /\xC3\xA9 HTTP/1.1" 200 1 "-" "nginx \x22quoted\x22"`,
        [AT, null, 'GET', '/é', 200, '192.0.2.1', 'nginx "quoted"', null],
      ],
      [
        raw`192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "Apache \"quoted\" \\"`,
        [AT, null, 'GET', '/', 200, '192.0.2.1', raw`Apache "quoted" \ `.trim(), null],
      ],
      [
        `192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "say "hi", bot"`,
        [AT, null, 'GET', '/', 200, '192.0.2.1', 'say "hi", bot', null],
      ],
      [
        `10.0.0.8, 203.0.113.9 - - [28/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "A"`,
        [AT, null, 'GET', '/', 200, '203.0.113.9', 'A', null],
      ],
      [
        `"203.0.113.9, 10.0.0.8" - - [28/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "A"`,
        [AT, null, 'GET', '/', 200, '203.0.113.9', 'A', null],
      ],
      [
        `10.0.0.8 - - [28/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "A" "203.0.113.9, 10.0.0.2" 0.003`,
        [AT, null, 'GET', '/', 200, '203.0.113.9', 'A', null],
      ],
      [
        `Example.com:443 192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "A"`,
        [AT, 'example.com', 'GET', '/', 200, '192.0.2.1', 'A', null],
      ],
      [
        `198.51.100.2:443 192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "A"`,
        [AT, '198.51.100.2', 'GET', '/', 200, '192.0.2.1', 'A', null],
      ],
      [
        `Nov 28 10:00:00 web1 nginx: 192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "A"`,
        [AT, null, 'GET', '/', 200, '192.0.2.1', 'A', null],
      ],
      [
        `crawl.example.net - - [28/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "A"`,
        [AT, null, 'GET', '/', 200, null, 'A', null],
      ],
      [
        `192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET http://Other.example:80/p?q HTTP/1.1" 200 1 "-" "A"`,
        [AT, 'other.example', 'GET', '/p?q', 200, '192.0.2.1', 'A', null],
      ],
      [
        `192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET https://other.example HTTP/1.1" 200 1 "-" "A"`,
        [AT, 'other.example', 'GET', '/', 200, '192.0.2.1', 'A', null],
      ],
      [
        `192.0.2.1 - - 2026-11-28T10:00:00Z "GET / HTTP/1.1" 200 1 "-" "A"`,
        [AT, null, 'GET', '/', 200, '192.0.2.1', 'A', null],
      ],
      [
        `192.0.2.1 - - 2026-11-28 11:00:00 +01:00 "GET / HTTP/1.1" 200 1 "A"`,
        ['2026-11-28T11:00:00.000Z', null, 'GET', '/', 200, '192.0.2.1', 'A', null],
      ],
      [
        `192.0.2.1 - - [1795860000] "GET /" - 1 "${CHAT}" ""`,
        [AT, null, 'GET', '/', null, '192.0.2.1', null, CHAT],
      ],
      [
        `192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "CONNECT a.example:443 HTTP/1.1" 405 1 "-" "A"`,
        'nothing',
      ],
      [`192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "OPTIONS * HTTP/1.1" 200 1 "-" "A"`, 'nothing'],
      [`192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "-" 408 0 "-" "-"`, 'nothing'],
      [raw`192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "\x16\x03\x01 \x00" 400 0 "-" "-"`, 'nothing'],
      [`192.0.2.1 - - [28/Nov/2026:10:00:00 +9900] "GET / HTTP/1.1" 200 1 "-" "A"`, 'unread'],
      [`192.0.2.1 - - [31/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "A"`, 'unread'],
      [`192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "cut in the mid`, 'unread'],
      [`2026/11/28 10:00:00 [error] 7#7: *1 open() failed, request: "GET /x HTTP/1.1"`, 'unread'],
    ],
  },
  'nginx and Apache, common': {
    format: 'common',
    lines: [
      [
        `192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET /a HTTP/1.1" 403 -`,
        [AT, null, 'GET', '/a', 403, '192.0.2.1', null, null],
      ],
    ],
  },
  Caddy: {
    format: 'caddy',
    lines: [
      [
        json({
          level: 'info',
          ts: 1795860000.25,
          logger: 'http.log.access.log0',
          request: {
            remote_ip: '10.0.0.8',
            client_ip: '192.0.2.1',
            method: 'GET',
            host: 'example.com:8443',
            uri: '/a?b=1',
            headers: { 'User-Agent': [GPT], Referer: [CHAT] },
          },
          status: 200,
        }),
        ['2026-11-28T10:00:00.250Z', 'example.com', 'GET', '/a?b=1', 200, '192.0.2.1', GPT, CHAT],
      ],
      [json({ level: 'info', ts: 1795860001.5, logger: 'tls', msg: 'certificate obtained' }), 'nothing'],
      ['{"level":"info","ts":17958600', 'unread'],
    ],
  },
  'Cloudflare Logpush, in seconds, nanoseconds, and as text': {
    format: 'cloudflare',
    lines: [1795860000, 1795860000000000000, '2026-11-28T10:00:00Z'].map((time) => [
      json({
        ClientIP: '2001:db8::7',
        ClientRequestHost: 'example.com',
        ClientRequestMethod: 'GET',
        ClientRequestURI: '/a?b=1',
        ClientRequestUserAgent: GPT,
        ClientRequestReferer: '',
        EdgeResponseStatus: 403,
        EdgeStartTimestamp: time,
      }),
      [AT, 'example.com', 'GET', '/a?b=1', 403, '2001:db8::7', GPT, null],
    ]),
  },
  'Cloudflare Workers': {
    format: 'cloudflare_workers',
    lines: [
      [
        json({
          eventTimestamp: 1795860000000,
          scriptName: 'site',
          event: {
            request: {
              url: 'https://example.com/a?b=1',
              method: 'GET',
              headers: { 'cf-connecting-ip': '192.0.2.1', 'user-agent': GPT, referer: CHAT },
            },
            response: { status: 200 },
          },
        }),
        [AT, 'example.com', 'GET', '/a?b=1', 200, '192.0.2.1', GPT, CHAT],
      ],
      [json({ eventTimestamp: 1795860000000, event: { cron: '0 * * * *' } }), 'nothing'],
    ],
  },
  'Cloudflare Workers, trace events': {
    format: 'cloudflare_traces',
    lines: [
      [
        json({
          Event: {
            RayID: 'a1',
            Request: { URL: 'https://example.com/a', Method: 'GET' },
            Response: { Status: 200 },
          },
          EventTimestampMs: 1795860000000,
        }),
        [AT, 'example.com', 'GET', '/a', 200, null, null, null],
      ],
    ],
  },
  'a Vercel drain, whose functions repeat a request for each message': {
    format: 'vercel',
    lines: [
      [
        json({ id: '1', deploymentId: 'd', source: 'build', timestamp: 1795860000000, message: 'Done' }),
        'nothing',
      ],
      ...['2', '3'].map((id): Case['lines'][number] => [
        json({
          id,
          deploymentId: 'd',
          source: 'lambda',
          requestId: 'r1',
          timestamp: 1795860000900,
          host: 'site-a1.vercel.app',
          path: '/a',
          message: 'hello',
          proxy: {
            timestamp: 1795860000000,
            host: 'example.com',
            method: 'GET',
            path: '/a?b=1',
            statusCode: 200,
            userAgent: [GPT],
            referer: CHAT,
            clientIp: '192.0.2.1',
          },
        }),
        [AT, 'example.com', 'GET', '/a?b=1', 200, '192.0.2.1', GPT, CHAT],
      ]),
    ],
  },
  Fastly: {
    format: 'fastly',
    lines: [
      [
        json({
          timestamp: '2026-11-28T10:00:00+0000',
          client_ip: '192.0.2.1',
          host: 'example.com',
          url: '/a?b=1',
          request_method: 'GET',
          request_referer: CHAT,
          request_user_agent: GPT,
          response_status: 200,
        }),
        [AT, 'example.com', 'GET', '/a?b=1', 200, '192.0.2.1', GPT, CHAT],
      ],
    ],
  },
  'PostHog, without what browsers report': {
    format: 'posthog',
    lines: [
      [
        json({
          event: '$http_log',
          timestamp: '2026-11-28T10:00:00.000Z',
          properties: {
            $current_url: 'https://example.com/a?b=1',
            $host: 'example.com',
            $pathname: '/a',
            $referrer: CHAT,
            $ip: '192.0.2.1',
            $raw_user_agent: GPT,
            method: 'GET',
            status_code: 200,
          },
        }),
        [AT, 'example.com', 'GET', '/a?b=1', 200, '192.0.2.1', GPT, CHAT],
      ],
      [
        json({
          event: '$pageview',
          timestamp: AT,
          properties: { $current_url: 'https://example.com/a', $ip: '192.0.2.1', $raw_user_agent: 'A' },
        }),
        'nothing',
      ],
    ],
  },
  'a record of Profound': {
    format: 'profound',
    lines: [
      [
        json({
          timestamp: AT,
          method: 'GET',
          host: 'example.com',
          path: '/a',
          query_params: { b: '1', c: ['2', '3'] },
          status_code: 200,
          ip: '192.0.2.1',
          user_agent: GPT,
          referer: CHAT,
          bytes_sent: 12,
        }),
        [AT, 'example.com', 'GET', '/a?b=1&c=2&c=3', 200, '192.0.2.1', GPT, CHAT],
      ],
    ],
  },
  'JSON with the names of nginx': {
    format: 'json',
    lines: [
      [
        json({
          time_local: '28/Nov/2026:10:00:00 +0000',
          request_time: 0.01,
          remote_addr: '10.0.0.8',
          http_x_forwarded_for: '203.0.113.9, 10.0.0.8',
          http_host: 'example.com',
          request: 'GET /a HTTP/1.1',
          status: '200',
          http_user_agent: GPT,
          http_referer: '-',
        }),
        [AT, 'example.com', 'GET', '/a', 200, '203.0.113.9', GPT, null],
      ],
      [json({ level: 'warn', message: 'disk nearly full' }), 'nothing'],
    ],
  },
  'JSON with nested names': {
    format: 'json',
    lines: [
      [
        json({
          timestamp: '2026-11-28T10:00:00.000123456Z',
          httpRequest: {
            requestMethod: 'GET',
            requestUrl: 'https://example.com/a',
            status: 200,
            userAgent: GPT,
            remoteIp: '192.0.2.1',
          },
        }),
        [AT, 'example.com', 'GET', '/a', 200, '192.0.2.1', GPT, null],
      ],
    ],
  },
  'JSON by a mapping': {
    format: 'json',
    mapping: { time: 'wann', target: 'was.pfad', agent: 'wer', host: 'was.server' },
    lines: [
      [
        json({ wann: 1795860000000000, wer: GPT, was: { pfad: '/a', server: 'example.com' } }),
        [AT, 'example.com', null, '/a', null, null, GPT, null],
      ],
    ],
  },
  'CloudFront, whose columns change': {
    format: 'w3c',
    lines: [
      ['#Version: 1.0', 'nothing'],
      [
        '#Fields: date time c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query x-host-header',
        'nothing',
      ],
      [
        `2026-11-28\t10:00:00\t2001:db8::7\tGET\td1.cloudfront.net\t/a\t200\t-\t${GPT.replaceAll(' ', '%20')}\tb=1\texample.com`,
        [AT, 'example.com', 'GET', '/a?b=1', 200, '2001:db8::7', GPT, null],
      ],
      ['2026-11-28\t10:00:00\t192.0.2.1\tGET', 'unread'],
      ['#Fields: date time cs(User-Agent) c-ip cs-method cs-uri-stem', 'nothing'],
      [
        `2026-11-28\t10:00:00\t${GPT.replaceAll(' ', '%2520')}\t192.0.2.1\tGET\t/b`,
        [AT, null, 'GET', '/b', null, '192.0.2.1', GPT, null],
      ],
    ],
  },
  IIS: {
    format: 'w3c',
    lines: [
      ['#Software: Microsoft Internet Information Services 10.0', 'nothing'],
      [
        '#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) cs-host sc-status sc-substatus time-taken',
        'nothing',
      ],
      [
        `2026-11-28 10:00:00 10.0.0.8 GET /a b=1 443 - 192.0.2.1 Mozilla/5.0+(compatible;+GPTBot/1.2;++https://openai.com/gptbot) ${CHAT} example.com 200 0 15`,
        [AT, 'example.com', 'GET', '/a?b=1', 200, '192.0.2.1', GPT, CHAT],
      ],
    ],
  },
  'times with the date in the head': {
    format: 'w3c',
    lines: [
      ['#Date: 2026-11-28 00:00:00', 'nothing'],
      ['#Fields: time c-ip cs-method cs-uri "cs(User-Agent)"', 'nothing'],
      [
        `10:00:00 192.0.2.1 GET https://example.com/a "${GPT}"`,
        [AT, 'example.com', 'GET', '/a', null, '192.0.2.1', GPT, null],
      ],
    ],
  },
  'an application load balancer': {
    format: 'alb',
    lines: [
      [
        `h2 2026-11-28T10:00:00.186641Z app/site/50dc 192.0.2.1:2817 10.0.0.1:80 0.0 0.1 0.0 200 200 34 366 "GET https://example.com:443/a?b=1 HTTP/2.0" "${GPT}" ECDHE TLSv1.2 arn:aws:x "Root=1-58" "example.com" "arn:aws:acm" 0 2026-11-28T10:00:00.086000Z "forward" "-" "-" "10.0.0.1:80" "200" "-" "-"`,
        ['2026-11-28T10:00:00.186Z', 'example.com', 'GET', '/a?b=1', 200, '192.0.2.1', GPT, null],
      ],
      [
        `https 2026-11-28T10:00:00.000000Z app/site/50dc [2001:db8::7]:2817 - -1 -1 -1 460 - 34 0 "GET https://example.com:443/ HTTP/1.1" "-" - - - "-" "-" "-" - 2026-11-28T10:00:00.0Z "-" "-" "-" "-" "-" "-" "-"`,
        [AT, 'example.com', 'GET', '/', 460, '2001:db8::7', null, null],
      ],
      [
        `http 2026-11-28T10:00:00.000000Z app/site/50dc 192.0.2.1:2817 - -1 -1 -1 400 - 0 272 "- http://example.com:80- -" "-" - - - "-" "-" "-" - 2026-11-28T10:00:00.0Z "-" "-" "-" "-" "-" "-" "-"`,
        'nothing',
      ],
      ['h2 2026-11-28T10:00:00.186641Z app/site/50dc 192.0.2.1:2817', 'unread'],
    ],
  },
  'a classic load balancer': {
    format: 'alb',
    lines: [
      [
        `2026-11-28T10:00:00.000000Z site 192.0.2.1:2817 10.0.0.1:80 0.0 0.1 0.0 200 200 0 57 "GET https://example.com:443/ HTTP/1.1" "${GPT}" ECDHE TLSv1.2`,
        [AT, 'example.com', 'GET', '/', 200, '192.0.2.1', GPT, null],
      ],
    ],
  },
  'a table with semicolons, as Excel saves it': {
    format: 'csv',
    lines: [
      ['sep=;', 'nothing'],
      ['Date;Time;Host;URL;Status;"User Agent";Client IP;Referrer', 'nothing'],
      [
        '2026-11-28;10:00:00;example.com;/a?b=1;200;"A ""quoted""; bot";192.0.2.1;',
        [AT, 'example.com', null, '/a?b=1', 200, '192.0.2.1', 'A "quoted"; bot', null],
      ],
      ['Date;Time;Host;URL;Status;"User Agent";Client IP;Referrer', 'nothing'],
      ['2026-11-28;10:00:00;example.com;/a', 'unread'],
    ],
  },
  'a table with tabs, then with other columns': {
    format: 'csv',
    lines: [
      ['timestamp\tpath\tuser_agent', 'nothing'],
      [`2026-11-28 10:00:00.000 UTC\t/a\t${GPT}`, [AT, null, null, '/a', null, null, GPT, null]],
      ['timestamp\tuser_agent\tmethod\tpath', 'nothing'],
      [`2026-11-28 10:00:00\t${GPT}\tGET\t/a`, [AT, null, 'GET', '/a', null, null, GPT, null]],
    ],
  },
  'a table by a mapping of names': {
    format: 'csv',
    mapping: { time: 'Wann', target: 'Seite', agent: 'Wer' },
    lines: [
      ['Wann,Seite,Wer,Status', 'nothing'],
      [`1795860000,example.com/a,"${GPT}",200`, 'unread'],
      [`1795860000,/a,"${GPT}",200`, [AT, null, null, '/a', 200, null, GPT, null]],
    ],
  },
  'a table by a mapping of names and a number': {
    format: 'csv',
    mapping: { time: 'Wann', agent: '3' },
    lines: [
      ['Wann|Path|Wer', 'nothing'],
      [`1795860000|/a|${GPT}`, [AT, null, null, '/a', null, null, GPT, null]],
    ],
  },
  'a table by a mapping of numbers': {
    format: 'csv',
    mapping: { time: '1', request: '3', agent: '2' },
    lines: [[`2026-11-28T10:00:00Z|${GPT}|GET /a HTTP/1.1`, [AT, null, 'GET', '/a', null, null, GPT, null]]],
  },
};

for (const [name, { format, mapping, lines }] of Object.entries(CASES)) {
  test(`reads ${name}`, () => {
    const texts = lines.map(([line]) => line);
    const opened = openFormat(texts.slice(0, 20), mapping);
    assert.equal(opened?.format.id, format);
    assert.deepEqual(
      texts.map((line) => [line, toldBy(opened.read(line))]),
      lines,
    );
  });
}

test('recognizes nothing in prose, in other tables, and in messages of programs', () => {
  const others = [
    'Dear all, see [1] "GET it" soon.',
    'Query,Impressions',
    '{"level":"info"}',
    '',
    '#Version: 1.0',
  ];
  assert.equal(openFormat(others), null);
  assert.equal(openFormat([]), null);
});

test('the documentation has every format by its name', () => {
  const rows = readFileSync(new URL('../../../docs/log-formats.md', import.meta.url), 'utf8').matchAll(
    /^\| ([^|]+) \|/gm,
  );
  const [, ...names] = Array.from(rows, ([, name]) => name);
  assert.deepEqual(
    names,
    LOG_FORMATS.map(({ name }) => name),
  );
});

test('a mapping does not hinder a log that has no names', () => {
  const line = '192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 1';
  assert.equal(openFormat([line], { agent: 'wer' })?.format.id, 'common');
});

test('a NUL that a log has in an escaped form is left out', () => {
  const line = raw`192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] "GET /a\x00b HTTP/1.1" 200 1 "-" "A\u0000"`;
  const read = openFormat([line])?.read(line);
  assert.ok(typeof read === 'object');
  assert.deepEqual([read.target, read.agent], ['/ab', 'A']);
});
