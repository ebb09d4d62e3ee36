import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { RandomBytes } from '../domain/access/base62.ts';
import { SightlineError } from '../domain/errors.ts';

/** Loads the key that encrypts secrets; null if the operator must set it first. */
export type SecretKey = (() => Promise<string>) | null;

/** @param what it would encrypt, such as `engine keys`. @throws SightlineError `conflict` without a key */
export async function sealingKey(secretKey: SecretKey, what: string): Promise<string> {
  if (secretKey !== null) return await secretKey();
  throw new SightlineError(
    'conflict',
    `This server has no key to encrypt ${what}. Ask its operator to set SIGHTLINE_SECRET_KEY.`,
  );
}

const CIPHER = 'aes-256-gcm';
const [IV_BYTES, TAG_BYTES, KEY_BYTES] = [12, 16, 32];
const VERSION = 'v1';

/**
 * Encrypts a text for the store (AES-256-GCM, NIST SP 800-38D, with a key from HKDF, RFC 5869).
 *
 * @param context identifies the owner; decryption with another context fails, so no row can use another row's
 *   secret
 */
export function seal(text: string, context: string, key: string, random: RandomBytes): string {
  const iv = random(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(key), iv).setAAD(Buffer.from(context));
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${VERSION}:${Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64')}`;
}

/** The decrypted text; null for a wrong key, a wrong context, or a modified text. */
export function unseal(sealed: string, context: string, key: string): string | null {
  const [version, base64 = ''] = sealed.split(':');
  const bytes = Buffer.from(base64, 'base64');
  if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) return null;
  const iv = bytes.subarray(0, IV_BYTES);
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, keyFrom(key), iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    const text = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(text).toString('utf8');
  } catch {
    return null;
  }
}

function keyFrom(key: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', 'sightline webhook secrets', KEY_BYTES));
}
