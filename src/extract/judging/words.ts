import { FUNCTION_WORDS } from '../names/words/function-words.ts';
import { hasNegation, words } from '../text/negation.ts';

/** Words that decide what a quotation proves, in the languages of the labeled sets. Short on purpose. */

/** Before a clause about something else; with a comma or without. */
const CONTRAST = words(
  '(?<!(?:anything|nothing)_)but while whereas yet although though however aber während hingegen dagegen sondern mais tandis alors_que',
  'pero mientras aunque ma mentre invece mas enquanto maar terwijl men medan ale natomiast но тогда_как ama ancak',
  'لكن بينما लेकिन जबकि',
);
const COORDINATION = words(
  'and or und oder et ou y e ed en of och (?-i:i) oraz o(?=_(?:el|la|los|las|una?|il|lo|gli|le|más|più)_) и ve और',
);

const REASON = words('because weil parce porque perché omdat eftersom');

/** Starts a clause. Between letters of scripts without spaces, a contrast stands alone. */
export const CLAUSE_START = new RegExp(
  `[,;:](?!\\d)|[，、،؛；：()（）–—−|\\u2028\\n]|(?:^|\\s)-\\s|\\s/\\s|(?<=\\s)(?:${CONTRAST}|${COORDINATION}|${REASON})(?=\\s)|(?<=だ|です|ます|い)が|けど|一方|但|而|不过|(?<=지만|반면에?|하고|이고)\\s`,
  'giu',
);

/** Ends a sentence, or a part that stands alone: `No. `. */
export const SENTENCE_END = /[.!?](?=\s|$)|[。！？।]/gu;

/** A clause after a contrast: without a name of its own, it can belong to either side. */
export const CONTRAST_START = new RegExp(
  `^(?:[;；]|[,，、]\\s*(?:(?:${CONTRAST})(?=\\s)|但|而|不过)|が|けど|一方)`,
  'iu',
);

/** One of several things, which share what comes before all of them: `or the best`. */
export const ALTERNATIVE_START = new RegExp(
  `^[\\s,，、]*(?:(?:${words('or nor oder noch ou ni o(?=_(?:el|la|los|las|una?|il|lo|gli|le|más|più)_) né of lub albo ani eller или veya أو या')})(?=\\s)|或|または|또는)`,
  'iu',
);

/** A clause that completes the one before it: `nicht, dass`, `and the best`. */
export const COMPLEMENT_START = new RegExp(
  `^(?:\\s*(?:${COORDINATION})|[\\s,，、]*(?:${words(
    'that dass ob das die der den dem welche\\p{L}* że żeby aby czy któr\\p{L}+ что чтобы котор\\p{L}+',
  )}))(?=\\s)`,
  'iu',
);

/** What may stand between or before names that share one statement: `both A and B`. */
export const SHARING = new RegExp(
  `^[\\s/&+,、・(（]*(?:(?:both|either|neither|nor|the|sowohl|als_auch|weder|noch|ni|né|nem|zowel|als|${COORDINATION}|と|和|与|및|와|과)(?=\\s|$)[\\s]*)*$`,
  'iu',
);

/** Starts a clause about the last name before it: `than Klentra, which is $15`, `(`. */
export const RELATIVE_START = new RegExp(
  `^[\\s,，、]*(?:(?:${words(
    'which who whose that the_latter das der die dem dessen deren welche\\p{L}* letztere\\p{L}* qui dont que ce_dernier cuy[oa] este_último che cuj[oa] este_último quest.ultimo dat wiens laatst\\p{L}* któr\\p{L}+ som vars котор\\p{L}+ الذي التي जो जिस\\p{L}*',
  )})\\s|[(（]|后者|後者|후자)`,
  'iu',
);

/** Right before a name to which another one is compared or related. */
export const COMPARED =
  /(?<!\p{L})(?:than|dan|unlike|like|vs\.?|versus|over|from|with|to|as|of|for|into|als|wie|von|mit|zu|gegenüber|que|comme|de|à|avec|con|como|di|come|do que|com|para|van|met|än|niż|od|чем|от|с)\s+(?:(?:the|der|die|das|dem|den|la|le|el|il|lo|o|a|de|het)\s+)?$/iu;

/**
 * A subject right before its verb, or before a particle for topics. Not in German and others that would need a list of
 * all nouns.
 */
export const SUBJECT = new RegExp(
  `^[\\s,;:，、()–—-]*(?:(?:${CONTRAST}|${COORDINATION})\\s+)*(?<subject>\\p{Lu}[\\p{L}\\p{N}]+)(?:\\s\\p{Lu}[\\p{L}\\p{N}]*)*(?:['’]s\\s|\\s(?:${words(
    'is was has had costs offers starts comes lets est était a coûte propose es era fue tiene cuesta ofrece è ha costa offre é foi tem custa oferece',
  )})(?!\\p{L})|は|が|是|有|는|은)`,
  'u',
);

/** Where a clause may have another name than its sentence: `, Asana in 2008`, `for Asana`. */
export const OTHER_NAME =
  /(?:^[\s,;:(–—-]*[,;:(–—-]\s*|(?<!\p{L})(?:for|at|with|than|by|over|vs\.?|versus|to|rivals?|competitors?|alternatives?|para|für|bei|als|pour|chez|voor|dla|niż)\s)(?<subject>\p{Lu}[\p{L}\p{N}]+)/gu;

/** Endings of English nouns that need no article and are in no list: `Deliverability`. */
export const NOUN_ENDING = /(?:ity|ing|ion|ness|ment|ance|ence)s?$/;

const MORE_EMPTY =
  "an we he she us our their them him her i me my your if so up out also had were been being does did do will would may some any all such there these those its it's im ein eines der dieser diese";

/** Words of which alone no statement consists: `it is a`. Not so a negation, nor Turkish, Finnish, or Hungarian `good`. */
const EMPTY: ReadonlySet<string> = new Set(
  `${Object.values(FUNCTION_WORDS).join(' ')} ${MORE_EMPTY}`
    .split(' ')
    .filter((word) => !hasNegation(word) && !['iyi', 'hyvä', 'jó'].includes(word)),
);

/** Endings and particles of scripts without spaces. */
const PARTICLES = /でした|です|ます|[はがをのにでとも的了是和]|입니다|[은는이가을를도]/gu;

export function contentOf(text: string): string {
  return text
    .replace(/[\p{L}\p{M}'’]+/gu, (word) => (EMPTY.has(word.toLowerCase()) ? ' ' : word))
    .replace(PARTICLES, ' ');
}
