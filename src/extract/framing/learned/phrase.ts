import type { Range } from '../../text/ranges.ts';
import type { WordWeight } from '../readers/cue-reader.ts';
import type { ReadRemark } from './features.ts';
import type { Token } from './tokens.ts';

/** A phrase of more tokens explains nothing. */
const LONGEST = 9;
/** A token must add more than this part of the strongest one. */
const LEAST = 0.12;

/** The words of a remark that add most to its score, in the block: the stretch without names whose shares sum to most. */
export function decidingPhrase({ tokens, remark }: ReadRemark, shares: Float64Array): Range {
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
  if (!first || !last || last.to <= first.from) return remark.range;
  return { from: first.from, to: last.to };
}

/** More words explain no better. */
const MOST_WORDS = 5;

/** The words of a remark that weigh most, for its score or against it; no name, for no name weighs anything. */
export function heaviestWords({ tokens }: ReadRemark, shares: Float64Array): WordWeight[] {
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
