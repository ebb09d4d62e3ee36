import { Webhook } from 'standardwebhooks';
import type { RandomBytes } from '../../domain/access/base62.ts';
import { publicId } from '../../domain/access/public-id.ts';
import { alertRecordOf } from '../../domain/alerts/alert-record.ts';
import type { ToldChange } from '../../domain/alerts/change.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { WaitingAlert } from '../../storage/delivery/deliveries.ts';

export interface WebhookMessage {
  /** Stable across retries. */
  readonly id: string;
  readonly body: string;
}

/** An alert's message: the alert as in /alerts, with its brand, and its change in words. */
export function alertMessage(alert: WaitingAlert, told: ToldChange | null): WebhookMessage {
  const content = {
    type: 'alert.raised',
    timestamp: formatInstant(alert.createdAt),
    brand: alert.brand,
    data: { ...alertRecordOf(alert), ...told },
  };
  return { id: alert.publicId, body: JSON.stringify(content) };
}

export function testMessage(now: number, random: RandomBytes): WebhookMessage {
  const data = { message: 'This is a test. Messages with the type alert.raised have an alert here.' };
  const content = { type: 'test', timestamp: formatInstant(now), data };
  return { id: publicId('tst', random), body: JSON.stringify(content) };
}

export const USUAL_HEADERS = { 'content-type': 'application/json', 'user-agent': 'Sightline' };

/**
 * Standard Webhooks headers, signed now. @see
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(
  { id, body }: WebhookMessage,
  secret: string,
  now: number,
): Record<string, string> {
  const at = new Date(now);
  return {
    ...USUAL_HEADERS,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

const SECRET_BYTES = 32;

/** A new secret in Standard Webhooks format. */
export function newWebhookSecret(random: RandomBytes): string {
  return `whsec_${Buffer.from(random(SECRET_BYTES)).toString('base64')}`;
}
