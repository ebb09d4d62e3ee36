import { FRENCH_PERFECT } from './name-context.ts';
import { KINDS } from './name-cues.ts';
import { isPlural, isThirdPerson, isVerb, type WordClass, wordClassOf } from './words/word-classes.ts';

/** Verbs that follow adverbs too: `Next comes the sauce`. */
const INVERTED =
  "left|became|began|went|fell|came|stood|beat|quit|is|isn't|are|was|has|hasn't|had|can|can't|could|will|would|does|doesn't|may|might|should|must|remains|stands|comes|goes|sits|falls|starts|feels|looks|seems|needs";
const ADVERBS = 'itself|also|recently|now|still|typically|generally|usually|often|currently';
const OTHER_VERBS =
  'built|got|made|took|grew|rose|won|lost|sold|told|said|held|kept|led|ran|paid|bought|spent|sent|brought|taught|caught|sought|fought|chose|drove|gave|wrote|spoke|drew|threw|knew|saw|thought|dealt|says|pays|buys|offers|provides|lets|makes|gives|includes|works|integrates|supports|allows|helps|costs|charges|uses|focuses|combines|excels|shines|lacks|handles|earns|ranks|leads|wins|beats|takes|gets|keeps|runs|sells|ships|requires|tends|builds|brings|delivers|enables|features|targets|claims|announced|launched|released|acquired|suffered|raised|added';
const VERBS = `${INVERTED}|${ADVERBS}|${OTHER_VERBS}`;

/** A verb right after a name. */
export const FOLLOWING_VERB = new RegExp(`^\\s+(?:${VERBS})\\b`, 'u');

/** Verbs and others after a plural noun, so that a word in -s before them is none: `Current offers end soon`. */
const AFTER_PLURAL =
  'are|were|have|can|will|do|may|might|should|must|could|would|of|who|that|with|from|in|and|or|such|often|usually|always|sometimes|never|rarely|include|vary|start|begin|end|apply|exist|differ|depend|range|come|make|tend';
/** Verbs of companies and products that are no plural nouns. */
const ONLY_VERBS =
  'integrates|operates|competes|relies|depends|belongs|consists|specializes|connects|focuses|syncs|works|comes';
const PLURAL_NOUN = new RegExp(`^\\s+(?!(?:${ONLY_VERBS})\\s)\\p{Ll}+s\\s+(?:${AFTER_PLURAL})\\b`, 'u');
const SINGULAR_VERB = new RegExp(
  `^\\s+(?:(?:${ADVERBS})\\s+)?(?:isn't|hasn't|doesn't|was|\\p{Ll}+s)\\b`,
  'u',
);

const PAST =
  '\\s+(?:\\p{Ll}+ly\\s+)?\\p{Ll}{3,}ed\\s+(?:the|a|an|its|his|her|their|to|in|on|up|us|out|for|from|off|over|by|with|two|three|all|both|more|most|many|every|that|this|these|it|them|him|at|into|about|against|after|before|since|during|under|through|last|closely|hard)\\b';
const ASIDE =
  ',\\s(?:by contrast|however|meanwhile|too|though|for example|for instance|on the other hand|in contrast|which|who|founded|based|a|an|the|now)\\b';
/** Words that join a name to others, or that end its phrase. */
const JOINED =
  '\\s+(?:and|or)\\s+(?:its?|their|the|an?|other|others|similar|comparable|many|most|some|several|all|both|any|also|even|now|then|maybe|perhaps|possibly|something|you|we|they)\\b|\\s+(?:and|or)\\s+(?!\\p{Ll}+(?:[\\s-]\\p{Ll}|[.,;:!?]|$))|\\s+with\\s+its\\b';
const END = '\\s*(?:$|[:?)\\]"”…–—→⇒]|-\\s)';
const NEXT_NAME = '\\s*[,;/&|]\\s*\\p{Lu}|\\s+(?:and|or|vs\\.?|versus)\\s+\\p{Lu}';
/** `Slack for chat, Notion for docs`. */
const PARALLEL = '\\s+for\\s[^.,;:!?]{1,40}[,;]\\s(?:and\\s)?\\p{Lu}[^.,;:!?]{0,30}\\sfor\\s';
/** What only names have beside them. */
const NAME =
  "['’]s?\\s+\\p{L}|\\s+\\p{Ll}+\\p{Lu}|\\s+[\\p{L}\\d]+[®™]|\\s+by\\s+\\p{Lu}|(?:\\s\\p{Lu}[\\p{L}\\d-]*){1,6}\\s?\\(?[$€£]?\\d";

