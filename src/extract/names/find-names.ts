import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { belongsTo } from '../../domain/web/host.ts';
import type { Block } from '../text/blocks.ts';
import { type Folded, fold } from '../text/fold.ts';
import type { Range } from '../text/ranges.ts';
import { gluedSearchFor, keyOf, type NamePattern, patternsOf, searchFor } from './name-pattern.ts';
import { type Found, isWhole, type NameSearch } from './name-search.ts';
import { objectionTo } from './objections.ts';
import { hasLostBlanks } from './words/lost-blanks.ts';
import { type OrdinaryIn, ordinaryIn } from './words/ordinary-words.ts';
import type { Language } from './words/small-words.ts';

/** A place in an answer where a name of a tracked brand stands. decide-naming.ts decides whether it names the brand. */
export interface NameMatch extends Range {
  readonly brand: TrackedBrand;
  /** Null for the brand's own domain. */
  readonly name: NamePattern | null;
  /** Offsets are of its visible text. */
  readonly block: Block;
  /** Found only by assuming that blanks were lost. */
  readonly isGlued: boolean;
  /** Of the answer; null if it could not be told. */
  readonly language: Language | null;
  /** How the name is an ordinary word of that language, if it is not English. */
  readonly ordinary: OrdinaryIn | null;
  /** What the text is instead of a name; null while nothing speaks against it. */
  readonly objection: string | null;
}

/** A block as it is searched once. */
interface Search {
  readonly block: Block;
  readonly names: NameSearch;
  readonly folded: Folded;
  readonly isGlued: boolean;
  readonly language: Language | null;
}

/** Finds the names of all brands together. Of overlapping names, the longest counts. */
export class NameFinder {
  readonly #brands: readonly TrackedBrand[];
  readonly #byKey: ReadonlyMap<string, readonly NamePattern[]>;
  readonly #names: NameSearch;
  readonly #patterns: readonly NamePattern[];
  /** Made for the first text that has lost its blanks. */
  #glued: NameSearch | null = null;

  constructor(brands: readonly TrackedBrand[]) {
    this.#brands = brands;
    this.#patterns = patternsOf(brands);
    this.#byKey = Map.groupBy(this.#patterns, ({ folded }) => keyOf(folded));
    this.#names = searchFor(this.#patterns);
  }

  /**
   * Matches in the order of the text. A name that two brands claim matches for both.
   *
   * @param language of the answer
   */
  findIn(block: Block, language: Language | null): NameMatch[] {
    const found: NameMatch[] = [];
    const common = { block, language };
    this.#search({ ...common, names: this.#names, folded: fold(block.text), isGlued: false }, found);
    if (hasLostBlanks(block.text)) {
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

  /** Where the longest name at a place is refused, a shorter one that begins there may be meant. */
  #shorterMatches(search: Search, { from, to }: Found): NameMatch[] {
    if (search.isGlued) return [];
    const { text } = search.folded;
    const match = search.names.foundAt(text, from, to - from);
    return match
      ? this.#matchesOf(search, text.slice(match.from, match.to), rangeOf(match, search.folded))
      : [];
  }

  /** One match for each brand that has the name. */
  #matchesOf({ block, isGlued, language }: Search, matched: string, range: Range): NameMatch[] {
    const names = (this.#byKey.get(keyOf(matched)) ?? []).filter(({ folded }) => isWhole(folded, matched));
    const owners = Map.groupBy(names, ({ brand }) => brand);
    return [...owners].map(([brand, own]) => {
      const judged = own.map((name) => {
        const ordinary = ordinaryIn(language, name.folded);
        return { name, ordinary, objection: objectionTo(name, ordinary !== null, block, range) };
      });
      const best = judged.find(({ objection }) => objection === null) ?? judged[0];
      const { name = null, ordinary = null, objection = null } = best ?? {};
      return { brand, name, block, ...range, isGlued, language, ordinary, objection };
    });
  }

  /** A brand's own domain in prose names it, whatever the brand is called. */
  #addOwnDomains({ block, language }: Pick<Search, 'block' | 'language'>, found: NameMatch[]): void {
    for (const { host, from, to } of block.hosts) {
      for (const brand of this.#brands) {
        const isNamed = found.some((each) => each.brand === brand && each.from < to && each.to > from);
        if (isNamed || !belongsTo(host.replace(/^www\./, ''), brand.hosts)) continue;
        const common = { brand, name: null, block, from, to, language };
        found.push({ ...common, isGlued: false, ordinary: null, objection: null });
      }
    }
  }
}

/** Where a match in folded text is in the original. */
function rangeOf({ from, to }: Found, folded: Folded): Range {
  return { from: folded.from(from), to: folded.to(to) };
}
