import type { Block } from '../text/blocks.ts';
import { withoutLeadingMarks } from '../text/citation-marks.ts';
import { accentsOf, fold } from '../text/fold.ts';
import { headOf } from '../text/heads.ts';
import { isCompoundPart } from './compounds.ts';
import type { NameMatch } from './find-names.ts';
import { isPartOfPhrase, nounProof, treatsAsForeignName } from './foreign-context.ts';
import {
  DATED,
  isBesideInventedName,
  isEnumerated,
  isInTitle,
  isInTitledLabel,
  isInTitledSentence,
  isMaker,
  isTitle,
  isUsedAsVerb,
  MAKERS,
  startsSentence,
} from './name-context.ts';
import {
  completesPhrase,
  isAmongNames,
  isClearWinner,
  isDefined,
  isLabeled,
  isNameInSentence,
  isPick,
  isTitled,
  isValue,
} from './name-cues.ts';
import type { NamePattern } from './name-pattern.ts';
import { FOLLOWING_VERB, isModifier, treatsAsName } from './sentence-start.ts';
import { isGermanNoun } from './words/common-words.ts';
import { isEnglish } from './words/english.ts';
import { isCommon, isFixedPhrase, isOrdinary } from './words/ordinary-words.ts';
import { isFunctionWord, wordClassOf } from './words/word-classes.ts';

/** How strongly a match alone proves the brand. */
export type Proof = 'proof' | 'support' | 'none' | 'against';

/** A match's text, and the block's text around it, without citation marks right after it. */
interface Context {
  readonly shown: string;
  readonly before: string;
  readonly after: string;
}

export function proofOf(match: NameMatch): Proof {
  const { name, objection, isGlued } = match;
  if (objection !== null) return 'none';
  const context = contextOf(match);
  if (name !== null && hasOtherAccents(context.shown, name) && isWord(match))
    return accentProof(match, name, context);
  if (name === null || isGlued || !isDoubtful(match) || isPartOfHost(context)) return 'proof';
  return name.isDate ? dateProof(match, context) : wordProof(match, name, context);
}

function contextOf({ block: { text }, from, to }: Pick<NameMatch, 'block' | 'from' | 'to'>): Context {
  return {
    shown: text.slice(from, to),
    before: text.slice(Math.max(0, from - 200), from),
    after: withoutLeadingMarks(text.slice(to, to + 120)),
  };
}

/** The proof in a name that may be an ordinary word: its capital counts where an ordinary word would have none. */
function wordProof(match: NameMatch, name: NamePattern, { shown, before, after }: Context): Proof {
  const { from, to } = match;
  const { text } = match.block;
  if (isSentenceCase(shown, name) && startsSentence(before)) return 'against';
  if (
    isUsedAsVerb(shown, before, after, mayBeEnglish(match)) ||
    isFixedPhrase(name.folded, before + shown + after)
  )
    return 'against';
  if (/[®™℠]/.test(shown)) return 'proof';
  if (isCompoundPart(name.folded, before, after, mayBeEnglish(match))) return 'against';
  if (isClearWinner(after)) return 'support';
  if (match.ordinary === 'noun') {
    const isTitled = /^\p{Lu}.*\s/u.test(shown) && !startsSentence(before);
    return isTitled ? 'proof' : (nounProof(shown, before, after) ?? headProof(match));
  }
  if (/^\p{Ll}/u.test(shown) || isAllCapitals(match, name)) return headProof(match);
  if (isValue(before, after)) return 'none';
  if (match.ordinary === 'word') return foreignProof(match, { shown, before, after });
  if (!isEnglish(before + shown + after, match.language)) return 'proof';
  if (isInTitle(text, from, to) || isInTitledLabel(text, from, to))
    return titleProof(match, { shown, before, after });
  if (isInTitledSentence(text, from, to)) {
    const isName =
      isMaker(PREVIOUS.exec(before)?.[1] ?? '') || isNameInSentence(wordClassOf(name.folded), before, after);
    return isName ? 'support' : titleProof(match, { shown, before, after });
  }
  if (isInTitledPhrase(name.folded, before, after) || isBeforePlace(name.folded, after)) return 'none';
  if (!startsSentence(before) || /\s\p{Lu}/u.test(shown)) return 'proof';
  return treatsAsName(name.folded, before, after) ? 'support' : headProof(match);
}

