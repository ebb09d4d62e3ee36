import type { ClientRequest, IncomingHttpHeaders, request } from 'node:http';
import { isIP } from 'node:net';
import { unlessAborted } from './unless-aborted.ts';

/** Where a process may connect to on behalf of somebody who typed an address. */
export interface Reach {
  /** The addresses of a host. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Whether the operator allows an address that is not public. */
  readonly allows: (address: string) => boolean;
}

/** A connection that is not made, because of the address that it would go to. */
export class Refused extends Error {}

export interface CheckedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Whether an address may be connected to. */
  readonly may: (address: string) => boolean;
  /** Why one may not, as a sentence. @param address '' if the host has none */
  readonly refusal: (address: string) => string;
}

/**
 * A request whose connection goes to an address that was checked: the host is looked up once, so that a second answer of the DNS
 * cannot lead elsewhere. Nothing is sent before the caller ends it. Redirects are not followed.
 *
 * @throws Refused if no address of the host may be connected to
 */
export async function checkedRequest(
  { resolve }: Pick<Reach, 'resolve'>,
  url: URL,
  { method, headers, signal, may, refusal }: CheckedRequest,
): Promise<ClientRequest> {
  const host = hostnameOf(url);
  const found = isIP(host) === 0 ? await unlessAborted(resolve(host), signal) : [host];
  const addresses = found.filter(may);
  if (addresses.length === 0) throw new Refused(refusal(found[0] ?? ''));
  const send = await requestBy(url.protocol);
  return send(url, {
    method,
    headers,
    // A connection of its own, which is closed afterwards.
    agent: false,
    lookup: (_host, { all }, done) => {
      const checked = addresses.map((address) => ({ address, family: isIP(address) }));
      if (all) done(null, checked);
      else done(null, checked[0]?.address ?? '', checked[0]?.family);
    },
    signal,
  });
}

/** The host of a URL as a look-up takes it: IPv6 without its brackets. */
export function hostnameOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Loaded when there is something to send: with `node:http` comes what `fetch` and HTTP/2 need, together 9 MB. */
async function requestBy(protocol: string): Promise<typeof request> {
  return protocol === 'https:' ? (await import('node:https')).request : (await import('node:http')).request;
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
export function networkFailure(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const code = String((error as { code?: unknown }).code ?? '');
  const words = NETWORK_FAILURES[code];
  if (words !== undefined) return words;
  if (!/^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return 'The request failed.';
  if (/CERT|TLS|SSL|ISSUER|SIGNATURE/.test(code)) return `Its certificate or TLS was not accepted (${code}).`;
  return code.startsWith('HPE_') ? `It did not answer in HTTP (${code}).` : `The request failed (${code}).`;
}

/** A header of an answer that is given once. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
