import { createHmac } from 'node:crypto';

/** Time-based one-time passwords (RFC 6238), as every authenticator app makes them: HMAC-SHA-1, 6 digits, 30 seconds. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** The length of the hash (RFC 4226, section 4). */
export const TOTP_SECRET_BYTES = 20;

/** @param at UTC milliseconds */
export function totpStep(at: number): number {
  return Math.floor(at / STEP_MS);
}

export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  // Dynamic truncation (RFC 4226, section 5.3).
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 0xf) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The step with this code: the current one or one beside it, because people type slowly and clocks differ.
 *
 * @param used the last used step, which no code may repeat; null for none
 */
export function stepOfCode(secret: Uint8Array, code: string, at: number, used: number | null): number | null {
  const now = totpStep(at);
  const steps = [now - 1, now, now + 1].filter((step) => used === null || step > used);
  return steps.find((step) => totpCode(secret, step) === code) ?? null;
}

const LONGEST_ACCOUNT = 64;

/** What an app reads from a QR code (the "Key URI Format" of Google Authenticator). */
export function totpUri(secret: Uint8Array, account: string): string {
  const label = [...account.toWellFormed()].slice(0, LONGEST_ACCOUNT).join('');
  return `otpauth://totp/Sightline:${encodeURIComponent(label)}?secret=${base32(secret)}&issuer=Sightline`;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, section 6, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const fives = bits.match(/.{1,5}/g) ?? [];
  return fives.map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}
