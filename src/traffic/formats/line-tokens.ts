/**
 * A line's parts between blanks. One in quotation marks keeps the first mark: `"GET / HTTP/1.1`; one in brackets has
 * both. A mark inside is escaped, or no blank follows it. Null if quotation marks don't end, as in a line that was cut.
 */
export function tokensOf(line: string): string[] | null {
  const tokens: string[] = [];
  const lastBracket = line.lastIndexOf(']');
  for (let from = 0; from < line.length; ) {
    const first = line.charCodeAt(from);
    if (first === BLANK) {
      from += 1;
      continue;
    }
    const end = first === QUOTE ? closingQuote(line, from + 1) : blankAfter(line, first, from, lastBracket);
    if (end === -1) return null;
    tokens.push(line.slice(from, end));
    from = end + 1;
  }
  return tokens;
}

export const isQuoted = (token: string | undefined): token is string => token?.charCodeAt(0) === QUOTE;

const [BLANK, QUOTE, BRACKET, BACKSLASH] = [0x20, 0x22, 0x5b, 0x5c];

/** Brackets count only if they close; to know the last one spares a search for each that doesn't. */
function blankAfter(line: string, first: number, from: number, lastBracket: number): number {
  const isClosed = first === BRACKET && from < lastBracket;
  const blank = line.indexOf(' ', isClosed ? line.indexOf(']', from) : from);
  return blank === -1 ? line.length : blank;
}

function closingQuote(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at !== -1; at = line.indexOf('"', at + 1)) {
    const isLast = at + 1 === line.length || line.charCodeAt(at + 1) === BLANK;
    if (isLast && !isEscaped(line, from, at)) return at;
  }
  return -1;
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(line: string, from: number, at: number): boolean {
  let before = at;
  while (before > from && line.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}

const ESCAPES = /(?:\\x[0-9A-Fa-f]{2})+|\\u([0-9A-Fa-f]{4})|\\(.)/g;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

/** The text in a token with quotation marks. nginx escapes bytes (`\x22`), Apache signs (`\"`), JSON code units (`\u0022`). */
export function unquoted(token: string): string {
  const text = token.slice(1);
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPES, (bytes: string, unit?: string, sign?: string) => {
    if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
    if (sign !== undefined) return CONTROLS[sign] ?? sign;
    return Buffer.from(bytes.replaceAll('\\x', ''), 'hex').toString();
  });
}
