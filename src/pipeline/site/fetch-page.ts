import type { ClientRequest, IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { isPublicAddress } from '../../domain/public-address.ts';
import { checkedRequest, headerOf, networkFailure, type Reach, Refused } from '../reach/checked-request.ts';
import { charsetOf } from './charset.ts';
import type { Turns } from './turns.ts';

/** The product token that robots.txt files know it by, and what it says of itself. */
export const ROBOT = 'Sightline';
const USER_AGENT = `${ROBOT}/1.0 (reads pages that a person asked for)`;

/** Of one page, from the look-up of its host to its last byte, with every redirect on the way. */
const DEADLINE_MS = 10_000;

/** Of a page, as it is after it was unpacked. What is longer is read to here. */
export const MOST_PAGE_BYTES = 2_000_000;

/** What RFC 9309 asks for at least, and what browsers stop at by far. */
const MOST_REDIRECTS = 5;

/** What came of asking for a page. */
export type Fetched =
  | {
      readonly kind: 'answered';
      /** Where it came from, after redirects. */
      readonly url: string;
      readonly status: number;
      /** Without parameters, in lower case: `text/html`. */
      readonly type: string;
      /** The header X-Robots-Tag. */
      readonly robotsTag: string;
      readonly text: string;
      /** Whether there was more of it. */
      readonly isCut: boolean;
    }
  /** A redirect that is not followed, because the caller did not want to. */
  | { readonly kind: 'leads_elsewhere'; readonly url: string; readonly to: string }
  /** `detail`: a sentence. */
  | { readonly kind: 'failed'; readonly url: string; readonly detail: string };

export interface FetchOptions {
  readonly reach: Reach;
  readonly turns: Turns;
  readonly stop: AbortSignal;
  /** Whether a redirect to this address is followed. */
  readonly follows: (url: URL) => Promise<boolean> | boolean;
  readonly mostBytes?: number;
  readonly deadlineMs?: number;
}

/**
 * Gets a page from a public address, or from one that the operator allows. Every redirect is a request of its own whose address is
 * looked up and checked again.
 */
export async function fetchPage(href: string, options: FetchOptions): Promise<Fetched> {
  const { turns, stop, follows, deadlineMs = DEADLINE_MS } = options;
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = AbortSignal.any([deadline, stop]);
  let url = href;
  try {
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const at = new URL(url);
      const got = await turns.of(at.hostname, () => get(at, { ...options, signal }));
      if (typeof got !== 'string') return { kind: 'answered', url, ...got };
      if (!(await follows(new URL(got)))) return { kind: 'leads_elsewhere', url, to: got };
      url = got;
    }
    return { kind: 'failed', url, detail: `It redirects more than ${MOST_REDIRECTS} times.` };
  } catch (error) {
    const isLate = deadline.aborted && !stop.aborted;
    const detail = isLate ? `It did not answer within ${deadlineMs / 1000} seconds.` : networkFailure(error);
    return { kind: 'failed', url, detail };
  }
}

type Answered = Omit<Extract<Fetched, { kind: 'answered' }>, 'kind' | 'url'>;

/** @returns what it answered, or where it redirects to */
async function get(
  url: URL,
  { reach, signal, mostBytes = MOST_PAGE_BYTES }: FetchOptions & { readonly signal: AbortSignal },
): Promise<Answered | string> {
  refuseAddress(url);
  const request = await checkedRequest(reach, url, {
    method: 'GET',
    headers: {
      'user-agent': USER_AGENT,
      accept: 'text/html,application/xhtml+xml,text/plain;q=0.5,*/*;q=0.1',
      'accept-encoding': 'gzip, br',
    },
    signal,
    may: (address) => mayReach(reach, url, address),
    refusal: () => 'Its address is not a public one.',
  });
  try {
    const response = await responseOf(request);
    const { statusCode: status = 0, headers } = response;
    const target = headerOf(headers, 'location');
    if (status >= 300 && status < 400 && URL.canParse(target, url.href)) return withoutFragment(target, url);
    const { bytes, isCut } = await bodyOf(response, mostBytes);
    // A connection that was given up ends like one whose page is whole.
    signal.throwIfAborted();
    const contentType = headerOf(headers, 'content-type');
    return {
      status,
      type: contentType.split(';')[0]?.trim().toLowerCase() ?? '',
      robotsTag: [headers['x-robots-tag']].flat().join(', '),
      text: new TextDecoder(charsetOf(contentType, bytes)).decode(bytes),
      isCut,
    };
  } finally {
    request.destroy();
  }
}

/** Only the web's own ports are asked at public addresses: this is no way to try what else answers there. */
function mayReach({ allows }: Reach, { port }: URL, address: string): boolean {
  return allows(address) || (port === '' && isPublicAddress(address));
}

function refuseAddress({ protocol, username, password }: URL): void {
  if (protocol !== 'http:' && protocol !== 'https:') throw new Refused('Only http and https are read.');
  if (username !== '' || password !== '') throw new Refused('Its address has a password, which is not sent.');
}

function withoutFragment(target: string, base: URL): string {
  const url = new URL(target, base);
  url.hash = '';
  return url.href;
}

async function responseOf(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('error', reject);
  request.on('response', resolve);
  request.end();
  return await promise;
}

/** The bytes of an answer, unpacked; no more than are wanted, so that a small packed one cannot fill the memory. */
async function bodyOf(
  response: IncomingMessage,
  mostBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly isCut: boolean }> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (await unpacked(response)) as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    size += piece.length;
    if (size > mostBytes) break;
  }
  return { bytes: Buffer.concat(pieces).subarray(0, mostBytes), isCut: size > mostBytes };
}

/** @throws Refused if it is packed in a way that was not asked for */
async function unpacked(response: IncomingMessage): Promise<Readable> {
  const encoding = headerOf(response.headers, 'content-encoding').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return response;
  const { createBrotliDecompress, createGunzip } = await import('node:zlib');
  // A failure of either ends the other, and whoever reads.
  const into = (unpack: Transform) => pipeline(response, unpack, () => {});
  if (encoding === 'gzip' || encoding === 'x-gzip') return into(createGunzip());
  if (encoding === 'br') return into(createBrotliDecompress());
  throw new Refused('It answered in a form that cannot be unpacked.');
}
