import { isInside, type Range } from '../../text/ranges.ts';
import type { Token } from './tokens.ts';
import { classNumber } from './word-classes.ts';

/** A sentence in tokens, with all that is the same for every brand in it. */
export interface ReadSentence {
  readonly tokens: readonly Token[];
  /** Parts of the sentence that the answer does not state itself, and those that may be such, in the block. */
  readonly surely: readonly Range[];
  readonly perhaps: readonly Range[];
  /** How many clause edges come before each token. */
  readonly edges: Uint16Array;
  readonly surroundings: readonly Surrounding[];
  /** What turns or weakens each token: bits of a state. */
  readonly states: Uint8Array;
}

export function readSentenceOf(
  tokens: readonly Token[],
  surely: readonly Range[],
  perhaps: readonly Range[],
): ReadSentence {
  const edges = edgesOf(tokens);
  const surroundings = tokens.map((_, at) => around(tokens, edges, at));
  const states = statesOf(tokens, surroundings, surely, perhaps);
  return { tokens, surely, perhaps, edges, surroundings, states };
}

const NEGATOR = classNumber('negator');
const HEDGE = classNumber('hedge');
const SAY = classNumber('say');
const PAST = classNumber('past');
const NOW = classNumber('now');
const CONDITION = classNumber('condition');
const CONTRAST = classNumber('contrast');
const THAN = classNumber('than');
const MORE = classNumber('more');
const LESS = classNumber('less');
const TOO = classNumber('too');
const INSTRUCT = classNumber('instruct');

/** Signs between clauses. A comma separates too weakly to count. */
const EDGES = new Set([';', ':', '：', '；', '–', '—', '。', '؛', '(', ')', '（', '）']);

function edgesOf(tokens: readonly Token[]): Uint16Array {
  const edges = new Uint16Array(tokens.length + 1);
  for (const [at, { text, classes }] of tokens.entries())
    edges[at + 1] = (edges[at] ?? 0) + Number(EDGES.has(text) || classes.includes(CONTRAST));
  return edges;
}

/** How far before and after a word its negation may stand. */
const REACH_BEFORE = 6;
const REACH_AFTER = 4;

/** What stands around a word in its clause, as bits. */
export interface Surrounding {
  /** Before it, after it. */
  readonly negation: number;
  readonly stance: number;
  readonly amount: number;
  readonly than: number;
}

function around(tokens: readonly Token[], edges: Uint16Array, at: number): Surrounding {
  let negation = 0;
  let stance = 0;
  let amount = 0;
  let than = 0;
  const clause = edges[at] ?? 0;
  for (let other = 0; other < tokens.length; other += 1) {
    const classes = tokens[other]?.classes;
    if (!classes || classes.length === 0 || other === at) continue;
    const isNear = edges[other] === clause;
    const gap = other - at;
    for (const each of classes) {
      if (each === NEGATOR && isNear && gap < 0 && gap >= -REACH_BEFORE) negation |= 1;
      else if (each === NEGATOR && isNear && gap > 0 && gap <= REACH_AFTER) negation |= 2;
      else if (each === HEDGE) stance |= isNear ? 1 : 32;
      else if (each === SAY) stance |= isNear ? 2 : 64;
      else if (each === PAST) stance |= isNear ? 4 : 128;
      else if (each === CONDITION) stance |= isNear ? 8 : 256;
      else if (each === NOW) stance |= 16;
      else if (each === CONTRAST) stance |= 512;
      else if (each === INSTRUCT) stance |= 1024;
      else if (each === MORE && isNear && Math.abs(gap) <= 2) amount |= 1;
      else if (each === LESS && isNear && Math.abs(gap) <= 2) amount |= 2;
      else if (each === TOO && gap < 0 && gap >= -2) amount |= 4;
      else if (each === THAN && gap > 0 && gap <= 6) than |= 1;
      else if (each === THAN && gap < 0 && gap >= -6) than |= 2;
    }
  }
  return { negation, stance, amount, than };
}

/** Turned by a negation or `less`, by `too`; weakened by who says it or by a condition; past. */
function statesOf(
  tokens: readonly Token[],
  surroundings: readonly Surrounding[],
  surely: readonly Range[],
  perhaps: readonly Range[],
): Uint8Array {
  let isSaid = false;
  return Uint8Array.from(surroundings, ({ negation, stance, amount }, at) => {
    const { from = 0, classes = [] } = tokens[at] ?? {};
    if (classes.some((each) => each === SAY || each === CONDITION)) isSaid = true;
    const isTurned = (negation & 1) !== 0 || (amount & 2) !== 0;
    const isWeak = isSaid || (stance & (1 | 2 | 8)) !== 0 || isInside(surely, from);
    const isOver = ((stance & 4) !== 0 && (stance & 16) === 0) || isInside(perhaps, from);
    return (
      Number(isTurned) | (Number((amount & 4) !== 0) << 1) | (Number(isWeak) << 2) | (Number(isOver) << 3)
    );
  });
}
