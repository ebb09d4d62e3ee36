import { hash } from 'node:crypto';
import { type RandomBytes, randomBase62 } from './base62.ts';

/** A session in a cookie, a one-time link, a client link, a sheet's link, or an address that takes a log. */
export type TokenKind = 'session' | 'link' | 'share' | 'sheet' | 'drain';

/** 62^43 is more than 2^256. */
const RANDOM_CHARACTERS = 43;

/** Makes a token of 256 random bits. Its prefix makes a leak, such as in a log, easy to find. */
export function mintToken(kind: TokenKind, random: RandomBytes): string {
  return `sl_${kind}_${randomBase62(RANDOM_CHARACTERS, random)}`;
}

/** Whether a text has the form of such a token, so that anything else costs no lookup. */
export function isToken(kind: TokenKind, text: string): boolean {
  const start = `sl_${kind}_`;
  return text.startsWith(start) && /^[0-9A-Za-z]{43}$/.test(text.slice(start.length));
}

/** The stored SHA-256 of a token or another random text, in hex. It is random, so it needs no salt or stretching. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
