import { decodeHTMLStrict } from 'entities';

interface WrittenCharacter {
  readonly shown: string;
  readonly start: number;
  readonly end: number;
}

/** Source characters that may belong to a longer sequence. Nearly all others take the fast path. */
const MAY_BE_MARKUP = new Set(['\n', '\r', '\\', '&']);

const ESCAPABLE = /[!-/:-@[-`{-~]/;
const REFERENCES = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{0,31});/gi;
const REFERENCE = new RegExp(`^${REFERENCES.source}`, 'i');
const AMPERSAND = /^&(?:amp|#0*38|#x0*26);/i;
const LINE_BREAK = /^[ \t]*(?:\r\n|\r|\n)(?:[ \t]|>(?!\s*$))*/;

/**
 * The source range of one character in Markdown text: a line break, an escape, a reference, or the character itself.
 *
 * @param value the parsed text
 * @param index the character's index in `value`
 * @param at the earliest source offset
 * @param to the source offset after `value`
 */
export function characterAt(
  source: string,
  value: string,
  index: number,
  at: number,
  to: number,
): WrittenCharacter {
  const shown = value[index] ?? '';
  if (source[at] === shown && !MAY_BE_MARKUP.has(shown)) return { shown, start: at, end: at + 1 };
  return (
    lineBreakAt(source, value, index, at, to) ??
    escapeAt(source, shown, at) ??
    referenceAt(source, value, index, at, to) ??
    plainAt(source, shown, at, to)
  );
}

function lineBreakAt(
  source: string,
  value: string,
  index: number,
  at: number,
  to: number,
): WrittenCharacter | null {
  const shown = value[index] ?? '';
  const next = value[index + 1];
  if (shown !== '\n' && !(shown === '\r' && next !== '\n')) return null;
  const skipped = LINE_BREAK.exec(source.slice(at, Math.min(to, at + 2000)))?.[0];
  return skipped === undefined ? null : { shown, start: at, end: nextLineStart(at, skipped, next) };
}

/** The start of the next line's text, after its indentation and after quotation markers that aren't text. */
function nextLineStart(at: number, skipped: string, next: string | undefined): number {
  const lineBreak = /^[ \t]*(?:\r\n|\r|\n)/.exec(skipped)?.[0] ?? '';
  const prefix = skipped.slice(lineBreak.length);
  const kept = next === '>' && prefix.endsWith('>') ? 1 : 0;
  return at + skipped.length - kept;
}

function escapeAt(source: string, shown: string, at: number): WrittenCharacter | null {
  const isEscape = source[at] === '\\' && source[at + 1] === shown && ESCAPABLE.test(shown);
  return isEscape ? { shown, start: at, end: at + 2 } : null;
}

function referenceAt(
  source: string,
  value: string,
  index: number,
  at: number,
  to: number,
): WrittenCharacter | null {
  if (source[at] !== '&') return null;
  if (value[index] === '&' && !AMPERSAND.test(source.slice(at, at + 8))) return null;
  const reference = REFERENCE.exec(source.slice(at, Math.min(to, at + 40)))?.[0];
  if (!reference) return null;
  const decoded = decodeHTMLStrict(reference);
  const shown = value.startsWith(decoded, index)
    ? decoded
    : String.fromCodePoint(value.codePointAt(index) ?? 0);
  return { shown, start: at, end: at + reference.length };
}

function plainAt(source: string, shown: string, at: number, to: number): WrittenCharacter {
  if (source[at] === shown) return { shown, start: at, end: at + 1 };
  const near = source.slice(at, Math.min(to, at + 200)).indexOf(shown);
  const start = near === -1 ? Math.min(at, to - 1) : at + near;
  return { shown, start, end: near === -1 ? Math.max(at, start + 1) : start + 1 };
}

/** The character references in a piece of HTML, in order, with offsets within it. HTML has no other escapes. */
export function* referencesIn(html: string): Generator<WrittenCharacter> {
  for (const { 0: reference, index } of html.matchAll(REFERENCES)) {
    yield { shown: decodeHTMLStrict(reference), start: index, end: index + reference.length };
  }
}
