import { studentPValue, studentQuantile } from '../distributions/student.ts';
import { type Arms, differenceOfMeans, type Effect } from './randomization.ts';

/**
 * Welch's t test for two arms that were not randomized. If all numbers are equal, there is a difference but no
 * interval.
 *
 * Sources: Welch (1947), Biometrika 34:28-35; Satterthwaite (1946), Biometrics Bull. 2:110-114, for the degrees of freedom.
 *
 * @param alpha the false positive rate
 */
export function welchTest(arms: Arms, alpha: number): Effect {
  const effect = differenceOfMeans(arms);
  const [treated, control] = [squaredErrorOf(arms.treated), squaredErrorOf(arms.control)];
  const error = Math.sqrt(treated + control);
  if (!(error > 1e-12)) return { effect, interval: null, p: null };
  const freedom =
    (treated + control) ** 2 /
    (treated ** 2 / (arms.treated.length - 1) + control ** 2 / (arms.control.length - 1));
  const reach = studentQuantile(alpha, freedom) * error;
  return {
    effect,
    interval: { lower: effect - reach, upper: effect + reach },
    p: studentPValue(effect / error, freedom),
  };
}

function squaredErrorOf(values: readonly number[]): number {
  return varianceOf(values) / values.length;
}

export function varianceOf(values: readonly number[]): number {
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  return values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (values.length - 1);
}
