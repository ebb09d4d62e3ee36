import type { ChatFormat } from '../../domain/alerts/endpoint.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Endpoint } from '../../storage/delivery/endpoints.ts';
import type { ChatText } from './chat-text.ts';
import { asOfWords, linkOf, type ToldAlert } from './mail-words.ts';
import type { PostRequest } from './senders.ts';
import { slackBody } from './slack-message.ts';
import { teamsBody } from './teams-message.ts';
import { signedHeaders, USUAL_HEADERS, type WebhookMessage } from './webhook-message.ts';

const CHAT_BODIES: Readonly<Record<ChatFormat, (text: ChatText) => string>> = {
  slack: slackBody,
  teams: teamsBody,
};

/** A message's forms, by the format of the endpoint. */
interface Forms {
  readonly standard: () => WebhookMessage;
  readonly chat: () => ChatText;
}

/** A request to a webhook. @param secret what signs its messages; of a chat, its address */
export function postRequest(
  { address, format }: Pick<Endpoint, 'address' | 'format'>,
  secret: string,
  { standard, chat }: Forms,
  now: number,
): PostRequest {
  if (format === 'slack' || format === 'teams') return chatRequest(format, secret, chat());
  const message = standard();
  return { url: address, headers: signedHeaders(message, secret, now), body: message.body };
}

export function chatRequest(format: ChatFormat, url: string, text: ChatText): PostRequest {
  return { url, headers: USUAL_HEADERS, body: CHAT_BODIES[format](text) };
}

export function alertChat(alert: ToldAlert, publicUrl: string | null): ChatText {
  const { title, detail, told } = alert;
  const paragraphs = told === null ? [detail] : [told.sentence, detail];
  return { title, paragraphs, note: asOfWords(alert), link: linkOf(alert, publicUrl) };
}

export function testChat(now: number, publicUrl: string | null): ChatText {
  const note = `Sent on ${formatInstant(now).slice(0, 16).replace('T', ' at ')} UTC`;
  return { title: 'A test from Sightline', paragraphs: ['Alerts look like this.'], note, link: publicUrl };
}
