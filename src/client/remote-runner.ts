import { withoutApiKeys } from '../domain/access/api-key.ts';
import { API_PREFIX } from '../domain/access/api-prefix.ts';
import { API_ERRORS, type ErrorCode, SightlineError } from '../domain/errors.ts';
import type { ReportRunner } from '../reports/report-runner.ts';
import type { RawQuery } from '../reports/run/query.ts';
import type { Envelope } from '../reports/run/run-report.ts';
import { type Fetch, type HttpReply, httpGet } from './http-get.ts';

export interface RemoteOptions {
  /** From `serverAddress`. */
  readonly server: string;
  readonly key: string;
  readonly fetch: Fetch;
  /** This program's version, which a proxy's log may show. */
  readonly version: string;
  /** How long a server may send nothing. */
  readonly silenceMs?: number;
}

/**
 * Runs reports on a server, one request each. The caller retries temporary failures (a 429, a 5xx, a dropped connection).
 *
 * Errors are the server's own, with their codes; `unavailable` also for an unreachable server, and `bad_server` if the responder is not a
 * Sightline server, or untrusted.
 */
export function remoteRunner({ server, key, fetch, version, silenceMs }: RemoteOptions): ReportRunner {
  const headers = { accept: 'application/json', 'x-api-key': key, 'user-agent': `sightline/${version}` };
  return async (report, query) => {
    const url = `${server}${API_PREFIX}/${report}${searchOf(query)}`;
    const received = await httpGet(fetch, url, headers, silenceMs);
    const body = jsonOf(received.body);
    if (received.status === 200 && isEnvelope(body)) return body;
    throw refusalOf({ server, report, url }, received, body);
  };
}

function searchOf(query: RawQuery): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) if (each !== undefined) search.append(name, String(each));
  }
  return search.size === 0 ? '' : `?${search}`;
}

interface Asked {
  readonly server: string;
  readonly report: string;
  readonly url: string;
}

function refusalOf(asked: Asked, { status, headers }: HttpReply, body: unknown): SightlineError {
  const retryAfterSeconds = retryAfterOf(headers);
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  if (status >= 300 && status < 400) return redirected(asked, headers);
  if (isErrorBody(body)) return refused(asked, body.error, status, retry);
  // A proxy in front of the server may answer in its own words.
  if (status === 429) {
    const when = retryAfterSeconds === undefined ? 'later' : `in ${retryAfterSeconds} s`;
    const sentence = `${asked.server} takes no more requests at the moment. Try again ${when}.`;
    return new SightlineError('rate_limited', sentence, retry);
  }
  if (status >= 500) {
    const sentence = `${asked.server} is not available at the moment (status ${status}).`;
    return new SightlineError('unavailable', sentence, retry);
  }
  return isJson(headers) && body === undefined ? cutOff(asked) : notSightline(asked, status, headers);
}

/** Some proxies end a response normally when the server behind them is gone. */
function cutOff({ server }: Asked): SightlineError {
  return new SightlineError('unavailable', `The response of ${server} is not complete.`);
}

function isJson(headers: Headers): boolean {
  return /^application\/json\b/i.test(headers.get('content-type') ?? '');
}

/** The server's own refusal. A newer server may have codes that this program does not know. */
function refused(
  { server, report }: Asked,
  { code, message }: { code: string; message: string },
  status: number,
  retry: { retryAfterSeconds?: number },
): SightlineError {
  if (code === 'not_found') {
    return new SightlineError(
      'not_found',
      `${server} has no report \`${report}\`: it runs an older version, or its address is wrong.`,
    );
  }
  if (Object.hasOwn(API_ERRORS, code)) {
    return new SightlineError(code as ErrorCode, withoutApiKeys(message), retry);
  }
  const nearest = status >= 500 ? 'internal_error' : 'invalid_request';
  return new SightlineError(nearest, `${withoutApiKeys(message)} (${withoutApiKeys(code)})`, retry);
}

/** Shows only the target, because the rest of a redirect may contain anything. */
function redirected({ server, url }: Asked, headers: Headers): SightlineError {
  const location = headers.get('location') ?? '';
  const target = URL.canParse(location, url) ? new URL(location, url) : null;
  const where = target === null ? 'elsewhere' : `to ${target.origin}${target.pathname}`;
  return new SightlineError(
    'bad_server',
    `${server} redirects ${withoutApiKeys(where)}. A key is not sent on; give the address that it leads to.`,
  );
}

function notSightline({ url }: Asked, status: number, headers: Headers): SightlineError {
  const type = headers.get('content-type')?.split(';')[0]?.trim() || 'no content type';
  const path = url.split('?', 1)[0];
  return new SightlineError(
    'bad_server',
    `There is no Sightline server at ${path}: the response has status ${status} and ${withoutApiKeys(type)}. ` +
      `Check the address; if the server is behind a proxy, it needs the path in front of ${API_PREFIX}.`,
  );
}

function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorBody(body: unknown): body is { error: { code: string; message: string } } {
  const { error } = (body ?? {}) as { error?: { code?: unknown; message?: unknown } };
  return typeof error?.code === 'string' && typeof error.message === 'string';
}

function isEnvelope(body: unknown): body is Envelope {
  const { data, meta } = (body ?? {}) as { data?: unknown; meta?: Partial<Envelope['meta']> };
  return (
    typeof data === 'object' &&
    data !== null &&
    typeof meta?.generated_at === 'string' &&
    typeof meta.note === 'string' &&
    typeof meta.brand?.id === 'string' &&
    typeof meta.brand.name === 'string'
  );
}
