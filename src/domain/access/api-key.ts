import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62, type RandomBytes, randomBase62 } from './base62.ts';
import type { BrandReach } from './brand-reach.ts';
import type { Subscription } from './subscription.ts';

const PREFIX = 'sl_live_';
const FORM = /^sl_live_[0-9A-Za-z]{40}$/;

export const SCOPES = ['read', 'prompts:write', 'brands:write'] as const;
export type Scope = (typeof SCOPES)[number];

/** A key with its organization's limits, for authentication. */
export interface KeyRecord {
  readonly publicId: string;
  readonly name: string | null;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly subscription: Subscription | null;
  readonly scopes: readonly Scope[];
  /** The one brand it is limited to, or null for all. */
  readonly brandIds: BrandReach;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** The only address where it works, for a connection's access token; null for a key that somebody made. */
  readonly audience: string | null;
}

/** Makes a new key: `sl_live_`, 34 random base62 characters, and a checksum of 6. */
export function mintApiKey(random: RandomBytes): string {
  const body = PREFIX + randomBase62(34, random);
  return body + checksum(body);
}

/** Whether a text has a key's form and a valid checksum, so that a typo costs no lookup. */
export function isApiKey(text: string): boolean {
  return FORM.test(text) && text.slice(-6) === checksum(text.slice(0, -6));
}

/** The stored SHA-256 of a key, in hex. The key has 202 random bits, so it needs no salt or stretching. */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** A key's start, enough to recognize it in a list. */
export function apiKeyHint(key: string): string {
  return `${key.slice(0, PREFIX.length + 4)}…`;
}

/** The prefix of a key or a token of any kind, such as `sl_live_`, in hex, with what follows. */
const IN_HEX = /736c5f(?:6[1-9a-f]|7[0-9a])+5f[0-9a-f]*/gi;

/** Replaces everything that looks like a key or a token, or the start of one, before logging. */
export function withoutApiKeys(text: string): string {
  return text.replace(/sl_([a-z]+)_\w*/g, 'sl_$1_[redacted]').replace(IN_HEX, '[redacted]');
}

function checksum(body: string): string {
  return base62(crc32(body), 6);
}
