import { isInside, type Range } from '../../../text/ranges.ts';
import type { Token } from './tokens.ts';
import { classNumber } from './word-classes.ts';

/** A sentence in tokens, with everything that its brands share. */
export interface TokenizedSentence {
  readonly tokens: readonly Token[];
  /** Parts that the answer doesn't state itself, and doubtful ones, in the block. */
  readonly surely: readonly Range[];
  readonly perhaps: readonly Range[];
  /** The number of clause edges before each token. */
  readonly edges: Uint16Array;
  readonly contexts: readonly WordContext[];
  /** Each token's reversals and weakenings, as bits. */
  readonly states: Uint8Array;
}

export function tokenizedSentenceOf(
  tokens: readonly Token[],
  surely: readonly Range[],
  perhaps: readonly Range[],
): TokenizedSentence {
  const edges = edgesOf(tokens);
  const contexts = tokens.map((_, at) => contextAt(tokens, edges, at));
  const states = statesOf(tokens, contexts, surely, perhaps);
  return { tokens, surely, perhaps, edges, contexts, states };
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

/** Punctuation between clauses. A comma is too weak to count. */
const EDGES = new Set([';', ':', '：', '；', '–', '—', '。', '؛', '(', ')', '（', '）']);

function edgesOf(tokens: readonly Token[]): Uint16Array {
  const edges = new Uint16Array(tokens.length + 1);
  for (const [at, { text, classes }] of tokens.entries())
    edges[at + 1] = (edges[at] ?? 0) + Number(EDGES.has(text) || classes.includes(CONTRAST));
  return edges;
}

/** The largest distances from a word to its negation, before and after. */
const REACH_BEFORE = 6;
const REACH_AFTER = 4;

/** A word's context in its clause, as bits. */
interface WordContext {
  /** Before it (1), after it (2). */
  readonly negation: number;
  readonly stance: number;
  readonly amount: number;
  readonly than: number;
}

function contextAt(tokens: readonly Token[], edges: Uint16Array, at: number): WordContext {
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

/** Bits: reversed by a negation or `less`; reversed by `too`; weakened by a report or condition; past. */
function statesOf(
  tokens: readonly Token[],
  contexts: readonly WordContext[],
  surely: readonly Range[],
  perhaps: readonly Range[],
): Uint8Array {
  let isSaid = false;
  return Uint8Array.from(contexts, ({ negation, stance, amount }, at) => {
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
