/**
 * Lenient reading of foreign JSON: a missing or unexpected value becomes undefined or empty, so a changed field never
 * loses an answer.
 */
export type Json = Readonly<Record<string, unknown>>;

/** The body's object. @throws SyntaxError if the body isn't a JSON object */
export function jsonObject(body: string): Json {
  const value: unknown = JSON.parse(body);
  if (!isObject(value)) throw new SyntaxError('the body is not a JSON object');
  return value;
}

/** The body's object; empty if the body isn't a JSON object. */
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

/** The objects in a list; none if it isn't a list. */
export function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function object(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A text on one line; null if it is blank or no text. */
export function cleanText(value: unknown): string | null {
  const said = (text(value) ?? '').trim().replace(/\s+/g, ' ');
  return said === '' ? null : said;
}

/** The strings in a list; none if it isn't a list. */
export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

export function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
