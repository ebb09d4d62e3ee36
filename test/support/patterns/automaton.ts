import {
  type Alternation,
  type Assertion,
  CharBase,
  CharSet,
  JS,
  type NoParent,
  type Quantifier,
} from 'refa';
import { plainPattern } from './plain-pattern.ts';
import { TooComplex } from './too-complex.ts';

type Sequence = NoParent<Alternation>['alternatives'][number];
type Element = Sequence['elements'][number];

/** Characters that a pattern does not tell apart, one bit each; one more bit is the edge of the text. */
type Classes = bigint;

/** A way on in the pattern. */
interface Way {
  /** What stands before it. */
  readonly before: Classes;
  /** Whether no longer assertion may close it. */
  readonly isCertain: boolean;
}

/** A way that reads a character. */
export interface Step extends Way {
  readonly to: number;
  readonly reads: Classes;
}

/** A way to the end of the match. */
interface End extends Way {
  readonly after: Classes;
}

/**
 * A pattern's position automaton (Glushkov): a state is a place in the pattern that has just read a character. Two ways
 * through the pattern to the same place are two steps, because a backtracking matcher tries both.
 */
export interface Automaton {
  /** What each state has just read. */
  readonly read: readonly Classes[];
  readonly steps: readonly (readonly Step[])[];
  readonly ends: readonly (readonly End[])[];
  /** The state before a match that may start anywhere; null if it starts at one place only. */
  readonly search: number | null;
  readonly all: Classes;
  readonly edge: Classes;
  /** Whether its success ends the search: not for a lookbehind. */
  readonly isWhole: boolean;
  exampleOf(classes: Classes): string;
}

const MOST_PLACES = 60_000;
const MOST_WAYS = 1_000_000;

/**
 * The automata of a pattern: its own, and one per lookbehind without a longest text, which reads backwards.
 *
 * @param loopsFrom a count of at least this many is a loop
 * @throws TooComplex
 */
export function automataOf(pattern: RegExp, loopsFrom = Number.POSITIVE_INFINITY): Automaton[] {
  const parsed = parsedPattern(pattern);
  const base = new CharBase([CharSet.all(parsed.maxCharacter), ...setsIn(parsed.expression.alternatives)]);
  const classes = new ClassTable(base);
  const own = new Builder(classes, { loopsFrom, isBehind: false });
  const automaton = own.build(parsed.expression.alternatives, !pattern.sticky);
  const behind = own.lookbehinds.map((body) =>
    new Builder(classes, { loopsFrom, isBehind: true }).build(body, true),
  );
  return [automaton, ...behind];
}

function parsedPattern(pattern: RegExp) {
  try {
    return JS.Parser.fromLiteral(plainPattern(pattern)).parse({ backreferences: 'throw' });
  } catch (error) {
    if (error instanceof TooComplex) throw error;
    throw new TooComplex(String(error));
  }
}

function setsIn(sequences: readonly Sequence[]): CharSet[] {
  return sequences.flatMap(({ elements }) =>
    elements.flatMap((each) => {
      if (each.type === 'CharacterClass') return [each.characters];
      return 'alternatives' in each ? setsIn(each.alternatives) : [];
    }),
  );
}

class ClassTable {
  readonly #base: CharBase;
  readonly #known = new Map<CharSet, Classes>();
  readonly all: Classes;
  readonly edge: Classes;

  constructor(base: CharBase) {
    this.#base = base;
    this.edge = 1n << BigInt(base.sets.length);
    this.all = this.edge - 1n;
  }

  of(set: CharSet): Classes {
    const known = this.#known.get(set);
    if (known !== undefined) return known;
    const classes = this.#base.split(set).reduce((sum, index) => sum | (1n << BigInt(index)), 0n);
    this.#known.set(set, classes);
    return classes;
  }

  exampleOf(classes: Classes): string {
    const ranges = this.#base.sets.flatMap((set, index) =>
      (classes >> BigInt(index)) & 1n ? set.ranges : [],
    );
    const printable = ranges.find(({ min, max }) => max >= 0x20 && min < 0x7f) ?? ranges[0];
    return printable === undefined
      ? ''
      : String.fromCodePoint(Math.max(printable.min, Math.min(0x20, printable.max)));
  }
}

interface Skip extends Way {
  readonly to: number;
  readonly after: Classes;
  /** The loop whose next round begins, or is over. A round that has read nothing does not count. */
  readonly begins: number | null;
  readonly ends: number | null;
}

