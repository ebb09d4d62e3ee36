import { Readable } from 'node:stream';

/** Lines of a combined log of acme.example, made up here. */

const GPTBOT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.2; +https://openai.com/gptbot';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

interface Line {
  readonly path?: string;
  readonly at?: number;
  readonly agent?: string;
  readonly referrer?: string;
  readonly status?: number;
}

export function crawlLine(line: Line = {}): string {
  return logLine({ agent: GPTBOT, ...line });
}

export function visitLine(line: Line = {}): string {
  return logLine({ agent: BROWSER, referrer: 'https://chatgpt.com/', ...line });
}

export function personLine(line: Line = {}): string {
  return logLine({ agent: BROWSER, ...line });
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function logLine({
  path = '/pricing',
  at = Date.UTC(2026, 10, 20, 8),
  agent,
  referrer = '-',
  status = 200,
}: Line) {
  const [date = '', time = ''] = new Date(at).toISOString().split(/[T.]/);
  const [year = '', month = '', day = ''] = date.split('-');
  const when = `${day}/${MONTHS[Number(month) - 1]}/${year}:${time} +0000`;
  return `203.0.113.7 - - [${when}] "GET ${path} HTTP/1.1" ${status} 512 "${referrer}" "${agent}"`;
}

export function logOf(lines: readonly string[]): AsyncIterable<Uint8Array> {
  return Readable.from([Buffer.from(`${lines.join('\n')}\n`)]);
}

/** A drain's record as Vercel writes it. */
export function vercelRecord(id: string, path = '/pricing', agent = GPTBOT): object {
  const timestamp = Date.UTC(2026, 10, 20, 8);
  const proxy = { timestamp, method: 'GET', host: 'acme.example', path, userAgent: [agent], statusCode: 200 };
  return {
    id,
    host: 'acme.example',
    timestamp,
    source: 'static',
    proxy: { ...proxy, clientIp: '203.0.113.7' },
  };
}
