import { generator } from '../../src/stats/distributions/generator.ts';
import { shuffle } from './shuffle.ts';
import type { Point } from './svm.ts';

/** Passes over all examples, the step size, and the share of features dropped in each look at an example. */
const ROUNDS = 16;
const STEP = 0.02;
const LEFT_OUT = 0.4;
/** Output weights and biases move more slowly than feature weights. */
const BIAS_STEP = 0.005;

/** A hidden layer of `units` over features, and two outputs. */
export interface Network {
  readonly units: number;
  /** For each feature, a weight per unit. */
  readonly weights: Float32Array;
  readonly biases: Float32Array;
  /** For each output, a weight per unit. */
  readonly outputs: Float32Array;
  readonly outputBiases: Float32Array;
}

/** Networks with different starts whose scores are averaged, because they err in different places. */
const NETWORKS = 2;

/**
 * Trains one hidden layer of rectified units by AdaGrad (Duchi, Hazan and Singer, "Adaptive Subgradient Methods", JMLR 2011)
 * and dropout of features. The loss of an example is sqrt(1 + m * m) - m for its margin m: it falls like a logistic loss, so
 * sure examples still teach which of them is surer. It adds, multiplies, divides and takes square roots only, in a fixed
 * order, so it gives the same weights everywhere.
 *
 * @param labels for each point and output, whether it is so
 * @param costs for each point, what an error costs
 * @param units of all networks together
 */
export function trainNetwork(
  points: readonly Point[],
  labels: readonly (readonly boolean[])[],
  costs: readonly number[],
  features: number,
  units: number,
): Network {
  const networks = Array.from({ length: NETWORKS }, (_, index) => {
    const random = generator(20261121 + index);
    const network = newNetwork(features, units / NETWORKS, labels[0]?.length ?? 0, random);
    const steps = new Steps(network);
    const order = points.map((_, at) => at);
    for (let round = 0; round < ROUNDS; round += 1) {
      shuffle(order, random);
      for (const at of order) {
        const point = points[at];
        if (point) steps.take(point, labels[at] ?? [], costs[at] ?? 1, random);
      }
    }
    return network;
  });
  return joined(networks);
}

/** One network whose scores are the averages of others. */
function joined(networks: readonly Network[]): Network {
  const [first] = networks;
  const units = first?.units ?? 0;
  const all = units * networks.length;
  const row = (from: (network: Network) => Float32Array, at: number, factor: number) =>
    networks.flatMap((each) =>
      [...from(each).subarray(at * units, (at + 1) * units)].map((own) => own * factor),
    );
  const weights = new Float32Array(((first?.weights.length ?? 0) / Math.max(1, units)) * all);
  for (let feature = 0; feature * all < weights.length; feature += 1)
    for (const [index, each] of networks.entries())
      weights.set(
        each.weights.subarray(feature * units, (feature + 1) * units),
        feature * all + index * units,
      );
  const outputs = [...(first?.outputBiases.keys() ?? [])];
  return {
    units: all,
    weights,
    biases: Float32Array.from(row(({ biases }) => biases, 0, 1)),
    outputs: Float32Array.from(
      outputs.flatMap((output) => row((each) => each.outputs, output, 1 / networks.length)),
    ),
    outputBiases: Float32Array.from(outputs, (output) =>
      networks.reduce((sum, each) => sum + (each.outputBiases[output] ?? 0) / networks.length, 0),
    ),
  };
}

function newNetwork(features: number, units: number, outputs: number, random: () => number): Network {
  return {
    units,
    weights: Float32Array.from({ length: features * units }, () => (random() - 0.5) * 0.2),
    biases: new Float32Array(units),
    outputs: Float32Array.from({ length: outputs * units }, () => random() - 0.5),
    outputBiases: new Float32Array(outputs),
  };
}

/** No example has more features. */
const MOST_FEATURES = 1 << 14;
/** Sums of squared gradients, by which AdaGrad divides. */
const FIRST = 0.01;

class Steps {
  readonly #network: Network;
  readonly #squares: Float32Array;
  readonly #outputSquares: Float32Array;
  readonly #hidden: Float64Array;
  readonly #slopes: Float64Array;
  /** Whether the current example uses each feature. */
  readonly #kept = new Uint8Array(MOST_FEATURES);

