import {
  FAILURES_PER_HOUR,
  PAGES_PER_MINUTE,
  type QuotaState,
  quotaAfter,
  REQUESTS_PER_MINUTE,
} from '../domain/access/quota.ts';
import { SightlineError } from '../domain/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/time/period.ts';
import { secondsLeft, type Window, windowAt } from '../domain/time/quota-window.ts';

export interface HitCounter {
  /** Adds hits to a subject's window and returns its total. */
  add(subject: string, window: Window, hits: number): Promise<number>;
  /** A subject's hits in the window that starts at `start`. */
  read(subject: string, start: number): Promise<number>;
  noteUse(keyId: string, at: number): Promise<void>;
}

interface Limit {
  readonly name: string;
  readonly most: number;
  readonly windowMs: number;
}

const OF_KEY: Limit = { name: 'key', most: REQUESTS_PER_MINUTE, windowMs: MINUTE_MS };
const OF_PAGES: Limit = { name: 'pages', most: PAGES_PER_MINUTE, windowMs: MINUTE_MS };
/** Senders of logs gather lines for a second or more. */
const BATCHES_PER_MINUTE = 600;

const OF_DRAIN: Limit = { name: 'drain', most: BATCHES_PER_MINUTE, windowMs: MINUTE_MS };
/** Answers pasted through one client link, and from one address through any, in each UTC day. */
export const PASTES_PER_DAY = { link: 60, address: 20 } as const;

const OF_ADDRESS: Limit = { name: 'address', most: FAILURES_PER_HOUR, windowMs: HOUR_MS };

export class LimitReached extends SightlineError {
  readonly headers: Readonly<Record<string, string>>;

  constructor(limit: Limit, sentence: string, seconds: number) {
    super('rate_limited', `${sentence} Try again in ${seconds} s.`, { retryAfterSeconds: seconds });
    this.headers = headersOf(limit, { remaining: 0, resetsInSeconds: seconds });
  }
}

/**
 * Counts one request of a key.
 *
 * @returns the quota after it, and the refusal to throw when it is one too many
 */
export async function countRequest(
  hits: HitCounter,
  keyId: string,
  now: number,
): Promise<{ quota: QuotaState; refusal: SightlineError | null }> {
  const window = windowAt(now, MINUTE_MS);
  const used = await hits.add(`key ${keyId}`, window, 1);
  // Once a minute is as exact as a person wants it.
  if (used === 1) await hits.noteUse(keyId, now);
  const quota = quotaAfter(used, window, now);
  if (used <= REQUESTS_PER_MINUTE) return { quota, refusal: null };
  const sentence = `This key has used its ${REQUESTS_PER_MINUTE} requests for this minute.`;
  return { quota, refusal: new LimitReached(OF_KEY, sentence, quota.resetsInSeconds) };
}

export async function readQuota(hits: HitCounter, keyId: string, now: number): Promise<QuotaState> {
  const window = windowAt(now, MINUTE_MS);
  return quotaAfter(await hits.read(`key ${keyId}`, window.start), window, now);
}

/**
 * Counts one page, form, or download of a user or a client link.
 *
 * @throws SightlineError `rate_limited` when it is one too many
 */
export async function countPage(hits: HitCounter, subject: string, now: number): Promise<void> {
  const window = windowAt(now, MINUTE_MS);
  const used = await hits.add(subject, window, 1);
  if (used <= PAGES_PER_MINUTE) return;
  const sentence = `You opened more than ${PAGES_PER_MINUTE} pages in this minute.`;
  throw new LimitReached(OF_PAGES, sentence, secondsLeft(window, now));
}

/** A client link's reader: the link's report, and the reader's address. */
export interface PastedBy {
  readonly link: string;
  readonly address: string;
}

/** Counts one answer pasted through a client link. @throws SightlineError `rate_limited` when it is one too many */
export async function countPaste(hits: HitCounter, by: PastedBy, now: number): Promise<void> {
  const window = windowAt(now, DAY_MS);
  for (const what of ['address', 'link'] as const) {
    const most = PASTES_PER_DAY[what];
    if ((await hits.add(`paste ${what} ${by[what]}`, window, 1)) <= most) continue;
    const sentence = `This ${what} has pasted ${most} answers today.`;
    throw new LimitReached({ name: 'paste', most, windowMs: DAY_MS }, sentence, secondsLeft(window, now));
  }
}

/** Counts one batch of a brand's log. @throws SightlineError `rate_limited` when it is one too many */
export async function countBatch(hits: HitCounter, brandId: number, now: number): Promise<void> {
  const window = windowAt(now, MINUTE_MS);
  if ((await hits.add(`drain ${brandId}`, window, 1)) <= BATCHES_PER_MINUTE) return;
  const sentence = `This address takes ${BATCHES_PER_MINUTE} batches a minute: send fewer, larger ones.`;
  throw new LimitReached(OF_DRAIN, sentence, secondsLeft(window, now));
}

/**
 * @param client an address; with a drain's number after it, its failures at that drain, which count apart
 * @throws SightlineError `rate_limited` after too many failures in this hour
 */
export async function refuseThrottled(hits: HitCounter, client: string, now: number): Promise<void> {
  if (await isThrottled(hits, client, now)) throw throttled(windowAt(now, HOUR_MS), now);
}

/** Whether an address has too many failures in this hour. */
export async function isThrottled(hits: HitCounter, client: string, now: number): Promise<boolean> {
  const failures = await hits.read(`address ${client}`, windowAt(now, HOUR_MS).start);
  return failures >= FAILURES_PER_HOUR;
}

/**
 * Counts one failed authentication from an address. If too many came at once, this failure itself is rejected.
 *
 * @throws SightlineError `rate_limited`
 */
export async function countFailure(hits: HitCounter, client: string, now: number): Promise<void> {
  const window = windowAt(now, HOUR_MS);
  const failures = await hits.add(`address ${client}`, window, 1);
  if (failures > FAILURES_PER_HOUR) throw throttled(window, now);
}

export function quotaHeaders(quota: QuotaState): Record<string, string> {
  return headersOf(OF_KEY, quota);
}

/** `X-RateLimit-Limit` is always the key's quota, even if another limit was hit: the contract has no other. */
function headersOf(
  { name, most, windowMs }: Limit,
  { remaining, resetsInSeconds }: Pick<QuotaState, 'remaining' | 'resetsInSeconds'>,
): Record<string, string> {
  return {
    'x-ratelimit-limit': String(REQUESTS_PER_MINUTE),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetsInSeconds),
    'ratelimit-policy': `"${name}";q=${most};w=${windowMs / 1000}`,
    ratelimit: `"${name}";r=${remaining};t=${resetsInSeconds}`,
  };
}

function throttled(window: Window, now: number): SightlineError {
  const sentence = 'Too many failed authentications from this address.';
  return new LimitReached(OF_ADDRESS, sentence, secondsLeft(window, now));
}
