import type { EngineAdapter, EngineRequest, Reply } from './engine.ts';
import { isObject, jsonObjectOrEmpty, object, objects, text } from './json.ts';

/** Statuses for a malformed request. */
const MALFORMED = [400, 422];

/** A field that a refusal names, or that it is only suspected to be about. */
export interface RefusedField {
  readonly field: string;
  readonly isNamed: boolean;
}

/** The omittable field that a refusal names, or else the suspected one; null for none. The request must have had the field. */
export function refusedField(
  reply: Reply,
  request: EngineRequest,
  { omittable = [], suspected = '' }: Pick<EngineAdapter, 'omittable' | 'suspected'>,
): RefusedField | null {
  if (!MALFORMED.includes(reply.status)) return null;
  const body = jsonObjectOrEmpty(reply.body);
  const sent = omittable.filter((field) => isObject(request.body) && field in request.body);
  const named = sent.find((field) => namesIn(body).some((name) => isNamed(field, name)));
  if (named !== undefined) return { field: named, isNamed: true };
  return sent.includes(suspected) ? { field: suspected, isNamed: false } : null;
}

/** The request without some fields of its body. */
export function withoutFields(request: EngineRequest, fields: readonly string[]): EngineRequest {
  if (!isObject(request.body) || fields.length === 0) return request;
  const kept = Object.entries(request.body).filter(([field]) => !fields.includes(field));
  return { ...request, body: Object.fromEntries(kept) };
}

/** Field names in a refusal: `error.param`, `detail[].loc`, and in the message. */
function namesIn(body: Readonly<Record<string, unknown>>): string[] {
  const error = isObject(body.error) ? body.error : body;
  const located = objects(body.detail).map(({ loc }) => (Array.isArray(loc) ? loc.join('.') : ''));
  const param = text(error.param) ?? text(object(body.error).field) ?? '';
  const message = text(error.message) ?? text(body.error) ?? text(body.detail) ?? '';
  return [param, ...located, ...quotedIn(message)];
}

/** Quoted or leading names in a message: `unknown field "x"`, `x.type: not permitted`. */
function quotedIn(message: string): string[] {
  const quoted = [...message.matchAll(/["'`‘“]([\w.[\]]{1,80})["'`’”]/g)].map(([, name = '']) => name);
  const after = [
    ...message.matchAll(/\b(?:field|parameter|property|argument)s?(?: supplied)?:? ([\w.[\]]{1,80})/gi),
  ];
  const [first = ''] = /^[\w.[\]]{1,80}(?=:)/.exec(message) ?? [];
  return [first, ...quoted, ...after.map(([, name = '']) => name)];
}

/** Whether a name refers to a field, directly or by a path: `body.tool_choice.type`. */
function isNamed(field: string, name: string): boolean {
  return name.split(/[.[\]]+/).includes(field);
}
