import type { Endpoint } from '../../storage/delivery/endpoints.ts';
import { unseal } from './secret-box.ts';
import type { Senders } from './senders.ts';

/** The secrets that sign at an instant, the newest first; null if the key of this process does not open the newest. */
export async function secretsOf(
  { id, secret, oldSecret, oldSecretUntil }: Endpoint,
  { secretKey }: Pick<Senders, 'secretKey'>,
  now: number,
): Promise<string[] | null> {
  if (secretKey === null || secret === null) return null;
  const key = await secretKey();
  const newest = unseal(secret, id, key);
  if (newest === null) return null;
  const hasOld = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now;
  const old = hasOld ? unseal(oldSecret, id, key) : null;
  return old === null ? [newest] : [newest, old];
}
