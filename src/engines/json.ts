/**
 * Reading other people's JSON: what is not there, or is of another kind than expected, is undefined or empty, so that a
 * field that changes never loses an answer.
 */
export type Json = Readonly<Record<string, unknown>>;

/** @throws SyntaxError where the body is no JSON object */
export function jsonObject(body: string): Json {
  const value: unknown = JSON.parse(body);
  if (!isObject(value)) throw new SyntaxError('the body is no JSON object');
  return value;
}

/** The same, where a body that is no JSON object has nothing in it. */
export function jsonObjectOrEmpty(body: string): Json {
  try {
    return jsonObject(body);
  } catch {
    return {};
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; none where it is no list. */
export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function object(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