/**
 * Whether a word's capital proves nothing after other capitalized words, as in `Wide Toe Box` and `Carry On`, or where
 * only an adverb or a preposition fits: `are On sale`.
 */
function isInTitledPhrase(word: string, before: string, after: string): boolean {
  if (isFunctionWord(word) && AFTER_VERB.test(before) && /^\s\p{Ll}/u.test(after)) return true;
  const found = PREVIOUS.exec(before);
  const previous = found?.[1] ?? '';
  if (found === null || startsSentence(before.slice(0, found.index)) || isMaker(previous)) return false;
  const wordClass = wordClassOf(word);
  return isFunctionWord(word) || wordClass === 'adjective' || isOrdinary(fold(previous).text);
}

/** Whether a name ends with a preposition, and its object follows: `Made In Italy`. */
function isBeforePlace(word: string, after: string): boolean {
  const place = /^\s(\p{Lu}+|\p{Lu}\p{Ll}+)(?![\p{L}\p{N}])/u.exec(after)?.[1];
  return /\s(?:in|on|at|by|of|for|from)$/.test(word) && place !== undefined && !isOrdinary(fold(place).text);
}

const AFTER_VERB = /(?:\b(?:is|are|was|were|be|been|now|still|currently)|\d)\s$/;
const PREVIOUS = /(?<![\p{L}\p{N}])(\p{Lu}\p{L}*)\s$/u;

/** The proof in an English title, where capitals prove nothing, but neighbors may. */
function titleProof(match: NameMatch, { before, after }: Context): Proof {
  const isName =
    isEnumerated(before, after) ||
    isPick(before, after) ||
    isTitled(after) ||
    isBesideInventedName(before, after) ||
    FOLLOWING_VERB.test(after);
  return isName ? 'support' : headProof(match);
}

/** Whether nothing indicates another language than English. */
function mayBeEnglish({ language }: NameMatch): boolean {
  return language === null || language === 'english';
}

/** Whether only a name's first word has its capital, as at a sentence's start: `Made in Italy`. */
function isSentenceCase(shown: string, { cased }: NamePattern): boolean {
  return /[\s-]\p{Lu}/u.test(cased) && /^\p{Lu}[^\p{Lu}]*[\s-]\p{Ll}[^\p{Lu}]*$/u.test(shown);
}

/** Whether a name is in all capitals, like common words for emphasis, or all words in some titles. */
function isAllCapitals({ block: { text }, ordinary, from, to }: NameMatch, name: NamePattern): boolean {
  const shown = text.slice(from, to);
  if (shown !== shown.toUpperCase() || shown.length < 2 || shown === name.text) return false;
  return ordinary !== null || isCommon(name.folded) || text === text.toUpperCase();
}

/** The proof in a name that is an ordinary word in another language. */
function foreignProof(match: NameMatch, { shown, before, after }: Context): Proof {
  if (isPartOfPhrase(after)) return 'none';
  const isTreated = treatsAsForeignName(after);
  if (isTitle(match.block.text) && hasMoreCapitals(match)) return isTreated ? 'support' : headProof(match);
  if (!startsSentence(before) || /\s\p{Lu}/u.test(shown)) return 'proof';
  return isTreated ? 'support' : isInterjection(match) ? 'none' : headProof(match);
}

