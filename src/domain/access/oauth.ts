import { createHmac, hash } from 'node:crypto';
import { MCP_PATH } from './api-prefix.ts';
import type { RandomBytes } from './base62.ts';

/** A program that asks for a connection. */
export interface OAuthClient {
  readonly id: string;
  readonly name: string;
  /** The host of the document that describes it; null if it registered itself, so that nothing vouches for its name. */
  readonly host: string | null;
  readonly redirects: readonly string[];
}

const LONGEST_ADDRESS = 500;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * A redirect address that a client may have: https, or http on the loopback interface (RFC 8252, section 7.3), in its
 * canonical spelling, without a user or a fragment. Null for any other.
 */
export function redirectIn(text: string): URL | null {
  const url = addressIn(text);
  return url !== null && (url.protocol === 'https:' || isLoopbackRedirect(url)) ? url : null;
}

export function isLoopbackRedirect({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOOPBACK.includes(hostname);
}

/** Whether a client has this redirect address: exactly, but for the port of one on the loopback interface. */
export function hasRedirect({ redirects }: Pick<OAuthClient, 'redirects'>, given: string): boolean {
  const url = redirectIn(given);
  if (url === null) return false;
  if (!isLoopbackRedirect(url)) return redirects.includes(given);
  return redirects.some((each) => withoutPort(each) === withoutPort(given));
}

function withoutPort(address: string): string {
  const url = new URL(address);
  url.port = '';
  return url.href;
}

/** Whether a client id is the address of a document about the client (draft-ietf-oauth-client-id-metadata-document). */
export function isClientAddress(id: string): boolean {
  const url = addressIn(id);
  return url !== null && url.protocol === 'https:' && url.pathname !== '/';
}

/** An address in its canonical spelling, so that equal texts and equal addresses are the same. */
function addressIn(text: string): URL | null {
  const url = text.length <= LONGEST_ADDRESS ? URL.parse(text) : null;
  const isPlain = url !== null && url.username === '' && url.password === '' && !text.includes('#');
  return isPlain && [text, `${text}/`].includes(url.href) ? url : null;
}

/** An address as clients spell it, which may have capitals in its host. */
export function isSameAddress(given: string, address: string): boolean {
  return URL.parse(given)?.href === URL.parse(address)?.href;
}

export function isChallenge(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** PKCE with S256 (RFC 7636), the only method here. */
export function answersChallenge(verifier: string, challenge: string): boolean {
  return /^[\w.~-]{43,128}$/.test(verifier) && hash('sha256', verifier, 'base64url') === challenge;
}

/** A connection's tokens: the code that opens it, the access token, which is a key, and the refresh token. */
export type GrantKind = 'code' | 'access' | 'refresh';

const GRANT = /^sl_(code|access|refresh)_([0-9a-f]{32})_[0-9a-f]{64}$/;

/**
 * The part that all tokens of one connection share. It proves that whoever sends it once had one of them, so that an old
 * token is told from a guess.
 */
export function familyOf(token: string, kinds: readonly GrantKind[]): string | null {
  const [, kind, family = null] = GRANT.exec(token) ?? [];
  return kinds.includes(kind as GrantKind) ? family : null;
}

/** A new connection's code. */
export function mintCode(random: RandomBytes): string {
  return `sl_code_${hexOf(random(16))}_${hexOf(random(32))}`;
}

/**
 * The tokens that replace a code or a refresh token. They follow from it and a salt in the store, so that whoever has
 * only one of these can't make them, and a repeated request gets the same.
 */
export function tokensAfter(
  token: string,
  salt: string,
): { readonly access: string; readonly refresh: string } {
  const family = familyOf(token, ['code', 'refresh']);
  const of = (kind: GrantKind) =>
    `sl_${kind}_${family}_${createHmac('sha256', salt).update(`${kind} ${token}`).digest('hex')}`;
  return { access: of('access'), refresh: of('refresh') };
}

export function mintSalt(random: RandomBytes): string {
  return hexOf(random(32));
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** The issuer of tokens: the public address, if it is https (or on this computer) and has no path. Null: no OAuth. */
export function issuerOf(publicUrl: string): string | null {
  const url = redirectIn(URL.parse(publicUrl)?.href ?? '');
  return url?.pathname === '/' && url.search === '' ? url.origin : null;
}

/** The only address where connections' tokens work (RFC 8707). */
export function audienceOf(issuer: string): string {
  return `${issuer}${MCP_PATH}`;
}

/** A request to exchange a code or a refresh token. */
export interface TokenRequest {
  readonly kind: 'code' | 'refresh';
  readonly token: string;
  readonly clientId: string;
  readonly redirectUri: string | null;
  /** Of a code. */
  readonly verifier: string;
  readonly resource: string | null;
}
