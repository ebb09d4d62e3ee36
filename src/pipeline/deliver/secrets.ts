import type { RandomBytes } from '../../domain/access/base62.ts';
import { SightlineError } from '../../domain/errors.ts';
import type { Endpoint } from '../../storage/delivery/endpoints.ts';
import { seal, unseal } from '../secret-box.ts';
import type { Senders } from './senders.ts';

/** What signs an endpoint's messages, or a chat's address; null if this process's key cannot decrypt it. */
export async function secretOf(
  { id, secret }: Pick<Endpoint, 'id' | 'secret'>,
  { secretKey }: Pick<Senders, 'secretKey'>,
): Promise<string | null> {
  return secretKey === null || secret === null ? null : unseal(secret, id, await secretKey());
}

export const NO_SECRET_KEY =
  'This server has no key to encrypt secrets of webhooks. Ask its operator to set SIGHTLINE_SECRET_KEY.';

/** An endpoint's secret for the store. @throws SightlineError `conflict` without a key */
export async function sealedSecret(
  id: string,
  secret: string,
  { secretKey, random }: Pick<Senders, 'secretKey'> & { readonly random: RandomBytes },
): Promise<string> {
  if (secretKey === null) throw new SightlineError('conflict', NO_SECRET_KEY);
  return seal(secret, id, await secretKey(), random);
}
