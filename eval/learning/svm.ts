import { generator } from '../../src/stats/distributions/generator.ts';
import { shuffle } from './shuffle.ts';

/** A sparse example: feature numbers and their values. */
export interface Point {
  readonly features: Uint32Array;
  readonly values: Float64Array;
}

/** A unit-length point in the direction of these feature values. */
export function pointOf(found: ReadonlyMap<number, number>): Point {
  const values = Float64Array.from(found.values());
  const squares = values.reduce((sum, each) => sum + each * each, 0);
  const length = Math.sqrt(Math.max(1, squares));
  return { features: Uint32Array.from(found.keys()), values: values.map((each) => each / length) };
}

/**
 * Trains a linear classifier with squared hinge loss by dual coordinate descent (Hsieh, Chang, Lin, Keerthi
 * and Sundararajan, "A dual coordinate descent method for large-scale linear SVM", ICML 2008). It adds,
 * multiplies, and divides only, in a fixed order, so it gives the same weights everywhere.
 *
 * @param costs an error's cost for each point
 * @returns a weight per feature
 */
export function trainLinear(
  points: readonly Point[],
  labels: readonly boolean[],
  costs: readonly number[],
  features: number,
  rounds: number,
): Float64Array {
  const weights = new Float64Array(features);
  const alphas = new Float64Array(points.length);
  const random = generator(20261121);
  const order = points.map((_, index) => index);
  for (let round = 0; round < rounds; round += 1) {
    shuffle(order, random);
    for (const index of order) step(index);
  }
  return weights;

  function step(index: number): void {
    const point = points[index];
    if (!point) return;
    const sign = labels[index] ? 1 : -1;
    const diagonal = 1 / (2 * (costs[index] ?? 1));
    const gradient = sign * dot(weights, point) - 1 + diagonal * (alphas[index] ?? 0);
    const before = alphas[index] ?? 0;
    const after = Math.max(0, before - gradient / (squares(point) + diagonal));
    if (after === before) return;
    alphas[index] = after;
    add(weights, point, (after - before) * sign);
  }
}

function dot(weights: Float64Array, { features, values }: Point): number {
  let sum = 0;
  for (let index = 0; index < features.length; index += 1)
    sum += (weights[features[index] as number] as number) * (values[index] as number);
  return sum;
}

function squares({ values }: Point): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += (values[index] as number) ** 2;
  return sum;
}

function add(weights: Float64Array, { features, values }: Point, factor: number): void {
  for (let index = 0; index < features.length; index += 1) {
    const feature = features[index] as number;
    weights[feature] = (weights[feature] as number) + factor * (values[index] as number);
  }
}
