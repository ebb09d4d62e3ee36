import type { LineRead, LineReader } from '../logged-request.ts';
import { isQuoted, tokensOf, unquoted } from './line-tokens.ts';
import type { LogFormat } from './log-format.ts';
import { timeOf } from './log-times.ts';
import { addressesIn, requestOf } from './logged-fields.ts';

/**
 * The formats of nginx and Apache: `address - user [time] "request" status bytes "referrer" "agent"`. A host or a
 * syslog prefix may come before, the forwarded addresses after (nginx calls that `main`), and the time may have any form.
 */
export const COMBINED: LogFormat = {
  id: 'combined',
  name: 'combined (nginx, Apache)',
  open: (lines) => (lines.some(hasAgent) ? combinedReader() : null),
};

/** The same without referrer and agent. */
export const COMMON: LogFormat = {
  id: 'common',
  name: 'common, without user agents (nginx, Apache)',
  open: combinedReader,
};

function hasAgent(line: string): boolean {
  const tokens = tokensOf(line) ?? [];
  return tokens.slice(requestIn(tokens) + 1).some(isQuoted);
}

function combinedReader(): LineReader {
  const timeIn = lastTimeKept();
  return (line): LineRead => {
    const tokens = tokensOf(line);
    const request = tokens === null ? -1 : requestIn(tokens);
    if (tokens === null || request === -1) return 'unread';
    const { at, index } = timeBefore(tokens, request, timeIn);
    const { host, address } = clientBefore(tokens, index);
    const { referrer, agent, forwarded } = after(tokens, request + 2);
    const [asked, status] = [unquoted(tokens[request] ?? ''), tokens[request + 1]];
    // Spreading the parts costs a tenth of a line's time.
    return requestOf({ at, request: asked, status, host, address, referrer, agent, forwarded });
  };
}

/** `timeOf`, which costs as much as the rest of a line, once for lines of the same second. */
function lastTimeKept(): typeof timeOf {
  let last: string | number | undefined;
  let at: number | null = null;
  return (text) => {
    if (text !== last) [last, at] = [text, timeOf(text)];
    return at;
  };
}

/** The place of the request: the first quotation that a status follows. -1 for none. */
function requestIn(tokens: readonly string[]): number {
  return tokens.findIndex((token, index) => {
    const next = tokens[index + 1];
    if (!isQuoted(token) || next === undefined) return false;
    // A dash also follows the client's addresses, which some put in quotation marks.
    return next === '-' ? /^"(?:[A-Za-z_-]+ |-$)/.test(token) : /^\d{3}$/.test(next);
  });
}

interface Time {
  readonly at: number | null;
  /** The place of its first token. */
  readonly index: number;
}

/** The last time before the request; without brackets it may be two tokens. */
function timeBefore(tokens: readonly string[], request: number, timeIn: typeof timeOf): Time {
  for (let index = request - 1; index >= 0; index -= 1) {
    const token = tokens[index] ?? '';
    if (token.startsWith('[') && token.endsWith(']')) return { at: timeIn(token.slice(1, -1)), index };
    const two = index === 0 ? null : timeOf(`${tokens[index - 1]} ${token}`);
    if (two !== null) return { at: two, index: index - 1 };
    const one = timeOf(token);
    if (one !== null) return { at: one, index };
  }
  return { at: null, index: request };
}

interface Client {
  readonly host?: string | undefined;
  readonly address: string | undefined;
}

/** The first addresses, which a host may precede: Apache's `vhost_combined`. */
function clientBefore(tokens: readonly string[], time: number): Client {
  const first = tokens.findIndex((token, index) => index < time && isAddresses(token));
  if (first === -1) return { address: undefined };
  const next = tokens[first + 1];
  // A server with an address for a name, and its port.
  if (/^[\d.]+:\d+$/.test(tokens[first] ?? '') && isAddresses(next))
    return { host: tokens[first], address: next };
  let end = first + 1;
  while (end < time && isAddresses(tokens[end])) end += 1;
  const address = end === first + 1 ? withoutMark(tokens[first]) : tokens.slice(first, end).join(',');
  return { host: hostBefore(tokens, first), address };
}

const withoutMark = (token: string | undefined): string | undefined =>
  isQuoted(token) ? token.slice(1) : token;

const isAddresses = (token: string | undefined): boolean => addressesIn(withoutMark(token)).length > 0;

const HOST = /^[\w-]+(?:\.[\w-]+)+\.?(?::\d+)?$/;

function hostBefore(tokens: readonly string[], address: number): string | undefined {
  const host = address === 0 ? undefined : tokens[address - 1];
  return host !== undefined && HOST.test(host) ? host : undefined;
}

interface After {
  readonly referrer?: string | undefined;
  readonly agent?: string | undefined;
  readonly forwarded?: string | undefined;
}

/** The quotations after the status. A single one is a referrer only if it is an address. */
function after(tokens: readonly string[], from: number): After {
  const quotations: string[] = [];
  for (let index = from; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (isQuoted(token)) quotations.push(unquoted(token));
  }
  const [first, second] = quotations;
  if (second === undefined)
    return first === undefined || isReferrer(first) ? { referrer: first } : { agent: first };
  const forwarded = quotations.slice(2).find((each) => addressesIn(each).length > 0);
  return { referrer: first, agent: second, forwarded };
}

const isReferrer = (text: string): boolean => text === '-' || text === '' || /^[a-z-]+:\/\//i.test(text);