  constructor(network: Network) {
    this.#network = network;
    this.#squares = new Float32Array(network.weights.length).fill(FIRST);
    this.#outputSquares = new Float32Array(network.outputs.length).fill(FIRST);
    this.#hidden = new Float64Array(network.units);
    this.#slopes = new Float64Array(network.units);
  }

  take(point: Point, labels: readonly boolean[], cost: number, random: () => number): void {
    for (let index = 0; index < point.features.length; index += 1)
      this.#kept[index] = Number(random() >= LEFT_OUT);
    hiddenOf(this.#network, point, this.#kept, this.#hidden);
    this.#slopes.fill(0);
    for (const [output, label] of labels.entries()) this.#learnOutput(output, label ? 1 : -1, cost);
    this.#learnFeatures(point, this.#kept);
  }

  #learnOutput(output: number, sign: number, cost: number): void {
    const { units, outputs, outputBiases } = this.#network;
    const margin = sign * scoreOf(this.#network, this.#hidden, output);
    const slope = cost * sign * (margin / Math.sqrt(1 + margin * margin) - 1);
    for (let unit = 0; unit < units; unit += 1) {
      const hidden = this.#hidden[unit] as number;
      if (hidden <= 0) continue;
      const at = output * units + unit;
      this.#slopes[unit] = (this.#slopes[unit] as number) + slope * (outputs[at] as number);
      const gradient = slope * hidden;
      this.#outputSquares[at] = (this.#outputSquares[at] as number) + gradient * gradient;
      outputs[at] =
        (outputs[at] as number) - (STEP * gradient) / Math.sqrt(this.#outputSquares[at] as number);
    }
    outputBiases[output] = (outputBiases[output] as number) - BIAS_STEP * slope;
  }

  #learnFeatures({ features, values }: Point, kept: Uint8Array): void {
    const { units, weights, biases } = this.#network;
    for (let unit = 0; unit < units; unit += 1) {
      if ((this.#hidden[unit] as number) <= 0) this.#slopes[unit] = 0;
      biases[unit] = (biases[unit] as number) - BIAS_STEP * (this.#slopes[unit] as number);
    }
    for (let index = 0; index < features.length; index += 1) {
      if (kept[index] === 0) continue;
      const from = (features[index] as number) * units;
      const value = (values[index] as number) / (1 - LEFT_OUT);
      for (let unit = 0; unit < units; unit += 1) {
        const slope = this.#slopes[unit] as number;
        if (slope === 0) continue;
        const gradient = slope * value;
        const sum = (this.#squares[from + unit] as number) + gradient * gradient;
        this.#squares[from + unit] = sum;
        weights[from + unit] = (weights[from + unit] as number) - (STEP * gradient) / Math.sqrt(sum);
      }
    }
  }
}

function hiddenOf(
  { units, weights, biases }: Network,
  { features, values }: Point,
  kept: Uint8Array | null,
  hidden: Float64Array,
): void {
  hidden.set(biases);
  const factor = kept === null ? 1 : 1 / (1 - LEFT_OUT);
  for (let index = 0; index < features.length; index += 1) {
    if (kept !== null && kept[index] === 0) continue;
    const from = (features[index] as number) * units;
    const value = (values[index] as number) * factor;
    for (let unit = 0; unit < units; unit += 1)
      hidden[unit] = (hidden[unit] as number) + value * (weights[from + unit] as number);
  }
}

function scoreOf({ units, outputs, outputBiases }: Network, hidden: Float64Array, output: number): number {
  let sum = outputBiases[output] as number;
  for (let unit = 0; unit < units; unit += 1) {
    const value = hidden[unit] as number;
    if (value > 0) sum += value * (outputs[output * units + unit] as number);
  }
  return sum;
}

/** A point's scores, one per output. */
export function scoresOf(network: Network, point: Point): number[] {
  const hidden = new Float64Array(network.units);
  hiddenOf(network, point, null, hidden);
  return Array.from(network.outputBiases, (_, output) => scoreOf(network, hidden, output));
}
