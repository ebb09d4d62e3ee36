/** A text to search for, with its possible neighbors. */
interface SearchedName {
  /** The text, with the variations in `SEPARATORS`. */
  readonly text: string;
  /** Lookarounds for the text before and after it. */
  readonly before: string;
  readonly after: string;
  /** The longest of several at one place counts. */
  readonly length: number;
}

export interface Found {
  readonly from: number;
  readonly to: number;
}

/** Signs between a name's words: they are interchangeable and optional. */
const SEPARATORS = /(&\s*|(?<!\s)\s+(?:&|and(?=\s))\s*|[\s-]+|')/;

const AND = /^\s*&\s*$|^\s+and\s+$/;

/** The longest separator in a text. */
const LONGEST_SEPARATOR = 9;

/**
 * A name's regular expression. A space, a hyphen, and nothing are interchangeable; an apostrophe is optional; `&` and
 * `and` are equal.
 */
function namePatternSource(name: string): string {
  return name
    .split(SEPARATORS)
    .map((part) => {
      if (AND.test(part)) return '(?:\\s{0,3}&\\s{0,3}|\\s{1,3}and\\s{1,3})';
      if (/^[\s-]+$/.test(part)) return '(?:\\s{1,3}|-)?';
      return part === "'" ? "'?" : RegExp.escape(part);
    })
    .join('');
}

export function isWhole(name: string, text: string): boolean {
  return new RegExp(`^(?:${namePatternSource(name)})$`, 'u').test(text);
}

interface Entry extends SearchedName {
  /** The name's first words, up to `&` or `and`, without separators. Every match starts with them. */
  readonly lead: string;
  /** The lead's largest distance from the name's start: above 0 if the name starts with a separator. */
  readonly mostBefore: number;
}

/**
 * Searches for many names at once, in time nearly independent of their number: one regular expression for all takes
 * seconds to compile, and beyond about 10,000 it is too large. The names' first words are sorted, so a text's
 * characters lead to the possible names one by one, and only these need a comparison.
 */
export class NameSearch {
  /** Sorted by lead, in UTF-16 order. */
  readonly #entries: readonly Entry[];
  /** The index range of leads that start with a unit. */
  readonly #starts = new Map<number, readonly [from: number, to: number]>();
  readonly #mostBefore: number;
  readonly #bodies = new Map<string, RegExp>();

  constructor(names: readonly SearchedName[]) {
    const entries = [...new Map(names.map((name) => [name.before + name.text, entryOf(name)])).values()];
    this.#entries = entries.sort((a, b) => (a.lead < b.lead ? -1 : Number(a.lead > b.lead)));
    this.#mostBefore = Math.max(0, ...new Set(entries.map(({ mostBefore }) => mostBefore)));
    for (const [index, { lead }] of this.#entries.entries()) {
      const unit = lead.charCodeAt(0);
      this.#starts.set(unit, [this.#starts.get(unit)?.[0] ?? index, index + 1]);
    }
  }

  /** The first match at or after a place. */
  next(text: string, at: number): Found | null {
    for (let from = at; from < text.length; from += 1) {
      const found = this.foundAt(text, from, Number.POSITIVE_INFINITY);
      if (found) return found;
    }
    return null;
  }

  /** The longest match that starts at a place and is shorter than a length. */
  foundAt(text: string, from: number, below: number): Found | null {
    const candidates = this.#candidates(text, from).filter(({ length }) => length < below);
    for (const entry of candidates.sort(longestFirst)) {
      if (!isAt(entry.before, text, from)) continue;
      const body = this.#bodyOf(entry);
      body.lastIndex = from;
      if (body.test(text) && isAt(entry.after, text, body.lastIndex)) return { from, to: body.lastIndex };
    }
    return null;
  }

  #bodyOf({ text, after }: Entry): RegExp {
    const known = this.#bodies.get(text);
    if (known) return known;
    // A final separator is optional, depending on the next character. Every other name has only one possible end.
    const end = /[\s&'-]$|\sand$/.test(text) ? after : '';
    const made = new RegExp(namePatternSource(text) + end, 'uy');
    this.#bodies.set(text, made);
    return made;
  }

  /** The names whose lead is at a place, and those that start with a separator there. */
  #candidates(text: string, from: number): Entry[] {
    const found = this.#leadsAt(text, from, 0);
    for (let at = from; at - from < this.#mostBefore; ) {
      if (isSeparator(text.charCodeAt(at))) at += 1;
      else if (text.startsWith('and', at)) at += 3;
      else break;
      found.push(...this.#leadsAt(text, at, at - from));
    }
    return found;
  }

  #leadsAt(text: string, begin: number, distance: number): Entry[] {
    const found: Entry[] = [];
    let range = this.#starts.get(text.charCodeAt(begin));
    let depth = 1;
    for (let at = begin + 1; range; at += 1) {
      const [from, to] = range;
      for (let index = from; index < to; index += 1) {
        const entry = this.#entries[index];
        if (entry?.lead.length !== depth) break;
        if (entry.mostBefore >= distance) found.push(entry);
      }
      while (isGap(text.charCodeAt(at))) at += 1;
      if (at >= text.length) break;
      range = this.#narrowed(from, to, depth, text.charCodeAt(at));
      depth += 1;
    }
    return found;
  }

  /** The entries, among those equal up to a depth, that continue with a unit. */
  #narrowed(from: number, to: number, depth: number, unit: number): readonly [number, number] | undefined {
    const begin = this.#firstFrom(from, to, depth, unit);
    const end = this.#firstFrom(begin, to, depth, unit + 1);
    return begin < end ? [begin, end] : undefined;
  }

  #firstFrom(from: number, to: number, depth: number, unit: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >> 1;
      const lead = this.#entries[middle]?.lead ?? '';
      // A lead that ends here precedes all longer ones.
      if (lead.length > depth && lead.charCodeAt(depth) >= unit) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function entryOf(name: SearchedName): Entry {
  const parts = name.text.split(SEPARATORS);
  const first = parts.findIndex((part, index) => index % 2 === 0 && part !== '');
  const rest = parts.slice(Math.max(first, 0));
  const and = rest.findIndex((part) => AND.test(part));
  const words = (and === -1 ? rest : rest.slice(0, and)).filter((_, index) => index % 2 === 0);
  return { ...name, lead: words.join(''), mostBefore: Math.ceil(Math.max(first, 0) / 2) * LONGEST_SEPARATOR };
}

function longestFirst(a: Entry, b: Entry): number {
  return b.length - a.length || (a.text < b.text ? -1 : Number(a.text > b.text));
}

/** Whether a unit may separate a lead's words. */
function isGap(unit: number): boolean {
  return (
    unit === 0x27 ||
    unit === 0x2d ||
    (unit <= 0x20 ? /\s/.test(String.fromCharCode(unit)) : isWideBlank(unit))
  );
}

function isWideBlank(unit: number): boolean {
  return unit >= 0xa0 && /\s/.test(String.fromCharCode(unit));
}

function isSeparator(unit: number): boolean {
  return unit === 0x26 || isGap(unit);
}

const AT = new Map<string, RegExp>();

/** Whether a lookaround matches at a place. Few different ones exist. */
function isAt(lookaround: string, text: string, place: number): boolean {
  if (lookaround === '') return true;
  const pattern = AT.get(lookaround) ?? new RegExp(lookaround, 'uy');
  AT.set(lookaround, pattern);
  pattern.lastIndex = place;
  return pattern.test(text);
}
