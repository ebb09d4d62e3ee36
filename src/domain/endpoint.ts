import { hasEmptyLabel } from './host.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './period.ts';

/** Where alerts are sent: to a program, or to a person. */
const ENDPOINT_KINDS = ['webhook', 'mail'] as const;
export type EndpointKind = (typeof ENDPOINT_KINDS)[number];

/** How often an address gets mail: whenever there is an alert, or at most once a day. A webhook gets each alert at once. */
export const PACES = ['daily', 'at_once'] as const;
export type Pace = (typeof PACES)[number];

/** Why an endpoint is paused: it failed for days, or said itself that it is gone. */
const PAUSE_REASONS = ['failing', 'gone'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** How long to wait after each failure in a row: together 3 days. After the last one, the endpoint is paused. */
export const RETRY_WAITS_MS: readonly number[] = [
  ...[5000, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 14 * HOUR_MS, 16 * HOUR_MS, 24 * HOUR_MS],
];

/** The longest that an endpoint may ask to be left alone. */
const LONGEST_ASKED_MS = DAY_MS;

/**
 * When to try again after so many failures in a row; null: never.
 *
 * @param askedMs how long the endpoint asked to wait, if it did
 * @param spread 0 to 1, so that endpoints that failed together are not all tried again together: up to a tenth longer
 */
export function retryAfterMs(failures: number, askedMs: number, spread: number): number | null {
  const wait = RETRY_WAITS_MS[failures - 1];
  if (wait === undefined) return null;
  return Math.max(wait + Math.floor((wait / 10) * spread), Math.min(askedMs, LONGEST_ASKED_MS));
}

/** Alerts of one morning come brand by brand: daily mail waits this long for the others. */
const GATHER_MS = 15 * MINUTE_MS;

/** When daily mail goes that has something to say from now on. */
export function nextMailAt(now: number, lastMailAt: number | null): number {
  return Math.max(now + GATHER_MS, (lastMailAt ?? Number.NEGATIVE_INFINITY) + DAY_MS);
}

const LONGEST_ADDRESS = 254;
/** One address, and nothing that mail programs would read as a list, a name, or a comment. */
const MAIL_ADDRESS = /^[^\s@\p{C}"(),:;<>[\\\]]+@[^\s@\p{C}"(),:;<>[\\\]]+\.[^\s@\p{C}"(),:;<>[\\\].]+$/u;

/** An email address as it is stored, in lower case; null if the text is not an address. */
export function mailAddressOf(text: string): string | null {
  const address = text.trim().normalize('NFC').toLowerCase();
  const isOne = address.length <= LONGEST_ADDRESS && MAIL_ADDRESS.test(address);
  return isOne && !hasEmptyLabel(address.slice(address.indexOf('@') + 1)) ? address : null;
}

const LONGEST_URL = 2000;

/**
 * The URL of a webhook as it is stored; null if the text is not a URL of a host that can exist, or contains a
 * login, which lists would show.
 */
export function webhookUrlOf(text: string): URL | null {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_URL || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  const isHttp = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isHttp || url.username !== '' || url.password !== '' || hasEmptyLabel(url.hostname)) return null;
  url.hash = '';
  return url;
}
