import { isWord } from './ordinary-words.ts';

const PRONOUNS: ReadonlySet<string> = new Set(
  'nothing everything something anything none everyone one other others another both all most many few some any each much more less enough either it this that these those you what'.split(
    ' ',
  ),
);

/** Adverbs that also stand before a sentence's verb: `Now offers a free plan`. */
const PREVERBS: ReadonlySet<string> = new Set(
  'now still also always often never just only even again soon already then once ever yet well not today simply'.split(
    ' ',
  ),
);

/** Other adverbs, prepositions, and conjunctions. */
const ADVERBS: ReadonlySet<string> = new Set(
  'later indeed next plus on up off out in down over under above below before after since until by at to from for with without within about around across along against between beyond near past via through first second third last instead meanwhile however besides anyway perhaps maybe here there where when while if as so but and or no yes away ahead apart together forward back'.split(
    ' ',
  ),
);

/** Adjectives without degrees and adverbs. */
const ADJECTIVES: ReadonlySet<string> = new Set('native best better capital medium'.split(' '));

export type WordClass = 'pronoun' | 'preverb' | 'adverb' | 'adjective' | 'plural' | 'other';

/** An English word's class. Of several, the one least like a name counts. */
export function wordClassOf(word: string): WordClass {
  if (PRONOUNS.has(word)) return 'pronoun';
  if (PREVERBS.has(word)) return 'preverb';
  if (ADVERBS.has(word)) return 'adverb';
  if (isAdjective(word)) return 'adjective';
  return isPlural(word) ? 'plural' : 'other';
}

export function isFunctionWord(word: string): boolean {
  return /^(?:the|an?|of)$/.test(word) || PRONOUNS.has(word) || PREVERBS.has(word) || ADVERBS.has(word);
}

/** Whether a word has degrees, or an adverb: `linearly`, but not `friendly`, which is an adjective. */
function isAdjective(word: string): boolean {
  const stem = word.replace(/e$/, '').replace(/y$/, 'i');
  const hasDegrees = [stem, stem + stem.slice(-1)].some(
    (each) => isWord(`${each}er`) && isWord(`${each}est`),
  );
  const adverb = `${word.replace(/le$/, '').replace(/y$/, 'i')}l`;
  const isAdverb = isWord(`${adverb}y`) && !isVerb(`${adverb}y`);
  return (
    ADJECTIVES.has(word) || hasDegrees || (isAdverb && !isWord(`${adverb}iness`) && !isWord(`${adverb}ier`))
  );
}

export function isPlural(word: string): boolean {
  return (
    /[^su]s$/.test(word) && [word.slice(0, -1), word.slice(0, -2), word.replace(/ies$/, 'y')].some(isWord)
  );
}

/** Whether a word is a verb's base form: it has a form in -ing. */
export function isVerb(word: string): boolean {
  if (isFunctionWord(word)) return false;
  const stem = word.replace(/ie$/, 'y').replace(/e$/, '');
  return [word, stem, word + word.slice(-1)].some((each) => isWord(`${each}ing`));
}

/** Whether a word may be a verb's third person: `separates`, but not `speakers`. */
export function isThirdPerson(word: string): boolean {
  if (/\p{L}{4}(?:izes|ifies)$/u.test(word)) return true;
  const stems = [word.slice(0, -1), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];
  return /[^s]s$/.test(word) && stems.some((stem) => stem !== word && isVerb(stem));
}
