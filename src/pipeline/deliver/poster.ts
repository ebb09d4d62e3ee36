import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../domain/public-address.ts';
import { checkedRequest, hostnameOf, networkFailure, type Reach, Refused } from '../reach/checked-request.ts';
import { failed, type Outcome, type Poster, type PostRequest } from './senders.ts';

/** Where webhooks may go. */
export interface PostReach extends Reach {
  /** Whether the operator allows any address that is not public. */
  readonly allowsSome: boolean;
}

/** From the look-up of the host to the status of the answer. */
const DEADLINE_MS = 15_000;

/**
 * Posts to public addresses, and to those that the operator allows. The host is looked up once, and the connection goes to an
 * address that was checked, so that a second answer of the DNS cannot lead elsewhere. Redirects are not followed. Of the answer only
 * the status counts: its body is not read.
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
    return 'Only https:// is allowed: over http://, others can read alerts on their way.';
  }
  const host = hostnameOf(url);
  if (isIP(host) === 0 || mayReach(reach, url, host)) return null;
  return refusedAddress(url, host);
}

/** Unencrypted only within the operator's own networks. */
function mayReach({ allows }: Reach, { protocol }: URL, address: string): boolean {
  return allows(address) || (protocol === 'https:' && isPublicAddress(address));
}

function refusedAddress({ protocol }: URL, address: string): string {
  return protocol === 'http:' && isPublicAddress(address)
    ? 'Only https:// is allowed to public addresses.'
    : 'Its address is not a public one. The operator of this server can allow it with SIGHTLINE_WEBHOOK_NETWORKS.';
}

interface Answer {
  readonly status: number;
  /** How long it asked to be left alone; 0 if it did not. */
  readonly askedMs: number;
}

async function exchange(
  reach: PostReach,
  { url: href, headers, body }: PostRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const url = new URL(href);
  const refusal = refusalOf(reach, url);
  if (refusal !== null) throw new Refused(refusal);
  const request = await checkedRequest(reach, url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    signal,
    may: (address) => mayReach(reach, url, address),
    refusal: (address) => refusedAddress(url, address),
  });
  return await answerOf(request, body);
}

async function answerOf(request: ClientRequest, body: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  request.on('error', reject);
  request.on('response', (response: IncomingMessage) => {
    resolve({ status: response.statusCode ?? 0, askedMs: askedMsOf(response.headers) });
    request.destroy();
  });
  request.end(body);
  return await promise;
}

/** What Retry-After asks for, in seconds or as a date (RFC 9110, section 10.2.3), which is one of the receiver's own clock. */
function askedMsOf({ 'retry-after': asked = '', date = '' }: IncomingHttpHeaders): number {
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : dateOf(asked) - dateOf(date);
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

/** Not what else JavaScript takes for a date, such as -1. */
function dateOf(text: string): number {
  return text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
}

function outcomeOf({ status, askedMs }: Answer): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 410) return failed('It answered 410 Gone.', { isGone: true });
  if (status >= 300 && status < 400) {
    return failed(`It answered ${status}. Redirects are not followed; give the address that it leads to.`);
  }
  return failed(`It answered ${status}.`, { askedMs });
}
