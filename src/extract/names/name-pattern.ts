import type { TrackedBrand, TrackedName } from '../../domain/tracked-brand.ts';
import { fold } from '../text/fold.ts';
import { isCommon, isDate, isOrdinary } from './ordinary-words.ts';

/** A name in the form in which it is searched for. */
export interface NamePattern extends TrackedName {
  readonly brand: TrackedBrand;
  /** As folded by fold.ts. */
  readonly folded: string;
  /** The same with capitals. */
  readonly cased: string;
  /** Whether its words are ordinary, so that only capitals distinguish it from them. */
  readonly isOrdinary: boolean;
  readonly isDate: boolean;
  /** Matches exactly this name; word boundaries are checked elsewhere. */
  readonly whole: RegExp;
}

/** Kinds of characters at the edge of a name, which decide what may be next to it. */
type EdgeClass = 'word' | 'free' | 'arabic' | 'hebrew' | 'letter' | 'sign';

/** Scripts without blanks between words. */
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

/** In Arabic and Hebrew, conjunctions, prepositions and articles are written as part of the next word. */
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

const AFTER: Readonly<Record<EdgeClass, string>> = {
  word: `(?!${WORD})`,
  free: '',
  arabic: '(?!\\p{Script=Arabic})',
  hebrew: '(?!\\p{Script=Hebrew})',
  letter: '(?![\\p{L}\\p{M}_])',
  sign: '',
};

/** Whether a name can be searched for. One made only of ignored signs, such as ™, cannot. */
export function isFindable(name: string): boolean {
  return /[\p{L}\p{N}\p{S}]/u.test(fold(name).text);
}

/** Names that cannot be found have no pattern. */
export function patternsOf(brands: readonly TrackedBrand[]): NamePattern[] {
  return brands.flatMap((brand) =>
    brand.names.flatMap((name) => {
      if (!isFindable(name.text)) return [];
      const folded = fold(name.text).text.trim();
      return {
        ...name,
        brand,
        folded,
        cased: fold(name.text, true).text.trim(),
        isOrdinary: isOrdinary(folded),
        isDate: isDate(folded),
        whole: new RegExp(`^(?:${literal(folded)})$`, 'u'),
      };
    }),
  );
}

/**
 * One pattern for all names, the longest first. In a name with a blank or a hyphen the two and nothing at all are
 * interchangeable; an apostrophe may be missing; `&` and `and` are the same.
 */
export function alternationOf(names: readonly NamePattern[]): RegExp | null {
  const groups = Map.groupBy(longestFirst(names), ({ folded }) => edgeClassOf([...folded][0] ?? ''));
  const alternatives = [...groups].map(([edge, group]) => {
    const inner = new Set(
      group.map(({ folded }) => literal(folded) + AFTER[edgeClassOf([...folded].at(-1) ?? '')]),
    );
    return `${BEFORE[edge]}(?:${[...inner].join('|')})`;
  });
  return alternatives.length === 0 ? null : new RegExp(alternatives.join('|'), 'gu');
}

/**
 * A second pattern, for text that has lost its blanks. It is matched with capitals: a name that begins with a capital may
 * follow a lower-case letter, and a name may end before a capital.
 */
export function gluedAlternationOf(names: readonly NamePattern[]): RegExp | null {
  const distinctive = names.filter(
    ({ cased, folded }) => !isCommon(folded) && folded.length >= 4 && /^\p{L}/u.test(cased),
  );
  const inner = new Set(
    longestFirst(distinctive).map(
      ({ cased }) => (/^\p{Lu}/u.test(cased) ? '' : `(?<!${WORD})`) + literal(cased),
    ),
  );
  if (inner.size === 0) return null;
  return new RegExp(
    `(?<![\\p{Lu}_])(?:${[...inner].join('|')})(?:(?!${WORD})|(?<=[\\p{Ll}\\p{Nd}])(?=\\p{Lu}))`,
    'gu',
  );
}

function longestFirst(names: readonly NamePattern[]): NamePattern[] {
  return names.toSorted((a, b) => b.folded.length - a.folded.length || compare(a.folded, b.folded));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function literal(text: string): string {
  return text
    .split(/(\s*&\s*|\s+and\s+|[\s-]+|')/)
    .map((part) => {
      if (/^\s*&\s*$|^\s+and\s+$/.test(part)) return '(?:\\s{0,3}&\\s{0,3}|\\s{1,3}and\\s{1,3})';
      if (/^[\s-]+$/.test(part)) return '(?:\\s{1,3}|-)?';
      return part === "'" ? "'?" : RegExp.escape(part);
    })
    .join('');
}

/** Names that match the same text have the same key: without blanks, hyphens and apostrophes, and with `&` for `and`. */
export function keyOf(folded: string): string {
  return folded.replace(/\s*&\s*|\s+and\s+/g, '&').replace(/[\s'-]+/g, '');
}
