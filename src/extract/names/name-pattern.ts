import type { TrackedBrand, TrackedName } from '../../domain/brand/tracked-brand.ts';
import { fold, foldName } from '../text/fold.ts';
import { NameSearch } from './name-search.ts';
import { isCommon, isDate, isOrdinary } from './words/ordinary-words.ts';

export interface NamePattern extends TrackedName {
  readonly brand: TrackedBrand;
  /** Folded by fold.ts. */
  readonly folded: string;
  /** Folded, but with capitals. */
  readonly cased: string;
  /** Whether it consists of ordinary words, so that only capitals distinguish it. */
  readonly isOrdinary: boolean;
  readonly isDate: boolean;
}

/** Character classes at a name's edge, which decide the possible neighbors. */
type EdgeClass = 'word' | 'free' | 'arabic' | 'hebrew' | 'letter' | 'sign';

/** Scripts without spaces between words. */
const FREE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Bopomofo}ー]/u;

function edgeClassOf(character: string): EdgeClass {
  if (/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u.test(character)) return 'word';
  if (FREE.test(character)) return 'free';
  if (/\p{Script=Arabic}/u.test(character)) return 'arabic';
  if (/\p{Script=Hebrew}/u.test(character)) return 'hebrew';
  return /[\p{L}\p{M}]/u.test(character) ? 'letter' : 'sign';
}

const WORD = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Nd}\\p{M}_]';

/** Arabic and Hebrew attach conjunctions, prepositions, and articles to the next word. */
const ARABIC_BEFORE =
  '(?:(?<![\\p{Script=Arabic}])|(?<=(?<!\\p{Script=Arabic})[وف]?(?:[بلك]|ال|بال|لل|كال)?))';
const HEBREW_BEFORE = '(?:(?<![\\p{Script=Hebrew}])|(?<=(?<!\\p{Script=Hebrew})[וש]?(?:[בלכמה]|מה|של)?))';

const BEFORE: Readonly<Record<EdgeClass, string>> = {
  word: `(?<!${WORD})`,
  free: '',
  arabic: ARABIC_BEFORE,
  hebrew: HEBREW_BEFORE,
  letter: '(?<![\\p{L}\\p{M}_])',
  sign: `(?<!${WORD})`,
};

/** A letter is no name beside a sign, or beside another letter with a sign between: `R&D`, `C++`, `Q & A`, `it's`. */
const LETTER_BEFORE = `(?<!${WORD}|[&+#@]|\\p{L}'|(?<!${WORD})\\p{L}(?:\\s?[&/]\\s?|\\.))`;
const LETTER_AFTER = `(?!${WORD}|[&+#]|(?:\\s?[&/]\\s?|\\.)\\p{L}(?!${WORD}|[+#]))`;

const AFTER: Readonly<Record<EdgeClass, string>> = {
  word: `(?!${WORD})`,
  free: '',
  arabic: '(?!\\p{Script=Arabic})',
  hebrew: '(?!\\p{Script=Hebrew})',
  letter: '(?![\\p{L}\\p{M}_])',
  sign: '',
};

/** Whether a search can find a name. A name with only ignored signs, such as ™, is unfindable. */
export function isFindable(name: string): boolean {
  return /[\p{L}\p{N}\p{S}]/u.test(fold(name).text);
}

export function patternsOf(brands: readonly TrackedBrand[]): NamePattern[] {
  return brands.flatMap((brand) =>
    brand.names.flatMap((name) => {
      if (!isFindable(name.text)) return [];
      const folded = foldName(name.text);
      return {
        ...name,
        brand,
        folded,
        cased: foldName(name.text, true),
        isOrdinary: isOrdinary(folded),
        isDate: isDate(folded),
      };
    }),
  );
}

export function searchFor(names: readonly NamePattern[]): NameSearch {
  return new NameSearch(
    names.map(({ folded }) => {
      const isLetter = folded.length === 1 && edgeClassOf(folded) === 'word';
      return {
        text: folded,
        before: isLetter
          ? LETTER_BEFORE
          : BEFORE[edgeClassOf(String.fromCodePoint(folded.codePointAt(0) ?? 0))],
        after: isLetter ? LETTER_AFTER : AFTER[edgeClassOf([...folded].at(-1) ?? '')],
        length: folded.length,
      };
    }),
  );
}

const NO_CAPITAL_BEFORE = '(?<![\\p{Lu}_])';
const NO_WORD_BEFORE = `(?<!${WORD})`;
const CAPITAL_AFTER = `(?:(?!${WORD})|(?<=[\\p{Ll}\\p{Nd}])(?=\\p{Lu}))`;

/**
 * A second search, for text that has lost its spaces. It respects capitals: a name with a capital may follow a
 * lower-case letter, and a name may end before a capital.
 */
export function gluedSearchFor(names: readonly NamePattern[]): NameSearch {
  const distinctive = names.filter(
    ({ cased, folded }) => folded.length >= 4 && /^\p{L}/u.test(cased) && !isCommon(folded),
  );
  return new NameSearch(
    distinctive.map(({ cased, folded }) => ({
      text: cased,
      before: /^\p{Lu}/u.test(cased) ? NO_CAPITAL_BEFORE : NO_CAPITAL_BEFORE + NO_WORD_BEFORE,
      after: CAPITAL_AFTER,
      length: folded.length,
    })),
  );
}

/**
 * A key that names with the same possible matches share: without spaces, hyphens, and apostrophes, and with `&` for
 * `and`.
 */
export function keyOf(folded: string): string {
  return folded.replace(/&\s*|(?<!\s)\s+(?:&|and(?=\s))\s*/g, '&').replace(/[\s'-]+/g, '');
}
