import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { Block } from '../text/blocks.ts';
import { accentsOf } from '../text/fold.ts';
import { headOf, isCoordinated } from '../text/heads.ts';
import type { NameMatch } from './find-names.ts';
import type { NamePattern } from './name-pattern.ts';

/** A match with the verdict on it. */
export interface Naming extends NameMatch {
  /** Whether it names the brand. */
  readonly names: boolean;
  /** What decided, where it was not the name alone. */
  readonly reason: string | null;
}

/** How far a match proves by itself that the brand is meant. */
type Proof = 'proof' | 'support' | 'none' | 'against';

/**
 * Decides which matches name their brand. A name of ordinary words, or one that is case-sensitive, proves nothing
 * where any word would have its capital: at the beginning of a sentence and in titles. There it counts only if
 * something else in the answer shows that the brand is meant.
 *
 * @param matches of the whole answer
 * @param isCited tells whether a page of the brand's own sites is cited
 */
export function decideNaming(
  matches: readonly NameMatch[],
  isCited: (brand: TrackedBrand) => boolean,
): Naming[] {
  const proofs = new Map(matches.map((match) => [match, proofOf(match)]));
  const proven = new Set(matches.filter((match) => proofs.get(match) === 'proof').map(({ brand }) => brand));
  const provenLists = listsOf(matches.filter((match) => proofs.get(match) === 'proof'));
  return matches.map((match, index) => {
    const neighbours = [matches[index - 1], matches[index + 1]].map((each) =>
      each && each.block === match.block && proofs.get(each) === 'proof' ? each : null,
    );
    const verdict = (names: boolean, reason: string | null): Naming => ({ ...match, names, reason });
    if (match.objection !== null) return verdict(false, match.objection);
    const proof = proofs.get(match);
    if (proof === 'proof')
      return verdict(true, match.isGlued ? 'blanks are lost here; low confidence' : null);
    if (isListed(match, proof, neighbours)) return verdict(true, 'a name beside it says so');
    if (proof === 'against') return verdict(false, 'used as an ordinary word');
    if (proof === 'support') return verdict(true, 'it stands there as a name');
    if (proven.has(match.brand)) return verdict(true, 'the answer names it elsewhere');
    if (isCited(match.brand)) return verdict(true, 'the answer cites its site');
    const { list } = match.block.place;
    const others = list === null ? undefined : provenLists.get(list);
    if (others && [...others].some((brand) => brand !== match.brand)) {
      return verdict(true, 'the same list names another tracked brand');
    }
    return verdict(false, 'its capital proves nothing here, and nothing else speaks for the brand');
  });
}

/**
 * Whether a name is joined to one that is proven: `Asana, Monday and Trello`. What stands before a day says more than
 * a name after it does: `on Monday, Asana …`.
 */
function isListed(
  { block: { text }, name, from, to }: NameMatch,
  proof: Proof | undefined,
  [before, after]: readonly (NameMatch | null | undefined)[],
): boolean {
  const isDate = name?.isDate === true;
  if ((proof === 'against' && !isDate) || (isDate && DATED.test(text.slice(to, to + 40)))) return false;
  const isJoined = (joint: string) => joint.trim() !== '' && isCoordinated(joint);
  if (before && before.to <= from && isJoined(text.slice(before.to, from))) return true;
  if (!after || after.from < to || proof === 'against' || !isJoined(text.slice(to, after.from))) return false;
  return (
    !isDate ||
    !/^\s*,\s*$/.test(text.slice(to, after.from)) ||
    LISTING.test(text.slice(Math.max(0, from - 40), from))
  );
}

/** What goes on from a day or a month: `Monday morning`, `May 2024`. */
const DATED =
  /^(?:s\b|\s+(?:morning|afternoon|evening|night|noon|through|thru|to|until|till|at|\d)|\s?[–-]\s?\p{Lu})/iu;
