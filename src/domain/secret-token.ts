import { hash } from 'node:crypto';
import { type RandomBytes, randomBase62 } from './base62.ts';

/** What a token opens: a session in a cookie, whatever a one-time link leads to, or the pages of a share link. */
export type TokenKind = 'session' | 'link' | 'share';

/** 62^43 is more than 2^256. */
const RANDOM_CHARACTERS = 43;

/** Makes a token of 256 random bits. Its start says what it is, so that it is found where it should not be, such as in a log. */
export function mintToken(kind: TokenKind, random: RandomBytes): string {
  return `sl_${kind}_${randomBase62(RANDOM_CHARACTERS, random)}`;
}

/** Whether a text has the form of a token of this kind, so that anything else costs no look-up. */
export function isToken(kind: TokenKind, text: string): boolean {
  const start = `sl_${kind}_`;
  return text.startsWith(start) && /^[0-9A-Za-z]{43}$/.test(text.slice(start.length));
}

/** What is stored of a token: its SHA-256, in hex. It is random, so no salt or stretching is needed. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
