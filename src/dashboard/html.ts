/** Text that is safe to send as HTML. Only `html` makes it. */
export class Html {
  readonly #text: string;
  private constructor(text: string) {
    this.#text = text;
  }

  /** The one way in, for `html` below and nothing else: every value in the text was escaped. */
  static ofEscaped(text: string): Html {
    return new Html(text);
  }

  toString(): string {
    return this.#text;
  }
}

/** What a template may contain. Nothing is shown for null, undefined, and booleans, so `condition && html…` works. */
export type Content = Html | string | number | boolean | null | undefined | readonly Content[];

/** HTML, or SVG inside of it, with every value escaped. Attribute values must be in double quotes. */
export function html(texts: TemplateStringsArray, ...values: readonly Content[]): Html {
  const pieces = texts.map((text, index) => text + (index < values.length ? escaped(values[index]) : ''));
  return Html.ofEscaped(pieces.join(''));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(value: Content): string {
  if (value instanceof Html) return value.toString();
  if (value === null || value === undefined || typeof value === 'boolean') return '';
  if (Array.isArray(value)) return value.map(escaped).join('');
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