/** Whether a word after the first has a capital: English titles capitalize most words, other languages' few. */
function hasMoreCapitals({ block: { text }, from, to }: NameMatch): boolean {
  const others = `${text.slice(0, from)} ${text.slice(to)}`.match(/\p{L}[\p{L}'’]{2,}/gu) ?? [];
  return others.slice(1).some((word) => /^\p{Lu}/u.test(word));
}

/** Whether a line is one word with punctuation, as at many answers' start: `¡Claro!` */
function isInterjection({ block: { text, place } }: NameMatch): boolean {
  return !place.inList && place.heading === null && place.cell === null && /[.,!?…]\s*$/.test(text);
}

/** Whether a text has accents that the name lacks: `Über` may be Uber or a word, and `Nestlé` may be Nestle. */
function hasOtherAccents(shown: string, name: NamePattern): boolean {
  const accents = accentsOf(shown);
  return accents !== '' && accents !== accentsOf(name.text);
}

/** The proof in such a text, if it is a word: none in lower case, and none where any word would have a capital. */
function accentProof(match: NameMatch, { folded }: NamePattern, { shown, before, after }: Context): Proof {
  const { text } = match.block;
  if (/^\p{Ll}/u.test(shown)) return 'against';
  if (text === text.toUpperCase() && !/^\W*$/.test(before + after)) return 'none';
  if (isNounInGerman(match, shown, before + after))
    return nounProof(shown, before, after) ?? headProof(match);
  if (!startsSentence(before) || /\s\p{Lu}/u.test(shown)) return 'proof';
  if (SELLS.test(after) || COORDINATED.test(after) || isDefined(after)) return 'support';
  const isInEnglish =
    !COPULA.test(after) &&
    /\b(?:the|and|with|for|of|to)\b/.test(after) &&
    isEnglish(before + after, match.language);
  if (isInEnglish && treatsAsName(folded, before, after)) return 'support';
  return /^\s\d/.test(after) ? 'none' : headProof(match);
}

/** Whether a form is a German noun in a text that is not English. */
function isNounInGerman({ language }: NameMatch, shown: string, around: string): boolean {
  const mayBeGerman = language === 'german' || (language === null && GERMAN.test(around));
  return mayBeGerman && isGermanNoun(shown.toLowerCase());
}

const GERMAN =
  /(?<!\p{L})(?:der|die|das|den|dem|des|im|am|ein|eine|und|ist|mit|von|für|zu|auf|aus)(?!\p{L})/iu;
const COPULA = /^\s(?:is|are|was|were)\s/;
/** Verbs of companies, in languages with accents. */
const SELLS =
  /^\s(?:bietet|verkauft|baut|produziert|stellt|offre|propose|vend|fabrique|ofrece|vende|fabrica|oferece|tem|tiene|produce|erbjuder|säljer|nabízí|vyrábí|sunuyor|gehört)\s/u;
const COORDINATED =
  /^(?:,\s\p{Lu}[\p{L}\d]*){0,9},?\s(?:and|or|y|e|et|und|oder|ou|o|en|och|og|a|ve)\s\p{Lu}/u;

function isWord({ isOrdinary, ordinary }: NameMatch): boolean {
  return isOrdinary || ordinary !== null;
}

/** Whether a name looks like ordinary words. */
function isDoubtful(match: NameMatch): boolean {
  const { name, block, from, to } = match;
  if (name === null || name.caseSensitive === false) return false;
  if (INNER_CAPITAL.test(name.cased) && INNER_CAPITAL.test(block.text.slice(from, to))) return false;
  const looksLikeWord = /^\p{Lu}?[\p{Ll}\d'’&\s-]*$/u.test(name.cased) || /^\p{Lu}+$/u.test(name.cased);
  if (name.caseSensitive === true)
    return /^\p{Lu}\p{Ll}+$/u.test(name.cased) || (match.isOrdinary && looksLikeWord);
  return isWord(match);
}

/** A capital inside a word, which ordinary words never have: `WorkDay`. */
const INNER_CAPITAL = /\p{Ll}\p{Lu}/u;

function isPartOfHost({ shown, before, after }: Context): boolean {
  if (/^\.[a-z]{2,}/.test(after)) return true;
  const startsSentence = /^\p{Lu}\p{Ll}/u.test(shown) && /^(?:\s\p{Ll}|[,!?])/u.test(after);
  return /[A-Za-z0-9]\.$/.test(before) && !startsSentence;
}

const BEFORE_DATE =
  /\b(?:on|by|until|till|since|every|last|next|this|from|before|after|each|late|early|mid|in|of|through|to|and)\s+$/i;

/** The proof in a weekday or month, which always has its capital. */
function dateProof(match: NameMatch, { before, after }: Context): Proof {
  if (BEFORE_DATE.test(before) || DATED.test(after)) return 'against';
  return isPick(before, after) ? 'support' : headProof(match);
}

/**
 * The proof in a name's position: support if it is a whole block, in bold, or the head of an item, heading, or cell,
 * alone or with a description.
 */
function headProof({ block, from, to }: NameMatch): Proof {
  const { place, text, spans } = block;
  const { shown, before, after } = contextOf({ block, from, to });
  if (isModifier(fold(shown).text, after)) return 'none';
  if (isLabeled(before, after) || completesPhrase(before, after) || isAmongNames(before, after))
    return 'support';
  if (isMarkedLine(text, from, to)) return 'support';
  const bold = spans.find((span) => span.kind === 'strong' && span.from <= from && span.to >= to);
  if (!(bold || isHead(block, from, to)) || !opensBlock(block, from, bold?.from ?? 0)) return 'none';
  const rest = withoutLeadingMarks(bold && bold.to > to ? text.slice(to, bold.to) : text.slice(to));
  const isWhole = /^(?:['’]s)?[^\p{L}\p{N}]*$/u.test(rest);
  const isLabel = LABEL.test(rest) || (bold !== undefined && /^\s?[:：]/.test(text.slice(bold.to)));
  const isMarked =
    bold !== undefined || place.heading === null || isLinked(block, from, to) || /^\W*\d/.test(text);
  const isCapitals = text === text.toUpperCase();
  if (!isWhole && isLabel && !isMade(shown, before) && hasOnlyWords(rest)) return 'none';
  return isWhole || (!isCapitals && isDescribed(rest, isMarked)) ? 'support' : 'none';
}

/** Whether a name is the head of one of several lines that start with a sign: `🥇 T`. */
function isMarkedLine(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 12), from);
  const near = text.slice(Math.max(0, from - 200), to + 200);
  if (!MARK_BEFORE.test(before) || (near.match(MARKED_LINE)?.length ?? 0) < 2) return false;
  const rest = /^[^\n\u2028]*/.exec(withoutLeadingMarks(text.slice(to, to + 120)))?.[0] ?? '';
  return /^[^\p{L}\p{N}]*$/u.test(rest) || isDescribed(rest, true);
}

const SIGN = '[\\p{Extended_Pictographic}→⇒►▸‣▪◦✓\\u2460-\\u249B\\u24F5-\\u24FE\\u2776-\\u2793]';
const MARK_BEFORE = new RegExp(`(?:^|[\\n\\u2028])\\s*${SIGN}\\p{M}*\\s*$`, 'u');
const MARKED_LINE = new RegExp(`^\\s*${SIGN}`, 'gmu');

/** Whether a block is a head, or contains only a name. */
function isHead({ place, text }: Block, from: number, to: number): boolean {
  const isAlone = !/[\p{L}\p{N}]/u.test(text.slice(0, from) + withoutLeadingMarks(text.slice(to)));
  return isAlone || (place.inList && place.isHead) || place.heading !== null || place.cell !== null;
}

/** Whether a name opens its bold part or its block, or is the head of either, with or without its maker. */
function opensBlock(block: Block, from: number, start: number): boolean {
  const { text } = block;
  if (BEFORE_HEAD.test(text.slice(start, from))) return true;
  return [start, 0].some((each) => BEFORE_HEAD.test(text.slice(headOf(block, each).from, from)));
}

const BEFORE_HEAD = new RegExp(`^[^\\p{L}]*(?:[Tt]he |[Aa]n? )?(?:(?:${MAKERS}) )?$`, 'u');

/** Whether a name is a maker's, or a product's after its maker. */
function isMade(shown: string, before: string): boolean {
  return isMaker(shown) || isMaker(PREVIOUS.exec(before)?.[1] ?? '');
}

/** Whether the text after a name in a head describes it. A plain title capitalizes its words anyway. */
function isDescribed(rest: string, isMarked: boolean): boolean {
  const match = DESCRIBED.exec(rest);
  if (!match) return false;
  return isMarked || match[0].length < rest.length || /\d|[®™]|\p{Ll}\p{Lu}/u.test(rest);
}

/** The rest of a label, up to its colon. */
const LABEL = /^[^:：–—(,|]*[:：]/u;

/** Whether the rest of a label has only ordinary words, as in `Target Audience:`: few products have such names. */
function hasOnlyWords(rest: string): boolean {
  const words = rest.replace(/[:：].*$/su, '');
  return (
    !/\d|[®™+]|\p{Ll}\p{Lu}/u.test(words) &&
    isOrdinary(fold(words.replace(/(?<!\p{L})\p{Lu}{2,}s?(?!\p{L})/gu, 'x')).text)
  );
}

function isLinked({ spans }: Block, from: number, to: number): boolean {
  return spans.some((span) => span.from <= from && span.to >= to);
}

/** Product words, then a delimiter before the description, or the end. */
const DESCRIBED =
  /^(?:\s+(?:[\p{Lu}\d]|\p{Ll}+\p{Lu}|\p{Ll}+[®™]|&|\+)[\p{L}\d.,+&/'’°"”®™-]*){0,9}\s*(?:[:：–—(,|]|\s-\s|$)/u;
