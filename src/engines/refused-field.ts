import type { EngineRequest, Reply } from './engine.ts';
import { isObject, jsonObjectOrEmpty, object, objects, text } from './json.ts';

/** Statuses by which a vendor says that a request is not as it should be. */
const MALFORMED = [400, 422];

/**
 * The field that a refusal of a request names, among those that may be omitted; null if it names none. A field that the
 * request did not have is not the reason.
 */
export function refusedField(
  reply: Reply,
  request: EngineRequest,
  omittable: readonly string[],
): string | null {
  if (!MALFORMED.includes(reply.status)) return null;
  const body = jsonObjectOrEmpty(reply.body);
  const sent = omittable.filter((field) => isObject(request.body) && field in request.body);
  return sent.find((field) => namesIn(body).some((name) => isNamed(field, name))) ?? null;
}

/** A request without some fields of its body. */
export function withoutFields(request: EngineRequest, fields: readonly string[]): EngineRequest {
  if (!isObject(request.body) || fields.length === 0) return request;
  const kept = Object.entries(request.body).filter(([field]) => !fields.includes(field));
  return { ...request, body: Object.fromEntries(kept) };
}

/** Where vendors name a field: `error.param`, `detail[].loc`, and in the words of the message. */
function namesIn(body: Readonly<Record<string, unknown>>): string[] {
  const error = isObject(body.error) ? body.error : body;
  const located = objects(body.detail).map(({ loc }) => (Array.isArray(loc) ? loc.join('.') : ''));
  const param = text(error.param) ?? text(object(body.error).field) ?? '';
  const message = text(error.message) ?? text(body.error) ?? text(body.detail) ?? '';
  return [param, ...located, ...quotedIn(message)];
}

/** What a message puts in quotation marks or begins with: `unknown field "x"`, `x.type: not permitted`. */
function quotedIn(message: string): string[] {
  const quoted = [...message.matchAll(/["'`‘“]([\w.[\]]{1,80})["'`’”]/g)].map(([, name = '']) => name);
  const after = [
    ...message.matchAll(/\b(?:field|parameter|property|argument)s?(?: supplied)?:? ([\w.[\]]{1,80})/gi),
  ];
  const [first = ''] = /^[\w.[\]]{1,80}(?=:)/.exec(message) ?? [];
  return [first, ...quoted, ...after.map(([, name = '']) => name)];
}

/** Whether a name is that of a field, of something within it, or of it within the body: `body.tool_choice.type`. */
function isNamed(field: string, name: string): boolean {
  return name.split(/[.[\]]+/).includes(field);
}
