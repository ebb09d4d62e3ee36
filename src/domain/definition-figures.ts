import { type Interval, wilson } from './proportion.ts';
import { MIN_SAMPLE, quotientOf } from './rate.ts';

/**
 * What a figure comes to by rules, from integer counts; and the walk from one set of rules to another, one rule at a time.
 * The rules that vendors publish are in definitions.ts.
 */

/** Answers of one engine to one prompt in a window, in all of which every brand tracked now was looked for. */
export interface AnswersCounted {
  readonly promptId: number;
  /** 1 for those that the engine gave after the first of their UTC day, else 0. */
  readonly repeated: number;
  readonly answers: number;
  /** Of the brand itself: answers that name it, how often they do, and answers that cite a page of its own sites. */
  readonly named: number;
  readonly occurrences: number;
  readonly cited: number;
  /** Of all brands tracked now: answers that name any of them, and the sums over the brands of what stands above. */
  readonly namingAny: number;
  readonly namings: number;
  readonly allOccurrences: number;
  readonly citingAny: number;
  readonly citings: number;
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
 * tracked brands. Occurrences of a name per answer are no share, so these two do not come together; and how many prompts name
 * each brand is not kept.
 */
type Measured =
  | { readonly counts: 'occurrences'; readonly of: 'nothing' | 'brands' }
  | { readonly counts: 'answers' | 'citing_answers'; readonly of: 'nothing' | 'all' | 'any' | 'brands' }
  | { readonly counts: 'prompts'; readonly of: 'nothing' | 'all' | 'any' };

export type Rules = Chosen & Measured;

/** The counts behind a figure. */
export interface Figure {
  readonly numerator: number;
  /** Null where nothing is divided. */
  readonly denominator: number | null;
  /** The answers that were counted. */
  readonly answers: number;
}

/** @param branded the prompts that contain the brand's own name */
export function figureBy(
  rules: Rules,
  counted: readonly AnswersCounted[],
  branded: ReadonlySet<number>,
): Figure {
  const chosen = counted.filter(
    ({ promptId, repeated }) =>
      (rules.repeats === 'in' || repeated === 0) && (rules.branded === 'in' || !branded.has(promptId)),
  );
  const [numerator, denominator] = measured(rules, chosen);
  return { numerator, denominator, answers: sumOf(chosen, 'answers') };
}

function measured(rules: Measured, chosen: readonly AnswersCounted[]): [number, number | null] {
  if (rules.counts === 'prompts') {
    const having = (name: Count) => promptsWith(chosen, name);
    return [having('named'), rules.of === 'nothing' ? null : having(PROMPT_WHOLES[rules.of])];
  }
  const { part, wholes } = MEASURES[rules.counts];
  const whole = rules.of === 'nothing' ? null : (wholes[rules.of] ?? null);
  return [sumOf(chosen, part), whole === null ? null : sumOf(chosen, whole)];
}

type Count = Exclude<keyof AnswersCounted, 'promptId' | 'repeated'>;

const PROMPT_WHOLES = { all: 'answers', any: 'namingAny' } as const satisfies Record<string, Count>;

/** The column that is counted, and those that it is divided by. */
const MEASURES: Readonly<
  Record<
    Exclude<Rules['counts'], 'prompts'>,
    { readonly part: Count; readonly wholes: Readonly<Partial<Record<'all' | 'any' | 'brands', Count>>> }
  >
> = {
  occurrences: { part: 'occurrences', wholes: { brands: 'allOccurrences' } },
  answers: { part: 'named', wholes: { all: 'answers', any: 'namingAny', brands: 'namings' } },
  citing_answers: { part: 'cited', wholes: { all: 'answers', any: 'citingAny', brands: 'citings' } },
};

function sumOf(counted: readonly AnswersCounted[], name: Count): number {
  return counted.reduce((sum, each) => sum + each[name], 0);
}

function promptsWith(counted: readonly AnswersCounted[], name: Count): number {
  return new Set(counted.filter((each) => each[name] > 0).map(({ promptId }) => promptId)).size;
}

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
 * denominator changes there: so no step shows occurrences per answer, which would be no share.
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
