import { join } from 'node:path';
import { THEMES } from '../../src/domain/brand/theme.ts';
import { hashOf } from '../../src/extract/framing/learned/tokens.ts';
import { trainedModel } from '../../src/extract/framing/learned/trained-model.ts';
import { leaning } from '../../src/extract/themes/theme-direction.ts';
import { COLUMNS, type StoredThemeModel, THEME_FEATURES } from '../../src/extract/themes/theme-model.ts';
import { trainLinear } from './svm.ts';
import { directionExamplesIn, type ThemeExample, themeExamplesIn } from './theme-examples.ts';

/** Parts of the examples; a classifier trained on the others reads each part. */
const PARTS = 5;
const ROUNDS = 15;
/** An error's cost. Missing a theme costs twice as much, because most sentences have other themes. */
const COST = 2;
/** A clause says less about a direction than a sentence with theme labels. */
const COST_OF_CLAUSE = 0.7;
/**
 * The required precision for a theme, and for a direction, on sentences outside the classifier's training.
 */
const AIM = 0.9;
const AIM_OF_DIRECTION = 0.9;
const AIM_OF_OTHER = 0.85;
/** Fewer sentences above a threshold say little about it. */
const FEWEST = 10;

type Column = (typeof COLUMNS)[number];

/**
 * Trains the theme classifier on a folder with themes/ and clauses/, and reports how it reads examples
 * outside its training.
 */
export async function trainThemes(folder: string): Promise<{ model: StoredThemeModel; report: string }> {
  const themed = await themeExamplesIn(join(folder, 'themes'));
  const examples = [...themed, ...(await directionExamplesIn(join(folder, 'clauses')))];
  const weights = COLUMNS.map((column) => trained(examples, column));
  const judged = new Map(COLUMNS.map((column) => [column, crossScores(examples, column)]));
  const themes = THEMES.map((theme) => ({
    theme,
    ...thresholdOf(
      themed.flatMap((each, at) =>
        theme === 'other' && each.framing === 'neutral'
          ? []
          : [
              {
                score: judged.get(theme)?.[at] ?? 0,
                isRight: isOf(each, theme) || each.open.includes(theme),
                isLabeled: isOf(each, theme),
              },
            ],
      ),
      theme === 'other' ? AIM_OF_OTHER : AIM,
    ),
  }));
  const directions = directionThresholds(
    themed.map((example, at) => ({
      example,
      own: { recommended: judged.get('recommended')?.[at] ?? 0, negative: judged.get('negative')?.[at] ?? 0 },
    })),
  );
  const scales = weights.map((own) => rounded(most(own) / 127));
  return {
    model: {
      weights: base64(bytesOf(weights, scales)),
      scales,
      themes: Object.fromEntries(themes.map(({ theme, threshold }) => [theme, rounded(threshold)])),
      directions: {
        recommended: rounded(directions.recommended.threshold),
        negative: rounded(directions.negative.threshold),
        neutral: rounded(directions.neutral.threshold),
      },
    },
    report: [
      '| | right / read / labeled |',
      '|---|---|',
      ...[...themes.map(({ theme, ...own }) => [theme, own] as const), ...Object.entries(directions)].map(
        ([name, { right, read, labeled }]) => `| ${name} | ${right} of ${read} of ${labeled} |`,
      ),
    ].join('\n'),
  };
}

function isOf({ themes, framing }: ThemeExample, column: Column): boolean {
  if (column === 'other') return themes?.every((theme) => theme === 'other') ?? false;
  return column === framing || (themes ?? []).some((each) => each === column);
}

/** Whether an example has a label for a column. */
function teaches(example: ThemeExample, column: Column): boolean {
  if (column === 'recommended' || column === 'negative')
    return example.framing !== null && example.scores !== null;
  if (column === 'other' && example.open.length > 0) return false;
  return example.themes !== null && (isOf(example, column) || !example.open.includes(column));
}

