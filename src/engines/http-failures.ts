import type { EngineFailure, Fault, Reply } from './engine.ts';
import { failed } from './engine-reading.ts';
import { isObject, jsonObjectOrEmpty, text } from './json.ts';

/** What an engine says of a failure in its own words, by its code or message; undefined to go by the status alone. */
export type OwnFaults = (code: string, message: string) => Fault | undefined;

/**
 * What a reply with an error status means. The engine's own code comes first, then the HTTP status; the detail is the
 * engine's code where it has one, and `http_<status>` where not.
 */
export function failureOf(reply: Reply, own: OwnFaults = () => undefined): EngineFailure {
  const { code, message } = errorIn(reply.body);
  const fault = own(code, message) ?? (OF_THE_PROMPT.test(code) ? 'final' : faultOfStatus(reply.status));
  return failed(code === '' ? `http_${reply.status}` : code, fault, retryAfterOf(reply));
}

/** Codes of a request that is refused for what it asks, which is no reason to stop the engine. */
const OF_THE_PROMPT = /invalid_prompt|content_policy|content_filter|context_length|string_above_max/;

function faultOfStatus(status: number): Fault {
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'quota';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 429) return 'rate';
  return status >= 500 ? 'transient' : 'config';
}

/** The code and message of the two usual shapes: `{error: {code|type|status, message}}` and `{code, error: "…"}`. */
function errorIn(body: string): { code: string; message: string } {
  const value = jsonObjectOrEmpty(body);
  const error = isObject(value.error) ? value.error : value;
  const message = text(error.message) ?? text(value.error) ?? '';
  const code = [error.code, error.status, error.type].find(
    (each) => typeof each === 'string' && each !== 'error',
  );
  return { code: typeof code === 'string' ? slugOf(code) : '', message };
}

/** A code as it is stored and shown: short, and of harmless characters. */
export function slugOf(code: string): string {
  return code
    .trim()
    .replace(/[^A-Za-z0-9_.:-]+/g, '_')
    .slice(0, 80);
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date, which is read against the reply's own `date`. */
function retryAfterOf({ headers }: Reply): number | null {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  const value = headers['retry-after'];
  if (value === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
  const wait = Date.parse(value) - Date.parse(headers.date ?? '');
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}
