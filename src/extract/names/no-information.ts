import { fold } from '../text/fold.ts';
import { CONJUNCTIONS, type Role, WORDINGS, type Wording } from './words/unknown-names.ts';

/** A sign for the name, as a unit of a sentence. */
const NAME = '\uE001';

/** Letters of scripts that write no spaces between words. Each is a unit of its own. */
const UNSPACED = /(?=\p{L})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]/gu;

/** The name, a word, its part up to an apostrophe (`n'`), or a sign between listed names. */
const UNIT = /\uE001|[\p{L}\p{M}\p{N}]+'?|[,、/]/gu;

/** What a language's phrases, as units with spaces between them, and its stems may say. */
interface Lexicon {
  readonly phrases: ReadonlyMap<string, ReadonlySet<Role>>;
  readonly stems: ReadonlyMap<string, ReadonlySet<Role>>;
  /** The most units of a phrase. */
  readonly longest: number;
}

const NO_ROLES: ReadonlySet<Role> = new Set();

const LEXICONS = Object.values(WORDINGS).map(lexiconOf);

const FOLDED_CONJUNCTIONS = new Set(unitsOf(CONJUNCTIONS));

function lexiconOf(wording: Wording): Lexicon {
  const phrases = new Map<string, Set<Role>>();
  const stems = new Map<string, Set<Role>>();
  for (const [role, list] of Object.entries(wording) as [Role, string][]) {
    for (const entry of list.split(' ')) {
      const map = entry.endsWith('*') ? stems : phrases;
      const key = unitsOf(entry.replaceAll('_', ' ')).join(' ');
      map.set(key, (map.get(key) ?? new Set()).add(role));
    }
  }
  const longest = Math.max(...Array.from(phrases.keys(), (key) => key.split(' ').length));
  return { phrases, stems, longest };
}

function unitsOf(text: string, keepCase = false): string[] {
  return fold(text, keepCase).text.replace(UNSPACED, ' $& ').match(UNIT) ?? [];
}

/** Units without other names that are listed with the name: `T, U or X`. */
function withoutListed(units: readonly string[]): string {
  const name = units.indexOf(NAME);
  const isListed = (unit = '') => isJoint(unit) || isCapitalized(unit);
  let from = name;
  while (isListed(units[from - 1])) from -= 1;
  let to = name + 1;
  while (isListed(units[to])) to += 1;
  const before = units.slice(from, name);
  const behind = units.slice(name + 1, to);
  const isBehind = isJoint(behind[0]) && behind.some(isConjunction) && behind.some(isCapitalized);
  const isBefore =
    before.some(isCapitalized) && (isConjunction(before.at(-1)) || (isJoint(before.at(-1)) && isBehind));
  const kept = isBefore ? units.slice(0, from) : units.slice(0, name);
  return [...kept, NAME, ...units.slice(isBehind ? to : name + 1)].join(' ');
}

function isCapitalized(unit: string): boolean {
  return /^\p{Lu}/u.test(unit);
}

function isConjunction(unit = ''): boolean {
  return FOLDED_CONJUNCTIONS.has(unit);
}

function isJoint(unit = ''): boolean {
  return unit === ',' || isConjunction(unit);
}

const GUESSED =
  'be (?:an? )?(?:very |relatively |fairly )?(?:new|small|niche|local|recent|private|lesser[- ]known|fictional|misspell)';

/** A guess at such a sentence's end. */
const GUESS = new RegExp(`,? (?:but|so|and) (?:it|they|this) (?:may|might|could) ${GUESSED}[^.!?]*`, 'u');

/** Advice and guesses around such a sentence, which alone are ordinary mentions. */
const ASIDE = [
  `[?？؟]["”»')]*$`,
  `(?:could|can|would) you (?:please )?(?:provide|share|clarify|tell|give|confirm)[^.!?]{0,80}\uE001`,
  `(?:check|visit|contact|consult|reach out to|look at|go to|see)(?:ing)? (?:out )?(?:the )?(?:official )?(?:website |site |team |support )?(?:of |at |for )?\uE001`,
  `(?:if|it(?:'s| is)? possible that|perhaps|maybe) \uE001 (?:is|was|may be|might be) ${GUESSED.slice(3)}`,
  `\uE001 (?:may|might|could) ${GUESSED}`,
].map((source) => new RegExp(source, 'u'));

/** A longer sentence says more. */
const LONGEST = 400;

/**
 * Whether sentences say only that nothing is known about the name in them.
 *
 * @param sentences with U+E001 for the name's first character and U+E003 for each further one
 */
export function sayNothing(sentences: readonly string[]): boolean {
  if (sentences.some(({ length }) => length > LONGEST)) return false;
  const plain = sentences.map((sentence) => sentence.replaceAll('\uE003', ''));
  return plain.every((sentence) => isNothing(sentence) || isAside(sentence)) && plain.some(isNothing);
}

/** Whether a sentence, in one of the languages, has no other words than to say that the name is unknown. */
function isNothing(sentence: string): boolean {
  const words = withoutListed(unitsOf(sentence, true));
  const units = unitsOf(words.replace(GUESS, '')).filter((unit) => !/[,、/]/.test(unit));
  return LEXICONS.some((lexicon) => isNothingIn(lexicon, units));
}

function isNothingIn(lexicon: Lexicon, units: readonly string[]): boolean {
  const said = new Set<Role>();
  /** Whether the name, and kinds behind it, came last. */
  let isBeside = false;
  /** Whether kinds came last that must stand before the name. */
  let isOwing = false;
  for (let at = 0; at < units.length; ) {
    const isName = units[at] === NAME;
    const { roles, length } = isName ? { roles: NO_ROLES, length: 1 } : phraseAt(lexicon, units, at);
    const isKind = roles.has('the');
    if (length === 0 || (isOwing && !isName && !isKind)) return false;
    isBeside = isName || (isBeside && isKind);
    isOwing = !isName && (isOwing || (!isBeside && isKind && roles.size === 1));
    for (const role of roles) said.add(role);
    at += length;
  }
  if (isOwing || (said.has('gave') && !said.has('search'))) return false;
  return said.has('unknown') || (said.has('no') && said.has('known'));
}

/** The longest phrase at a place, else the word with its longest stem, else a length of 0. */
function phraseAt({ phrases, stems, longest }: Lexicon, units: readonly string[], at: number) {
  for (let length = longest; length > 0; length -= 1) {
    const roles = phrases.get(units.slice(at, at + length).join(' '));
    if (roles !== undefined) return { roles, length: Math.min(length, units.length - at) };
  }
  const word = units[at] ?? '';
  for (let end = word.length; end > 0; end -= 1) {
    const roles = stems.get(word.slice(0, end));
    if (roles !== undefined) return { roles, length: 1 };
  }
  return { roles: NO_ROLES, length: 0 };
}

function isAside(sentence: string): boolean {
  const plain = fold(sentence).text.replace(/\s+/g, ' ');
  return ASIDE.some((pattern) => pattern.test(plain));
}