/** A place between characters, before states are numbered. */
interface Place {
  readonly skips: Skip[];
  readonly reads: { readonly classes: Classes; readonly to: number } | null;
}

class Builder {
  readonly lookbehinds: Sequence[][] = [];
  readonly #classes: ClassTable;
  readonly #any: Classes;
  readonly #loopsFrom: number;
  readonly #isBehind: boolean;
  readonly #places: Place[] = [];
  #ways = 0;

  constructor(classes: ClassTable, options: { readonly loopsFrom: number; readonly isBehind: boolean }) {
    this.#classes = classes;
    this.#any = classes.all | classes.edge;
    this.#loopsFrom = options.loopsFrom;
    this.#isBehind = options.isBehind;
  }

  build(body: readonly Sequence[], isSearched: boolean): Automaton {
    const start = this.#place();
    const end = this.#either(body, start);
    const { all, edge } = this.#classes;
    const read = isSearched ? [edge, all] : [this.#any];
    const places = read.map(() => start);
    const numbers = new Map<number, number>();
    const numberOf = (place: number, classes: Classes) => {
      const known = numbers.get(place);
      if (known !== undefined) return known;
      numbers.set(place, read.length);
      places.push(place);
      return read.push(classes) - 1;
    };
    const steps: Step[][] = [];
    const ends: End[][] = [];
    for (let state = 0; state < places.length; state += 1) {
      const found = this.#waysFrom(places[state] ?? start, end, numberOf);
      const own = read[state] ?? 0n;
      const isPossible = ({ before }: { readonly before: Classes }) => (before & own) !== 0n;
      steps.push(found.steps.map((step) => ({ ...step, before: step.before & own })).filter(isPossible));
      ends.push(found.ends.filter(isPossible));
      if (isSearched && state < 2) steps[state]?.push({ to: 1, before: own, reads: all, isCertain: true });
    }
    return {
      read,
      steps,
      ends,
      search: isSearched ? 1 : null,
      all,
      edge,
      isWhole: !this.#isBehind,
      exampleOf: (classes) => this.#classes.exampleOf(classes),
    };
  }

  #place(reads: Place['reads'] = null): number {
    if (this.#places.length >= MOST_PLACES) throw new TooComplex('it has too many places');
    return this.#places.push({ skips: [], reads }) - 1;
  }

  #skip(from: number, to: number, given: Partial<Skip> = {}): void {
    const free = { before: this.#any, after: this.#any, isCertain: true, begins: null, ends: null };
    this.#places[from]?.skips.push({ ...free, ...given, to });
  }

  #either(sequences: readonly Sequence[], from: number): number {
    const to = this.#place();
    for (const { elements } of sequences) {
      const start = this.#place();
      this.#skip(from, start);
      const order = this.#isBehind ? elements.toReversed() : elements;
      this.#skip(
        order.reduce((at, each) => this.#element(each, at), start),
        to,
      );
    }
    return to;
  }

