import type { Endpoint } from '../../storage/delivery/endpoints.ts';
import { unseal } from '../secret-box.ts';
import type { Senders } from './senders.ts';

/** The secret that signs an endpoint's messages; null if this process's key cannot decrypt it. */
export async function secretOf(
  { id, secret }: Pick<Endpoint, 'id' | 'secret'>,
  { secretKey }: Pick<Senders, 'secretKey'>,
): Promise<string | null> {
  return secretKey === null || secret === null ? null : unseal(secret, id, await secretKey());
}
