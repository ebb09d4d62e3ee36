import { belongsTo } from '../../domain/host.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { Block } from '../text/blocks.ts';
import { type Folded, fold } from '../text/fold.ts';
import { registeredName } from '../text/hosts.ts';
import { alternationOf, gluedAlternationOf, type NamePattern, patternsOf } from './name-pattern.ts';

/** A place in an answer where a name of a tracked brand stands. Whether it names the brand is for naming.ts. */
export interface NameMatch {
  readonly brand: TrackedBrand;
  /** Null where the brand's own domain stands for it. */
  readonly name: NamePattern | null;
  readonly block: Block;
  /** In the block's visible text. */
  readonly from: number;
  readonly to: number;
  /** Found only by taking blanks for lost. */
  readonly isGlued: boolean;
  /** What the name was found to be instead of a name; null while nothing speaks against it. */
  readonly objection: string | null;
}

/** Finds the names of all brands at once; of names that overlap the longest stands. */
export class NameFinder {
  readonly #brands: readonly TrackedBrand[];
  readonly #names: readonly NamePattern[];
  readonly #byKey: ReadonlyMap<string, readonly NamePattern[]>;
  readonly #pattern: RegExp | null;
  readonly #glued: RegExp | null;
  /** Patterns of the names shorter than a length, made when they are needed. */
  readonly #below = new Map<number, RegExp | null>();

  constructor(brands: readonly TrackedBrand[]) {
    this.#brands = brands;
    this.#names = patternsOf(brands);
    this.#byKey = Map.groupBy(this.#names, ({ folded }) => keyOf(folded));
    this.#pattern = alternationOf(this.#names);
    this.#glued = gluedAlternationOf(this.#names);
  }

  /** Matches in the order of the text. A name that two brands claim matches for both. */
  findIn(block: Block): NameMatch[] {
    const text = new FoldedBlock(block);
    const found: NameMatch[] = [];
    if (this.#pattern) this.#search(text, this.#pattern, text.folded, false, found);
    if (this.#glued && isGlued(block.text)) this.#search(text, this.#glued, text.cased, true, found);
    this.#addOwnDomains(text, found);
    return found.sort((a, b) => a.from - b.from || b.to - a.to);
  }

  #search(text: FoldedBlock, pattern: RegExp, shown: Folded, glued: boolean, found: NameMatch[]): void {
    const { text: folded } = shown;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(folded); match; match = pattern.exec(folded)) {
      const matched = match[0];
      const start = match.index;
      const range = { from: shown.from(start), to: shown.to(start + matched.length) };
      if (glued && found.some((each) => each.from < range.to && each.to > range.from)) continue;
      const accepted = this.#matchesOf(text, fold(matched).text, range, glued);
      found.push(...accepted);
      if (accepted.length > 0 && accepted.every(({ objection }) => objection !== null)) {
        const shorter = this.#shorter(text, shown, start, matched.length, glued);
        found.push(...shorter);
        const end = Math.max(0, ...shorter.map((each) => each.to));
        if (end === 0) pattern.lastIndex = start + 1;
      }
      if (matched === '') pattern.lastIndex += 1;
    }
  }

  /** Where the longest name at a place was none, a shorter one that begins there may be. */
  #shorter(text: FoldedBlock, shown: Folded, start: number, length: number, glued: boolean): NameMatch[] {
    const sticky = glued ? null : this.#patternBelow(length);
    if (!sticky) return [];
    sticky.lastIndex = start;
    const matched = sticky.exec(shown.text)?.[0];
    if (matched === undefined) return [];
    const range = { from: shown.from(start), to: shown.to(start + matched.length) };
    return this.#matchesOf(text, matched, range, glued);
  }

  #patternBelow(length: number): RegExp | null {
    const known = this.#below.get(length);
    if (known !== undefined) return known;
    const pattern = alternationOf(this.#names.filter(({ folded }) => folded.length < length));
    const sticky = pattern && new RegExp(pattern.source, 'uy');
    this.#below.set(length, sticky);
    return sticky;
  }

  #matchesOf(
    text: FoldedBlock,
    matched: string,
    { from, to }: { from: number; to: number },
    glued: boolean,
  ): NameMatch[] {
    const names = (this.#byKey.get(keyOf(matched)) ?? []).filter(({ whole }) => whole.test(matched));
    const owners = Map.groupBy(names, ({ brand }) => brand);
    return [...owners].map(([brand, own]) => {
      const objections = own.map((name) => ({ name, objection: text.objectionTo(name, from, to) }));
      const best = objections.find(({ objection }) => objection === null) ?? objections[0];
      return {
        brand,
        name: best?.name ?? null,
        block: text.block,
        from,
        to,
        isGlued: glued,
        objection: best?.objection ?? null,
      };
    });
  }

  /** A brand's own domain in prose names it, whatever it is called. */
  #addOwnDomains(text: FoldedBlock, found: NameMatch[]): void {
    for (const { host, from, to } of text.block.hosts) {
      for (const brand of this.#brands) {
        const isNamed = found.some((each) => each.brand === brand && each.from < to && each.to > from);
        if (isNamed || !belongsTo(host.replace(/^www\./, ''), brand.hosts)) continue;
        found.push({ brand, name: null, block: text.block, from, to, isGlued: false, objection: null });
      }
    }
  }
}

/** A block with what is asked of its text again and again. */
class FoldedBlock {
  readonly block: Block;
  readonly folded: Folded;
  #cased: Folded | null = null;

  constructor(block: Block) {
    this.block = block;
    this.folded = fold(block.text);
  }

  get cased(): Folded {
    this.#cased ??= fold(this.block.text, true);
    return this.#cased;
  }

