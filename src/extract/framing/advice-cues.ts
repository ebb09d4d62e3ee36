import { type Range, within } from '../text/ranges.ts';
import { type Cue, cuesFor, PICK, REJECTION, type Verdict } from './cue.ts';
import type { Entity } from './entities.ts';
import { joinedAfter } from './joined-names.ts';
import { isQuestion } from './lines.ts';
import type { MarkedBlock } from './marked-block.ts';
import {
  AFTER_ADVICE,
  CONTRAST,
  INSTRUCTION,
  IS_PICKED,
  IS_REJECTED,
  MEANS,
  NAME,
  NEGATION,
  NO_NEGATION,
  PICKED,
  REJECTED,
  REPORTED,
  UNADVISED,
  UNSTATED,
} from './words/advice-words.ts';
import { ILL_PURPOSE } from './words/label-words.ts';

/** Advice whose object is the name that ends it. */
const OBJECTS: readonly (readonly [Verdict, RegExp])[] = [
  [PICK, objectOf(PICKED)],
  [REJECTION, objectOf(REJECTED)],
];

function objectOf(phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\w\\p{L}'-])(?:${phrases.join('|')})`, 'gu');
}

const ADVERBS =
  '(?:(?:still|also|clearly|easily|probably|definitely|undoubtedly|generally|simply|truly|really|certainly|usually|overall|always|hands down|by far|just|very|especially|particularly) )';
const BRACKETS = '(?: ?\\([^()]{1,60}\\))?';

/** Predicates right after the names that start their clause. */
const PREDICATES: readonly (readonly [Verdict, RegExp])[] = [
  [PICK, predicateOf(IS_PICKED)],
  [REJECTION, predicateOf(IS_REJECTED)],
];

function predicateOf(phrases: readonly string[]): RegExp {
  return new RegExp(
    `(?<=^["(]?|[;:.–—] ?|^(?:overall|for \\w+(?: \\w+){0,3}), )(?:the )?(?<names>${NAME}(?:(?:, (?:and )?| and | & )(?:the )?${NAME}){0,4})${BRACKETS}(?: is| are| remains?|'s) ${ADVERBS}{0,2}(?<cue>${phrases.join('|')})(?![\\p{L}-])`,
    'gu',
  );
}

/** A sentence with more names is a list. */
const MOST_NAMES = 50;

/** A sentence in a marked block, with its offset and the names in it. Names have the block's offsets. */
interface Sentence {
  readonly marked: MarkedBlock;
  readonly text: string;
  readonly from: number;
  readonly names: readonly Entity[];
}

/** Cues in English advice about names: `Go with T`, `I wouldn't buy T`, `T is our top pick`. */
export function adviceCues(marked: MarkedBlock): Cue[] {
  return marked.sentences.flatMap((range, index) => {
    const names = within(marked.entities, range);
    const text = marked.text.slice(range.from, range.to);
    const isTracked = names.some(({ brands }) => brands.length > 0);
    if (!isTracked || names.length > MOST_NAMES || isQuestion(text) || REPORTED.test(text)) return [];
    const sentence = { marked, text, from: range.from, names };
    return [...objectCues(sentence), ...predicateCues(sentence, marked.sentences[index + 1])];
  });
}

function objectCues(sentence: Sentence): Cue[] {
  const { marked, text, from } = sentence;
  return OBJECTS.flatMap(([verdict, pattern]) =>
    allMatches(text, pattern).flatMap((match) => {
      const [object, ...joined] = namesFrom(sentence, match);
      if (object === undefined || !isAdvice(sentence, match, verdict, [object, ...joined])) return [];
      const words = match[0].slice(0, object.from - from - match.index).trimEnd();
      const said = words.replace(/\s(?:the|a|an|either|both|any)$/, '');
      const cue = { from: from + match.index, to: from + match.index + said.length };
      return cuesFor([object, ...joined], verdict, marked.block, cue);
    }),
  );
}

/** A match's last name, and the names coordinated with it. */
function namesFrom({ marked, from, names }: Sentence, { index, 0: { length } }: RegExpExecArray): Entity[] {
  const last = names.findLastIndex((name) => name.from >= from + index && name.from < from + index + length);
  return last === -1 ? [] : joinedAfter(marked.text, names, last);
}

/** Warnings around their name, whose patterns check the text after it: `leave T alone`. */
const TAILED = /^(?:leav|giv|cross|rul|use|buy|choose|try)/;

/** Whether a match is the answer's own present advice, and its names are what it is about. */
function isAdvice(
  { marked, text, from }: Sentence,
  match: RegExpExecArray,
  verdict: Verdict,
  objects: readonly Entity[],
): boolean {
  const lead = leadOf(text, match.index);
  const after = text.slice((objects.at(-1)?.to ?? 0) - from);
  const hasTail = verdict === REJECTION && TAILED.test(match[0]);
  if (UNSTATED.test(lead) || !(hasTail || AFTER_ADVICE.test(after))) return false;
  if (NEGATION.test(lead.replace(NO_NEGATION, ''))) return false;
  if (verdict === REJECTION) return true;
  if (NEGATION.test(match[0].replace(NO_NEGATION, ''))) return false;
  if (UNADVISED.test(lead + match[0]) || ILL_PURPOSE.test(match[0] + after) || INSTRUCTION.test(text))
    return false;
  return (
    !/^(?:go|choose|pick|opt|buy|get|grab|use|stick|start|look)\b/.test(match[0]) ||
    isTold(marked, text, match, after)
  );
}

/** Whether an imperative is advice rather than a step or one of several means. */
function isTold(
  { block, inherited }: MarkedBlock,
  text: string,
  match: RegExpExecArray,
  after: string,
): boolean {
  const lead = text.slice(0, match.index);
  if (/^(?:use|get|grab)\b/.test(match[0]) && MEANS.test(lead)) return false;
  const isConditional = /^,? (?:if|when|for|because)\b/.test(after);
  if (block.place.list !== null && lead.trim() === '' && !isConditional) return false;
  return !(inherited !== null && /^,? (?:if|when)\b/.test(after));
}

/** The text before a place in its clause. */
function leadOf(text: string, at: number): string {
  return (
    text
      .slice(0, at)
      .split(/[,;:.–—\u2028]/)
      .at(-1) ?? ''
  );
}

function predicateCues({ marked, text, from, names }: Sentence, next: Range | undefined): Cue[] {
  if (CONTRAST.test(text) || (next && CONTRAST.test(marked.text.slice(next.from, next.from + 20)))) return [];
  return PREDICATES.flatMap(([verdict, pattern]) =>
    allMatches(text, pattern).flatMap((match) => {
      const { names: said = '', cue = '' } = match.groups ?? {};
      const start = from + match.index + match[0].indexOf(said);
      const end = match.index + match[0].length;
      if (ILL_PURPOSE.test(match[0] + text.slice(end))) return [];
      const subjects = within(names, { from: start, to: start + said.length });
      return cuesFor(subjects, verdict, marked.block, { from: from + end - cue.length, to: from + end });
    }),
  );
}

/** All matches. Most patterns have none, and `matchAll` copies its pattern before searching. */
function allMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  return text.search(pattern) === -1 ? [] : [...text.matchAll(pattern)];
}
