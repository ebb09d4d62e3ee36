import type { EngineFailure, Fault, Reply } from './engine.ts';
import { failed } from './engine-reading.ts';
import { isObject, jsonObjectOrEmpty, objects, text } from './json.ts';

/** What a failure means in the engine's own words, by its code or message; undefined to go by the status alone. */
export type OwnFaults = (code: string, message: string) => Fault | undefined;

/**
 * What a reply with an error status means. The engine's own code comes first, then the HTTP status; the detail is the
 * engine's code if it has one, otherwise `http_<status>`.
 */
export function failureOf(reply: Reply, own: OwnFaults = () => undefined): EngineFailure {
  const { code, message } = errorIn(reply.body);
  const fault =
    own(code, message) ??
    (isPromptCode(code) ? 'final' : faultOfStatus(reply.status, `${code.replaceAll('_', ' ')} ${message}`));
  return failed(code === '' ? `http_${reply.status}` : code, fault, retryAfterOf(reply));
}

/** Whether a status refuses a request, which costs nothing. What ran into a deadline over there (408) may have been worked on. */
export function isUnpaidStatus(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408;
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

/**
 * An invalid request stops the engine only where it is said to be so for what every request has: the model, a tool, a field.
 * Otherwise only this question is known to be refused, whatever is wrong with it.
 */
function faultOfInvalid(said: string): Fault {
  return COMMON_TO_ALL.test(said) && !ABOUT_THE_PROMPT.test(said) ? 'config' : 'final';
}

const COMMON_TO_ALL = new RegExp(
  [
    '\\b(models?|fields?|parameters?|propert(y|ies)|tools?|web[ _]?search|versions?|JSON|unknown name|max_\\w*tokens',
    'unsupported|not (supported|permitted|enabled|available|allowed))\\b',
  ].join('|'),
  'i',
);

/** A prompt that is too long is too long for a model, and may be reported with the field that it is in. */
const ABOUT_THE_PROMPT = new RegExp(
  [
    'prompt is too long|prompt contains|input is too long|input token count|too many (input|prompt) tokens',
    'maximum (prompt|context|input) length|(prompt|input) .*\\bexceeds?\\b|exceeds? .*\\bcontext window',
    'content filter|safety system|usage (policy|policies|guidelines)',
  ].join('|'),
  'i',
);

function faultOfStatus(status: number, said: string): Fault {
  if (status === 400 || status === 422) return faultOfInvalid(said);
  if (status === 413) return 'final';
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'quota';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 429) return 'rate';
  return status >= 500 ? 'transient' : 'config';
}

/**
 * The code and message of the three usual shapes: `{error: {code|type|status, message}}`, `{code, error: "…"}` and
 * `{detail: [{msg}]}`.
 */
function errorIn(body: string): { code: string; message: string } {
  const value = jsonObjectOrEmpty(body);
  const error = isObject(value.error) ? value.error : value;
  const details = objects(value.detail).flatMap(({ msg }) => text(msg) ?? []);
  const message = text(error.message) ?? text(value.error) ?? details.join(' ');
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
