import { type Range, within } from '../../text/ranges.ts';
import type { Entity } from '../grammar/entities.ts';
import { clauseAt, type MarkedSentence } from '../grammar/marked-sentence.ts';
import { isUnstated, rangeOfMatch } from '../grammar/statements.ts';
import { LANGUAGES, type LanguagePack } from '../words/other-languages-words.ts';
import {
  comparisonIn,
  type Finding,
  findingIn,
  overlaps,
  PICK,
  REJECTION,
  type Verdict,
} from './findings.ts';

/** How far a name may stand from a cue if its clause has other names that the cue could act on. */
const BESIDE = 14;

/** Cues in languages other than English: each acts on the only name of its clause, or on the name next to it. */
export function otherLanguagesFindings(sentence: MarkedSentence): Finding[] {
  return LANGUAGES.filter(({ script }) => script.test(sentence.text)).flatMap((pack) =>
    languageFindings(sentence, pack),
  );
}

function languageFindings(sentence: MarkedSentence, pack: LanguagePack): Finding[] {
  const compared = [...betterFindings(sentence, pack), ...thanFindings(sentence, pack)];
  const rejected = phraseFindings(sentence, pack.rejections, REJECTION, pack);
  const picked = phraseFindings(sentence, pack.picks, PICK, pack).filter(
    (pick) => ![...rejected, ...compared].some((each) => overlaps(each, pick)),
  );
  return [...compared, ...rejected, ...picked];
}

/** A negated pick is a rejection; a negated rejection is nothing. */
function phraseFindings(
  sentence: MarkedSentence,
  pattern: RegExp,
  verdict: Verdict,
  pack: LanguagePack,
): Finding[] {
  return [...sentence.text.matchAll(pattern)].flatMap((match) => {
    const cue = rangeOfMatch(match);
    const subject = isUnstated(sentence, cue.from) ? null : subjectOf(sentence, cue);
    if (!subject) return [];
    if (!isNegated(sentence, cue, pack)) return [findingIn(sentence, verdict, [subject], cue)];
    return verdict === PICK ? [findingIn(sentence, REJECTION, [subject], cue)] : [];
  });
}

function isNegated(sentence: MarkedSentence, { from, to }: Range, pack: LanguagePack): boolean {
  const { negation, negationSide } = pack;
  const { text } = sentence;
  if (negationSide === 'after') return negation.test(text.slice(to, to + 12));
  const clause = clauseAt(sentence, from);
  const after = text.slice(to, Math.min(clause.to, to + 40)).replace(/[,.].*$/, '');
  if (negationSide === 'both' && negation.test(after)) return true;
  return negation.test(text.slice(Math.max(clause.from, from - 30), from));
}

/** The only name of the clause, or else of the sentence; of several names in the clause, the only one next to the cue. */
function subjectOf(sentence: MarkedSentence, cue: Range): Entity | null {
  const names = within(sentence.entities, clauseAt(sentence, cue.from));
  if (names.length <= 1) return names[0] ?? onlyOf(sentence.entities);
  const beside = names.filter((each) => isBeside(each, cue));
  const touching = beside.filter((each) => each.to >= cue.from - 1 && each.from <= cue.to + 1);
  return onlyOf(touching.length > 0 ? touching : beside);
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

/** Both names are part of the phrase. */
function betterFindings(sentence: MarkedSentence, { betterThan }: LanguagePack): Finding[] {
  if (betterThan === null) return [];
  return [...sentence.text.matchAll(betterThan)].flatMap((match) => {
    const range = rangeOfMatch(match);
    const [better, worse] = within(sentence.entities, range);
    if (!better || !worse) return [];
    const cue = { from: worse.to, to: Math.max(range.to, worse.to + 1) };
    return comparisonIn(sentence, [better], [worse], cue);
  });
}

/** The phrase names what is worse; what is better is the only name before it. */
function thanFindings(sentence: MarkedSentence, pack: LanguagePack): Finding[] {
  if (pack.than === null) return [];
  return [...sentence.text.matchAll(pack.than)].flatMap((match) => {
    const range = rangeOfMatch(match);
    const worse = sentence.entities.find((each) => each.from > range.from && each.to <= range.to);
    const better = onlyOf(sentence.entities.filter((each) => each.to <= range.from));
    if (!better || !worse || better.from < clauseAt(sentence, range.from).from) return [];
    if (isNegated(sentence, range, pack)) return [];
    return comparisonIn(sentence, [better], [worse], { from: range.from, to: worse.from - 1 });
  });
}
