import type { IncomingMessage } from 'node:http';
import { pipeline, Readable, type Transform } from 'node:stream';
import { isPublicAddress } from '../../domain/web/public-address.ts';
import {
  AddressRefused,
  checkedRequest,
  headerOf,
  networkFailure,
  type Reach,
  responseOf,
} from '../reach/checked-request.ts';
import { raceAbort } from '../reach/race-abort.ts';
import { charsetOf } from './charset.ts';
import type { HostQueue } from './host-queue.ts';

/** Product token in robots.txt files and in the User-Agent header. */
export const ROBOT = 'Sightline';
const USER_AGENT = `${ROBOT}/1.0 (reads pages of brands and pages that answers cite)`;

/** Time limit for one page: host look-up, redirects, and body. */
const DEADLINE_MS = 10_000;

/** Unpacked bytes per page. Longer pages are cut here. */
const MOST_PAGE_BYTES = 2_000_000;

/** Longest address of a page, in characters. A host's robots.txt takes time for each of them. */
export const LONGEST_ADDRESS = 2000;

/** RFC 9309's minimum; browsers follow more. */
const MOST_REDIRECTS = 5;

export type FetchOutcome =
  | {
      readonly kind: 'answered';
      /** Final address, after redirects. */
      readonly url: string;
      readonly status: number;
      /** Without parameters, in lower case: `text/html`. */
      readonly type: string;
      /** Its X-Robots-Tag headers. */
      readonly robotsTags: readonly string[];
      readonly text: string;
      /** Whether the page was longer than MOST_PAGE_BYTES. */
      readonly isCut: boolean;
    }
  /** A redirect that `follows` rejected. */
  | { readonly kind: 'leads_elsewhere'; readonly url: string; readonly to: string }
  /** `detail`: a sentence. */
  | { readonly kind: 'failed'; readonly url: string; readonly detail: string };

export interface FetchOptions {
  readonly reach: Reach;
  readonly turns: HostQueue;
  readonly stop: AbortSignal;
  /** Whether to follow a redirect to this address. */
  readonly follows: (url: URL) => Promise<boolean> | boolean;
  readonly mostBytes?: number;
  /** Whether a file may be gzipped by itself, whatever its headers say. */
  readonly mayBeGzipped?: boolean;
  readonly deadlineMs?: number;
}

/**
 * Fetches a page from a public address, or one that the operator allows. Each redirect is a separate request with its
 * own address check. The time limit excludes waiting for the host's turn.
 */
export async function fetchPage(href: string, options: FetchOptions): Promise<FetchOutcome> {
  const { turns, stop, follows, deadlineMs = DEADLINE_MS } = options;
  let url = href;
  let left = deadlineMs;
  let isLate = false;
  const timed = async (at: URL) => {
    const deadline = AbortSignal.timeout(Math.max(0, Math.ceil(left)));
    const start = performance.now();
    try {
      return await get(at, { ...options, signal: AbortSignal.any([deadline, stop]) });
    } finally {
      left -= performance.now() - start;
      isLate = deadline.aborted && !stop.aborted;
    }
  };
  try {
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const at = new URL(url);
      const got = await raceAbort(
        turns.run(at.hostname, () => timed(at)),
        stop,
      );
      if (typeof got !== 'string') return { kind: 'answered', url, ...got };
      if (got.length > LONGEST_ADDRESS) throw new AddressRefused('It redirects to an overlong address.');
      if (!(await follows(new URL(got)))) return { kind: 'leads_elsewhere', url, to: got };
      url = got;
    }
    return { kind: 'failed', url, detail: `It redirects more than ${MOST_REDIRECTS} times.` };
  } catch (error) {
    const detail = isLate ? `It did not answer within ${deadlineMs / 1000} seconds.` : networkFailure(error);
    return { kind: 'failed', url, detail };
  }
}

type Answered = Omit<Extract<FetchOutcome, { kind: 'answered' }>, 'kind' | 'url'>;

/** @returns the response or its redirect */
async function get(
  url: URL,
  {
    reach,
    signal,
    mostBytes = MOST_PAGE_BYTES,
    mayBeGzipped = false,
  }: FetchOptions & {
    readonly signal: AbortSignal;
  },
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
    refusal: (address) =>
      isPublicAddress(address) ? 'Sightline reads only ports 80 and 443.' : 'Its address is not public.',
  });
  try {
    const response = await responseOf(request);
    const { statusCode: status = 0, headers, headersDistinct } = response;
    const target = headerOf(headers, 'location');
    const isRedirect = status >= 300 && status < 400 && target !== '';
    if (isRedirect && URL.canParse(target, url.href)) return withoutFragment(target, url);
    const body = await beginningOf(await unpacked(response), mostBytes);
    const { bytes, isCut } =
      mayBeGzipped && isGzipped(body.bytes) ? await gunzipped(body.bytes, mostBytes) : body;
    // An aborted connection ends like a complete page.
    signal.throwIfAborted();
    const contentType = headerOf(headers, 'content-type');
    return {
      status,
      type: contentType.split(';')[0]?.trim().toLowerCase() ?? '',
      robotsTags: headersDistinct['x-robots-tag'] ?? [],
      text: new TextDecoder(charsetOf(contentType, bytes)).decode(bytes),
      isCut,
    };
  } finally {
    request.destroy();
  }
}

/** Allows only the web's own ports at public addresses, so nobody can probe other services. */
function mayReach({ allows }: Reach, { port }: URL, address: string): boolean {
  return allows(address) || (port === '' && isPublicAddress(address));
}

function refuseAddress({ protocol, username, password }: URL): void {
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new AddressRefused('Sightline reads only http and https.');
  if (username !== '' || password !== '')
    throw new AddressRefused('Its address has a password, which Sightline never sends.');
}

function withoutFragment(target: string, base: URL): string {
  const url = new URL(target, base);
  url.hash = '';
  return url.href;
}

interface Beginning {
  readonly bytes: Uint8Array;
  readonly isCut: boolean;
}

/** What a stream has up to the limit, so a small compressed page cannot fill the memory. */
async function beginningOf(stream: Readable, mostBytes: number): Promise<Beginning> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    size += piece.length;
    if (size > mostBytes) break;
  }
  return { bytes: Buffer.concat(pieces).subarray(0, mostBytes), isCut: size > mostBytes };
}

const isGzipped = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b;

async function gunzipped(bytes: Uint8Array, mostBytes: number): Promise<Beginning> {
  const { createGunzip } = await import('node:zlib');
  return await beginningOf(
    pipeline(Readable.from([bytes]), createGunzip(), () => {}),
    mostBytes,
  );
}

/** @throws AddressRefused for a content encoding that the request did not offer */
async function unpacked(response: IncomingMessage): Promise<Readable> {
  const encoding = headerOf(response.headers, 'content-encoding').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return response;
  const { createBrotliDecompress, createGunzip } = await import('node:zlib');
  // A failure of either stream ends both and the reader.
  const into = (unpack: Transform) => pipeline(response, unpack, () => {});
  if (encoding === 'gzip' || encoding === 'x-gzip') return into(createGunzip());
  if (encoding === 'br') return into(createBrotliDecompress());
  throw new AddressRefused('Sightline cannot unpack its answer.');
}
