import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../domain/web/public-address.ts';
import {
  AddressRefused,
  checkedRequest,
  hostnameOf,
  networkFailure,
  type Reach,
  responseOf,
} from '../reach/checked-request.ts';
import { failed, type Outcome, type Poster, type PostRequest } from './senders.ts';

export interface PostReach extends Reach {
  /** Whether the operator allows any nonpublic address. */
  readonly allowsSome: boolean;
}

/** Time limit from the host look-up to the response status. */
const DEADLINE_MS = 15_000;

/**
 * Posts to public addresses, and to those that the operator allows. It looks up the host once and connects to the
 * checked address, so a second DNS answer cannot redirect it. It follows no redirects and reads only the response's
 * status.
 */
export function posterTo(reach: PostReach, deadlineMs = DEADLINE_MS): Poster {
  return {
    refusalOf: (url) => refusalOf(reach, url),
    post: async (request, stop) => {
      const deadline = AbortSignal.timeout(deadlineMs);
      const signal = AbortSignal.any([deadline, stop]);
      try {
        return outcomeOf(await exchange(reach, request, signal));
      } catch (error) {
        if (stop.aborted) return { kind: 'stopped' };
        if (deadline.aborted) return failed(`It did not answer within ${deadlineMs / 1000} seconds.`);
        return failed(networkFailure(error));
      }
    },
  };
}

function refusalOf(reach: PostReach, url: URL): string | null {
  if (url.protocol === 'http:' && !reach.allowsSome) {
    return 'Use https://: over http://, others can read alerts on their way.';
  }
  const host = hostnameOf(url);
  if (isIP(host) === 0 || mayReach(reach, url, host)) return null;
  return refusedAddress(url, host);
}

/** Plain HTTP only within the operator's own networks. */
function mayReach({ allows }: Reach, { protocol }: URL, address: string): boolean {
  return allows(address) || (protocol === 'https:' && isPublicAddress(address));
}

function refusedAddress({ protocol }: URL, address: string): string {
  return protocol === 'http:' && isPublicAddress(address)
    ? 'Use https:// for public addresses.'
    : 'Its address is not public. Your operator can allow it with SIGHTLINE_WEBHOOK_NETWORKS.';
}

interface Answer {
  readonly status: number;
  /** Requested wait; 0 if none. */
  readonly askedMs: number;
}

async function exchange(
  reach: PostReach,
  { url: href, headers, body }: PostRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const url = new URL(href);
  const refusal = refusalOf(reach, url);
  if (refusal !== null) throw new AddressRefused(refusal);
  const request = await checkedRequest(reach, url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    signal,
    may: (address) => mayReach(reach, url, address),
    refusal: (address) => refusedAddress(url, address),
  });
  try {
    const { statusCode: status = 0, headers: answered } = await responseOf(request, body);
    return { status, askedMs: askedMsOf(answered) };
  } finally {
    request.destroy();
  }
}

/** Retry-After in seconds or as a date (RFC 9110, section 10.2.3), relative to the receiver's clock. */
function askedMsOf({ 'retry-after': asked = '', date = '' }: IncomingHttpHeaders): number {
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : dateOf(asked) - dateOf(date);
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

/** Rejects other texts that JavaScript parses as dates, such as -1. */
function dateOf(text: string): number {
  return text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
}

function outcomeOf({ status, askedMs }: Answer): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 410) return failed('It answered 410 Gone.', { isGone: true });
  if (status >= 300 && status < 400) {
    return failed(
      `It answered ${status}. Sightline does not follow redirects; give the address that it leads to.`,
    );
  }
  return failed(`It answered ${status}.`, { askedMs });
}
