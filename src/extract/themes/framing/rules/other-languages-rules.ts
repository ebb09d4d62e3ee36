import { type Range, within } from '../../../text/ranges.ts';
import { allMatches } from '../grammar/all-matches.ts';
import type { Entity } from '../grammar/entities.ts';
import { clauseAt, type MarkedSentence } from '../grammar/marked-sentence.ts';
import { isUnstated, rangeOfMatch } from '../grammar/statements.ts';
import { CONTRAST } from '../words/other-languages-objects.ts';
import { PRAISE_OF } from '../words/other-languages-praise.ts';
import { UNSTATED } from '../words/other-languages-unstated.ts';
import { LANGUAGES, LATIN, type LanguagePack } from '../words/other-languages-words.ts';
import {
  comparisonIn,
  DEFICIT,
  type Finding,
  findingIn,
  overlaps,
  PICK,
  REJECTION,
  type Verdict,
} from './findings.ts';
import { isDiscreditedPraise, isObjectOf } from './other-languages-objects.ts';

/** The largest distance between a name and a cue if the clause has other possible names. */
const BESIDE = 14;

/** Cues in other languages than English: each concerns its clause's only name, or the name beside it. */
export function otherLanguagesFindings(sentence: MarkedSentence): Finding[] {
  const packs = LANGUAGES.filter(
    (pack) =>
      !(pack.script === LATIN && sentence.marked.isEnglish) &&
      pack.script.test(sentence.text) &&
      hasCue(sentence, pack),
  );
  const read = likeliest(packs, sentence.marked.text).map((pack) => languageFindings(sentence, pack));
  return isAgreed(read) ? read.flat() : [];
}

function hasCue({ text }: MarkedSentence, pack: LanguagePack): boolean {
  const { picks, rejections, betterThan, than } = pack;
  const { praise, faults, moreThan } = PRAISE_OF[pack.language] ?? {};
  return [picks, rejections, betterThan, than, praise, faults, moreThan].some(
    (each) => each !== undefined && text.search(each) !== -1,
  );
}

/** The length of text that shows its language. */
const SAMPLE = 1000;

/** The languages with most of the text's other words, among those with cues in it. */
function likeliest(packs: readonly LanguagePack[], text: string): readonly LanguagePack[] {
  if (packs.length < 2) return packs;
  const sample = text.slice(0, SAMPLE);
  const counts = packs.map(({ words }) => sample.match(words)?.length ?? 0);
  return packs.filter((_, index) => counts[index] === Math.max(...counts));
}

/** Whether no language has advice where another has a warning. */
function isAgreed(read: readonly (readonly Finding[])[]): boolean {
  const speaking = read.filter((findings) => findings.length > 0);
  const picking = speaking.filter((findings) =>
    findings.some(({ direction }) => direction === 'recommended'),
  );
  const warning = speaking.filter((findings) => findings.some(({ direction }) => direction === 'negative'));
  return (
    picking.length === 0 || warning.length === 0 || picking.length + warning.length === 2 * speaking.length
  );
}

function languageFindings(sentence: MarkedSentence, pack: LanguagePack): Finding[] {
  if (UNSTATED[pack.language]?.reported.test(sentence.text)) return [];
  const { praise, faults, moreThan } = PRAISE_OF[pack.language] ?? {};
  const compared = [
    ...betterFindings(sentence, pack),
    ...thanFindings(sentence, pack),
    ...moreThanFindings(sentence, moreThan, pack),
  ];
  const rejected = [
    ...phraseFindings(sentence, pack.rejections, REJECTION, pack),
    ...phraseFindings(sentence, faults, DEFICIT, pack),
  ];
  const picked = [pack.picks, praise].flatMap((each) => phraseFindings(sentence, each, PICK, pack));
  const others = [...rejected, ...compared];
  return [...others, ...picked.filter((pick) => !others.some((each) => overlaps(each, pick)))];
}

/** A negated pick is a rejection, unless the negation is partial; a negated rejection is nothing. */
function phraseFindings(
  sentence: MarkedSentence,
  pattern: RegExp | undefined,
  verdict: Verdict,
  pack: LanguagePack,
): Finding[] {
  if (pattern === undefined) return [];
  return allMatches(sentence.text, pattern).flatMap((match) => {
    const cue = rangeOfMatch(match);
    const subject = isStated(sentence, cue, pack) ? subjectOf(sentence, cue) : null;
    if (!subject || !isObjectOf(sentence, cue, subject)) return [];
    const part = partAround(sentence, cue);
    if (
      verdict === PICK ? isDiscreditedPraise(sentence.text, cue, part) : isBeforeName(sentence, cue, subject)
    )
      return [];
    if (!isNegated(sentence, cue, pack)) return [findingIn(sentence, verdict, [subject], cue)];
    if (verdict !== PICK || CONTRAST.test(part) || UNSTATED[pack.language]?.partly.test(part)) return [];
    return [findingIn(sentence, REJECTION, [subject], cue)];
  });
}

/** Whether the cue of a fault precedes a comma, and the name follows it: `If your browser is outdated, T helps`. */
function isBeforeName({ text }: MarkedSentence, cue: Range, name: Entity): boolean {
  return name.from >= cue.to && COMMA.test(text.slice(cue.to, name.from));
}

/** The largest distance to a part of the sentence that can revoke a cue. */
const PART = 100;

const COMMA = /[,，、;；:：。]/u;

