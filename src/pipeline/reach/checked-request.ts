import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, request } from 'node:http';
import { isIP } from 'node:net';
import { raceAbort } from './race-abort.ts';

/** Limits connections to addresses that users entered. */
export interface Reach {
  /** Resolves a host's addresses. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Whether the operator allows a nonpublic address. */
  readonly allows: (address: string) => boolean;
}

/** A connection refused because of its address. */
export class AddressRefused extends Error {}

export interface CheckedRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Whether connecting to this address is allowed. */
  readonly may: (address: string) => boolean;
  /** The reason, as a sentence. @param address '' if the host has none */
  readonly refusal: (address: string) => string;
}

/**
 * Connects to a checked address. It looks up the host once, so a second DNS answer cannot redirect it, sends nothing
 * before the caller ends the request, and follows no redirects.
 *
 * @throws AddressRefused if none of the host's addresses is allowed
 */
export async function checkedRequest(
  { resolve }: Pick<Reach, 'resolve'>,
  url: URL,
  { method, headers, signal, may, refusal }: CheckedRequest,
): Promise<ClientRequest> {
  const host = hostnameOf(url);
  const found = isIP(host) === 0 ? await raceAbort(lookedUp(resolve, host), signal) : [host];
  const addresses = found.filter(may);
  if (addresses.length === 0) throw new AddressRefused(refusal(found[0] ?? ''));
  const send = await requestBy(url.protocol);
  return send(url, {
    method,
    headers,
    // A separate connection, closed afterwards.
    agent: false,
    lookup: (_host, { all }, done) => {
      const checked = addresses.map((address) => ({ address, family: isIP(address) }));
      if (all) done(null, checked);
      else done(null, checked[0]?.address ?? '', checked[0]?.family);
    },
    signal,
  });
}

/** A root server of DNS, whose name always exists. */
const SURE_NAME = 'a.root-servers.net';

/** A host's addresses. @throws with the code `NO_NAMES` if no name has any, so that nobody blames the host for this server's network */
async function lookedUp(resolve: Reach['resolve'], host: string): Promise<readonly string[]> {
  try {
    return await resolve(host);
  } catch (error) {
    const canLookUp = await resolve(SURE_NAME).then(
      () => true,
      () => false,
    );
    throw canLookUp ? error : Object.assign(new Error('No names'), { code: 'NO_NAMES' });
  }
}

/**
 * Ends a request and waits for its response. A server that switches protocols closes the connection without a response
 * or an error.
 */
export async function responseOf(sent: ClientRequest, body = ''): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.on('error', reject);
  sent.on('response', resolve);
  sent.on('close', () => reject(Object.assign(new Error('No response'), { code: 'ECONNRESET' })));
  sent.end(body);
  return await promise;
}

/** A URL's host for DNS: IPv6 without brackets. */
export function hostnameOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Loaded on first use: `node:http` brings in `fetch` and HTTP/2, together 9 MB. */
async function requestBy(protocol: string): Promise<typeof request> {
  return protocol === 'https:' ? (await import('node:https')).request : (await import('node:http')).request;
}

const NETWORK_FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'It refused the connection.',
  ECONNRESET: 'It closed the connection without an answer.',
  EPIPE: 'It closed the connection without an answer.',
  ENOTFOUND: 'Its host name does not exist.',
  EAI_AGAIN: 'The DNS lookup of its host name failed.',
  NO_NAMES: 'This server can look up no host name: it has no network, or its DNS fails.',
  ETIMEDOUT: 'The connection timed out.',
  EHOSTUNREACH: 'Its network is unreachable.',
  ENETUNREACH: 'Its network is unreachable.',
};

/** A failure's code only: messages may contain an address. */
export function networkFailure(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  const code = String((error as { code?: unknown }).code ?? '');
  const words = NETWORK_FAILURES[code];
  if (words !== undefined) return words;
  if (!/^[A-Z][A-Z0-9_]{1,60}$/.test(code)) return 'The request failed.';
  if (/CERT|TLS|SSL|ISSUER|SIGNATURE/.test(code)) return `Its certificate or TLS is not valid (${code}).`;
  return code.startsWith('HPE_') ? `It did not answer in HTTP (${code}).` : `The request failed (${code}).`;
}

export function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
