import type { Block } from '../../text/blocks.ts';
import { around, isInside, type Range, within } from '../../text/ranges.ts';
import type { MarkedBlock } from '../grammar/marked-block.ts';
import { labelKind } from '../grammar/verdict-labels.ts';
import type { Cue } from '../readers/cue-reader.ts';
import type { Direction } from '../readers/findings.ts';
import { ILL_PURPOSE } from '../words/english-words.ts';
import { NO_HONOR } from '../words/other-languages-objects.ts';
import type { ReadRemark } from './features.ts';
import type { Model, Scores, Threshold } from './model.ts';
import { decidingPhrase, heaviestWords } from './phrase.ts';
import { readRemarksOf } from './read-remarks.ts';
import type { Token } from './tokens.ts';
import { BLAME, classNumber, classNumbers, POLAR } from './word-classes.ts';

const DIRECTIONS: readonly Direction[] = ['recommended', 'negative'];

/** What counts of what the lists and the learned reader found about a brand. */
export interface Judgment {
  readonly cues: readonly Cue[];
  /** Whether the two read a sentence in opposite directions. */
  readonly isContradicted: boolean;
}

/** A remark with its scores. */
export interface ScoredRemark {
  readonly read: ReadRemark;
  readonly scores: Scores;
}

/** The remarks of an answer about its brands, with their scores. */
export function scoredRemarks(
  blocks: readonly Block[],
  marked: readonly MarkedBlock[],
  cues: readonly Cue[],
  model: Model,
): ScoredRemark[] {
  return readRemarksOf(blocks, marked, cues, model)
    .filter(goesOn)
    .map((read) => ({ read, scores: model.score(read) }));
}

/** How near its beginning a sentence refers to what the one before it names. */
const OPENING = 5;
const PRONOUN = classNumber('pronoun');

/**
 * Whether a sentence behind one that names a brand goes on about it. In English it then begins with `it`, `its`, `this`, `the
 * app`; many other languages leave the pronoun out.
 */
function goesOn({ remark, tokens, language }: ReadRemark): boolean {
  if (remark.link !== 'before' || language !== 'en') return true;
  return tokens.slice(0, OPENING).some(({ classes }) => classes.includes(PRONOUN));
}

/**
 * Weighs cues of the lists against the learned reader, sentence by sentence. A cue counts. Where the lists know none, the
 * learned reader counts if its score is high enough to be right by itself. Where a cue points in one direction and such a
 * score only in the other, nothing is decided.
 *
 * @param cues of one brand
 * @param scored the remarks about it
 */
export function judged(cues: readonly Cue[], scored: readonly ScoredRemark[], model: Model | null): Judgment {
  if (model === null) return { cues, isContradicted: false };
  const known = new Set(scored.flatMap(({ read }) => read.cues));
  const parts = scored.map((each) => judgedRemark(each, model));
  const found = [...cues.filter((cue) => !known.has(cue)), ...parts.flatMap((part) => part.cues)];
  const all = [...found, ...otherSide(parts, scored, model)];
  const counted = all.every((cue) => isBareAdvice(cue, scored)) ? [] : all;
  return {
    cues: counted.sort(byPlace(cues, scored)),
    isContradicted: parts.some((part) => part.isContradicted),
  };
}

function isIn(cue: Pick<Cue, 'block' | 'from'>, { remark }: ReadRemark): boolean {
  return cue.block === remark.marked.block && cue.from >= remark.range.from && cue.from < remark.range.to;
}

function judgedRemark({ read, scores }: ScoredRemark, model: Model): Judgment {
  const { cues } = read;
  const says = (direction: Direction) => scores[direction] >= model.thresholds[direction].alone;
  const spoken = new Set(cues.map(({ direction }) => direction));
  const [only] = spoken;
  const isContradicted =
    spoken.size === 1 && only !== undefined && !isIdiom(read) && !says(only) && says(opposite(only));
  if (isContradicted)
    return { cues: [...cues, ...learnedCue(read, scores, opposite(only), 'alone', model)], isContradicted };
  const found = DIRECTIONS.flatMap((direction) => {
    const own = cues.filter((cue) => cue.direction === direction);
    if (own.length > 0) return own;
    return cues.length === 0 && says(direction) ? learnedCue(read, scores, direction, 'alone', model) : [];
  });
  return { cues: found, isContradicted: false };
}

const NEGATOR = classNumbers('negator');

/** Whether a cue has a negation among its words: `can't recommend it enough`. The learned reader knows no such idioms. */
function isIdiom(read: ReadRemark): boolean {
  return read.cues.some((cue) => tokensOf(read, cue, NEGATOR).length > 0);
}

/** How something counts: by itself, against what the learned reader found, or against what the lists found. */
export type Counts = keyof Threshold | 'againstCue';

/** The score from which on something counts. A cue is surer, so what speaks against one must be stronger. */
export function scoreThat(counts: Counts, { alone, against }: Threshold): number {
  if (counts === 'againstCue') return (alone + against) / 2;
  return counts === 'alone' ? alone : against;
}

/** What speaks against the only direction that was found, too weakly to count by itself. */
function otherSide(parts: readonly Judgment[], scored: readonly ScoredRemark[], model: Model): Cue[] {
  const found = parts.flatMap(({ cues }) => cues);
  const [only, second] = new Set(found.map(({ direction }) => direction));
  if (only === undefined || second !== undefined) return [];
  const direction = opposite(only);
  const counts = found.some(({ family }) => family !== 'learned') ? 'againstCue' : 'against';
  const near = scored.filter(({ read }, index) => isOfTwoSides(read) && isNear(parts, index));
  const [strongest] = near.toSorted((a, b) => b.scores[direction] - a.scores[direction]);
  if (!strongest || strongest.scores[direction] < scoreThat(counts, model.thresholds[direction])) return [];
  return learnedCue(strongest.read, strongest.scores, direction, counts, model);
}

