import { THEMES, type Theme } from '../../domain/brand/theme.ts';
import type { Scores } from '../framing/learned/model.ts';
import { readThemeFeatures, type ThemeSentence } from './theme-features.ts';

/** Weights are kept for so many features; those whose hashes agree share one. */
export const THEME_FEATURES = 1 << 14;

/** What has weights, in their order: each theme, where `other` is none of them, and the directions in which something is said of it. */
export const COLUMNS = [...THEMES, 'recommended', 'negative'] as const;
const PRAISE_COLUMN = COLUMNS.indexOf('recommended');
const BLAME_COLUMN = COLUMNS.indexOf('negative');

/** What training stores. `npm run train:themes` makes it from eval/training/themes/. */
export interface StoredThemeModel {
  /** For each feature a signed byte per column, in base64. */
  readonly weights: string;
  /** What a step of the weights is worth, per column. */
  readonly scales: readonly number[];
  /** From these scores on a sentence is of a theme. */
  readonly themes: Readonly<Record<string, number>>;
  /** From these scores on something is said in a direction or, where both scores are so far below 0, in none. */
  readonly directions: Readonly<Record<keyof Scores | 'neutral', number>>;
}

/** A theme that a sentence is of. */
export interface ScoredTheme {
  readonly theme: Theme;
  /** How far above its threshold. */
  readonly above: number;
  /** Where the word begins that speaks most for it. */
  readonly from: number;
}

/** A linear classifier for each column over the features of a sentence. Sums are made in a fixed order, so they have the same bits on every platform. */
export class ThemeModel {
  readonly directions: StoredThemeModel['directions'];
  readonly #weights: Int8Array;
  readonly #scales: readonly number[];
  readonly #thresholds: readonly number[];

  constructor({ weights, scales, themes, directions }: StoredThemeModel) {
    const { buffer, byteOffset, byteLength } = Buffer.from(weights, 'base64');
    this.#weights = new Int8Array(buffer, byteOffset, byteLength);
    this.#scales = scales;
    this.#thresholds = THEMES.map((theme) => themes[theme] ?? Number.POSITIVE_INFINITY);
    this.directions = directions;
  }

  /** The themes of a sentence, the surest first; `other` if it is surely of none. */
  themesOf(sentence: ThemeSentence): ScoredTheme[] {
    const features = themeFeaturesOf(sentence);
    const length = lengthOf(features);
    return THEMES.flatMap((theme, column): ScoredTheme[] => {
      const above = this.#score(features, length, column) - (this.#thresholds[column] ?? 0);
      return above >= 0 ? [{ theme, above, from: this.#placeOf(features, column) }] : [];
    }).sort((a, b) => b.above - a.above);
  }

  /** How strongly a sentence speaks in each direction. */
  directionsOf(sentence: ThemeSentence): Scores {
    const features = themeFeaturesOf(sentence);
    const length = lengthOf(features);
    return {
      recommended: this.#score(features, length, PRAISE_COLUMN),
      negative: this.#score(features, length, BLAME_COLUMN),
    };
  }

  #score(features: readonly ThemeFeature[], length: number, column: number): number {
    const sum = features.reduce((total, feature) => total + this.#shareOf(feature, column), 0);
    return (sum * (this.#scales[column] ?? 0)) / length;
  }

  /** What a feature adds to the score of a column, in steps. */
  #shareOf({ feature, value }: ThemeFeature, column: number): number {
    return value * (this.#weights[feature * COLUMNS.length + column] ?? 0);
  }

  /** Where the features begin that add most to the score of a column. */
  #placeOf(features: readonly ThemeFeature[], column: number): number {
    const shares = new Map<number, number>();
    for (const feature of features) {
      const share = feature.from < 0 ? 0 : this.#shareOf(feature, column);
      shares.set(feature.from, (shares.get(feature.from) ?? 0) + share);
    }
    let best = { from: 0, share: 0 };
    for (const [from, share] of shares) if (share > best.share) best = { from, share };
    return best.from;
  }
}

/** A feature of a sentence by its number, where it first comes. */
export interface ThemeFeature {
  readonly feature: number;
  readonly value: number;
  readonly from: number;
}

/** The features of a sentence, each once. */
export function themeFeaturesOf(sentence: ThemeSentence): ThemeFeature[] {
  const found = new Map<number, ThemeFeature>();
  readThemeFeatures(sentence, (hash, value, from) => {
    const feature = hash & (THEME_FEATURES - 1);
    if (!found.has(feature)) found.set(feature, { feature, value, from });
  });
  return [...found.values()];
}

function lengthOf(features: readonly ThemeFeature[]): number {
  return Math.sqrt(
    Math.max(
      1,
      features.reduce((sum, { value }) => sum + value * value, 0),
    ),
  );
}