  #element(element: Element, from: number): number {
    switch (element.type) {
      case 'CharacterClass': {
        const to = this.#place();
        this.#skip(from, this.#place({ classes: this.#classes.of(element.characters), to }));
        return to;
      }
      case 'Alternation':
        return this.#either(element.alternatives, from);
      case 'Quantifier':
        return this.#repeat(element, from);
      case 'Assertion':
        return this.#assert(element, from);
      default:
        throw new TooComplex('it refers back to a group');
    }
  }

  #repeat({ alternatives, min, max }: NoParent<Quantifier>, from: number): number {
    const exit = this.#place();
    const isLoop = max === Number.POSITIVE_INFINITY || max >= this.#loopsFrom;
    const fewest = isLoop && max !== Number.POSITIVE_INFINITY ? Math.min(min, 1) : min;
    let at = from;
    for (let count = isLoop ? 1 : 0; count < fewest; count += 1) at = this.#either(alternatives, at);
    if (isLoop) {
      const loop = this.#place();
      const round = this.#place();
      this.#skip(at, loop);
      this.#skip(loop, round, { begins: loop });
      const end = this.#either(alternatives, round);
      this.#skip(end, loop, { ends: loop });
      this.#skip(fewest === 0 ? loop : end, exit);
      return exit;
    }
    for (let count = min; count < max; count += 1) {
      this.#skip(at, exit);
      at = this.#either(alternatives, at);
    }
    this.#skip(at, exit);
    return exit;
  }

  /** The character beside the place decides, or else may hold or not; an unbounded text in it is read as well. */
  #assert({ kind, negate, alternatives }: NoParent<Assertion>, from: number): number {
    const known = alternatives.map((each) => this.#decidedBy(each, kind));
    const longer = alternatives.filter((_, index) => known[index] === null);
    const wanted = alternatives.map(
      (each, index) => known[index] ?? (negate ? 0n : this.#nextTo(each, kind)),
    );
    const sum = wanted.reduce((all, each) => all | each, 0n);
    const beside = negate ? this.#any & ~sum : sum;
    const to = this.#place();
    const isForward = (kind === 'ahead') !== this.#isBehind;
    if (longer.some(isUnbounded)) {
      if (isForward) this.#either(longer, from);
      else if (this.#isBehind) throw new TooComplex('it looks both ways at once');
      else this.lookbehinds.push(longer);
    }
    const isCertain = longer.length === 0;
    this.#skip(from, to, isForward ? { after: beside, isCertain } : { before: beside, isCertain });
    return to;
  }

  /** The characters that alone decide an assertion; null if it reads further. */
  #decidedBy({ elements }: Sequence, kind: Assertion['kind']): Classes | null {
    const [only] = elements;
    if (only === undefined || elements.length > 1) return null;
    if (only.type === 'CharacterClass') return this.#classes.of(only.characters);
    if (only.type !== 'Alternation' && !(only.type === 'Assertion' && only.kind === kind)) return null;
    const known = only.alternatives.map((each) => this.#decidedBy(each, kind));
    if (known.includes(null)) return null;
    const sum = known.reduce<Classes>((all, each) => all | (each ?? 0n), 0n);
    return only.type === 'Assertion' && only.negate ? this.#any & ~sum : sum;
  }

  /** What may stand beside the place for a longer assertion to hold. */
  #nextTo({ elements }: Sequence, kind: Assertion['kind']): Classes {
    let found = 0n;
    for (const each of kind === 'ahead' ? elements : elements.toReversed()) {
      if (each.type === 'CharacterClass') return found | this.#classes.of(each.characters);
      if (each.type === 'Unknown') break;
      if (each.type === 'Assertion') {
        const decided = this.#decidedBy({ type: 'Concatenation', elements: [each] }, kind);
        if (decided !== null) return found | decided;
        continue;
      }
      found |= each.alternatives.reduce((all, some) => all | this.#nextTo(some, kind), 0n);
      const isSkipped = each.type === 'Quantifier' && each.min === 0;
      if (!isSkipped && (found & this.#any) !== this.#any) return found;
    }
    return this.#any;
  }

  /** All ways from a place to the next character or the end, each with its conditions. */
  #waysFrom(from: number, end: number, numberOf: (place: number, classes: Classes) => number) {
    const steps: Step[] = [];
    const ends: End[] = [];
    const begun = new Set<number>();
    const visit = (at: number, before: Classes, after: Classes, isCertain: boolean) => {
      const place = this.#places[at];
      if (place === undefined || before === 0n || after === 0n) return;
      this.#ways += 1;
      if (this.#ways > MOST_WAYS) throw new TooComplex('it has too many ways');
      if (at === end) ends.push({ before, after, isCertain });
      const reads = (place.reads?.classes ?? 0n) & after;
      if (place.reads !== null && reads !== 0n)
        steps.push({ to: numberOf(place.reads.to, place.reads.classes), before, reads, isCertain });
      for (const skip of place.skips) {
        if (skip.ends !== null && begun.has(skip.ends)) continue;
        const isNew = skip.begins !== null && !begun.has(skip.begins);
        if (isNew) begun.add(skip.begins);
        visit(skip.to, before & skip.before, after & skip.after, isCertain && skip.isCertain);
        if (isNew) begun.delete(skip.begins);
      }
    };
    visit(from, this.#any, this.#any, true);
    return { steps, ends };
  }
}

function isUnbounded(sequence: Sequence): boolean {
  return sequence.elements.some(
    (each) =>
      (each.type === 'Quantifier' && each.max === Number.POSITIVE_INFINITY) ||
      ('alternatives' in each && each.alternatives.some(isUnbounded)),
  );
}
