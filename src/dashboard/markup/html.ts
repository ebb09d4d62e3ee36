/** Escaped HTML. Only `html` creates it. */
export class Html {
  readonly #text: string;
  private constructor(text: string) {
    this.#text = text;
  }

  /** For `html`, and for what it made in another thread: the text must contain only escaped values. */
  static ofEscaped(text: string): Html {
    return new Html(text);
  }

  toString(): string {
    return this.#text;
  }
}

/** Template values. Null, undefined, and booleans render nothing, so `condition && html…` works. */
export type Content = Html | string | number | boolean | null | undefined | readonly Content[];

/**
 * Renders HTML or SVG and escapes every value. Put attribute values in double quotes. `href="${null}"` drops the attribute, so a link that
 * the reader may not open becomes plain text.
 */
export function html(texts: TemplateStringsArray, ...values: readonly Content[]): Html {
  let page = texts[0] ?? '';
  for (const [index, value] of values.entries()) {
    const next = texts[index + 1] ?? '';
    if (value === null && texts[index]?.endsWith(HREF))
      page = page.slice(0, -HREF.length) + next.slice('"'.length);
    else page += escaped(value, () => isInField(texts, index)) + next;
  }
  return Html.ofEscaped(page);
}

/** Some HTML with more after its first `end`, or before it all if it has none. */
export function insertedAfter(some: Html, end: string, more: Html | null): Html {
  const text = some.toString();
  const at = text.indexOf(end);
  const from = at < 0 ? 0 : at + end.length;
  return more === null ? some : Html.ofEscaped(text.slice(0, from) + more + text.slice(from));
}

const HREF = ' href="';

/** Ampersand first, because the other escapes contain one. */
const ENTITIES = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
] as const;

const SPECIAL = /[&<>"']/;

function escaped(value: Content, isField: () => boolean): string {
  if (value instanceof Html) return value.toString();
  if (value === null || value === undefined || typeof value === 'boolean') return '';
  if (Array.isArray(value)) return value.map((each) => escaped(each, isField)).join('');
  const plain = String(value);
  const text = SPECIAL.test(plain) ? escapedText(plain) : plain;
  return DIRECTIONS.test(text) && !isField() ? text.replaceAll(DIRECTIONS_ALL, '') : text;
}

/** One pass per character takes a tenth of the time of one pass with a callback. */
function escapedText(text: string): string {
  return ENTITIES.reduce((done, [character, entity]) => done.replaceAll(character, entity), text);
}

/** Bidirectional control characters, which can also reorder the text around them. Arabic and Hebrew text has its direction without them. */
const DIRECTIONS_ALL = /[\u202A-\u202E\u2066-\u2069]/g;
const DIRECTIONS = new RegExp(DIRECTIONS_ALL.source);

/** Whether a value is in an attribute or a field. Those stay unchanged, because a form may send them back. */
function isInField(texts: readonly string[], index: number): boolean {
  const before = texts.slice(0, index + 1).join('');
  return /(?:="[^"]*|<textarea\b[^>]*>)$/.test(before);
}
