import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, request } from 'node:http';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../domain/public-address.ts';
import { failed, type Outcome, type Poster, type PostRequest } from './senders.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface Reach {
  /** The addresses of a host. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Whether the operator allows an address that is not public. */
  readonly allows: (address: string) => boolean;
  /** Whether the operator allows any. */
  readonly allowsSome: boolean;
}

/** From the look-up of the host to the status of the answer. */
const DEADLINE_MS = 15_000;

/**
 * Posts to public addresses, and to those that the operator allows. The host is looked up once, and the connection goes to an
 * address that was checked, so that a second answer of the DNS cannot lead elsewhere. Redirects are not followed. Of the answer only
 * the status counts: its body is not read.
 */
export function posterTo(reach: Reach, deadlineMs = DEADLINE_MS): Poster {
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
        return failed(error instanceof Refused ? error.message : failureWords(error));
      }
    },
  };
}

class Refused extends Error {}

function refusalOf(reach: Reach, url: URL): string | null {
  if (url.protocol === 'http:' && !reach.allowsSome) {
    return 'Only https:// is allowed: over http://, others can read alerts on their way.';
  }
  const host = hostOf(url);
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

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

interface Answer {
  readonly status: number;
  /** How long it asked to be left alone; 0 if it did not. */
  readonly askedMs: number;
}

async function exchange(
  reach: Reach,
  { url: href, headers, body }: PostRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const url = new URL(href);
  const refusal = refusalOf(reach, url);
  if (refusal !== null) throw new Refused(refusal);
  const host = hostOf(url);
  const found = isIP(host) === 0 ? await unlessAborted(reach.resolve(host), signal) : [host];
  const addresses = found.filter((address) => mayReach(reach, url, address));
  if (addresses.length === 0) throw new Refused(refusedAddress(url, found[0] ?? ''));
  const send = await requestBy(url.protocol);
  return await answerOf(
    send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // A connection of its own, which is closed afterwards.
      agent: false,
      lookup: (_host, { all }, found) => {
        const checked = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all) found(null, checked);
        else found(null, checked[0]?.address ?? '', checked[0]?.family);
      },
      signal,
    }),
    body,
  );
}

/** Loaded when there is something to post: with `node:http` comes what `fetch` and HTTP/2 need, together 9 MB. */
async function requestBy(protocol: string): Promise<typeof request> {
  return protocol === 'https:' ? (await import('node:https')).request : (await import('node:http')).request;
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

const NETWORK_FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'It refused the connection.',
  ECONNRESET: 'It closed the connection without an answer.',
  EPIPE: 'It closed the connection without an answer.',
  ENOTFOUND: 'Its host name was not found.',
  EAI_AGAIN: 'Its host name could not be looked up.',
  ETIMEDOUT: 'The connection timed out.',
  EHOSTUNREACH: 'Its network cannot be reached.',
  ENETUNREACH: 'Its network cannot be reached.',
};

/** A failure by its code alone: the message of an error may have an address in it. */
function failureWords(error: unknown): string {
  const code = String((error as { code?: unknown }).code ?? '');
  const words = NETWORK_FAILURES[code];
  if (words !== undefined) return words;
  if (!/^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return 'The request failed.';
  if (/CERT|TLS|SSL|ISSUER|SIGNATURE/.test(code)) return `Its certificate or TLS was not accepted (${code}).`;
  return code.startsWith('HPE_') ? `It did not answer in HTTP (${code}).` : `The request failed (${code}).`;
}
