/**
 * Text as both databases can store it and every client can read it: lone surrogates and NUL become U+FFFD,
 * as CommonMark asks for NUL and UTF-8 for the others. Everything else stays as it came.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}
