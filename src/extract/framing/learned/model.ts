import { FEATURES, type ReadRemark, readFeatures } from './features.ts';
import type { LetterWeights } from './languages.ts';
import { Lexicon } from './lexicon.ts';
import type { LanguageWords } from './word-classes.ts';

/** What training stores. `npm run train` makes it from eval/training/. */
export interface StoredModel {
  readonly words: Readonly<Record<string, LanguageWords>>;
  /** For each language that is recognized by its letters, a signed byte per group of letters, in base64. */
  readonly letters: Readonly<Record<string, string>>;
  /** For each feature a signed byte per hidden unit, in base64. */
  readonly weights: string;
  /** What a step of the weights is worth, per hidden unit. */
  readonly scales: readonly number[];
  readonly biases: readonly number[];
  /** For each direction a weight per hidden unit, and a bias. */
  readonly outputs: Readonly<Record<keyof Scores, readonly number[]>>;
  readonly outputBiases: Scores;
  readonly thresholds: Thresholds;
}

/** From these scores on a direction counts. */
export type Thresholds = Readonly<Record<keyof Scores, Threshold>>;

export interface Threshold {
  /** Where nothing speaks in the other direction. */
  readonly alone: number;
  /** Where the learned reader frames the brand in the other direction. */
  readonly against: number;
}

/** How strongly a remark speaks in each direction. */
export interface Scores {
  readonly recommended: number;
  readonly negative: number;
}

/**
 * Words and weights, ready for reading: one hidden layer of rectified units over the features of a remark. Scores are sums
 * of products in a fixed order, divided once, so they have the same bits on every platform.
 */
export class Model {
  readonly lexicons: ReadonlyMap<string, Lexicon>;
  readonly letters: LetterWeights;
  readonly thresholds: Thresholds;
  readonly #weights: Int8Array;
  readonly #units: number;
  /** The rest of what was stored. The texts of weights and letters are not kept: they take up more than what they are read into. */
  readonly #layer: Pick<StoredModel, 'scales' | 'biases' | 'outputs' | 'outputBiases'>;
  readonly #seen = new Uint32Array(FEATURES);
  #turn = 0;

  constructor(stored: StoredModel) {
    this.lexicons = lexiconsOf(stored.words);
    this.letters = lettersOf(stored.letters);
    this.thresholds = stored.thresholds;
    this.#weights = bytesOf(stored.weights);
    this.#units = stored.scales.length;
    const { scales, biases, outputs, outputBiases } = stored;
    this.#layer = { scales, biases, outputs, outputBiases };
  }

  score(read: ReadRemark): Scores {
    const { hidden } = this.#hiddenOf(read);
    const { outputs, outputBiases } = this.#layer;
    const sum = (own: readonly number[], bias: number) =>
      hidden.reduce((total, value, unit) => (value > 0 ? total + value * (own[unit] ?? 0) : total), bias);
    return {
      recommended: sum(outputs.recommended, outputBiases.recommended),
      negative: sum(outputs.negative, outputBiases.negative),
    };
  }

  /** What each token of a remark adds to the score of a direction, with the hidden units that speak. */
  shares(read: ReadRemark, direction: keyof Scores): Float64Array {
    const { hidden, length } = this.#hiddenOf(read);
    const outputs = this.#layer.outputs[direction];
    const worth = this.#layer.scales.map((scale, unit) =>
      (hidden[unit] ?? 0) > 0 ? (scale * (outputs[unit] ?? 0)) / length : 0,
    );
    const shares = new Float64Array(read.tokens.length);
    this.#eachOnce(read, (feature, value, first, last) => {
      if (first < 0) return;
      const from = feature * this.#units;
      const sum = worth.reduce((total, each, unit) => total + each * (this.#weights[from + unit] ?? 0), 0);
      const share = (value * sum) / (last - first + 1);
      for (let at = first; at <= last; at += 1) shares[at] = (shares[at] ?? 0) + share;
    });
    return shares;
  }

  #hiddenOf(read: ReadRemark): { hidden: Float64Array; length: number } {
    const weights = this.#weights;
    const units = this.#units;
    const sums = new Float64Array(units);
    let squares = 0;
    this.#eachOnce(read, (feature, value) => {
      const from = feature * units;
      for (let unit = 0; unit < units; unit += 1)
        sums[unit] = (sums[unit] as number) + value * (weights[from + unit] as number);
      squares += value * value;
    });
    const length = Math.sqrt(Math.max(1, squares));
    const { scales, biases } = this.#layer;
    const hidden = sums.map((sum, unit) => (biases[unit] ?? 0) + (sum / length) * (scales[unit] ?? 0));
    return { hidden, length };
  }

  #eachOnce(
    read: ReadRemark,
    use: (feature: number, value: number, first: number, last: number) => void,
  ): void {
    this.#turn += 1;
    const turn = this.#turn;
    const seen = this.#seen;
    readFeatures(read, (hash, value, first, last) => {
      const feature = hash & (FEATURES - 1);
      if (seen[feature] === turn) return;
      seen[feature] = turn;
      use(feature, value, first, last);
    });
  }
}

/** The languages that are recognized by their letters. */
function lettersOf(stored: StoredModel['letters']): LetterWeights {
  return new Map(Object.entries(stored).map(([language, own]) => [language, bytesOf(own)]));
}

export function lexiconsOf(words: StoredModel['words']): Map<string, Lexicon> {
  return new Map(Object.entries(words).map(([language, own]) => [language, new Lexicon(own)]));
}

function bytesOf(text: string): Int8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64');
  return new Int8Array(buffer, byteOffset, byteLength);
}
