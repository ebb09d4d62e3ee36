import { Webhook } from 'standardwebhooks';
import { alertRecordOf } from '../../domain/alert-record.ts';
import type { RandomBytes } from '../../domain/base62.ts';
import { formatInstant } from '../../domain/instant.ts';
import { publicId } from '../../domain/public-id.ts';
import type { WaitingAlert } from '../../storage/delivery/deliveries.ts';

/** What a webhook gets. */
export interface WebhookMessage {
  /** Stays the same however often it is sent. */
  readonly id: string;
  readonly body: string;
}

/** The message of an alert: the alert as in /alerts, and which brand it is of. */
export function alertMessage(alert: WaitingAlert): WebhookMessage {
  const content = {
    type: 'alert.raised',
    timestamp: formatInstant(alert.createdAt),
    brand: alert.brand,
    data: alertRecordOf(alert),
  };
  return { id: alert.publicId, body: JSON.stringify(content) };
}

/** A message that is of no alert. */
export function testMessage(now: number, random: RandomBytes): WebhookMessage {
  const data = { message: 'This is a test. Messages of type alert.raised have an alert here.' };
  const content = { type: 'test', timestamp: formatInstant(now), data };
  return { id: publicId('tst', random), body: JSON.stringify(content) };
}

/**
 * The headers of Standard Webhooks, signed at this instant by each of the secrets.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders(
  { id, body }: WebhookMessage,
  secrets: readonly string[],
  now: number,
): Record<string, string> {
  const at = new Date(now);
  return {
    'content-type': 'application/json',
    'user-agent': 'Sightline',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

const SECRET_BYTES = 32;

/** A new secret in the form of Standard Webhooks. */
export function newWebhookSecret(random: RandomBytes): string {
  return `whsec_${Buffer.from(random(SECRET_BYTES)).toString('base64')}`;
}