  /** What speaks against a name at a place, whatever else the answer says. */
  objectionTo(name: NamePattern, from: number, to: number): string | null {
    const { text } = this.block;
    const shown = fold(text.slice(from, to), true).text;
    const address = this.#addressObjection(name, from, to);
    return (
      (address === 'own' ? null : (address ?? capitalsObjection(name, shown))) ??
      contextObjection(name, text.slice(Math.max(0, from - 80), from), text.slice(to, to + 80)) ??
      (name.includesProducts ? null : productObjection(text.slice(to, to + 40)))
    );
  }

  /** What an address makes of a name in it; `own` where it is one of the brand's. */
  #addressObjection(name: NamePattern, from: number, to: number): string | null {
    const address = this.block.hosts.find((each) => each.from < to && each.to > from);
    if (!address) return null;
    const { host } = address;
    if (belongsTo(host.replace(/^www\./, ''), name.brand.hosts)) return 'own';
    if (to >= address.to && (from <= address.from || this.block.text[from - 1] === '.')) return 'own';
    return registeredName(host) === keyOf(name.folded) ? 'own' : 'part of the address of another site';
  }
}

/** A name of ordinary words needs its capitals, and one that is said to be case-sensitive exactly them. */
function capitalsObjection(name: NamePattern, shown: string): string | null {
  const written = compact(shown);
  const asked = compact(name.cased);
  const dropsApostrophe = name.cased.includes("'") && !shown.includes("'");
  if (name.caseSensitive === true || dropsApostrophe) {
    return written === asked || isUpperCase(written, asked) ? null : 'written with other capitals';
  }
  const needsCapitals = name.caseSensitive === null && name.isOrdinary && asked !== asked.toLowerCase();
  return needsCapitals && written === written.toLowerCase() ? 'an ordinary word' : null;
}

/** All capitals are no other capitals than those asked for: what they prove is for naming.ts. */
function isUpperCase(written: string, asked: string): boolean {
  return written.length > 1 && written === asked.toUpperCase();
}

function contextObjection(name: NamePattern, before: string, after: string): string | null {
  if (!/\p{L}/u.test(name.folded) && before.endsWith('(') && after.startsWith(')'))
    return 'a number in brackets';
  if (name.notFollowedBy.length === 0 && name.notPrecededBy.length === 0) return null;
  const next = fold(after).text.replace(/^(?:'s\b)?[\s-]*/, '');
  for (const word of name.notFollowedBy) {
    const folded = fold(word).text.trim();
    if (folded !== '' && next.startsWith(folded) && !continues(next.slice(folded.length), folded)) {
      return `followed by ${word}`;
    }
  }
  const previous = fold(before).text.replace(/[\s-]+$/, '');
  for (const word of name.notPrecededBy) {
    const folded = fold(word).text.trim();
    const start = previous.length - folded.length;
    if (folded !== '' && previous.endsWith(folded) && !precedes(previous.slice(0, start), folded)) {
      return `preceded by ${word}`;
    }
  }
  return null;
}

const WORD_START = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;
const WORD_END = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]$/u;

function continues(rest: string, word: string): boolean {
  return WORD_END.test(word) && WORD_START.test(rest);
}

function precedes(rest: string, word: string): boolean {
  return WORD_START.test(word) && WORD_END.test(rest);
}

/** Words that may follow a brand with a capital, in a title, without being a product of it. */
const NO_PRODUCT =
  /^(?:a|an|and|are|as|at|but|by|can|could|does|for|from|has|have|if|in|is|may|might|must|not|of|on|or|over|per|should|so|than|that|the|to|via|vs|versus|was|were|when|which|while|who|why|how|what|will|with|pricing|prices?|costs?|reviews?|alternatives?|competitors?|users?|customers?|integrations?|plans?|subscriptions?|accounts?|features?|benefits|pros|cons|overview|comparison|explained|summary|tutorials?|guide|faqs?|company|makes|offers|helps|lets|gets|gives|works|wins|beats|leads|needs|comes|adds|launches|announces|acquires|buys|raises|faces|says|remains|stands)$/i;

function productObjection(after: string): string | null {
  const word = /^[ \u00A0-]([\p{Lu}\p{Nd}][\p{L}\p{N}]*)/u.exec(after)?.[1];
  return word === undefined || NO_PRODUCT.test(word) ? null : `a product: ${word}`;
}

function keyOf(folded: string): string {
  return folded.replace(/\s*&\s*|\s+and\s+/g, '&').replace(/[\s'-]+/g, '');
}

function compact(text: string): string {
  return text.replace(/\s*&\s*|\s+and\s+/gi, '&').replace(/[\s'-]+/g, '');
}

/** Marks of lost blanks: a sentence or a price that begins right after something else. */
const RUN_ON = /[\p{Ll}\d)][.!?:)]\p{Lu}\p{Ll}|[\d)]\p{Lu}\p{Ll}{2}|\p{L}\$\d|\d\$\d/gu;
/** A capital inside a word, as in names such as YouTube too. */
const CAMEL = /\p{Ll}{2}\p{Lu}\p{Ll}{2}|\p{Ll}{2}\p{Lu}{2}/gu;
/** Words that prose has, and a row of names has not. */
const PROSE = /\b(?:and|or|the|an?|is|are|of|for|with|to|in|on|than|but)\b/;

/** Scraped text has lost blanks in more than one place. Capitals inside words show that only in a bare row of names. */
function isGlued(text: string): boolean {
  if (new Set(text.match(RUN_ON)).size > 1) return true;
  return new Set(text.match(CAMEL)).size > 1 && !PROSE.test(text);
}
