import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { belongsTo } from '../../domain/web/host.ts';
import type { Block } from '../text/blocks.ts';
import { accentsOf, type Folded, fold } from '../text/fold.ts';
import type { Range } from '../text/ranges.ts';
import { gluedSearchFor, keyOf, type NamePattern, patternsOf, searchFor } from './name-pattern.ts';
import { type Found, isWhole, type NameSearch } from './name-search.ts';
import { objectionTo } from './objections.ts';
import type { Language } from './words/function-words.ts';
import {
  accentedForm,
  isAccentedWord,
  isOrdinary,
  isPossibleWord,
  type OrdinaryIn,
  ordinaryIn,
} from './words/ordinary-words.ts';

/** An occurrence of a tracked brand's name. decide-naming.ts decides whether it names the brand. */
export interface NameMatch extends Range {
  readonly brand: TrackedBrand;
  /** Null for the brand's own domain. */
  readonly name: NamePattern | null;
  /** Offsets refer to its visible text. */
  readonly block: Block;
  /** Whether the match assumes lost spaces. */
  readonly isGlued: boolean;
  /** The answer's language; null if unknown. */
  readonly language: Language | null;
  /** Whether it consists of ordinary English words, as the text writes it. */
  readonly isOrdinary: boolean;
  /** Its kind as an ordinary word in the answer's language, if not English, as the text writes it. */
  readonly ordinary: OrdinaryIn | null;
  /** The reason why the text is not the name; null for none. */
  readonly objection: string | null;
}

/** One search in a block. */
interface Search {
  readonly block: Block;
  readonly names: NameSearch;
  readonly folded: Folded;
  readonly isGlued: boolean;
  readonly language: Language | null;
}

/** Finds all brands' names at once. The longest of overlapping names counts. */
export class NameFinder {
  readonly #brands: readonly TrackedBrand[];
  readonly #byKey: ReadonlyMap<string, readonly NamePattern[]>;
  readonly #names: NameSearch;
  readonly #patterns: readonly NamePattern[];
  /** Built for the first text with lost spaces. */
  #glued: NameSearch | null = null;

  constructor(brands: readonly TrackedBrand[]) {
    this.#brands = brands;
    this.#patterns = patternsOf(brands);
    this.#byKey = Map.groupBy(this.#patterns, ({ folded }) => keyOf(folded));
    this.#names = searchFor(this.#patterns);
  }

  /**
   * Matches in text order. A name that two brands share matches for both.
   *
   * @param language the answer's
   */
  findIn(block: Block, language: Language | null): NameMatch[] {
    const found: NameMatch[] = [];
    const common = { block, language };
    this.#search({ ...common, names: this.#names, folded: fold(block.text), isGlued: false }, found);
    if (hasLostSpaces(block.text)) {
      const folded = fold(block.text, true);
      this.#glued ??= gluedSearchFor(this.#patterns);
      this.#search({ ...common, names: this.#glued, folded, isGlued: true }, found);
    }
    this.#addOwnDomains(common, found);
    return found.sort((a, b) => a.from - b.from || b.to - a.to);
  }

