import type { EngineFailure, Fault, Reply } from './engine.ts';
import { failed } from './engine-reading.ts';
import { isObject, jsonObjectOrEmpty, objects, text } from './json.ts';

/** A failure's fault by the engine's own code or message; undefined if only the status counts. */
type OwnFaults = (code: string, message: string) => Fault | undefined;

/**
 * The failure in a reply with an error status: by the engine's own code, then by the HTTP status. Its detail is the
 * engine's code, or `http_<status>`.
 */
export function failureOf(reply: Reply, own: OwnFaults = () => undefined): EngineFailure {
  const { code, message } = errorIn(reply.body);
  const fault =
    own(code, message) ??
    (isPromptCode(code) ? 'final' : faultOfStatus(reply.status, `${code.replaceAll('_', ' ')} ${message}`));
  return failed(code === '' ? `http_${reply.status}` : code, fault, retryAfterOf(reply));
}

/** Whether the vendor refused a request at no cost. A request that met their deadline (408) may cost money. */
export function isUnpaidStatus(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408;
}

/**
 * Whether a code refuses this prompt: a retry would fail too, and other questions are unaffected.
 * The last four are OpenAI's reasons, which also come inside a 200.
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
 * An invalid request stops the engine only if the message blames something in every request: the model, a tool, a
 * field. Otherwise only this question fails.
 */
function faultOfInvalid(said: string): Fault {
  return ABOUT_EVERY_REQUEST.test(said) && !ABOUT_THE_PROMPT.test(said) ? 'config' : 'final';
}

const ABOUT_EVERY_REQUEST = new RegExp(
  [
    '\\b(models?|fields?|parameters?|propert(y|ies)|tools?|web[ _]?search|versions?|JSON|unknown name|max_\\w*tokens',
    'unsupported|not (supported|permitted|enabled|available|allowed))\\b',
  ].join('|'),
  'i',
);

/** A prompt may be too long for a model, and the message may name the prompt's field. */
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
 * The code and message in the three usual formats: `{error: {code|type|status, message}}`, `{code, error: "…"}`, and
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
  return { code: typeof code === 'string' ? slugOf(code) : '', message: message.slice(0, LONGEST_MESSAGE) };
}

/** A longer message says nothing more, and patterns with two words far apart are slow on it. */
const LONGEST_MESSAGE = 1000;

/** A code to store and show: short, with harmless characters only. */
export function slugOf(code: string): string {
  return code
    .trim()
    .replace(/[^A-Za-z0-9_.:-]+/g, '_')
    .slice(0, 80);
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date relative to the reply's own `date`. */
function retryAfterOf({ headers }: Reply): number | null {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  const value = headers['retry-after'];
  if (value === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
  const wait = Date.parse(value) - Date.parse(headers.date ?? '');
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}
