import { type ClaimGate, type ClaimMeasure, type Direction, isAllOrNone } from '../../domain/alerts/claim.ts';
import { engineOf } from '../../domain/answers/engine.ts';
import { pointsText } from '../../domain/figures/points.ts';
import { type Interval, Z95 } from '../../domain/figures/proportion.ts';
import { rangeOfQuestions } from '../../domain/figures/question-range.ts';
import { oneLine } from '../../domain/text.ts';
import { leastAnswers, type Thresholds } from '../../stats/alerts/gates.ts';
import {
  answersWords,
  JUDGED,
  OFTEN,
  periodText,
  possessive,
  sizeText,
  sizeWords,
  topWords,
} from './claim-text.ts';
import { type CountedSide, shownRate } from './counted-claim.ts';
import type { JudgedClaim } from './judge-claims.ts';

/** A sentence to quote: the count, the answers and questions, the window, and the conclusion that these support. */
export function quoteOf(judged: JudgedClaim, thresholds: Thresholds, claims: number): string {
  const { first, second, prompts } = judged;
  const figures =
    prompts === 0
      ? nothingText(judged)
      : second === null
        ? sideText(judged, first)
        : `${sideText(judged, first)}, and ${besideText(judged, second)}`;
  return oneLine(`${figures}${differenceText(judged)}; ${tailOf(judged, thresholds, claims)}.`);
}

/** For nothing to count: `Grok (API) has no answers from … to … in which Acme was looked for`. */
function nothingText({ engine, first, second }: JudgedClaim): string {
  const { name } = engineOf(engine);
  if (second !== null && second.window !== first.window) {
    return `${name} answered no question both ${periodText(first.window)} and ${periodText(second.window)}`;
  }
  const lookedFor =
    second === null ? `${first.brand.name} was` : `${first.brand.name} and ${second.brand.name} were`;
  return `${name} has no answers ${periodText(first.window)} in which ${lookedFor} looked for`;
}

/** The questions behind a claim: `, on your 12 questions`; empty without answers. */
export function onQuestionsText(questions: number): string {
  return questions === 0 ? '' : `, on ${questionsText(questions)}`;
}

/** `your 12 questions` */
function questionsText(questions: number): string {
  return `your ${numberText(questions)} question${questions === 1 ? '' : 's'}`;
}

/** The count for the claim's brand: `ChatGPT (API) named Acme in 12 of 70 answers to your 10 questions (…) from … to …`. */
function sideText({ claim, engine, second, prompts }: JudgedClaim, side: CountedSide): string {
  const { measure, top } = claim;
  const isPair = second !== null && second.window === side.window;
  const figure = figureText(measure, side, ` to ${questionsText(prompts)}`, isPair);
  const done = `${DONE[measure](side.brand.name)}${topWords(top)}`;
  return `${engineOf(engine).name} ${done} ${figure} ${periodText(side.window)}`;
}

/** An engine's action on a brand. */
const DONE: Readonly<Record<ClaimMeasure, (brand: string) => string>> = {
  named: (brand) => `named ${brand}`,
  cited: (brand) => `cited ${possessive(brand)} own site`,
  recommended: (brand) => `recommended ${brand}`,
  recommended_of_judged: (brand) => `recommended ${brand}`,
  listed: (brand) => `listed ${brand}`,
};

/** The other side: another brand in the same answers, or the same brand in another window. */
function besideText({ claim, first }: JudgedClaim, side: CountedSide): string {
  const { measure } = claim;
  const isPair = side.window === first.window;
  const figure = figureText(measure, side, '', isPair);
  if (!isPair) return `${figure} ${periodText(side.window)}`;
  return `${measure === 'cited' ? possessive(side.brand.name) : side.brand.name} ${figure}`;
}

/**
 * `in 12 of 70 answers (17.1%; 95% interval 10.1 to 27.6%)`
 *
 * @param to the questions, if this part names them
 * @param isPair whether the claim compares another brand in the same answers
 */
function figureText(measure: ClaimMeasure, side: CountedSide, to: string, isPair: boolean): string {
  const { events, trials, lookedFor } = side;
  const shown = shownRate(side);
  const rate = shown
    ? `${percent(shown.value)}%; 95% interval ${percentsText(shown.interval)}${rangeText(side)}`
    : 'too few for a rate';
  if (measure === 'recommended_of_judged') {
    const judged = isPair ? 'answers with judged framing for both' : JUDGED;
    return `in ${numberText(events)} of the ${numberText(trials)} ${judged}, out of ${numberText(lookedFor)} answers${to} (${rate})`;
  }
  return `in ${numberText(events)} of ${numberText(trials)} answers${to} (${rate})`;
}

/** The rate's range for similar questions, if there is one, and what its interval covers. */
function rangeText({ questions, designEffect }: CountedSide): string {
  const range = rangeOfQuestions(questions, designEffect);
  return range === null ? '' : ` for these questions; ${percentsText(range)} for questions like them`;
}

function differenceText({ first, second, evidence }: JudgedClaim): string {
  const [plain] = evidence;
  const isTold = second !== null && [first, second].every((side) => shownRate(side) !== null);
  if (plain === undefined || !isTold) return '';
  const { lower, upper } = plain.interval(Z95);
  return `: a difference of ${pointsText(plain.estimate)} points (95% interval ${pointsText(lower)} to ${pointsText(upper)})`;
}