  #search(search: Search, found: NameMatch[]): void {
    const { names, folded, isGlued } = search;
    const { text } = folded;
    for (let at = 0, match = names.next(text, at); match; match = names.next(text, at)) {
      const range = rangeOf(match, folded);
      at = match.to;
      if (isGlued && found.some((each) => each.from < range.to && each.to > range.from)) continue;
      const matches = this.#matchesOf(search, fold(text.slice(match.from, match.to)).text, range);
      found.push(...matches);
      if (matches.length === 0 || matches.some(({ objection }) => objection === null)) continue;
      const shorter = this.#shorterMatches(search, match);
      found.push(...shorter);
      if (shorter.length === 0) at = match.from + 1;
    }
  }

  /** A shorter name at the same start, if the longest has an objection. */
  #shorterMatches(search: Search, { from, to }: Found): NameMatch[] {
    if (search.isGlued) return [];
    const { text } = search.folded;
    const match = search.names.foundAt(text, from, to - from);
    return match
      ? this.#matchesOf(search, text.slice(match.from, match.to), rangeOf(match, search.folded))
      : [];
  }

  /** One match for each brand with the name. */
  #matchesOf({ block, isGlued, language }: Search, matched: string, range: Range): NameMatch[] {
    const names = (this.#byKey.get(keyOf(matched)) ?? []).filter(({ folded }) => isWhole(folded, matched));
    const owners = Map.groupBy(names, ({ brand }) => brand);
    return [...owners].map(([brand, own]) => {
      const candidates = own.map((name) => {
        const word = asWord(name, block.text, range, language);
        const isWord = word.isOrdinary || word.ordinary !== null;
        return { name, ...word, objection: objectionTo(name, isWord, block, range) };
      });
      const best = candidates.find(({ objection }) => objection === null) ?? candidates[0];
      const { name = null, isOrdinary = false, ordinary = null, objection = null } = best ?? {};
      return { brand, name, block, ...range, isGlued, language, isOrdinary, ordinary, objection };
    });
  }

  /** A brand's own domain in prose always names it. */
  #addOwnDomains({ block, language }: Pick<Search, 'block' | 'language'>, found: NameMatch[]): void {
    for (const { host, from, to } of block.hosts) {
      for (const brand of this.#brands) {
        const isNamed = found.some((each) => each.brand === brand && each.from < to && each.to > from);
        if (isNamed || !belongsTo(host.replace(/^www\./, ''), brand.hosts)) continue;
        const common = { brand, name: null, block, from, to, language };
        found.push({ ...common, isGlued: false, isOrdinary: false, ordinary: null, objection: null });
      }
    }
  }
}

/** Whether a name is an ordinary word where a text writes it. Accents make `Nestlé` no word, but `Über` another. */
function asWord(
  name: NamePattern,
  text: string,
  { from, to }: Range,
  language: Language | null,
): Pick<NameMatch, 'isOrdinary' | 'ordinary'> {
  const shown = text.slice(from, to);
  const form = accentedForm(shown);
  if (form === null) {
    const own = accentedForm(name.text);
    const isWord = name.isOrdinary || (own !== null && isOrdinary(own));
    return { isOrdinary: isWord, ordinary: ordinaryIn(language, name.folded) };
  }
  const isOther = accentsOf(shown) !== accentsOf(name.text);
  const around = `${text.slice(Math.max(0, from - 80), from)} ${text.slice(to, to + 80)}`;
  const isWord =
    isOrdinary(form) ||
    (isOther && isAccentedWord(form, around)) ||
    ((isOther || name.isOrdinary) && isPossibleWord(form, language, !/\p{Lu}/u.test(shown)));
  return { isOrdinary: isWord, ordinary: ordinaryIn(language, form) };
}

/** A match's range in the original text. */
function rangeOf({ from, to }: Found, folded: Folded): Range {
  return { from: folded.from(from), to: folded.to(to) };
}

/** Signs of lost spaces: a sentence or a price right after other text. */
const RUN_ON = /[\p{Ll}\d)][.!?:)]\p{Lu}\p{Ll}|[\d)]\p{Lu}\p{Ll}{2}|\p{L}\$\d|\d\$\d/gu;
/** A capital inside a word, which names such as YouTube also have. */
const CAMEL = /\p{Ll}{2}\p{Lu}\p{Ll}{2}|\p{Ll}{2}\p{Lu}{2}/gu;
/** Words in prose, but not in a row of names. */
const PROSE = /\b(?:and|or|the|an?|is|are|of|for|with|to|in|on|than|but)\b/;

/**
 * Whether a text, for example scraped text, has lost its spaces in several places. Capitals inside words prove this
 * only in a bare row of names.
 */
function hasLostSpaces(text: string): boolean {
  if (new Set(text.match(RUN_ON)).size > 1) return true;
  return !PROSE.test(text) && new Set(text.match(CAMEL)).size > 1;
}
