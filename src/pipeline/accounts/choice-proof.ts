import { createHmac, timingSafeEqual } from 'node:crypto';
import { isPublicId } from '../../domain/access/public-id.ts';
import { MINUTE_MS } from '../../domain/time/period.ts';

/**
 * Proves that somebody just typed a user's password, so they need not retype it to choose among several users, or for
 * the code of a second factor; alone it opens no session of a user who has one. The stored hash, which never leaves the
 * server, signs it: nothing to store, and a new password invalidates it.
 */
export function proofOf(userId: string, stored: string, now: number): string {
  const expiresAt = now + LIFETIME_MS;
  return `${userId}.${expiresAt}.${signature(userId, expiresAt, stored).toString('base64url')}`;
}

/** Long enough to install an app. */
const LIFETIME_MS = 10 * MINUTE_MS;
const FORM = /^(usr_[^.]+)\.(\d{1,16})\.([A-Za-z0-9_-]{43})$/;

/** The user id in a proof; null if malformed. */
export function userOfProof(proof: string): string | null {
  const [, userId = ''] = FORM.exec(proof) ?? [];
  return isPublicId('usr', userId) ? userId : null;
}

/** Whether a proof is valid now for a user with this stored hash. */
export function isProof(proof: string, stored: string, now: number): boolean {
  const [, userId = '', until = '', signed = ''] = FORM.exec(proof) ?? [];
  const expected = signature(userId, Number(until), stored);
  const given = Buffer.from(signed, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) && now < Number(until);
}

function signature(userId: string, expiresAt: number, stored: string): Buffer {
  return createHmac('sha256', stored).update(`sign in as ${userId} until ${expiresAt}`).digest();
}