const CONTINUED = new RegExp(
  `^(?:${NAME}|${NEXT_NAME}|${ASIDE}|${PARALLEL}|${END}|\\s*\\([^)]{2,60}\\))`,
  'u',
);
const CONTINUED_NOUN = new RegExp(`^(?:${PAST}|${JOINED})`, 'u');
const NAME_LIST = ',\\s\\p{Lu}[^.,;:!?]{0,40},\\s(?:(?:and|or)\\s)?\\p{Lu}';
const DEFINED = `\\s(?:is|was)\\s(?:an?|the|one of the|another)\\s(?!better)[^.;:!?]{0,60}(?<!\\p{L})(?:${KINDS}|sites?|networks?|operators?)(?!\\p{L})`;
const CONTINUED_ADVERB = new RegExp(
  `^(?:${NAME}|\\s+(?:and|or|vs\\.?|versus)\\s+\\p{Lu}|\\s*\\|\\s*\\p{Lu}|${NAME_LIST}|${DEFINED})`,
  'u',
);
const CONTINUED_PRONOUN = new RegExp(
  `^(?:(?:\\s\\p{Lu}[\\p{L}\\d-]*){1,6}\\s?\\(?[$€£]?\\d|(?:,\\s\\p{Lu}[^.,;:!?]{0,40}){1,5},?\\s(?:and|or)\\s\\p{Lu}|${DEFINED})`,
  'u',
);

/** Changes and motions of things, which companies and products seldom undergo. */
const CHANGES =
  'ebbs|flows|fades|melts|boils|drips|spreads|ripens|dissolves|evaporates|swells|sprouts|germinates|rots|decays|blooms|wilts|withers|shrinks|bends|loosens|rusts|tarnishes|cracks|shatters|snaps|splits|spills|hardens|softens|thickens|thins|dries|burns|glows|flickers|sparkles|floats|sinks|rolls|bounces|drifts|swirls|slides|slips|rotates|spins|rattles|creaks|squeaks|hums|echoes|tastes|sings|coos|barks|roars|sleeps|flies|swims|crawls|nests|dies|ages|approaches|lingers|persists|weakens|widens|narrows|deepens|lengthens|shortens|steepens|tightens|stiffens|ferments|sours|crystallizes|overflows|vanishes|recedes|peels|lands|disappears|passes|ends|lives';
/** Others, without the phrases that have companies as their subjects. */
const MOTIONS = [
  'breaks(?! (?:down|into|even))',
  'turns(?! (?:to|into|down|out|on|off))',
  'rises(?! (?:to|above|by|from))',
  'falls(?! (?:to|short|behind|under|into|by|back|apart|outside|within))',
  'grows(?! (?:to|into|with|by|from|beyond))',
  'moves(?! (?:to|into|from|beyond|on|toward|away))',
  'returns(?! (?:to|with|as))',
  'appears(?! (?:in|on|to|first|among|as))',
  'comes(?! (?:in (?!the\\s)|with|from|as|to|close|out|after|before))',
  'goes(?= (?:out|in|away|by)(?!\\p{L}))',
  'runs(?= (?:down|along|out)(?!\\p{L}))',
  'builds(?= up (?:in|on|over|around|when|inside)(?!\\p{L}))',
  'remains(?! (?:to|in|on|at|with|for|as))',
  'shines(?= (?:through|down|over|into)(?!\\p{L}))',
].join('|');
const ADVERBIALS =
  'early|late|later|soon|too|again|fast|well|best|hard|first|then|now|here|there|away|apart|off|out|up|down|further|farther|more|often|twice|once|overnight|daily|indoors|outdoors|sideways|clockwise|every|each|all|at|in|on|over|above|below|before|after|during|between|with|within|without|as|when|where|until|since|under|across|around|from|through|behind|near|along|because|while|if|by|like|and|for';
const CHANGED = new RegExp(
  `^\\s(?:\\p{Ll}+ly\\s)?(?:${CHANGES}|${MOTIONS})(?:\\s*(?:[.,;!?]|$)|\\s(?:\\p{Ll}+ly|${ADVERBIALS})(?!\\p{L}))`,
  'u',
);

/** Words that start an aside after a comma. */
const ASIDES =
  'however|though|although|too|meanwhile|also|instead|for|but|while|with|which|who|by|now|then|yet|since|again|say|like|etc';
/** Lowercase words in one list with the word: `Linear, quadratic, and cubic`. */
const LISTED_WORDS = new RegExp(
  `^,\\s(?!(?:${ASIDES})(?!\\p{L}))\\p{Ll}[\\p{Ll}-]+(?:,\\s\\p{Ll}|\\s*$)`,
  'u',
);

/**
 * Whether a sentence that starts with a name goes on as after a proper name: with a third-person verb, or a second name.
 * What may also follow an adjective or an imperative proves nothing: `Continue with step 3`.
 *
 * @param word the name, folded
 */
