/** Bytes to search for a charset, as browsers do (HTML, section 13.2.3.2). */
const SEARCHED = 1024;

const META = /<meta[^>]{0,200}?charset\s*=\s*(?:["']\s*)?([\w:.-]{1,40})/i;

/**
 * A page's charset as a TextDecoder label: from its byte order mark, header, or meta element, in that order; default
 * UTF-8.
 */
export function charsetOf(contentType: string, bytes: Uint8Array): string {
  const [, declared] = /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType) ?? [];
  const prefix = new TextDecoder('latin1').decode(bytes.subarray(0, SEARCHED));
  // An element that a search finds byte by byte is no UTF-16, whatever it says (HTML, section 13.2.3.2).
  const meta = META.exec(prefix)?.[1]?.replace(/^utf-16.*/i, 'utf-8');
  const labels = [markOf(bytes), declared, meta];
  return labels.find((label) => label !== undefined && isKnown(label)) ?? 'utf-8';
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/**
 * The text of a file that a person gives. Spreadsheets save tables as UTF-16 with a byte order mark, or as Windows-1252.
 *
 * @param isWhole false for a file's beginning, which may end within a sign
 */
export function decodedFile(file: Uint8Array, isWhole = true): string {
  return decoded(file, charsetOf('', file), isWhole) ?? decoded(file, 'windows-1252', isWhole) ?? '';
}

function decoded(file: Uint8Array, charset: string, isWhole: boolean): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(file, { stream: !isWhole });
  } catch {
    return null;
  }
}
