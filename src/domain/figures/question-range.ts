import { type Interval, type Proportion, wilson, Z95 } from './proportion.ts';
import { studentOf } from './student.ts';

/** Integer counts of answers by question. Questions that name a tracked brand count only in `branded`. */
export interface QuestionSpread {
  /** Questions with answers, and those with an answer that names the brand. */
  readonly asked: number;
  readonly naming: number;
  /** Questions with answers that name a tracked brand themselves. */
  readonly branded: number;
  /** Questions with two or more answers, which give the range; those ever named for, and those ever not. */
  readonly questions: number;
  readonly everNamed: number;
  readonly everNot: number;
  /** Sums over these questions: answers n, answers that name the brand x, and their squares and product. */
  readonly n: number;
  readonly x: number;
  readonly nn: number;
  readonly xn: number;
  readonly xx: number;
}

/** With fewer questions, the variance between them is unknown. */
const LEAST_QUESTIONS = 8;

/** Minimum questions with the brand named at least once, and minimum not named every time. */
const LEAST_OF_EACH = 5;

/**
 * The 95% range of the rate for other questions like these: a sampling interval over questions. Null if there are too
 * few, or they are too much alike.
 *
 * The rate is a ratio of two sums over questions, so its variance follows from each question's distance to the overall
 * rate (linearization). That variance gives the effective number of independent answers for Wilson's interval, with
 * Student's t for the number of questions.
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

/** The effective number of independent answers about other questions, with the same rate. */
function independentAnswers(
  { questions, n, x, nn, xn, xx }: QuestionSpread,
  designEffect: number | null,
): Proportion {
  const rate = x / n;
  const squares = xx - 2 * rate * xn + rate * rate * nn;
  const variance = (squares * questions) / ((questions - 1) * n * n);
  // Rounding leaves a small value, above or below zero, instead of zero.
  const alike = (rate * (1 - rate)) / Math.max(variance, Number.MIN_VALUE);
  const trials = Math.min(n / (designEffect ?? 1), Math.max(1, alike));
  return { events: rate * trials, trials };
}

/**
 * Sums answers by question.
 *
 * @param events answers that name the brand, by question
 * @param trials all answers, by question
 * @param isBranded 1 for a question that names a tracked brand itself
 */
export function spreadOf(
  events: ArrayLike<number>,
  trials: ArrayLike<number>,
  isBranded: ArrayLike<number>,
): QuestionSpread {
  let [asked, naming, branded] = [0, 0, 0];
  let [questions, everNamed, everNot] = [0, 0, 0];
  let [sumN, sumX, sumNN, sumXN, sumXX] = [0, 0, 0, 0, 0];
  for (let question = 0; question < isBranded.length; question++) {
    const n = trials[question] ?? 0;
    if (n === 0) continue;
    if (isBranded[question] === 1) {
      branded += 1;
      continue;
    }
    const x = events[question] ?? 0;
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
