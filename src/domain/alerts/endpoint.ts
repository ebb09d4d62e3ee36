import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/period.ts';
import { hasEmptyLabel } from '../web/host.ts';

/** A program, or a person. */
const ENDPOINT_KINDS = ['webhook', 'mail'] as const;
export type EndpointKind = (typeof ENDPOINT_KINDS)[number];

/** What a webhook takes: signed messages for programs, or messages that a chat shows to people. */
export const ENDPOINT_FORMATS = ['standard', 'slack', 'teams'] as const;
export type EndpointFormat = (typeof ENDPOINT_FORMATS)[number];
/** Its address is its only secret: whoever knows it can write there. */
export type ChatFormat = Exclude<EndpointFormat, 'standard'>;

export function isChat(format: EndpointFormat | null): format is ChatFormat {
  return format === 'slack' || format === 'teams';
}

const CHAT_HOSTS: readonly (readonly [RegExp, ChatFormat])[] = [
  [/^hooks\.slack(-gov)?\.com$/, 'slack'],
  [/\.(logic\.azure|powerplatform|webhook\.office|powerautomate)\.(com|us)$/, 'teams'],
];

/** The likely format of a webhook, by its host. */
export function proposedFormat({ hostname }: URL): EndpointFormat {
  const plain = hostname.replace(/\.$/, '');
  return CHAT_HOSTS.find(([host]) => host.test(plain))?.[1] ?? 'standard';
}

/** Shorter ones would be mostly shown. */
const SHORTEST_SHORTENED = 24;

/** A chat's address as lists show it, without its secret: `https://hooks.slack.com/…vK3d`. */
export function shortenedUrl({ origin, pathname, search }: URL): string {
  const secret = `${pathname}${search}`;
  return `${origin}/…${secret.length < SHORTEST_SHORTENED ? '' : secret.slice(-4)}`;
}

/** The frequency of mail: for each alert, or at most once a day. A webhook gets each alert at once. */
export const PACES = ['daily', 'at_once'] as const;
export type Pace = (typeof PACES)[number];

/** Why an endpoint is paused: it failed for days, or returned "gone". */
const PAUSE_REASONS = ['failing', 'gone'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Waits after consecutive failures: together 3 days. After the last one, the endpoint is paused. */
export const RETRY_WAITS_MS: readonly number[] = [
  5000,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  16 * HOUR_MS,
  24 * HOUR_MS,
];

/** The longest wait that an endpoint can request. */
const LONGEST_ASKED_MS = DAY_MS;

/**
 * When to retry after consecutive failures; null: never.
 *
 * @param askedMs the wait that the endpoint requested, if any
 * @param spread 0 to 1, adds up to a tenth so that endpoints that failed together are not all retried together
 */
export function retryAfterMs(failures: number, askedMs: number, spread: number): number | null {
  const wait = RETRY_WAITS_MS[failures - 1];
  if (wait === undefined) return null;
  return Math.max(wait + Math.floor((wait / 10) * spread), Math.min(askedMs, LONGEST_ASKED_MS));
}

/** Alerts of one morning arrive brand by brand: daily mail waits this long to gather them. */
const GATHER_MS = 15 * MINUTE_MS;

export function nextMailAt(now: number, lastMailAt: number | null): number {
  return Math.max(now + GATHER_MS, (lastMailAt ?? Number.NEGATIVE_INFINITY) + DAY_MS);
}

const LONGEST_ADDRESS = 254;
/** One address, without anything that mail programs read as a list, a name, or a comment. */
const MAIL_ADDRESS = /^[^\s@\p{C}"(),:;<>[\\\]]+@[^\s@\p{C}"(),:;<>[\\\]]+\.[^\s@\p{C}"(),:;<>[\\\].]+$/u;

/** An email address as stored, in lower case; null if the text is not an address. */
export function mailAddressOf(text: string): string | null {
  const address = text.trim().normalize('NFC').toLowerCase();
  const isOne = address.length <= LONGEST_ADDRESS && MAIL_ADDRESS.test(address);
  return isOne && !hasEmptyLabel(address.slice(address.indexOf('@') + 1)) ? address : null;
}

const LONGEST_URL = 2000;

/** A webhook URL as stored; null if the text is not a URL, its host cannot exist, or it has a login, which lists would show. */
export function webhookUrlOf(text: string): URL | null {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_URL || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  const isHttp = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isHttp || url.username !== '' || url.password !== '' || hasEmptyLabel(url.hostname)) return null;
  url.hash = '';
  return url;
}
