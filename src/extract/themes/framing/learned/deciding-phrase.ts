import type { Range } from '../../../text/ranges.ts';
import type { WordWeight } from '../rules/cues.ts';
import type { ParsedSentence } from './features.ts';
import type { Token } from './tokens.ts';

/** A longer phrase explains nothing. */
const LONGEST = 9;
/** A token's least share, relative to the strongest one. */
const LEAST = 0.12;

/**
 * The words with the largest shares of a sentence's score: the token range without names whose shares have the largest
 * sum.
 */
export function decidingPhrase({ tokens, sentence }: ParsedSentence, shares: Float64Array): Range {
  const cost = LEAST * Math.max(0, ...shares);
  let best = { from: 0, to: 0, sum: Number.NEGATIVE_INFINITY };
  for (let from = 0; from < tokens.length; from += 1) {
    let sum = 0;
    for (let at = from; at < Math.min(tokens.length, from + LONGEST); at += 1) {
      if (tokens[at]?.brands !== null) break;
      sum += (shares[at] ?? 0) - cost;
      if (sum > best.sum) best = { from, to: at, sum };
    }
  }
  const [first, last] = [firstWord(tokens, best.from, best.to), lastWord(tokens, best.from, best.to)];
  if (!first || !last || last.to <= first.from) return sentence.range;
  return { from: first.from, to: last.to };
}

/** More words explain no better. */
const MOST_WORDS = 5;

/** The sentence's strongest words, for or against its score. Names don't count: only their place has weight. */
export function heaviestWords({ tokens }: ParsedSentence, shares: Float64Array): WordWeight[] {
  const words = tokens.flatMap(({ from, to, brands, isWord }, at): WordWeight[] =>
    brands === null && isWord ? [{ from, to, weight: shares[at] ?? 0 }] : [],
  );
  const most = Math.max(0, ...words.map(({ weight }) => Math.abs(weight)));
  return words
    .filter(({ weight }) => Math.abs(weight) > LEAST * most)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.from - b.from)
    .slice(0, MOST_WORDS);
}

function firstWord(tokens: readonly Token[], from: number, to: number): Token | undefined {
  return tokens.slice(from, to + 1).find(({ isWord }) => isWord);
}

function lastWord(tokens: readonly Token[], from: number, to: number): Token | undefined {
  return tokens.slice(from, to + 1).findLast(({ isWord }) => isWord);
}
