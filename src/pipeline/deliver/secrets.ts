import type { Endpoint } from '../../storage/delivery/endpoints.ts';
import { unseal } from '../secret-box.ts';
import type { Senders } from './senders.ts';

/** Until when the secret before the newest also signs; null if it does not at this instant. */
export function oldSignsUntil(
  { oldSecretUntil }: Pick<Endpoint, 'oldSecretUntil'>,
  now: number,
): number | null {
  return oldSecretUntil !== null && oldSecretUntil > now ? oldSecretUntil : null;
}

/** The secrets that sign at an instant, the newest first; null if the key of this process does not open the newest. */
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
  const hasOld = oldSecret !== null && oldSignsUntil(endpoint, now) !== null;
  const old = hasOld ? unseal(oldSecret, id, key) : null;
  return old === null ? [newest] : [newest, old];
}