function trained(examples: readonly ThemeExample[], column: Column): Float64Array {
  const taught = examples.filter((each) => teaches(each, column));
  const labels = taught.map((each) => isOf(each, column));
  const isTheme = column !== 'recommended' && column !== 'negative' && column !== 'other';
  const costs = taught.map(({ themes }, at) =>
    themes === null ? COST_OF_CLAUSE : isTheme && labels[at] === true ? 2 * COST : COST,
  );
  return trainLinear(taught, labels, costs, THEME_FEATURES, ROUNDS);
}

/** Each example's score from a classifier that has not seen it. */
function crossScores(examples: readonly ThemeExample[], column: Column): Float64Array {
  const parts = examples.map(({ text }) => hashOf(text) % PARTS);
  const scores = new Float64Array(examples.length);
  for (let part = 0; part < PARTS; part += 1) {
    const weights = trained(
      examples.filter((_, at) => parts[at] !== part),
      column,
    );
    for (const [at, { features, values }] of examples.entries()) {
      if (parts[at] !== part) continue;
      scores[at] = features.reduce(
        (sum, feature, index) => sum + (weights[feature] ?? 0) * (values[index] ?? 0),
        0,
      );
    }
  }
  return scores;
}

/** The lowest leanings at which a direction, or none, meets its precision, on sentences with a theme. */
function directionThresholds(
  judged: readonly { example: ThemeExample; own: { recommended: number; negative: number } }[],
) {
  const { thresholds } = trainedModel();
  const rows = judged.flatMap(({ example, own }) => {
    const isOfTheme = (example.themes ?? []).some((theme) => theme !== 'other');
    if (!isOfTheme || example.framing === null || example.scores === null) return [];
    return [{ framing: example.framing, ...leaning(own, example.scores, thresholds) }];
  });
  const of = (framing: ThemeExample['framing'], scoreOf: (row: (typeof rows)[number]) => number) =>
    thresholdOf(
      rows.map((row) => ({
        score: scoreOf(row),
        isRight: row.framing === framing,
        isLabeled: row.framing === framing,
      })),
      AIM_OF_DIRECTION,
    );
  return {
    recommended: of('recommended', ({ recommended, negative }) => recommended - Math.max(0, negative)),
    negative: of('negative', ({ recommended, negative }) => negative - Math.max(0, recommended)),
    neutral: of('neutral', ({ recommended, negative }) => -Math.max(recommended, negative)),
  };
}

interface Judged {
  readonly score: number;
  readonly isRight: boolean;
  readonly isLabeled: boolean;
}

/** The lowest score at which a theme meets its precision. */
function thresholdOf(judged: readonly Judged[], aim: number) {
  const ranked = judged.toSorted((a, b) => b.score - a.score);
  const labeled = ranked.filter(({ isLabeled }) => isLabeled).length;
  let best = { threshold: Number.MAX_VALUE, right: 0, read: 0, labeled };
  let right = 0;
  for (const [index, { score, isRight }] of ranked.entries()) {
    if (isRight) right += 1;
    const read = index + 1;
    if (read >= FEWEST && right >= aim * read) best = { threshold: score, right, read, labeled };
  }
  return best;
}

function most(weights: Float64Array): number {
  return weights.reduce((largest, each) => Math.max(largest, Math.abs(each)), 0);
}

/** For each feature, a signed byte per column. */
function bytesOf(columns: readonly Float64Array[], scales: readonly number[]): Int8Array {
  return Int8Array.from({ length: THEME_FEATURES * columns.length }, (_, at) => {
    const column = at % columns.length;
    return Math.round((columns[column]?.[Math.floor(at / columns.length)] ?? 0) / (scales[column] ?? 1));
  });
}

/** Seven digits, so that the numbers are the same everywhere. */
function rounded(value: number): number {
  return Number(value.toPrecision(7));
}

function base64(bytes: Int8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