/** The text between the commas around a cue. */
function partAround(sentence: MarkedSentence, cue: Range): string {
  return partBefore(sentence, cue) + sentence.text.slice(cue.from, cue.to) + partAfter(sentence, cue);
}

function partBefore({ text }: MarkedSentence, { from }: Range): string {
  return (
    text
      .slice(Math.max(0, from - PART), from)
      .split(COMMA)
      .at(-1) ?? ''
  );
}

function partAfter({ text }: MarkedSentence, { to }: Range): string {
  return text.slice(to, to + PART).split(COMMA)[0] ?? '';
}

/** Whether a cue is the answer's own present statement, without a condition. */
function isStated(sentence: MarkedSentence, cue: Range, { language }: LanguagePack): boolean {
  const unstated = UNSTATED[language];
  if (isUnstated(sentence, cue.from) || unstated === undefined) return false;
  const { nearby, condition, behind } = unstated;
  if (behind?.test(partAfter(sentence, cue))) return false;
  return !nearby.test(partAround(sentence, cue)) && !condition.test(partBefore(sentence, cue));
}

function isNegated(sentence: MarkedSentence, { from, to }: Range, pack: LanguagePack): boolean {
  const { negation, negationSide } = pack;
  const { text } = sentence;
  if (negationSide === 'after') return negation.test(text.slice(to, to + 12));
  const clause = clauseAt(sentence, from);
  const after = text.slice(to, Math.min(clause.to, to + 40)).replace(/[,.].*$/, '');
  if (negationSide === 'both' && negation.test(after)) return true;
  const before = text.slice(Math.max(clause.from, from - 30), from);
  return negation.test(before.slice(before.lastIndexOf(', ') + 1));
}

/** The clause's only name, or the sentence's; otherwise the clause's only name beside the cue. */
function subjectOf(sentence: MarkedSentence, cue: Range): Entity | null {
  const names = within(sentence.entities, clauseAt(sentence, cue.from));
  if (names.length <= 1) return names[0] ?? onlyOf(sentence.entities) ?? inheritedName(sentence);
  const beside = names.filter((each) => isBeside(each, cue));
  const touching = beside.filter((each) => each.to >= cue.from - 1 && each.from <= cue.to + 1);
  return onlyOf(touching.length > 0 ? touching : beside);
}

/** The topic of a block without names. */
function inheritedName({ marked, entities, topic }: MarkedSentence): Entity | null {
  return marked.inherited !== null && entities.length === 0 ? (topic[0] ?? null) : null;
}

function isBeside(name: Range, cue: Range): boolean {
  if (name.from >= cue.from && name.to <= cue.to) return true;
  const distance = name.to <= cue.from ? cue.from - name.to : name.from - cue.to;
  return distance >= 0 && distance <= BESIDE;
}

function onlyOf(entities: readonly Entity[]): Entity | null {
  const [only, ...others] = entities;
  return others.length === 0 ? (only ?? null) : null;
}

/** The phrase contains both names. */
function betterFindings(sentence: MarkedSentence, pack: LanguagePack): Finding[] {
  const { betterThan } = pack;
  if (betterThan === undefined) return [];
  return [...sentence.text.matchAll(betterThan)].flatMap((match) => {
    const range = rangeOfMatch(match);
    const [better, worse] = within(sentence.entities, range);
    if (!better || !worse || !isStated(sentence, range, pack)) return [];
    if (pack.negationSide === 'after' && pack.denied?.test(partAfter(sentence, range))) return [];
    const cue = { from: worse.to, to: Math.max(range.to, worse.to + 1) };
    return comparisonIn(sentence, [better], [worse], cue);
  });
}

/** The phrase contains the worse name; the better one is the only name before it. */
function thanFindings(sentence: MarkedSentence, pack: LanguagePack): Finding[] {
  if (pack.than === undefined) return [];
  return [...sentence.text.matchAll(pack.than)].flatMap((match) => {
    const range = rangeOfMatch(match);
    const worse = sentence.entities.find((each) => each.from > range.from && each.to <= range.to);
    const better = onlyOf(sentence.entities.filter((each) => each.to <= range.from));
    if (!better || !worse || better.from < clauseAt(sentence, range.from).from) return [];
    if (isNegated(sentence, range, pack) || !isStated(sentence, range, pack)) return [];
    return comparisonIn(sentence, [better], [worse], { from: range.from, to: worse.from - 1 });
  });
}

/** The phrase contains the name that is worse in one respect; the better one is the clause's only other name. */
function moreThanFindings(
  sentence: MarkedSentence,
  pattern: RegExp | undefined,
  pack: LanguagePack,
): Finding[] {
  if (pattern === undefined) return [];
  return allMatches(sentence.text, pattern).flatMap((match) => {
    const range = rangeOfMatch(match);
    const other = within(sentence.entities, range).at(-1);
    const better = onlyOf(sentence.entities.filter((each) => each.to <= range.from));
    if (!better || !other || better.from < clauseAt(sentence, range.from).from) return [];
    if (isNegated(sentence, range, pack) || !isStated(sentence, range, pack)) return [];
    const part = partAfter(sentence, range);
    if (pack.denied?.test(part) || better.brands.some((brand) => other.brands.includes(brand))) return [];
    const cue =
      other.from > range.from ? { from: range.from, to: other.from } : { from: other.to, to: range.to };
    return comparisonIn(sentence, [better], [], { from: cue.from, to: Math.max(cue.from + 1, cue.to) });
  });
}