const CONTRAST = classNumber('contrast');

/** Whether a remark can speak against what was found: a cue decides its sentence, unless a `but` parts that in two. */
function isOfTwoSides({ cues, tokens }: ReadRemark): boolean {
  return cues.length === 0 || tokens.some(({ classes }) => classes.includes(CONTRAST));
}

/** How many remarks from a cue the other side of it is looked for. Passages for training are not longer. */
const REACH = 2;

function isNear(parts: readonly Judgment[], index: number): boolean {
  return parts.slice(Math.max(0, index - REACH), index + REACH + 1).some(({ cues }) => cues.length > 0);
}

function opposite(direction: Direction): Direction {
  return direction === 'recommended' ? 'negative' : 'recommended';
}

/** So far above what counts, a score needs no second sign. */
const SURE = 1.5;

/** None if the words that decide are in a part of the sentence that the answer does not state itself. */
function learnedCue(
  read: ReadRemark,
  scores: Scores,
  direction: Direction,
  counts: Counts,
  model: Model,
): Cue[] {
  const { brand, marked, range } = read.remark;
  const shares = model.shares(read, direction);
  const phrase = decidingPhrase(read, shares);
  const isSure = scores[direction] >= scoreThat(counts, model.thresholds[direction]) + SURE;
  if (isInside(read.surely, phrase.from) || !(isSure || hasGround(read, phrase, direction))) return [];
  if (direction === 'recommended' && isNoHonor(marked.text.slice(range.from, range.to))) return [];
  const learned = {
    score: scores[direction],
    threshold: scoreThat(counts, model.thresholds[direction]),
    sentence: around(marked.sentences, phrase) ?? range,
    weights: heaviestWords(read, shares),
  };
  return [{ brand, family: 'learned', direction, block: marked.block, ...phrase, hedge: null, learned }];
}

/** Whether something is praised for a purpose or to people that make it no praise: `great at wasting your time`. */
function isNoHonor(sentence: string): boolean {
  return ILL_PURPOSE.test(sentence) || NO_HONOR.test(sentence);
}

/** Words that turn what they stand by into a fault, if it is good or bad by itself. */
const TURNS = classNumbers('negator', 'less', 'too');

/** What an answer says of itself: `I would`. */
const ADVISE = classNumber('advise');

/**
 * Whether a phrase holds a second sign of its direction. Faults are rare in answers, so a high score alone is more often about
 * specifications than about faults: it takes a word that blames, or one that denies or takes away what is praised or blamed in the
 * sentence, or what the answer itself would do: `I wouldn't trust it`. `Works too` and `is not published` do neither. Praise needs
 * none.
 */
function hasGround(read: ReadRemark, phrase: Range, direction: Direction): boolean {
  if (direction === 'recommended' || tokensOf(read, phrase, BLAME).length > 0) return true;
  const turns = tokensOf(read, phrase, TURNS);
  const isAdvice = read.tokens.some(({ classes }) => classes.includes(ADVISE));
  if (isAdvice && turns.length > 0) return true;
  return turns.some((turn) =>
    read.tokens.some(({ from, classes }) => from > turn.from && classes.some((each) => POLAR.has(each))),
  );
}

/** The tokens of a phrase that belong to some classes. */
function tokensOf({ tokens }: ReadRemark, phrase: Range, classes: ReadonlySet<number>): Token[] {
  return within(tokens, phrase).filter((token) => token.classes.some((each) => classes.has(each)));
}

const ADVICE = classNumbers('pick', 'reject');

/**
 * Whether the learned reader found an English phrase that is nothing but words of advice, such as `go with` or `avoid`.
 * Whether they advise depends on their object, which the lists know and the learned reader does not.
 */
function isBareAdvice({ family, block, from, to }: Cue, scored: readonly ScoredRemark[]): boolean {
  if (family !== 'learned') return false;
  const found = scored.find(({ read }) => isIn({ block, from }, read));
  if (found?.read.language !== 'en' || isConclusion(found.read)) return false;
  const polar = tokensOf(found.read, { from, to }, POLAR);
  return polar.length > 0 && polar.every(({ classes }) => classes.some((each) => ADVICE.has(each)));
}

/** Whether a sentence is advice about what was named before, `so don't buy it`, or behind a label of a verdict, `My advice: take T`. */
function isConclusion({ remark: { link, marked, range } }: ReadRemark): boolean {
  const label = /^[^:：]{2,40}(?=[:：])/u.exec(marked.text.slice(range.from, range.to))?.[0];
  return link !== 'named' || (label !== undefined && labelKind(label) === 'verdict');
}

/** Blocks in reading order, and places in them. */
function byPlace(cues: readonly Cue[], scored: readonly ScoredRemark[]): (a: Cue, b: Cue) => number {
  const blocks = [...scored.map(({ read }) => read.remark.marked.block), ...cues.map(({ block }) => block)];
  const order = new Map([...new Set(blocks)].map((block, index) => [block, index]));
  const place = ({ block }: Cue) => order.get(block) ?? 0;
  return (a: Cue & Range, b: Cue & Range) => place(a) - place(b) || a.from - b.from;
}
