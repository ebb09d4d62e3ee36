/** Also in names such as `crawl-192-0-2-1.example.com`. */
const FOUR_NUMBERS = /\d{1,3}(?:[.-]\d{1,3}){3}/g;
/** At least four colons or two together, which no time has. */
const IPV6 = /[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,8}/g;
const LONGEST = 200;

/** The beginning of a line to show, without addresses and control characters: at most 200 characters. */
export function maskedLine(line: string): string {
  // An address that is cut at the end of the longer text is not shown.
  const masked = line
    .slice(0, 2 * LONGEST)
    .replace(FOUR_NUMBERS, '[address]')
    .replace(IPV6, (text) => (text.includes('::') || text.split(':').length > 4 ? '[address]' : text));
  return masked.replace(/\p{Cc}/gu, '\uFFFD').slice(0, LONGEST);
}
