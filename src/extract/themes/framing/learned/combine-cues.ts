import type { Block } from '../../../text/blocks.ts';
import { around, isInside, type Range, within } from '../../../text/ranges.ts';
import type { MarkedBlock } from '../grammar/marked-block.ts';
import { labelKind } from '../grammar/verdict-labels.ts';
import type { Cue } from '../rules/cues.ts';
import type { Direction } from '../rules/findings.ts';
import { ILL_PURPOSE } from '../words/english-words.ts';
import { NO_HONOR } from '../words/other-languages-objects.ts';
import { decidingPhrase, heaviestWords } from './deciding-phrase.ts';
import type { ParsedSentence } from './features.ts';
import type { Model, Scores, Threshold } from './model.ts';
import { parsedSentencesOf } from './parse-sentences.ts';
import type { Token } from './tokens.ts';
import { BLAME, classNumber, classNumbers, POLAR } from './word-classes.ts';

const DIRECTIONS: readonly Direction[] = ['recommended', 'negative'];

/** The cues for a brand that count, from rules and model. */
export interface Judgment {
  readonly cues: readonly Cue[];
  /** Whether both read a sentence in opposite directions. */
  readonly isContradicted: boolean;
}

/** A sentence about a brand, with its scores. */
export interface ScoredSentence {
  readonly read: ParsedSentence;
  readonly scores: Scores;
}

/** The answer's sentences about its brands, with their scores. */
export function scoredSentences(
  blocks: readonly Block[],
  marked: readonly MarkedBlock[],
  cues: readonly Cue[],
  model: Model,
): ScoredSentence[] {
  return parsedSentencesOf(blocks, marked, cues, model)
    .filter(continuesAbout)
    .map((read) => ({ read, scores: model.score(read) }));
}

/** The largest distance from a sentence's start to a pronoun for the previous sentence's name. */
const OPENING = 5;
const PRONOUN = classNumber('pronoun');

/**
 * Whether a sentence after one that names a brand continues about it. English needs `it`, `its`, `this`, `the app` at
 * its start; many other languages omit the pronoun.
 */
function continuesAbout({ sentence, tokens, language }: ParsedSentence): boolean {
  if (sentence.link !== 'before' || language !== 'en') return true;
  return tokens.slice(0, OPENING).some(({ classes }) => classes.includes(PRONOUN));
}

/**
 * Combines rule cues and model scores, sentence by sentence. A cue counts. Without one, the model counts if its score
 * is high enough alone. If a cue has one direction and such a score only the other, nothing is decided.
 *
 * @param cues one brand's rule cues
 * @param scored the sentences about it
 */
export function combinedCues(
  cues: readonly Cue[],
  scored: readonly ScoredSentence[],
  model: Model | null,
): Judgment {
  if (model === null) return { cues, isContradicted: false };
  const known = new Set(scored.flatMap(({ read }) => read.cues));
  const parts = scored.map((each) => combinedIn(each, model));
  const found = [...cues.filter((cue) => !known.has(cue)), ...parts.flatMap((part) => part.cues)];
  const all = [...found, ...oppositeCues(parts, scored, model)];
  const counted = all.every((cue) => isBareAdvice(cue, scored)) ? [] : all;
  return {
    cues: counted.sort(byPlace(cues, scored)),
    isContradicted: parts.some((part) => part.isContradicted),
  };
}

function isCueIn(cue: Pick<Cue, 'block' | 'from'>, { sentence }: ParsedSentence): boolean {
  return (
    cue.block === sentence.marked.block && cue.from >= sentence.range.from && cue.from < sentence.range.to
  );
}

