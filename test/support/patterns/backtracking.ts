import { type Automaton, automataOf, type Step } from './automaton.ts';
import { TooComplex } from './too-complex.ts';

/** Why a backtracking matcher may do more work than a constant times the length of a text. */
export interface Finding {
  /**
   * `exponential`: a loop reads the same text in two ways. `polynomial`: two loops one after the other read it.
   * `search`: the search for the start of a match and a loop do. `complex`: nothing is proven.
   */
  readonly kind: 'exponential' | 'polynomial' | 'search' | 'complex';
  /** The text whose repetitions take long, or the reason. */
  readonly repeated: string;
}

/** Two counts of this size one after the other already take a hundred steps from each place. */
const MANY = 10;

/** A count of this size is a loop, whatever it is next to. */
const AS_GOOD_AS_ENDLESS = 500;

const MOST_STEPS = 3_000_000;

/**
 * Proves that a pattern takes linear time on every text, or says why it may not. Sources: Weber and Seidl, “On the
 * degree of ambiguity of finite automata” (1991), for loops; a match that may start anywhere is a loop before the
 * pattern; a lookahead is another way to go on. It takes an assertion about more than one character as possible
 * everywhere, so it may find too much, but not too little.
 */
export function findingsOf(pattern: RegExp): Finding[] {
  const counts = countsIn(pattern);
  if (counts.every((count) => count < MANY)) return [];
  try {
    const automata = automataOf(pattern, AS_GOOD_AS_ENDLESS);
    const found = automata.flatMap((automaton) => new Ambiguities(automaton).findings());
    const [counted] = counts.some(isLong) ? automataOf(pattern, MANY) : [];
    const more = counted ? new Ambiguities(counted).findings() : [];
    return [
      ...found,
      ...more.filter(({ kind }) => kind !== 'search' && !found.some((each) => each.kind === kind)),
    ];
  } catch (error) {
    if (error instanceof TooComplex) return [{ kind: 'complex', repeated: error.message }];
    throw error;
  }
}

function isLong(count: number): boolean {
  return count >= MANY && count < AS_GOOD_AS_ENDLESS;
}

/** The most repetitions that each quantifier allows, and perhaps more for signs in a class. */
function countsIn({ source }: RegExp): number[] {
  const quantifiers = source.matchAll(/[*+]|\{(\d+)(,?)(\d*)\}/g);
  return [...quantifiers].map(([, fewest, comma, most]) => {
    if (fewest !== undefined && comma === '') return Number(fewest);
    return most ? Number(most) : Number.POSITIVE_INFINITY;
  });
}

type Loop = ReadonlySet<number>;

/** Where each of several walks over the same text may go on. */
type Choice = (state: number) => readonly Step[];

