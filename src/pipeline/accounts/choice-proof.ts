import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../../domain/period.ts';
import { isPublicId } from '../../domain/public-id.ts';

/**
 * Says that somebody has just typed the right password of a user, so that they need not type it again to choose between several users.
 * Nothing is stored: what the password is stored as, which never leaves the server, signs it. So another password ends it.
 */
export function proofOf(userId: string, stored: string, now: number): string {
  const expiresAt = now + LIFETIME_MS;
  return `${userId}.${expiresAt}.${signature(userId, expiresAt, stored).toString('base64url')}`;
}

const LIFETIME_MS = 5 * MINUTE_MS;
const FORM = /^(usr_[^.]+)\.(\d{1,16})\.([A-Za-z0-9_-]{43})$/;

/** Whom a proof is about, if it is one; null for anything else. */
export function userOfProof(proof: string): string | null {
  const [, userId = ''] = FORM.exec(proof) ?? [];
  return isPublicId('usr', userId) ? userId : null;
}

/** Whether it holds now for a user whose password is stored so. */
export function isProof(proof: string, stored: string, now: number): boolean {
  const [, userId = '', until = '', signed = ''] = FORM.exec(proof) ?? [];
  const expected = signature(userId, Number(until), stored);
  const given = Buffer.from(signed, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) && now < Number(until);
}

function signature(userId: string, expiresAt: number, stored: string): Buffer {
  return createHmac('sha256', stored).update(`sign in as ${userId} until ${expiresAt}`).digest();
}
