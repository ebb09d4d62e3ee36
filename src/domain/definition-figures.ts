import { type Interval, wilson } from './proportion.ts';
import { MIN_SAMPLE, quotientOf } from './rate.ts';

/**
 * What a figure comes to by rules, from integer counts; and the walk from one set of rules to another, one rule at a time.
 * The rules that vendors publish are in definitions.ts.
 */

/** Some answers of one engine in a window, in all of which every brand tracked now was looked for. */
export interface AnswersCounted {
  /** Whether answers after the first of their UTC day to the same prompt are among them. */
  readonly repeats: Chosen['repeats'];
  /** Whether their prompts contain the brand's own name. None of the others do. */
  readonly isBranded: boolean;
  readonly answers: number;
  /** Of the brand itself: answers that name it, how often they do, and answers that cite a page of its own sites. */
  readonly named: number;
  readonly occurrences: number;
  readonly cited: number;
  /** Of all brands tracked now: answers that name any of them, answers that name each, and how often they do. */
  readonly namingAny: number;
  readonly namings: number;
  readonly allOccurrences: number;
  /** Prompts that have an answer, and those that have one that names the brand itself. */
  readonly prompts: number;
  readonly promptsNamed: number;
}

/** Which answers count. */
interface Chosen {
  /** Answers after the first of their UTC day to the same prompt. */
  readonly repeats: 'in' | 'out';
  /** Answers to prompts that contain the brand's own name. */
  readonly branded: 'in' | 'out';
}

/**
 * What is counted, and what it is divided by: nothing, all of its kind, those with any tracked brand, or the sum over all
 * tracked brands. What no definition has, and no walk passes, is not here: occurrences per answer, which are not a share, and how
 * many prompts name, or answers cite, each brand.
 */
type Measured =
  | { readonly counts: 'occurrences'; readonly of: 'nothing' | 'brands' }
  | { readonly counts: 'answers'; readonly of: 'nothing' | 'all' | 'any' | 'brands' }
  | { readonly counts: 'citing_answers' | 'prompts'; readonly of: 'nothing' | 'all' };

export type Rules = Chosen & Measured;

/** The counts behind a figure. */
export interface Figure {
  readonly numerator: number;
  /** Null where nothing is divided. */
  readonly denominator: number | null;
  /** The answers that were counted. */
  readonly answers: number;
}

/** What the answers of one engine come to by any rules. */
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
  ...{ occurrences: 'occurrences', answers: 'named', citing_answers: 'cited', prompts: 'promptsNamed' },
} as const satisfies Record<Rules['counts'], Count>;

/** What each is divided by. */
const WHOLES: Readonly<Record<Rules['counts'], Readonly<Partial<Record<Rules['of'], Count>>>>> = {
  occurrences: { brands: 'allOccurrences' },
  answers: { all: 'answers', any: 'namingAny', brands: 'namings' },
  citing_answers: { all: 'answers' },
  prompts: { all: 'prompts' },
};

/** Shares have 3 decimals, as every rate: a percentage has one, and the differences of a walk are exact to that. */
const SCALE = 1000;

/** The share or the count that a figure is shown as; null where there are too few answers, or too little to divide by. */
export function shownValueOf({ numerator, denominator, answers }: Figure): number | null {
  if (denominator === null) return numerator;
  return Math.min(answers, denominator) < MIN_SAMPLE ? null : quotientOf(numerator, denominator, SCALE);
}

/** The 95% interval of a share of answers or prompts. A share of mentions has another one, which these counts do not give. */
export function intervalOf(rules: Rules, figure: Figure): Interval | null {
  const { numerator, denominator } = figure;
  if (rules.of === 'brands' || denominator === null || shownValueOf(figure) === null) return null;
  const { lower, upper } = wilson({ events: numerator, trials: denominator });
  return { lower: Math.round(lower * SCALE) / SCALE, upper: Math.round(upper * SCALE) / SCALE };
}

/** The difference of two shown values of the same unit. */
export function changeOf(before: number | null, after: number | null): number | null {
  if (before === null || after === null) return null;
  return Math.round((after - before) * SCALE) / SCALE + 0;
}

/**
 * The rules on the way from one set to another, both included. One rule changes at a time, in a fixed order: repeats, branded
 * prompts, then what is counted and what it is divided by. Where what is counted changes, it is answers in between, and the
 * denominator changes there: so no step shows occurrences per answer, which would not be a share.
 */
export function walkBetween(from: Rules, to: Rules): Rules[] {
  const { repeats, branded } = to;
  const chosen = { repeats, branded };
  const steps: Rules[] = [from, { ...from, repeats }, { ...from, ...chosen }];
  if (from.counts !== to.counts) {
    steps.push({ ...chosen, counts: 'answers', of: from.of }, { ...chosen, counts: 'answers', of: to.of });
  }
  steps.push(to);
  return steps.filter((rules, index) => index === 0 || !areSame(rules, steps[index - 1]));
}

const NAMES = ['repeats', 'branded', 'counts', 'of'] as const;

export type RuleName = (typeof NAMES)[number];

/** The rule in which two steps of a walk differ; null if in none. */
export function ruleChanged(before: Rules, after: Rules): RuleName | null {
  return NAMES.find((name) => before[name] !== after[name]) ?? null;
}

function areSame(one: Rules, other: Rules | undefined): boolean {
  return other !== undefined && ruleChanged(one, other) === null;
}
