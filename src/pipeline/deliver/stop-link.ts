import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isPublicId } from '../../domain/access/public-id.ts';
import type { Senders, StopLink } from './senders.ts';

/**
 * A mail's unsubscribe link: for this endpoint alone, without a session; without a signing key, the page for editors.
 * Null without a dashboard address.
 */
export async function stopLinkOf(
  endpointId: string,
  senders: Pick<Senders, 'publicUrl' | 'secretKey'>,
): Promise<StopLink | null> {
  const { publicUrl } = senders;
  if (publicUrl === null) return null;
  const signature = await signatureOf(endpointId, senders).catch(() => null);
  if (signature === null) return { url: `${publicUrl}/delivery`, needsEditor: true };
  return { url: `${publicUrl}/unsubscribe/${endpointId}_${signature.toString('hex')}`, needsEditor: false };
}

/**
 * The endpoint or report mail in a link's token; null if this server's key did not sign it. Does not ask the store,
 * so it does not reveal who gets mail.
 */
export async function endpointOfToken(
  token: string,
  senders: Pick<Senders, 'secretKey'>,
): Promise<string | null> {
  const [, id = '', hex = ''] = /^(.{16})_([0-9a-f]{40})$/.exec(token) ?? [];
  if (!isPublicId('end', id) && !isPublicId('rml', id)) return null;
  const signature = await signatureOf(id, senders);
  return signature !== null && timingSafeEqual(signature, Buffer.from(hex, 'hex')) ? id : null;
}

/** 160 bits of HMAC-SHA256 (RFC 2104, section 5), with its own key from HKDF (RFC 5869). */
const SIGNATURE_BYTES = 20;

async function signatureOf(
  endpointId: string,
  { secretKey }: Pick<Senders, 'secretKey'>,
): Promise<Buffer | null> {
  if (secretKey === null) return null;
  const key = new Uint8Array(hkdfSync('sha256', await secretKey(), '', 'sightline unsubscribe links', 32));
  return createHmac('sha256', key).update(endpointId).digest().subarray(0, SIGNATURE_BYTES);
}
