import { THEMES, type Theme } from '../../domain/brand/theme.ts';
import type { Scores } from './framing/learned/model.ts';
import { readThemeFeatures, type ThemeSentence } from './theme-features.ts';

/** The number of weight rows. Features with equal hashes share one. */
export const THEME_FEATURES = 1 << 14;

/** The weight columns: each theme, `other` for none, and the two directions. */
export const COLUMNS = [...THEMES, 'recommended', 'negative'] as const;
const PRAISE_COLUMN = COLUMNS.indexOf('recommended');
const BLAME_COLUMN = COLUMNS.indexOf('negative');

/** The trained model. */
export interface StoredThemeModel {
  /** A signed byte per feature and column, in base64. */
  readonly weights: string;
  /** A weight step's value, per column. */
  readonly scales: readonly number[];
  /** Each theme's least score. */
  readonly themes: Readonly<Record<string, number>>;
  /** Each direction's least score; `neutral`: both scores this far below 0 mean no direction. */
  readonly directions: Readonly<Record<keyof Scores | 'neutral', number>>;
}

/** A sentence's theme. */
export interface ScoredTheme {
  readonly theme: Theme;
  /** The score above its threshold. */
  readonly above: number;
  /** The start of the strongest word for it. */
  readonly from: number;
}

/**
 * A linear classifier per column, over a sentence's features. It adds in a fixed order, so sums have the same bits on
 * every platform.
 */
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

  /** A sentence's themes, most certain first; `other` if it certainly has none. */
  themesOf(sentence: ThemeSentence): ScoredTheme[] {
    const features = themeFeaturesOf(sentence);
    const length = lengthOf(features);
    return THEMES.flatMap((theme, column): ScoredTheme[] => {
      const above = this.#score(features, length, column) - (this.#thresholds[column] ?? 0);
      return above >= 0 ? [{ theme, above, from: this.#placeOf(features, column) }] : [];
    }).sort((a, b) => b.above - a.above);
  }

  /** A sentence's score in each direction. */
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

  /** A feature's part of a column's score, in steps. */
  #shareOf({ feature, value }: ThemeFeature, column: number): number {
    return value * (this.#weights[feature * COLUMNS.length + column] ?? 0);
  }

  /** The place with the largest part of a column's score. */
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

/** A sentence's feature, with its first place. */
interface ThemeFeature {
  readonly feature: number;
  readonly value: number;
  readonly from: number;
}

/** A sentence's features, each once. */
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