function tailOf(judged: JudgedClaim, thresholds: Thresholds, claims: number): string {
  const { verdict, gate } = judged;
  const among = claims > 1 ? `, corrected for the ${claims} claims judged together` : '';
  const small = judged.isBelowAlerts
    ? `, and the difference is smaller than the ${thresholds.minDeltaPoints} points that alerts need`
    : '';
  switch (verdict) {
    case 'supported':
      return `this supports that ${saidText(judged)}${small}${among}`;
    case 'contradicted':
      return `this contradicts that ${saidText(judged)}${insteadText(judged)}${small}${among}`;
    case 'smaller_than_margin':
      return `this supports that ${smallText(judged)}${among}`;
    case 'cannot_be_told': {
      const why = gate === null ? '' : `: ${reasonOf(judged, gate, thresholds, claims)}`;
      return `it cannot be told whether ${saidText(judged)}${why}${knownText(judged)}`;
    }
  }
}

/** The claim as a clause: `Acme is named more often than before, by at least 5 points`. */
function saidText({ claim, first, second, size, ...judged }: JudgedClaim): string {
  const { measure, direction, top } = claim;
  const it = first.brand.name;
  if (second === null) {
    const answers = measure === 'recommended_of_judged' ? `the ${JUDGED}` : 'answers';
    return `${it} is ${PARTICIPLES[measure]}${topWords(top)} in ${answersWords(direction, size, answers)}`;
  }
  return `${comparedText({ claim, first, second, size, ...judged }, direction)}${sizeText(direction, size)}`;
}

/** `Acme is named more often than before` */
function comparedText({ claim, first, second }: JudgedClaim, direction: Direction): string {
  const { measure, top } = claim;
  const it = first.brand.name;
  const than = second?.window === first.window ? second.brand.name : 'before';
  const joint = direction === 'unchanged' ? 'as' : 'than';
  const judged = measure === 'recommended_of_judged' ? `of the ${JUDGED}, ` : '';
  return `${judged}${it} is ${PARTICIPLES[measure]}${topWords(top)} ${OFTEN[direction]} ${joint} ${than}`;
}

/** For a claim that nothing changed, the known small difference. */
function smallText(judged: JudgedClaim): string {
  return `${comparedText(judged, directionOf(judged))}, by less than ${sizeWords(judged.small ?? 0)}`;
}

/** The known change that contradicts a claim that nothing changed. */
function insteadText(judged: JudgedClaim): string {
  return judged.claim.direction === 'unchanged' ? `: ${comparedText(judged, directionOf(judged))}` : '';
}

function directionOf({ evidence }: JudgedClaim): Direction {
  return (evidence[0]?.estimate ?? 0) > 0 ? 'higher' : 'lower';
}

/** The known direction, if there is no verdict. */
function knownText(judged: JudgedClaim): string {
  return judged.known === null ? '' : `; your answers only show that ${comparedText(judged, judged.known)}`;
}

const PARTICIPLES: Readonly<Record<ClaimMeasure, string>> = {
  named: 'named',
  cited: 'cited',
  listed: 'listed',
  recommended: 'recommended',
  recommended_of_judged: 'recommended',
};

/** Why a gate rejected this claim, as a clause. */
function reasonOf(judged: JudgedClaim, gate: ClaimGate, thresholds: Thresholds, claims: number): string {
  const least = leastAnswers(thresholds);
  switch (gate) {
    case 'outage':
      return 'fewer than half the answers that the earlier window leads you to expect came in';
    case 'too_few_answers':
      return `${leastText(judged, least)} are needed`;
    case 'too_few_shared_prompts':
      return `${leastText(judged, least)} to questions answered in both windows are needed`;
    case 'within_noise':
      if (isAllOrNone(judged.claim)) return ALL_OR_NONE;
      return judged.claim.direction === 'unchanged'
        ? beyondText(judged)
        : `the 95% interval includes ${boundaryText(judged)}`;
    case 'stricter_test':
      return `the 95% interval would decide it, but ${STRICTER[testOf(judged)]} does not`;
    case 'mixed_readings':
      return 'not all of these answers have a reading with the same names and version; run `sightline rescan`';
    case 'nothing_to_compare':
      return 'no answer has anything to compare';
    case 'not_after_correction':
      return `the evidence would be enough alone, but not among ${claims} claims judged together`;
  }
}

const ALL_OR_NONE =
  'one more answer may say otherwise, so no number can prove it; the 95% interval is how far from it the rate may be';

/** Gates besides the interval. */
const STRICTER = {
  rate: 'the exact binomial test',
  change: 'the exact test for two rates',
  pair: 'the exact test on answers that tell the two apart',
} as const;

function testOf({ claim, second }: JudgedClaim): keyof typeof STRICTER {
  if (second === null) return 'rate';
  return claim.versus === null ? 'change' : 'pair';
}

function leastText({ claim, second }: JudgedClaim, least: number): string {
  const what = claim.measure === 'recommended_of_judged' ? JUDGED : 'answers';
  return `${least} ${what}${second === null || claim.versus !== null ? '' : ' in each window'}`;
}

/** The value that the interval would have to exclude. */
function boundaryText({ second, size }: JudgedClaim): string {
  if (size === null) return 'zero';
  return second === null ? `${size}%` : sizeWords(size);
}

/** Says that the interval is wider than the no-difference margin, and why the margin is unusual. */
function beyondText({ size, small }: JudgedClaim): string {
  if (size === 0) return 'a rate is too near zero to leave a margin';
  const margin = `the 95% interval goes beyond ${sizeWords(size ?? 0)}`;
  return size === small ? margin : `${margin}, half the smaller one's lower end`;
}

function numberText(count: number): string {
  return count.toLocaleString('en-US');
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function percentsText({ lower, upper }: Interval): string {
  return `${percent(lower)} to ${percent(upper)}%`;
}
