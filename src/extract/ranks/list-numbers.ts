const NUMBER =
  /^[\s*_"“\p{Extended_Pictographic}\p{M}\p{Cf}✓✔]*(?:(?:#|№|no\.?\s?|nr\.?\s?|number\s|rank\s|platz\s|rang\s|place\s|puesto\s|lugar\s|posición\s|posição\s|posizione\s|место\s|місце\s)\s?(\d{1,3})(?![\d.]*\d)[.):：、-]?|[(（]?(\d{1,3})(?:\\?[.)]|[:：、．）]|\s?[–—-]\s)(?!\d|x\b)|([0-9])\uFE0F?\u20E3|(🔟)|第?(\d{1,3})(?:位|名|위|место)[:：.]?|([\u2460-\u249B\u24F5-\u24FE\u2776-\u2793])|([🥇🥈🥉])\uFE0F?[:：]?)\s*/iu;

/** The medals, by position. */
const MEDALS = ['🥇', '🥈', '🥉'];

/** A medal's position; 0 for other signs. */
export function medalPosition(sign: string): number {
  return MEDALS.indexOf(sign) + 1;
}

interface ListNumber {
  readonly position: number;
  /** The start of the text after it. */
  readonly to: number;
  readonly isKeycap: boolean;
  /** Whether its sign or digit proves a list, which Markdown doesn't recognize. */
  readonly isUnmarkedList: boolean;
}

/** The list number at a line's start; null if it is part of a phrase. */
export function numberAt(text: string, from: number): ListNumber | null {
  const line = withAsciiDigits(text.slice(from, from + 60));
  const match = NUMBER.exec(line);
  if (!match) return null;
  const [all, signed, plain, keycap, ten, place, circled, medal] = match;
  const digits = signed ?? plain ?? keycap ?? place ?? (ten ? '10' : circled && enclosedNumber(circled));
  const position = medal === undefined ? Number(digits) : medalPosition(medal);
  if (position < 1) return null;
  const isKeycap = keycap !== undefined || ten !== undefined || circled !== undefined || medal !== undefined;
  const to = from + all.length;
  const isUnmarkedList = /[、．位名위]/.test(all) || OTHER_DIGITS.test(text.slice(from, to));
  return { position, to, isKeycap, isUnmarkedList };
}

const OTHER_DIGITS = /(?!\d)[\p{Nd}]/u;

/** A text with all scripts' digits, such as Arabic ones, as ASCII digits. */
export function withAsciiDigits(text: string): string {
  return text.replace(/(?!\d)[\u0600-\u0FFF\uFF10-\uFF19]/gu, (sign) =>
    /\p{Nd}/u.test(sign) ? digitOf(sign) : sign,
  );
}

/** Each script's digits are consecutive, with no digit before zero. */
function digitOf(sign: string): string {
  let zero = sign.charCodeAt(0);
  while (/\p{Nd}/u.test(String.fromCharCode(zero - 1)) && sign.charCodeAt(0) - zero < 9) zero -= 1;
  return `${sign.charCodeAt(0) - zero}`;
}

/** The number in a sign such as ①, ⒈, or ❶. NFKC has no digits for black circles. */
function enclosedNumber(sign: string): string {
  const code = sign.charCodeAt(0);
  if (code >= 0x2776) return `${((code - 0x2776) % 10) + 1}`;
  if (code >= 0x24f5) return `${code - 0x24f4}`;
  return sign.normalize('NFKC').replace(/\D/g, '');
}
