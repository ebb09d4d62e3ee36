/** How far a page is searched for its charset, as browsers do (HTML, section 13.2.3.2). Bytes. */
const SEARCHED = 1024;

const META = /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]{1,40})/i;

/**
 * The charset of a page as a label that TextDecoder takes: by its first bytes, its header, or its own word, in that order; UTF-8
 * if none of them says one that is known.
 */
export function charsetOf(contentType: string, bytes: Uint8Array): string {
  const [, declared] = /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType) ?? [];
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, SEARCHED));
  const labels = [markOf(bytes), declared, META.exec(head)?.[1]];
  return labels.find((label) => label !== undefined && isKnown(label)) ?? 'utf-8';
}

/** What a byte order mark says. */
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
