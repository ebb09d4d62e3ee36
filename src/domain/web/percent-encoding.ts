/**
 * A percent-encoded octet; a percent sign that begins none, with the octets behind it that could complete one once
 * they are decoded; or characters that an address cannot have (RFC 3986, section 2).
 */
const ENCODED = /%(?![\da-f]{2})[\da-f]?(?:%[\da-f]{2}){0,2}|%([\da-f]{2})|[^\w\-.~!$&'()*+,;=:@/?%]+/gi;

/** Characters that mean the same encoded or not, in any part of an address (RFC 3986, section 2.3). */
export const UNRESERVED = /[\w\-.~]/;

/**
 * Also the delimiters that servers read alike in a path, encoded or not. Not `/` and `?`, which end a part of it, `;`,
 * which begins a parameter, and `+`, which some applications read as a blank.
 */
export const ALIKE_IN_PATH = /[\w\-.~!$&'()*,=:@]/;

/**
 * One spelling for an address's path or query (RFC 3986, section 6.2.2): some characters decoded, capitals in all other
 * octets, and characters that an address cannot have encoded. A percent sign that begins no octet stays. Doing it again
 * changes nothing. Linear in the text.
 *
 * @param decoded the characters to decode
 */
export function normalizeEncoding(text: string, decoded: RegExp): string {
  return text.replace(ENCODED, (written, octet?: string) => {
    if (octet === undefined)
      return written.startsWith('%') ? written : encodeURIComponent(written.toWellFormed());
    const character = String.fromCharCode(Number.parseInt(octet, 16));
    return decoded.test(character) ? character : written.toUpperCase();
  });
}
