import type { Endpoint } from '../../storage/delivery/endpoints.ts';
import { unseal } from '../secret-box.ts';
import type { Senders } from './senders.ts';

/** End of signing with the previous secret too; null if it does not sign now. */
export function oldSecretExpiresAt(
  { oldSecretUntil }: Pick<Endpoint, 'oldSecretUntil'>,
  now: number,
): number | null {
  return oldSecretUntil !== null && oldSecretUntil > now ? oldSecretUntil : null;
}

/** The secrets that sign now, newest first; null if this process's key cannot decrypt the newest. */
export async function secretsOf(
  endpoint: Endpoint,
  { secretKey }: Pick<Senders, 'secretKey'>,
  now: number,
): Promise<string[] | null> {
  const { id, secret, oldSecret } = endpoint;
  if (secretKey === null || secret === null) return null;
  const key = await secretKey();
  const newest = unseal(secret, id, key);
  if (newest === null) return null;
  const hasOld = oldSecret !== null && oldSecretExpiresAt(endpoint, now) !== null;
  const old = hasOld ? unseal(oldSecret, id, key) : null;
  return old === null ? [newest] : [newest, old];
}
