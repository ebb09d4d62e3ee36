import type { EngineFailure, Fault, Reply } from './engine.ts';
import { failed } from './engine-reading.ts';
import { isObject, jsonObjectOrEmpty, text } from './json.ts';

/** What a failure means in the engine's own words, by its code or message; undefined to go by the status alone. */
export type OwnFaults = (code: string, message: string) => Fault | undefined;

/**
 * What a reply with an error status means. The engine's own code comes first, then the HTTP status; the detail is the
 * engine's code where it has one, and `http_<status>` where not.
 */
export function failureOf(reply: Reply, own: OwnFaults = () => undefined): EngineFailure {
  const { code, message } = errorIn(reply.body);
  const isOfThePrompt = isPromptCode(code) || isPromptMessage(message, reply.status);
  const fault = own(code, message) ?? (isOfThePrompt ? 'final' : faultOfStatus(reply.status));
  return failed(code === '' ? `http_${reply.status}` : code, fault, retryAfterOf(reply));
}

/**
 * Whether a code refuses a request for what it asks: asking it again gives the same, and other questions are not affected.
 * The last four are reasons of OpenAI's, which come inside a 200 as well.
 */
export function isPromptCode(code: string): boolean {
  return PROMPT_CODES.test(code);
}

const PROMPT_CODES = new RegExp(
  [
    'content_policy|content_filter|context_length|string_above_max|too_many_prompt_tokens|prompt_too_long',
    'request_too_large|invalid_prompt|bio_policy|misalignment_policy_violation|data_residency_mismatch',
  ].join('|'),
);

/** Vendors without a code for it say it in the message of an invalid request, in these words. */
function isPromptMessage(message: string, status: number): boolean {
  return status === 413 || ([400, 422].includes(status) && PROMPT_MESSAGES.test(message));
}

const PROMPT_MESSAGES = new RegExp(
  [
    'prompt is too long|prompt contains|input is too long|input token count|too many (input|prompt) tokens',
    'maximum (prompt|context|input) length|(prompt|input) .*\\bexceeds?\\b|exceeds? .*\\bcontext window',
    'content filter|safety system|usage (policy|policies|guidelines)',
  ].join('|'),
  'i',
);

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

/** A code as it is stored and shown: short, and made of harmless characters. */
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