export function treatsAsName(word: string, before: string, after: string): boolean {
  if (/["“]\s*$/.test(before) || LISTED_WORDS.test(after) || isModifier(word, after)) return false;
  if (FRENCH_PERFECT.test(after)) return true;
  if (CHANGED.test(after)) return false;
  const wordClass = wordClassOf(word);
  if (wordClass === 'pronoun') return CONTINUED_PRONOUN.test(after);
  const isAnswer =
    (/\?\s*$/.test(before) && /^\s*[.,!]/.test(after)) || (/[:：]\s*$/.test(before) && /^[.;]/.test(after));
  if (hasVerb(wordClass, after)) return true;
  if (wordClass === 'preverb' || wordClass === 'adverb') return CONTINUED_ADVERB.test(after);
  if (isAnswer || CONTINUED.test(after)) return true;
  if (wordClass !== 'adjective' && /^\s+\p{Lu}[\p{L}\d]/u.test(after)) return true;
  return wordClass !== 'plural' && CONTINUED_NOUN.test(after);
}

/** Another adjective, or a noun with an inner capital. */
const MODIFIED = new RegExp(
  `^(?:,\\s\\p{L}+-\\p{L}|,\\s(?!(?:${ASIDES}|an?|the|formerly|from)(?!\\p{L})|\\p{Ll}+\\sfor\\s)\\p{Ll}|\\s\\p{Ll}+\\p{Lu})`,
  'u',
);

/**
 * Whether a word is an adjective with what it describes: `Simple, flexible pricing`, `Free microSD card`, `Free Movies`.
 * Products of such brands have names in the singular: `Brave Browser`.
 */
export function isModifier(word: string, after: string): boolean {
  return (MODIFIED.test(after) || hasTitledPlural(after)) && wordClassOf(word) === 'adjective';
}

function hasTitledPlural(after: string): boolean {
  const noun = /^\s(\p{Lu}\p{Ll}+)(?![\p{L}\p{N}®™+-])/u.exec(after)?.[1]?.toLowerCase();
  return noun !== undefined && (isPlural(noun) || MASS.test(noun));
}

const OTHER_VERB = new RegExp(`^\\s+(?:${OTHER_VERBS})\\b`, 'u');

/** Whether a verb follows whose subject is a name, in view of the name's class as a word. */
function hasVerb(wordClass: WordClass, after: string): boolean {
  if (PLURAL_NOUN.test(after) || wordClass === 'preverb') return false;
  if (wordClass === 'adverb') return OTHER_VERB.test(after);
  if (wordClass === 'plural' && !SINGULAR_VERB.test(after)) return false;
  return wordClass === 'adjective'
    ? (FOLLOWING_VERB.test(after) && !PLURAL_OBJECT.test(after)) ||
        (hasThirdPerson(after) && (OBJECT.test(after) || hasPluralObject(after)))
    : FOLLOWING_VERB.test(after) || hasThirdPerson(after);
}

/** Nouns and their prepositions after an adjective: `Current offers for users`. */
const PLURAL_OBJECT =
  /^\s+(?:offers|costs|charges|uses|features|needs|leads|claims|targets|ranks|looks|works)\s+(?:of|for|from|in|on|to|at|by|per)\b/u;
/** A verb's object. */
const OBJECT =
  /^\s+(?:\p{Ll}+ly\s+)?\p{Ll}+\s+(?:the|an?|its|their|your|our|my|his|her|this|that|these|those|all|each|every|both|no|more|most|less|any|some|several|many|two|three|you|users|customers|\p{Lu}|\d|\$)/u;

/** Whether a third-person verb follows, `separates storage`, and no plural noun before its own verb: `speakers prefer`. */
function hasThirdPerson(after: string): boolean {
  const [, verb = '', next = ''] = /^\s+(?:\p{Ll}+ly\s+)?(\p{Ll}{3,})\s+(\p{L}*)/u.exec(after) ?? [];
  return isThirdPerson(verb) && !isVerb(next);
}

/**
 * Whether plural nouns follow a word in -s, which is then a verb: `Linear separates issues from`. Plural subjects have no
 * verb in -s, and few plural nouns describe others: `Smart sports watches cost`.
 */
function hasPluralObject(after: string): boolean {
  const [, verb = '', object = '', next = ''] =
    /^\s+(\p{Ll}+)\s+(\p{Ll}+)(?:\s+(\p{Ll}+)|[.,;!?]|$)/u.exec(after) ?? [];
  return !ATTRIBUTIVE.test(verb) && (isPlural(object) || MASS.test(object)) && !isVerb(next);
}

/** Plural nouns that describe others. */
const ATTRIBUTIVE =
  /^(?:sports|rewards|records|games|arms|returns|goods|benefits|awards|drinks|parts|works)$/;
/** Objects without a plural. */
const MASS =
  /^(?:money|data|content|information|software|people|children|traffic|food|music|news|equipment|advice|privacy|security)$/;
