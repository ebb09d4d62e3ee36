import type { LetterWeights } from './detect-language.ts';
import { FEATURES, type ParsedSentence, readFeatures } from './features.ts';
import { Lexicon } from './lexicon.ts';
import type { LanguageWords } from './word-classes.ts';

/** The trained model. `npm run train` makes it from eval/training/. */
export interface StoredModel {
  readonly words: Readonly<Record<string, LanguageWords>>;
  /** A signed byte per letter group, in base64, for each language that letters identify. */
  readonly letters: Readonly<Record<string, string>>;
  /** A signed byte per feature and hidden unit, in base64. */
  readonly weights: string;
  /** A weight step's value, per hidden unit. */
  readonly scales: readonly number[];
  readonly biases: readonly number[];
  /** For each direction, a weight per hidden unit. */
  readonly outputs: Readonly<Record<keyof Scores, readonly number[]>>;
  readonly outputBiases: Scores;
  readonly thresholds: Thresholds;
}

/** Each direction's least scores. */
export type Thresholds = Readonly<Record<keyof Scores, Threshold>>;

export interface Threshold {
  /** Without evidence for the other direction. */
  readonly alone: number;
  /** If the model frames the brand in the other direction. */
  readonly against: number;
}

/** A sentence's score in each direction. */
export interface Scores {
  readonly recommended: number;
  readonly negative: number;
}

/**
 * Lexicons and weights: one hidden layer of rectified units over a sentence's features. Scores are sums of products in
 * a fixed order with one division, so they have the same bits on every platform.
 */
export class Model {
  readonly lexicons: ReadonlyMap<string, Lexicon>;
  readonly letters: LetterWeights;
  readonly thresholds: Thresholds;
  readonly #weights: Int8Array;
  readonly #units: number;
  /**
   * The other stored numbers. The encoded texts don't stay in memory, because they are larger than the decoded arrays.
   */
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

  score(read: ParsedSentence): Scores {
    const { hidden } = this.#hiddenOf(read);
    const { outputs, outputBiases } = this.#layer;
    const sum = (own: readonly number[], bias: number) =>
      hidden.reduce((total, value, unit) => (value > 0 ? total + value * (own[unit] ?? 0) : total), bias);
    return {
      recommended: sum(outputs.recommended, outputBiases.recommended),
      negative: sum(outputs.negative, outputBiases.negative),
    };
  }

  /** Each token's share of a direction's score, through active hidden units. */
  shares(read: ParsedSentence, direction: keyof Scores): Float64Array {
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

  #hiddenOf(read: ParsedSentence): { hidden: Float64Array; length: number } {
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
    read: ParsedSentence,
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

/** The weights of languages that letters identify. */
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