function combinedIn({ read, scores }: ScoredSentence, model: Model): Judgment {
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

/** Whether a cue contains a negation: `can't recommend it enough`. The model knows no such idioms. */
function isIdiom(read: ParsedSentence): boolean {
  return read.cues.some((cue) => tokensOf(read, cue, NEGATOR).length > 0);
}

/** A finding's role: alone, against the model's finding, or against a cue. */
export type EvidenceRole = keyof Threshold | 'againstCue';

/** The least score for a role. A cue is more certain, so an opposite finding needs more. */
export function thresholdFor(counts: EvidenceRole, { alone, against }: Threshold): number {
  if (counts === 'againstCue') return (alone + against) / 2;
  return counts === 'alone' ? alone : against;
}

/** Findings opposite to the only direction, too weak alone. */
function oppositeCues(parts: readonly Judgment[], scored: readonly ScoredSentence[], model: Model): Cue[] {
  const found = parts.flatMap(({ cues }) => cues);
  const [only, second] = new Set(found.map(({ direction }) => direction));
  if (only === undefined || second !== undefined) return [];
  const direction = opposite(only);
  const counts = found.some(({ family }) => family !== 'learned') ? 'againstCue' : 'against';
  const near = scored.filter(({ read }, index) => mayContradict(read) && isNear(parts, index));
  const [strongest] = near.toSorted((a, b) => b.scores[direction] - a.scores[direction]);
  if (!strongest || strongest.scores[direction] < thresholdFor(counts, model.thresholds[direction]))
    return [];
  return learnedCue(strongest.read, strongest.scores, direction, counts, model);
}

const CONTRAST = classNumber('contrast');

/** Whether a sentence may contradict the findings: a cue decides its sentence, unless a `but` divides it. */
function mayContradict({ cues, tokens }: ParsedSentence): boolean {
  return cues.length === 0 || tokens.some(({ classes }) => classes.includes(CONTRAST));
}

/** The largest number of sentences between a cue and its opposite. Training passages are no longer. */
const REACH = 2;

function isNear(parts: readonly Judgment[], index: number): boolean {
  return parts.slice(Math.max(0, index - REACH), index + REACH + 1).some(({ cues }) => cues.length > 0);
}

function opposite(direction: Direction): Direction {
  return direction === 'recommended' ? 'negative' : 'recommended';
}

/** A score this far above its threshold needs no second sign. */
const SURE = 1.5;

/** The model's cue; none if its deciding words are in a part that the answer doesn't state itself. */
function learnedCue(
  read: ParsedSentence,
  scores: Scores,
  direction: Direction,
  counts: EvidenceRole,
  model: Model,
): Cue[] {
  const { brand, marked, range } = read.sentence;
  const shares = model.shares(read, direction);
  const phrase = decidingPhrase(read, shares);
  const isSure = scores[direction] >= thresholdFor(counts, model.thresholds[direction]) + SURE;
  if (isInside(read.surely, phrase.from) || !(isSure || hasSecondSign(read, phrase, direction))) return [];
  if (direction === 'recommended' && isNoHonor(marked.text.slice(range.from, range.to))) return [];
  const learned = {
    score: scores[direction],
    threshold: thresholdFor(counts, model.thresholds[direction]),
    sentence: around(marked.sentences, phrase) ?? range,
    weights: heaviestWords(read, shares),
  };
  return [{ brand, family: 'learned', direction, block: marked.block, ...phrase, hedge: null, learned }];
}

/** Whether praise has a purpose or audience that discredits it: `great at wasting your time`. */
function isNoHonor(sentence: string): boolean {
  return ILL_PURPOSE.test(sentence) || NO_HONOR.test(sentence);
}

/** Words that turn a good or bad word beside them into a fault. */
const TURNS = classNumbers('negator', 'less', 'too');

/** The answer's own voice: `I would`. */
const ADVISE = classNumber('advise');

/**
 * Whether a phrase has a second sign for its direction. Faults are rare in answers, so a high score alone more often
 * concerns specifications. A fault needs a critical word, a negated or diminished quality, or the answer's own voice:
 * `I wouldn't trust it`. `Works too` and `is not published` don't qualify. Praise needs none.
 */
function hasSecondSign(read: ParsedSentence, phrase: Range, direction: Direction): boolean {
  if (direction === 'recommended' || tokensOf(read, phrase, BLAME).length > 0) return true;
  const turns = tokensOf(read, phrase, TURNS);
  const isAdvice = read.tokens.some(({ classes }) => classes.includes(ADVISE));
  if (isAdvice && turns.length > 0) return true;
  return turns.some((turn) =>
    read.tokens.some(({ from, classes }) => from > turn.from && classes.some((each) => POLAR.has(each))),
  );
}

/** A phrase's tokens in some classes. */
function tokensOf({ tokens }: ParsedSentence, phrase: Range, classes: ReadonlySet<number>): Token[] {
  return within(tokens, phrase).filter((token) => token.classes.some((each) => classes.has(each)));
}

const ADVICE = classNumbers('pick', 'reject');

/**
 * Whether the model found only English advice words, such as `go with` or `avoid`. Their object decides whether they
 * advise, and only the rules know it.
 */
function isBareAdvice({ family, block, from, to }: Cue, scored: readonly ScoredSentence[]): boolean {
  if (family !== 'learned') return false;
  const found = scored.find(({ read }) => isCueIn({ block, from }, read));
  if (found?.read.language !== 'en' || isConclusion(found.read)) return false;
  const polar = tokensOf(found.read, { from, to }, POLAR);
  return polar.length > 0 && polar.every(({ classes }) => classes.some((each) => ADVICE.has(each)));
}

/**
 * Whether a sentence advises about an earlier name, `so don't buy it`, or follows a verdict's label, `My advice: take
 * T`.
 */
function isConclusion({ sentence: { link, marked, range } }: ParsedSentence): boolean {
  const label = /^[^:：]{2,40}(?=[:：])/u.exec(marked.text.slice(range.from, range.to))?.[0];
  return link !== 'named' || (label !== undefined && labelKind(label) === 'verdict');
}

/** Orders cues by block and place. */
function byPlace(cues: readonly Cue[], scored: readonly ScoredSentence[]): (a: Cue, b: Cue) => number {
  const blocks = [...scored.map(({ read }) => read.sentence.marked.block), ...cues.map(({ block }) => block)];
  const order = new Map([...new Set(blocks)].map((block, index) => [block, index]));
  const place = ({ block }: Cue) => order.get(block) ?? 0;
  return (a: Cue & Range, b: Cue & Range) => place(a) - place(b) || a.from - b.from;
}
