import { ADVERBS } from '../words/english-words.ts';

const COPULA =
  "(?:is|are|was|were|isn't|aren't|wasn't|weren't|be|been|being|remains?|stays?|stands? as|ranks?(?: as)?|counts? as|comes? out(?: on top)?(?: as)?|considered|regarded as|seen as|viewed as|deemed|rated|named|voted|crowned|called|makes?|represents?|becomes?|became|become|gets?|got|earns?|earned|takes?|took|wins?|won|feels?|felt|seems?(?: to be)?|looks?|appears?(?: to be)?|proves?(?: to be)?|feel|mak(?:es?|ing) (?:it|them|this)|as)";

/** `It's`, `they're`. After a name, 's is a possessive. */
const CONTRACTION = "(?<=\\b(?:it|this|that|they|these|here))'(?:s|re)";

/** A predicate cue after a copula: `is our top pick`, `feels clunky`. */
export function isCue(phrases: readonly string[]): RegExp {
  return predicate(phrases, `(?:(?<![\\p{L}'])${COPULA}|${CONTRACTION})`);
}

/** A predicate cue after a form of `be`, but not `get` or `make`. */
export function plainCue(phrases: readonly string[]): RegExp {
  const be = "(?:is|are|was|were|isn't|aren't|wasn't|weren't|be|been|remains?|stays?)";
  return predicate(phrases, `(?:(?<![\\p{L}'])${be}|${CONTRACTION})`);
}

/** A predicate cue after other words than a verb. */
export function cueAfter(words: string, phrases: readonly string[]): RegExp {
  return predicate(phrases, `(?<![\\p{L}'])${words}`);
}

function predicate(phrases: readonly string[], before: string): RegExp {
  return new RegExp(`${before}\\s+${ADVERBS}(?<cue>(?:${phrases.join('|')}))(?![\\p{L}-])`, 'gu');
}

/** A verb cue: `lacks`. */
export function doesCue(phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}'-])(?<cue>(?:${phrases.join('|')}))(?![\\p{L}-])`, 'gu');
}

/** Phrases whose last name is their object: `go with T`. */
export function objectCues(phrases: readonly string[]): RegExp[] {
  return phrases.map((phrase) => new RegExp(`(?<![\\w\\p{L}'-])(?:${phrase})`, 'gu'));
}

/** Such phrases as one pattern, which searches faster. Finds one of several overlapping phrases. */
export function objectCue(phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\w\\p{L}'-])(?:${phrases.join('|')})`, 'gu');
}
