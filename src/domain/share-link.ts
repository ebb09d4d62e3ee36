import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62, type RandomBytes, randomBase62 } from './base62.ts';
import type { Subscription } from './subscription.ts';

/** The pages of a brand that a read-only link can show, in the order of the navigation. */
export const SHARED_PAGES = [
  'overview',
  'answers',
  'competitors',
  'sources',
  'questions',
  'alerts',
  'share',
] as const;
export type SharedPage = (typeof SHARED_PAGES)[number];

/** A link without an end outlives the memory of whoever made it, so each has one. */
export const SHARE_DAYS = { default: 30, most: 365 } as const;

/** What a share link opens. */
export interface Share {
  readonly id: string;
  readonly name: string;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly subscription: Subscription | null;
  readonly brandInternalId: number;
  readonly brandId: string;
  readonly brandName: string;
  readonly pages: readonly SharedPage[];
  readonly expiresAt: number;
}

const PREFIX = 'sl_share_';
const FORM = /^sl_share_[0-9A-Za-z]{49}$/;

/** Makes the secret of a new link: `sl_share_`, 43 random base62 characters (256 bits), and a checksum of 6 over all before it. */
export function mintShareToken(random: RandomBytes): string {
  const body = PREFIX + randomBase62(43, random);
  return body + checksum(body);
}

/** Whether a text has a token's form and its checksum holds, so that a typing error costs no lookup. */
export function isShareToken(text: string): boolean {
  return FORM.test(text) && text.slice(-6) === checksum(text.slice(0, -6));
}

/** What is stored of a token: its SHA-256, in hex. */
export function hashShareToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Replaces anything that looks like a token, or the start of one, so that it can be logged. */
export function withoutShareTokens(text: string): string {
  return text.replace(/sl_share_[0-9A-Za-z]*/g, `${PREFIX}[redacted]`);
}

function checksum(body: string): string {
  return base62(crc32(body), 6);
}