class Ambiguities {
  readonly #automaton: Automaton;
  /** By state, the steps after which the match may still fail: the matcher never comes back from the others. */
  readonly #unsure: readonly (readonly Step[])[];
  #steps = 0;

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
    this.#unsure = automaton.isWhole ? unsureSteps(automaton) : automaton.steps;
  }

  /** The worst of each kind. */
  findings(): Finding[] {
    const { steps, search } = this.#automaton;
    const targetsOf = (all: readonly (readonly Step[])[]) => all.map((each) => each.map(({ to }) => to));
    const isSearch = (loop: Loop) => search !== null && loop.has(search);
    const all = loopsIn(targetsOf(steps));
    const inner = loopsIn(targetsOf(this.#unsure)).filter((loop) => !isSearch(loop));
    const after = (loops: readonly Loop[]) =>
      firstIn(loops, (first) =>
        firstIn(inner, (second) => (second.isSubsetOf(first) ? null : this.#loopsTogether(first, second))),
      );
    const found = {
      exponential: firstIn(inner, (loop) => this.#twoWaysIn(loop)),
      polynomial: after(all.filter((loop) => !isSearch(loop))),
      search: after(all.filter(isSearch)),
    };
    return Object.entries(found).flatMap(([kind, repeated]) =>
      repeated === null ? [] : [{ kind: kind as Finding['kind'], repeated }],
    );
  }

  /** A text that a loop reads in two ways that meet again. */
  #twoWaysIn(loop: Loop): string | null {
    const within = stepsWithin(this.#unsure, loop);
    const start = new Walks(2, this.#automaton.steps.length);
    for (const state of loop) {
      const steps = within(state);
      for (const [index, one] of steps.entries()) {
        for (const other of steps.slice(index + 1)) {
          const reads = one.reads & other.reads;
          if (reads !== 0n && (one.before & other.before) !== 0n) start.add([one.to, other.to], -1, reads);
        }
      }
    }
    return this.#walked(start, [within, within], ([one, other]) => one === other);
  }

  /** A text that goes round the first loop, round the second one, and from the first to the second. */
  #loopsTogether(first: Loop, second: Loop): string | null {
    const round = stepsWithin(this.#automaton.steps, first);
    const further = stepsWithin(this.#unsure, second);
    const out = (state: number) => [
      ...round(state),
      ...(this.#unsure[state] ?? []).filter(({ to }) => !first.has(to)),
    ];
    for (const [one, other] of this.#pairsRound(first, second)) {
      const walks = new Walks(3, this.#automaton.steps.length);
      this.#goOn([one, one, other], [round, out, further], (to, reads) => walks.add(to, -1, reads));
      const isEnd = (to: readonly number[]) => to[0] === one && to[1] === other && to[2] === other;
      const text = this.#walked(walks, [round, out, further], isEnd);
      if (text !== null) return text;
    }
    return null;
  }

  /** Pairs of states that one text brings round both loops, one pair for all that it passes. */
  #pairsRound(first: Loop, second: Loop): (readonly [number, number])[] {
    const pairs = [...first].flatMap((one) => [...second].map((other) => [one, other] as const));
    const most = this.#automaton.steps.length;
    const indexes = new Map(pairs.map(([one, other], index) => [one * most + other, index]));
    const within = [stepsWithin(this.#automaton.steps, first), stepsWithin(this.#unsure, second)];
    const targets = pairs.map((pair) => {
      const to: number[] = [];
      this.#goOn(pair, within, ([one = 0, other = 0]) => to.push(indexes.get(one * most + other) ?? 0));
      return to;
    });
    return loopsIn(targets).map((loop) => pairs[Math.min(...loop)] ?? [0, 0]);
  }

  /** The text of the shortest walk to its end; null if there is none. */
  #walked(
    walks: Walks,
    choices: readonly Choice[],
    isEnd: (to: readonly number[]) => boolean,
  ): string | null {
    for (const [index, states] of walks.all.entries()) {
      if (isEnd(states))
        return walks
          .readTo(index)
          .map((reads) => this.#automaton.exampleOf(reads))
          .join('');
      this.#goOn(states, choices, (to, reads) => walks.add(to, index, reads));
    }
    return null;
  }

  /** Every way to read one more character with all walks. */
  #goOn(
    states: readonly number[],
    choices: readonly Choice[],
    onStep: (to: readonly number[], reads: bigint) => void,
  ): void {
    const to: number[] = [];
    const choose = (index: number, reads: bigint, before: bigint) => {
      if (index === states.length) return onStep([...to], reads);
      for (const step of choices[index]?.(states[index] ?? 0) ?? []) {
        this.#steps += 1;
        if (this.#steps > MOST_STEPS) throw new TooComplex('it takes too many steps');
        const [both, around] = [reads & step.reads, before & step.before];
        if (both === 0n || around === 0n) continue;
        to[index] = step.to;
        choose(index + 1, both, around);
      }
    };
    choose(0, this.#automaton.all, this.#automaton.all | this.#automaton.edge);
  }
}

function stepsWithin(steps: readonly (readonly Step[])[], loop: Loop): Choice {
  const known = new Map(
    [...loop].map((state) => [state, (steps[state] ?? []).filter(({ to }) => loop.has(to))]),
  );
  return (state) => known.get(state) ?? [];
}

/** States reached together, in the order of their discovery. */
class Walks {
  readonly all: (readonly number[])[] = [];
  readonly #from: (readonly [walk: number, reads: bigint])[] = [];
  readonly #known = new Set<number>();
  readonly #most: number;

  constructor(count: number, most: number) {
    this.#most = most;
    if (most ** count > Number.MAX_SAFE_INTEGER) throw new TooComplex('it has too many states');
  }

  /** @param from the walk that it continues; -1 for a new one */
  add(states: readonly number[], from: number, reads: bigint): void {
    const key = states.reduce((sum, state) => sum * this.#most + state, 0);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.all.push(states);
    this.#from.push([from, reads]);
  }

  /** What a walk has read. */
  readTo(walk: number): bigint[] {
    const [from, reads] = this.#from[walk] ?? [-1, 0n];
    return from < 0 ? [reads] : [...this.readTo(from), reads];
  }
}

function firstIn<Each, Found>(all: readonly Each[], find: (each: Each) => Found | null): Found | null {
  for (const each of all) {
    const found = find(each);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Without characters at which the match surely succeeds. The search itself may still come back to them: a match may be
 * shorter than what the matcher has read for it.
 */
function unsureSteps(automaton: Automaton): Step[][] {
  const { steps, search } = automaton;
  const sure = sureStates(automaton);
  return steps.map((each, state) => {
    const open = each.filter(({ to }) => !sure.has(to));
    if (state <= (search ?? 0)) return open;
    const taken = sureFrom(automaton, sure, state);
    return open.map((step) => ({ ...step, reads: step.reads & ~taken })).filter(({ reads }) => reads !== 0n);
  });
}

/** The characters, and the edge, with which the match surely succeeds. */
function sureFrom({ read, steps, ends }: Automaton, sure: Loop, state: number): bigint {
  const own = read[state] ?? 0n;
  const always = ({ before, isCertain }: Pick<Step, 'before' | 'isCertain'>) =>
    isCertain && (before & own) === own;
  const ending = (ends[state] ?? []).filter(always).reduce((sum, { after }) => sum | after, 0n);
  const leading = (steps[state] ?? []).filter((step) => sure.has(step.to) && always(step));
  return leading.reduce((sum, { reads }) => sum | reads, ending);
}

/** States from which every text leads to a match. */
function sureStates(automaton: Automaton): Set<number> {
  const { read, all, edge, search } = automaton;
  const sure = new Set(read.keys().filter((state) => state > (search ?? 0)));
  for (let before = -1; before !== sure.size; ) {
    before = sure.size;
    for (const state of sure) if (sureFrom(automaton, sure, state) !== (all | edge)) sure.delete(state);
  }
  return sure;
}

/** The strongly connected components with a cycle (Tarjan). */
function loopsIn(targets: readonly (readonly number[])[]): Loop[] {
  const order: number[] = [];
  const lowest: number[] = [];
  const stack: number[] = [];
  const isOpen: boolean[] = [];
  const loops: Set<number>[] = [];
  let count = 0;
  const visit = (state: number) => {
    const own = count;
    count += 1;
    order[state] = own;
    lowest[state] = own;
    stack.push(state);
    isOpen[state] = true;
    for (const to of targets[state] ?? []) {
      if (order[to] === undefined) visit(to);
      if (isOpen[to]) lowest[state] = Math.min(lowest[state] ?? own, lowest[to] ?? own);
    }
    if (lowest[state] !== own) return;
    const loop = new Set(stack.splice(stack.lastIndexOf(state)));
    for (const each of loop) isOpen[each] = false;
    if (loop.size > 1 || targets[state]?.includes(state)) loops.push(loop);
  };
  for (const state of targets.keys()) if (order[state] === undefined) visit(state);
  return loops;
}
