/**
 * Text in the form for comparing names: NFKC, lower case, without accents and trademark signs. Folding changes lengths,
 * so each unit keeps its origin.
 */
export interface Folded {
  readonly text: string;
  /** The original index of the character behind a UTF-16 unit of `text`, including `text`'s end. */
  readonly from: (index: number) => number;
  /** The original end of the character behind the unit before an index. */
  readonly to: (index: number) => number;
}

const ASCII = /^\p{ASCII}*$/u;

/** Common Han, kana, and Hangul, which folding leaves unchanged. */
const UNFOLDED = /^[\u3041-\u3096\u30A1-\u30FA\u30FC\u4E00-\u9FFF\uAC00-\uD7A3]+$/;

/** Runs of plain ASCII and unchanged characters, and clusters of a character with its combining marks. */
const CLUSTERS =
  /\p{ASCII}+(?!\p{M})|[\u3041-\u3096\u30A1-\u30FA\u30FC\u4E00-\u9FFF\uAC00-\uD7A3]+(?!\p{M})|[\u1100-\u11FF]+|[\uFF66-\uFF9D][\uFF9E\uFF9F]?|\P{M}\p{M}*|\p{M}+/gu;

/** Trademark signs, which NFKC would turn into letters, and invisible characters. */
const INVISIBLE = /^[\u2122\u00AE\u2120\u00A9\p{Cf}\p{Variation_Selector}]\p{M}*$/u;

/** Footnote digits, which are not part of a word. */
const SUPERSCRIPT = /^[\u00B9\u00B2\u00B3\u2070-\u207F\u2080-\u208E]$/;

/** Fractions, and enclosed digits and letters: separate words even without spaces around them. */
const ENCLOSED = /^[\u00BC-\u00BE\u2150-\u215F\u2189\u2460-\u24EA\u3251-\u325F\u32B1-\u32BF]/;

/**
 * Signs in place of an apostrophe, a quotation mark, and a hyphen, after NFKC, which turns an acute accent into a space
 * and a mark. An em dash separates clauses.
 */
const APOSTROPHES =
  /[`\u02B9\u02BB-\u02BF\u02C8\u02CA\u02CB\u055A\u05F3\u2018\u2019\u201B\u2032\u2035\uA78C]| [\u0301\u0313]/g;
const QUOTES = /[\u05F4\u201C-\u201F]/g;
const HYPHENS = /[\u02D7\u058A\u05BE\u2010-\u2013\u2043\u2212]/g;

const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\uFF70\\uFF9E\\uFF9F';
/** A middle dot between Han or kana, as in コカ・コーラ, which may be missing. */
const INNER_DOT = `(?<=[${CJK}])[\\u00B7\\u2022\\u2027\\u2219\\u22C5\\u30FB\\uFF65](?=[${CJK}])`;
const INNER_DOT_HERE = new RegExp(INNER_DOT, 'uy');

/** Signs in a name where others write a space: an inner dot, and Persian's zero-width non-joiner. */
const JOINTS = new RegExp(`${INNER_DOT}|(?<=\\p{Script=Arabic})\\u200C`, 'gu');

/** Signs that a word may lack: Hebrew points, Arabic vowel signs and lengthening, and the Devanagari dot below. */
const OPTIONAL =
  /[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u0652\u0656-\u065F\u0670\u06D6-\u06ED\u093C]/g;

/** Latin, Greek, and Cyrillic marks are accents. In other scripts, marks such as dakuten change the letter. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;

/** й, ў and ї are letters of their own. */
const OTHER_LETTER = /^(?:[иуИУ]\u0306|[іІ]\u0308)$/;

/** Letters that NFD does not decompose, but that people type without their mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
};

/** Letters that Arabic, Persian, and Urdu keyboards write differently, or without hamza. */
const ARABIC: Readonly<Record<string, string>> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ہ: 'ه',
};

/** The folded text. @param keepCase keeps capitals, to compare case-sensitive names */
export function fold(text: string, keepCase = false): Folded {
  if (ASCII.test(text)) {
    const same = (index: number) => index;
    return { text: foldAscii(text, keepCase), from: same, to: same };
  }
  const origins: number[] = [];
  let folded = '';
  for (const { 0: cluster, index } of text.matchAll(CLUSTERS)) {
    const isAscii = ASCII.test(cluster);
    if (isAscii || UNFOLDED.test(cluster)) {
      folded += isAscii ? foldAscii(cluster, keepCase) : cluster;
      for (let at = 0; at < cluster.length; at += 1) origins.push(index + at);
    } else if (!isInnerDot(text, index)) {
      const form = foldCluster(cluster, keepCase);
      folded += form;
      for (let at = 0; at < form.length; at += 1) origins.push(index);
    }
  }
  origins.push(text.length);
  return {
    text: folded,
    from: (index) => origins[index] ?? text.length,
    to: (index) => {
      let at = index;
      while (at < folded.length && origins[at] === origins[index - 1]) at += 1;
      const end = origins[at] ?? text.length;
      return isInnerDot(text, end - 1) ? end - 1 : end;
    },
  };
}

export function foldName(name: string, keepCase = false): string {
  return fold(name.replace(JOINTS, ' '), keepCase).text.trim();
}

function foldAscii(text: string, keepCase: boolean): string {
  return (keepCase ? text : text.toLowerCase()).replaceAll('`', "'");
}

function isInnerDot(text: string, at: number): boolean {
  INNER_DOT_HERE.lastIndex = at;
  return INNER_DOT_HERE.test(text);
}

function foldCluster(cluster: string, keepCase: boolean): string {
  if (INVISIBLE.test(cluster)) return '';
  if (SUPERSCRIPT.test(cluster)) return ' ';
  const plain = (ENCLOSED.test(cluster) ? ` ${cluster} ` : cluster)
    .normalize('NFKC')
    .normalize('NFD')
    .replace(ACCENTED, (accented, letter: string) => (OTHER_LETTER.test(accented) ? accented : letter))
    .normalize('NFC')
    .replace(/[øØłŁđĐħĦæÆœŒ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[أإآٱىیکةہ]/g, (letter) => ARABIC[letter] ?? letter)
    .replace(OPTIONAL, '')
    .replace(APOSTROPHES, "'")
    .replace(QUOTES, '"')
    .replace(HYPHENS, '-');
  return keepCase
    ? plain
    : plain.toLowerCase().replaceAll('ß', 'ss').replaceAll('ı', 'i').replaceAll('ς', 'σ');
}

export function accentsOf(text: string): string {
  const letters = text.normalize('NFKC').toLowerCase().replaceAll('i\u0307', 'i').normalize('NFC');
  const isAccented = (letter: string) =>
    letter in LETTERS ||
    /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}+$/u.test(letter.normalize('NFD'));
  return [...letters].filter(isAccented).join('');
}