const LISTING =
  /(?:[:(,&/]|\b(?:and|or|like|such as|including|includes?|are|use|try|with|between|compare))\s*$/i;

function listsOf(matches: readonly NameMatch[]): Map<number, Set<TrackedBrand>> {
  const lists = new Map<number, Set<TrackedBrand>>();
  for (const { block, brand } of matches) {
    const { list } = block.place;
    if (list === null) continue;
    const known = lists.get(list);
    if (known) known.add(brand);
    else lists.set(list, new Set([brand]));
  }
  return lists;
}

function proofOf(match: NameMatch): Proof {
  const { name, block, from, to } = match;
  if (match.objection !== null) return 'none';
  const { text } = block;
  const shown = text.slice(from, to);
  if (name !== null && hasOtherAccents(shown, name)) return accentProof(match, shown);
  if (name === null || match.isGlued || !isDoubtful(name)) return 'proof';
  const before = text.slice(Math.max(0, from - 200), from);
  const after = text.slice(to, to + 120);
  if (isPartOfHost(before, after)) return 'proof';
  if (name.isDate) return dateProof(block, match, before, after);
  if (isUsedAsVerb(shown, before, after)) return 'against';
  if (shown === shown.toUpperCase() && shown.length > 1 && shown !== name.text)
    return headProof(block, match);
  if (/^\p{Ll}/u.test(shown)) return name.caseSensitive === false ? 'proof' : headProof(block, match);
  if (!isEnglish(before + shown + after)) return 'proof';
  if (isTitle(text)) {
    return isEnumerated(before, after) || DONE.test(after) ? 'support' : headProof(block, match);
  }
  if (startsSentence(before) && !/\s\p{Lu}/u.test(shown))
    return treatsAsName(before, after) ? 'support' : headProof(block, match);
  return 'proof';
}

/** Whether a text has accents that the name has not: `Über` may be Uber, and `Nestlé` Nestle, or a word. */
function hasOtherAccents(shown: string, name: NamePattern): boolean {
  const accents = accentsOf(shown);
  return accents !== '' && accents !== accentsOf(name.text);
}

/** What such a text proves: nothing in small letters, nor by its capital where any word would have one. */
function accentProof({ block: { text }, from, to }: NameMatch, shown: string): Proof {
  if (/^\p{Ll}/u.test(shown)) return 'against';
  const before = text.slice(Math.max(0, from - 200), from);
  const after = text.slice(to, to + 120);
  if (text === text.toUpperCase() && !/^\W*$/.test(before + after)) return 'none';
  if (!startsSentence(before)) return 'proof';
  if (/^\s*(?:$|[:：–—(|]|-\s)/.test(after) || IS.test(after)) return 'support';
  const isInEnglish = /\b(?:the|and|with|for|are|is)\b/.test(after) && isEnglish(before + after);
  return isInEnglish && treatsAsName(before, after) ? 'support' : 'none';
}

/** A verb after a name, in languages that write accents. */
const IS =
  /^\s(?:est|était|ist|war|es|é|è|är|er|hat|ha|tem|tiene|bietet|offre|ofrece|oferece|propose|gehört)\s/;

/** Whether the name's own look cannot tell it from ordinary words. */
function isDoubtful(name: NamePattern): boolean {
  if (name.caseSensitive === false) return false;
  const looksLikeWord = /^\p{Lu}?[\p{Ll}\d'’&\s-]*$/u.test(name.cased) || /^\p{Lu}+$/u.test(name.cased);
  if (name.caseSensitive === true)
    return /^\p{Lu}\p{Ll}+$/u.test(name.cased) || (name.isOrdinary && looksLikeWord);
  return name.isOrdinary;
}

function isPartOfHost(before: string, after: string): boolean {
  return /^\.[a-z]{2,}/.test(after) || /[A-Za-z0-9]\.$/.test(before);
}

/** Days and months have their capital anyway. */
function dateProof(block: Block, match: NameMatch, before: string, after: string): Proof {
  if (
    /\b(?:on|by|until|till|since|every|last|next|this|from|before|after|each|late|early|mid|in|of|through|to|and)\s+$/i.test(
      before,
    )
  ) {
    return 'against';
  }
  if (DATED.test(after)) return 'against';
  return headProof(block, match);
}

/** `Ring the doorbell`, `Ramp up`: a sentence that begins with a verb. */
function isUsedAsVerb(shown: string, before: string, after: string): boolean {
  if (!startsSentence(before)) return false;
  return (
    /^\p{Lu}?\p{Ll}+$/u.test(shown) &&
    /^\s+(?:the|a|an|your|our|my|their|his|her|its|this|that|these|those|up|out|off|down|over|it|them|us|me|all|any|each|every|more|less)\s/.test(
      after,
    )
  );
}

/** The name as all there is of a block, or at the head of an item, a heading or a cell, by itself or described. */
function headProof(block: Block, { from, to }: NameMatch): Proof {
  const { place, text, spans } = block;
  const isAlone = !/[\p{L}\p{N}]/u.test(text.slice(0, from) + text.slice(to));
  const isHead = isAlone || (place.inList && place.isHead) || place.heading !== null || place.cell !== null;
  const bold = spans.find((span) => span.kind === 'strong' && span.from <= from && span.to >= to);
  const starts = [bold?.from ?? 0, 0].map((start) => headOf(block, start).from);
  const isFirst = /^[^\p{L}]*$/u.test(text.slice(bold?.from ?? 0, from));
  const isBehind = starts.some((start) => /^(?:the |a |an )?$/i.test(text.slice(start, from)));
  if (!(isHead || bold) || !(isFirst || isBehind)) return 'none';
  const rest = bold && bold.to > to ? text.slice(to, bold.to) : text.slice(to);
  const isWhole = /^(?:['’]s)?[^\p{L}\p{N}]*$/u.test(rest);
  const isMarked =
    bold !== undefined || place.heading === null || isLinked(block, from, to) || /^\W*\d/.test(text);
  const isCapitals = text === text.toUpperCase();
  return isWhole || (!isCapitals && isDescribed(rest, isMarked)) ? 'support' : 'none';
}

/** Whether what follows a name at a head describes it. Words of a plain title have capitals anyway. */
function isDescribed(rest: string, isMarked: boolean): boolean {
  const match = DESCRIBED.exec(rest);
  if (!match) return false;
  return isMarked || match[0].length < rest.length || /\d|[®™]|\p{Ll}\p{Lu}/u.test(rest);
}

function isLinked({ spans }: Block, from: number, to: number): boolean {
  return spans.some((span) => span.from <= from && span.to >= to);
}

/** Product words, then what parts a name from its description, or the end. */
const DESCRIBED =
  /^(?:\s+(?:[\p{Lu}\d]|\p{Ll}+\p{Lu}|\p{Ll}+[®™]|&|\+)[\p{L}\d.,+&/'’°"”®™-]*){0,9}\s*(?:[:：–—(,|]|\s-\s|$)/u;

function startsSentence(before: string): boolean {
  if (/\b(?:vs|e\.g|i\.e|incl|approx|no|dr|mr|mrs|ms|st)\.\s*$/i.test(before)) return false;
  return /(?:^|[.!?:。！？\n\u2028"“(•])[\s"“(*•\p{Extended_Pictographic}\p{M}\d.)]*$/u.test(before);
}

const VERBS =
  "itself|left|became|began|built|went|got|made|took|grew|fell|rose|won|lost|came|sold|told|said|held|kept|led|ran|is|isn't|are|was|has|hasn't|had|offers|provides|lets|makes|gives|includes|remains|stands|also|can|can't|could|will|would|does|doesn't|works|integrates|supports|allows|helps|comes|costs|starts|charges|uses|focuses|combines|excels|shines|lacks|handles|earns|ranks|leads|wins|beats|takes|gets|keeps|runs|sells|ships|needs|requires|feels|looks|seems|tends|may|might|should|must|builds|brings|delivers|enables|features|falls|goes|sits|targets|claims|announced|launched|released|acquired|suffered|raised|added|recently|now|still|typically|generally|usually|often|currently";
/** A verb in the third person: `separates storage`, but not a plural that has its own verb, as in `rings are`. */
const THIRD_PERSON =
  '\\s+(?:\\p{Ll}+ly\\s+)?\\p{Ll}{2,}[^s\\P{Ll}]s\\s+(?!(?:are|were|have|can|will|do|may|might|should|must|could|would|of|and|or|vary|come|make|in|often|usually|always|sometimes|never|rarely|who|that|with|from|like|such|tend|need|get|go|take)\\b)';
const PAST =
  '\\s+(?:\\p{Ll}+ly\\s+)?\\p{Ll}{3,}ed\\s+(?:the|a|an|its|his|her|their|to|in|on|up|us|out|for|from|off|over|by|with|two|three|all|both|more|most|many|every)\\b';
const ASIDE =
  ',\\s(?:by contrast|however|meanwhile|too|though|for example|for instance|on the other hand|in contrast|which|who|founded|based|a|an|the|now)\\b';
const DONE = new RegExp(`^\\s+(?:${VERBS})\\b`, 'u');
/** Nothing follows that the word could describe. */
const ALONE = '\\s*(?:$|[.,;:!?)\\]"”…–—]|-\\s)|\\s+(?:for|at|as|with|and|or|but|than)\\s';
const TREATED = new RegExp(
  `^(?:${ALONE}|['’]s?\\s+\\p{L}|\\s+(?:${VERBS})\\b|${THIRD_PERSON}|${PAST}|${ASIDE}|\\s*[,/&]\\s*\\p{Lu}|\\s+(?:and|or|vs\\.?|versus)\\s+\\p{Lu}|\\s+\\p{Lu}[\\p{L}\\d]|\\s+\\p{Ll}+\\p{Lu}|\\s+[\\p{L}\\d]+[®™]|\\s+by\\s+\\p{Lu}|\\s*\\([^)]{2,60}\\))`,
  'u',
);

/** What follows goes on as after a proper name: a verb in the third person, a second name. */
function treatsAsName(before: string, after: string): boolean {
  return TREATED.test(after) && !/["“]\s*$/.test(before);
}

/** Whether a text is English, as far as its small words tell. In other languages English words are no ordinary ones. */
function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (
    latin * 2 < letters ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)
  )
    return false;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const english = words.filter((word) => ENGLISH.has(word)).length;
  return english > 0 ? english * 3 >= words.filter((word) => FOREIGN.has(word)).length : words.length < 6;
}

const ENGLISH = new Set(
  'the is are was and of to for with it its this that you your from by on or as at be has have not but'.split(
    ' ',
  ),
);
const FOREIGN = new Set(
  'der die das und ist ein eine für mit auf den von zu im le la les des et est un une pour avec dans sur que qui el los las y es una con por del al se il di e è per che do da em um uma para não het een van en voor och att som med är på i w z na jest się ve bir için ile'.split(
    ' ',
  ),
);

/** One of several names in a row: `HubSpot, Close and Pipedrive`; or a maker: `by Amazon`. */
function isEnumerated(before: string, after: string): boolean {
  if (/\b(?:by|from)\s$/i.test(before) && /^\s*(?:[.,;:)!]|$)/.test(after)) return true;
  if (before.trim() === '') return /^\s*(?:,|&|\/|(?:and|or|vs\.?|versus)\s)\s*\p{Lu}/u.test(after);
  return (
    /(?:[,/&;(+]|\b(?:and|or|vs\.?|versus))\s*$/.test(before) &&
    /^\s*(?:[,/&;.)+]|$|(?:and|or|vs)\b)/.test(after)
  );
}

/** Whether nearly every longer word of a line has a capital; of one with a full stop every one. */
function isTitle(text: string): boolean {
  if (text.length > 200) return false;
  const words = text.match(/\p{L}[\p{L}'’]{2,}/gu) ?? [];
  const capital = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  const others = words.filter((word) => !SMALL.has(word.toLowerCase())).length;
  if (/\.\s*$/.test(text) && words.some((word) => /^\p{Ll}/u.test(word) && !SMALL.has(word))) return false;
  return words.length >= 2 && capital >= others * 0.8 && capital >= 2;
}

const SMALL = new Set('the and for with from your you are how why what its into over via'.split(' '));
