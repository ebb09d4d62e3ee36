/**
 * Reading other people's JSON: a value that is missing, or of another type than expected, reads as undefined or empty, so
 * that a changed field never loses an answer.
 */
export type Json = Readonly<Record<string, unknown>>;

/** @throws SyntaxError where the body is not a JSON object */
export function jsonObject(body: string): Json {
  const value: unknown = JSON.parse(body);
  if (!isObject(value)) throw new SyntaxError('the body is not a JSON object');
  return value;
}

/** The same, but a body that is not a JSON object reads as an empty one. */
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

/** The objects of a list; none if it is not a list. */
export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function object(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The strings of a list; none if it is not a list. */
export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

export function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
