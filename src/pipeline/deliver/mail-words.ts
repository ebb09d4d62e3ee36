import { hash } from 'node:crypto';
import type { ToldChange } from '../../domain/alerts/change.ts';
import type { Pace } from '../../domain/alerts/endpoint.ts';
import { oneLine } from '../../domain/text.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { WaitingAlert } from '../../storage/delivery/deliveries.ts';
import type { Endpoint } from '../../storage/delivery/endpoints.ts';
import type { Mail, StopLink } from './senders.ts';

export interface MailFacts {
  readonly endpoint: Pick<Endpoint, 'id' | 'address' | 'pace'>;
  readonly stopLink: StopLink | null;
  readonly now: number;
}

/** An alert with its change's sentence as of now, if it has one. */
export interface ToldAlert extends WaitingAlert {
  readonly told: ToldChange | null;
}

/** A mail with alerts, oldest first. @param facts.publicUrl dashboard address for links; null if unset */
export function alertMail(
  alerts: readonly ToldAlert[],
  facts: MailFacts & { readonly publicUrl: string | null },
): Mail {
  const [first] = alerts;
  if (first === undefined) throw new Error('a mail needs an alert');
  const parts = alerts.map((alert) => alertText(alert, facts.publicUrl));
  return mailOf(facts, {
    subject: alerts.length === 1 ? first.title : `${alerts.length} alerts: ${brandNames(alerts)}`,
    body: parts.join('\n\n\n'),
    about: aboutOf(alerts.map(({ publicId }) => publicId)),
  });
}

/**
 * A message id that is equal for equal alerts, so mail programs recognize a repeat, and different otherwise: mail
 * services drop repeated ids, and after a failure the mail may have arrived. Short enough for a header line.
 */
function aboutOf(ids: readonly string[]): string {
  const [first = '', ...more] = ids;
  return more.length === 0 ? first : `${first}-${hash('sha256', ids.join(' '), 'hex').slice(0, 8)}`;
}

export function testMail(facts: MailFacts): Mail {
  const body =
    'This is a test. When engines name, cite, or frame a brand differently than before, and the change exceeds ' +
    'its margin of error, Sightline sends an alert to this address.';
  return mailOf(facts, { subject: 'A test from Sightline', body, about: `test-${facts.now}` });
}

function mailOf(
  { endpoint, stopLink, now }: MailFacts,
  { subject, body, about }: { readonly subject: string; readonly body: string; readonly about: string },
): Mail {
  return {
    to: endpoint.address,
    // A name may contain line breaks that would begin another header.
    subject: subject.replace(/[\s\p{C}]+/gu, ' ').trim(),
    text: `${body}\n\n-- \n${PACE_WORDS[endpoint.pace]} ${stopWords(stopLink)}\n`,
    stopLink,
    messageId: `<${about}.${endpoint.id}@sightline.invalid>`,
    at: now,
  };
}

const PACE_WORDS: Readonly<Record<Pace, string>> = {
  daily: 'Sightline sends alerts to this address, at most once a day.',
  at_once: 'Sightline sends alerts to this address as soon as it finds them.',
};

function stopWords(stopLink: StopLink | null): string {
  if (stopLink === null) {
    return 'To stop it, ask an editor of your organization to remove this address in the dashboard, under Alert delivery.';
  }
  const { url, needsEditor } = stopLink;
  return needsEditor
    ? `To stop it, remove this address at ${url}, or ask an editor of your organization to do that.`
    : `To stop it, open ${url}`;
}

function alertText(alert: ToldAlert, publicUrl: string | null): string {
  const { title, detail, publicId, told } = alert;
  const now = told === null ? [] : [told.sentence, ''];
  const where = linkOf(alert, publicUrl) ?? `Alert ${publicId}`;
  return [title, '', ...now, detail, '', asOfWords(alert), where].join('\n');
}

/** `Acme, as of 2026-11-20 at 06:00 UTC` */
export function asOfWords({ brand, createdAt }: WaitingAlert): string {
  return `${oneLine(brand.name)}, as of ${formatInstant(createdAt).slice(0, 16).replace('T', ' at ')} UTC`;
}

/** An alert's page; null without a dashboard address. */
export function linkOf({ brand, publicId }: WaitingAlert, publicUrl: string | null): string | null {
  return publicUrl === null ? null : `${publicUrl}/brands/${encodeURIComponent(brand.id)}/alerts/${publicId}`;
}

const MOST_NAMED = 3;

/** `Acme`, `Acme and Bolt`, `Acme, Bolt, Cargo, and 2 more` */
function brandNames(alerts: readonly WaitingAlert[]): string {
  const names = [...new Set(alerts.map(({ brand }) => brand.name))];
  const more = names.length - MOST_NAMED;
  const shown = more > 0 ? [...names.slice(0, MOST_NAMED), `${more} more`] : names;
  return new Intl.ListFormat('en-US').format(shown);
}
