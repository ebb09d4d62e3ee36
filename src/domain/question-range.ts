import { type Interval, type Proportion, wilson, Z95 } from './proportion.ts';
import { studentOf } from './student.ts';

/**
 * How answers spread over the questions that were asked: counts, all integers. Questions that name a tracked brand are a kind of
 * their own: nothing else than `branded` counts them.
 */
export interface QuestionSpread {
  /** Questions with answers, and those of them with one that names the brand. */
  readonly asked: number;
  readonly naming: number;
  /** Questions with answers that name a tracked brand themselves. */
  readonly branded: number;
  /** Questions with two or more answers: those which a range is made of. Those of them ever named for, and ever not. */
  readonly questions: number;
  readonly everNamed: number;
  readonly everNot: number;
  /** Sums over these of a question's answers, n, those that name the brand, x, and of their squares and product. */
  readonly n: number;
  readonly x: number;
  readonly nn: number;
  readonly xn: number;
  readonly xx: number;
}

/** With fewer questions, how far they differ cannot be told. */
const LEAST_QUESTIONS = 8;

/** As many must be named for at least once, and as many not every time. */
const LEAST_OF_EACH = 5;

/**
 * Where the rate would be, 95 times in 100, had other questions like these been asked: the interval of a rate over questions drawn
 * from many. Null where they are too few or too much alike to tell.
 *
 * The rate is a ratio of two sums over questions, so its variance follows from how far each question is from the rate of all
 * (linearization). That variance gives the number of independent answers that would be as uncertain, and Wilson's interval is made
 * of that many, with Student's t for as many questions.
 *
 * @param designEffect as independent (proportion.ts) has it: repeated answers are no more about other questions than about these
 *
 * Sources: Cochran (1977), Sampling Techniques, 3rd ed., section 6.4; Wilson on an effective size with t: Franco et al. (2019),
 * J. Surv. Stat. Methodol. 7:334-364.
 */
export function rangeOfQuestions(
  spread: QuestionSpread,
  designEffect: number | null = null,
): Interval | null {
  const { questions, everNamed, everNot } = spread;
  if (questions < LEAST_QUESTIONS || Math.min(everNamed, everNot) < LEAST_OF_EACH) return null;
  return wilson(independentAnswers(spread, designEffect), studentOf(Z95, questions - 1));
}

/** The number of independent answers that would be as uncertain as these about other questions, with the same rate. */
function independentAnswers(
  { questions, n, x, nn, xn, xx }: QuestionSpread,
  designEffect: number | null,
): Proportion {
  const rate = x / n;
  const squares = xx - 2 * rate * xn + rate * rate * nn;
  const variance = (squares * questions) / ((questions - 1) * n * n);
  // Rounding leaves a little, above or below zero, where there is none.
  const alike = (rate * (1 - rate)) / Math.max(variance, Number.MIN_VALUE);
  const trials = Math.min(n / (designEffect ?? 1), Math.max(1, alike));
  return { events: rate * trials, trials };
}

/**
 * How the answers to some questions spread.
 *
 * @param events the answers to each that name the brand
 * @param trials all answers to each
 * @param isBranded 1 for each that names a tracked brand itself
 * @param from where the first question is in the two others, and how far from it the next one
 */
export function spreadOf(
  events: ArrayLike<number>,
  trials: ArrayLike<number>,
  isBranded: ArrayLike<number>,
  from = 0,
  step = 1,
): QuestionSpread {
  let [asked, naming, branded] = [0, 0, 0];
  let [questions, everNamed, everNot] = [0, 0, 0];
  let [sumN, sumX, sumNN, sumXN, sumXX] = [0, 0, 0, 0, 0];
  for (let question = 0; question < isBranded.length; question++) {
    const n = trials[from + question * step] as number;
    if (n === 0) continue;
    if (isBranded[question] === 1) {
      branded += 1;
      continue;
    }
    const x = events[from + question * step] as number;
    asked += 1;
    if (x > 0) naming += 1;
    if (n < 2) continue;
    questions += 1;
    if (x > 0) everNamed += 1;
    if (x < n) everNot += 1;
    sumN += n;
    sumX += x;
    sumNN += n * n;
    sumXN += x * n;
    sumXX += x * x;
  }
  const sums = { n: sumN, x: sumX, nn: sumNN, xn: sumXN, xx: sumXX };
  return { asked, naming, branded, questions, everNamed, everNot, ...sums };
}
