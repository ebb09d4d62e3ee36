/** A sign, or its percent-encoding, also encoded again. */
const encoded = (sign: string, code: string) => `(?:${sign}|%(?:25){0,3}${code})`;
/** Also in names such as `crawl-192-0-2-1.example.com`. */
const FOUR_NUMBERS = new RegExp(String.raw`\d{1,3}(?:${encoded('[.-]', '2[DE]')}\d{1,3}){3}`, 'gi');
const COLON = encoded(':', '3A');
/** At least four colons or two together, which no time has. */
const IPV6 = new RegExp(`[0-9a-f]{0,4}(?:${COLON}[0-9a-f]{0,4}){2,8}`, 'gi');
const COLONS = new RegExp(COLON, 'gi');
/** The last part of a host begins with a letter, which tells mail from a package's version: `vue@3.4.1`. */
const MAIL = new RegExp(
  String.raw`[^\s/?#&=;:,"'<>()@]{1,64}${encoded('@', '40')}(?:(?:[\p{L}\p{N}-]|%[89a-f][0-9a-f]){1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}`,
  'giu',
);
const LONGEST = 200;

/** The beginning of a line to show, without addresses and control characters: at most 200 characters. */
export function maskedLine(line: string): string {
  // An address that is cut at the end of the longer text is not shown.
  const masked = withoutAddresses(withoutMail(line.slice(0, 2 * LONGEST)));
  return masked.replace(/\p{Cc}/gu, '\uFFFD').slice(0, LONGEST);
}

/** With `[mail]` for each mail address. */
export function withoutMail(text: string): string {
  return text.replace(MAIL, '[mail]');
}

/** With `[address]` for each IP address. */
export function withoutAddresses(text: string): string {
  return text.replace(FOUR_NUMBERS, '[address]').replace(IPV6, (found) => {
    const written = found.replace(COLONS, ':');
    return written.includes('::') || written.split(':').length > 4 ? '[address]' : found;
  });
}
