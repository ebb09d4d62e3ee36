import { type Interval, wilson } from './proportion.ts';
import { MIN_SAMPLE, quotientOf } from './rate.ts';

/**
 * Figures by a definition's rules, from integer counts; and the steps from one definition to another, one rule at a
 * time. The rules that vendors publish are in definitions.ts.
 */

/** Some answers of one engine in a window, all checked for every current tracked brand. */
export interface AnswersCounted {
  /** Whether these include answers after the first per prompt and UTC day. */
  readonly repeats: Chosen['repeats'];
  /** Whether all their prompts contain the brand's own name; otherwise none does. */
  readonly isBranded: boolean;
  readonly answers: number;
  /** For the brand: answers that name it, its mentions, and answers that cite its own sites. */
  readonly named: number;
  readonly occurrences: number;
  readonly cited: number;
  /** For all current tracked brands: answers that name any, the sum over brands of answers that name each, and their mentions. */
  readonly namingAny: number;
  readonly namings: number;
  readonly allOccurrences: number;
  /** Prompts with an answer, and those with an answer that names the brand. */
  readonly prompts: number;
  readonly promptsNamed: number;
}

interface Chosen {
  /** Answers after the first per prompt and UTC day. */
  readonly repeats: 'in' | 'out';
  /** Answers to prompts that contain the brand's own name. */
  readonly branded: 'in' | 'out';
}

/**
 * Numerator and denominator: none, all answers or prompts, those with any tracked brand, or the sum over all tracked
 * brands. Combinations that no definition or step needs are missing: occurrences per answer, which are not a share, and
 * prompts or citations per brand.
 */
type Measured =
  | { readonly counts: 'occurrences'; readonly of: 'nothing' | 'brands' }
  | { readonly counts: 'answers'; readonly of: 'nothing' | 'all' | 'any' | 'brands' }
  | { readonly counts: 'citing_answers' | 'prompts'; readonly of: 'nothing' | 'all' };

export type Rules = Chosen & Measured;

/** The counts behind a figure. */
export interface Figure {
  readonly numerator: number;
  /** Null for a plain count. */
  readonly denominator: number | null;
  /** Answers in the figure. */
  readonly answers: number;
}

/** One engine's figures by any rules. */
export function figuresOf(counted: readonly AnswersCounted[]): (rules: Rules) => Figure {
  return ({ counts, of, ...chosen }) => {
    const those = counted.filter((each) => isIn(each, chosen));
    const sumOf = (name: Count) => those.reduce((sum, each) => sum + each[name], 0);
    return {
      numerator: sumOf(PARTS[counts]),
      denominator: of === 'nothing' ? null : sumOf(WHOLES[counts][of] ?? 'answers'),
      answers: sumOf('answers'),
    };
  };
}

function isIn({ repeats, isBranded }: AnswersCounted, chosen: Chosen): boolean {
  return repeats === chosen.repeats && (chosen.branded === 'in' || !isBranded);
}

type Count = Exclude<keyof AnswersCounted, 'repeats' | 'isBranded'>;

const PARTS = {
  occurrences: 'occurrences',
  answers: 'named',
  citing_answers: 'cited',
  prompts: 'promptsNamed',
} as const satisfies Record<Rules['counts'], Count>;

/** The denominator for each numerator. */
const WHOLES: Readonly<Record<Rules['counts'], Readonly<Partial<Record<Rules['of'], Count>>>>> = {
  occurrences: { brands: 'allOccurrences' },
  answers: { all: 'answers', any: 'namingAny', brands: 'namings' },
  citing_answers: { all: 'answers' },
  prompts: { all: 'prompts' },
};

/** Shares have 3 decimals, as every rate. */
const SCALE = 1000;

/** The rounded share or count; null with too few answers, or a denominator of 0. */
export function shownValueOf({ numerator, denominator, answers }: Figure): number | null {
  if (denominator === null) return numerator;
  return Math.min(answers, denominator) < MIN_SAMPLE ? null : quotientOf(numerator, denominator, SCALE);
}

/** The 95% interval for a share of answers or prompts. A share of mentions needs other counts. */
export function intervalOf(rules: Rules, figure: Figure): Interval | null {
  const { numerator, denominator } = figure;
  if (rules.of === 'brands' || denominator === null || shownValueOf(figure) === null) return null;
  const { lower, upper } = wilson({ events: numerator, trials: denominator });
  return { lower: Math.round(lower * SCALE) / SCALE, upper: Math.round(upper * SCALE) / SCALE };
}
