import { type Arms, differenceOfMeans, type Effect } from './randomization.ts';
import { studentBeyond, studentReach } from './student.ts';

/**
 * Welch's t test of two arms that were not drawn. Where all numbers of both arms are alike, only the difference is known.
 *
 * Sources: Welch (1947), Biometrika 34:28-35; Satterthwaite (1946), Biometrics Bull. 2:110-114, for the degrees of freedom.
 *
 * @param mostWrong how often an effect is seen where there is none
 */
export function welchTest(arms: Arms, mostWrong: number): Effect {
  const effect = differenceOfMeans(arms);
  const [treated, control] = [squaredErrorOf(arms.treated), squaredErrorOf(arms.control)];
  const error = Math.sqrt(treated + control);
  if (!(error > 1e-12)) return { effect, interval: null, p: null };
  const freedom =
    (treated + control) ** 2 /
    (treated ** 2 / (arms.treated.length - 1) + control ** 2 / (arms.control.length - 1));
  const reach = studentReach(mostWrong, freedom) * error;
  return {
    effect,
    interval: { lower: effect - reach, upper: effect + reach },
    p: studentBeyond(effect / error, freedom),
  };
}

/** The squared standard error of a mean. */
function squaredErrorOf(values: readonly number[]): number {
  return varianceOf(values) / values.length;
}

export function varianceOf(values: readonly number[]): number {
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  return values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (values.length - 1);
}
