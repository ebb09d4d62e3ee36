import { pointsThatAddUp } from '../../domain/figures/points.ts';
import { type Interval, type Proportion, pooledOf, Z95 } from '../../domain/figures/proportion.ts';
import { MIN_SAMPLE, quotientOf } from '../../domain/figures/rate.ts';
import { normalQuantile } from '../distributions/normal.ts';
import { excludesZero, type PairedCounts } from '../rates/intervals.ts';

/**
 * The way from another tool's rate to ours, in this order; each step starts where the one before ended:
 *
 * - `mention`: our reading replaces the tool's flag in the answers that both judged.
 * - `denominator`: answers that only the tool counts go, and answers that only we count come.
 * - `days`: both keep the days that both cover, and ours get the others back at the end.
 * - `panel`: both keep the questions that both have, the tool's in our proportions; ours get the others back.
 * - `surface`: another surface answered. Chance cannot be told from it.
 * - `rest`: what is left on one surface: chance, and every earlier step that cannot be told.
 *
 * The first two compare the same answers, the others different ones.
 */
export const RECONCILE_STEPS = ['mention', 'denominator', 'days', 'panel', 'surface', 'rest'] as const;
export type ReconcileStep = (typeof RECONCILE_STEPS)[number];

/** Rows of the tool's file that are alike: of one question, on one UTC day. */
export interface TheirCount {
  /** Null without an answer of ours. */
  readonly question: number | null;
  /** In whole days since 1970. */
  readonly day: number;
  /** Whether the tool says that they name the brand; null if it does not say. */
  readonly theirs: boolean | null;
  /** Whether we read that they do; null without an answer in which we looked. */
  readonly ours: boolean | null;
  readonly answers: number;
}

/** Answers to one question on one UTC day. */
export interface DayCount extends Proportion {
  readonly question: number;
  readonly day: number;
}

export interface TwoTools {
  readonly theirs: readonly TheirCount[];
  /** The answers that we asked for. */
  readonly ours: readonly DayCount[];
  readonly isSameSurface: boolean;
  /** Answers per independent answer; null if unknown. */
  readonly effects: Readonly<Record<Side, number | null>>;
}

type Side = 'theirs' | 'ours';

/** Why a step has no points: too few answers, nothing in common, or part of a later step. */
export const UNTOLD = ['too_few', 'no_common_days', 'no_common_questions', 'in_surface', 'in_rest'] as const;
export type Untold = (typeof UNTOLD)[number];

/** Theirs less ours, in percentage points to 1 decimal. */
export interface Step {
  readonly step: ReconcileStep;
  readonly points: number | null;
  /** At 95%, for all steps together (Bonferroni), rounded outward. */
  readonly interval: Interval | null;
  /** Whether the interval excludes zero before rounding. */
  readonly isBeyondChance: boolean;
  readonly untold: Untold | null;
}

/** How many are in both, and in only one. */
export interface Common {
  readonly both: number;
  readonly onlyTheirs: number;
  readonly onlyOurs: number;
}

export interface Reconciliation {
  /** The tool's rate by its own flags, our reading of its answers, and the answers that we asked for. */
  readonly theirs: Proportion;
  readonly same: Proportion;
  readonly ours: Proportion;
  /**
   * The told steps' exact sum: the rates' difference, each to 3 decimals. Theirs less ours or, with too few of ours,
   * less `same`; null with too few of theirs.
   */
  readonly points: number | null;
  readonly steps: readonly Step[];
  /** The answers that both judged: the tool first. */
  readonly judged: PairedCounts;
  /** Answers that only the tool counts, by its flag, and those that only we count, by our reading. */
  readonly onlyTheyCount: Proportion;
  readonly onlyWeCount: Proportion;
  /** Covered days, and questions on them. */
  readonly days: Common;
  readonly questions: Common;
}

/** Splits the difference between two tools' rates on one engine, in one market and window. */
export function reconcile({ theirs: rows, ours, isSameSurface, effects }: TwoTools): Reconciliation {
  const counts = countsOf(rows);
  const { theirs, judged, onlyTheyCount } = counts;
  const read = rows.flatMap(({ question, day, ours: named, answers }) =>
    question === null || named === null
      ? []
      : [{ question, day, events: named ? answers : 0, trials: answers }],
  );
  const [same, last] = [pooledOf(read), pooledOf(ours)];
  const isRead = Math.min(theirs.trials, same.trials) >= MIN_SAMPLE;
  const isAsked = isRead && last.trials >= MIN_SAMPLE;
  const pooled = rateOf(pooledOf([...read, ...ours]));
  const lost = theirs.trials === 0 ? 0 : onlyTheyCount.trials / theirs.trials;
  const { days, questions, steps } = betweenAnswers(read, ours, { isSameSurface, pooled, effects, lost });
  const estimates: readonly (Estimate | Untold)[] = [
    isRead ? mentionStep(judged, theirs.trials, effects.theirs) : 'too_few',
    isRead ? denominatorStep(counts, same, effects.theirs) : 'too_few',
    ...steps.map((step) => (isAsked ? step : 'too_few')),
  ];
  const points = isRead ? shownPoints(theirs, isAsked ? last : same) : null;
  return { ...counts, same, ours: last, points, steps: stepsOf(estimates, points ?? 0), days, questions };
}

type Counts = Pick<Reconciliation, 'theirs' | 'judged' | 'onlyTheyCount' | 'onlyWeCount'>;

function countsOf(rows: readonly TheirCount[]): Counts {
  const count = (theirs: boolean | null, ours: boolean | null) =>
    rows.reduce((sum, row) => sum + (row.theirs === theirs && row.ours === ours ? row.answers : 0), 0);
  const judged = {
    both: count(true, true),
    onlyFirst: count(true, false),
    onlySecond: count(false, true),
    neither: count(false, false),
  };
  const [named, other] = [count(true, null), count(false, null)];
  const events = judged.both + judged.onlyFirst + named;
  return {
    theirs: { events, trials: events + judged.onlySecond + judged.neither + other },
    judged,
    onlyTheyCount: { events: named, trials: named + other },
    onlyWeCount: { events: count(null, true), trials: count(null, true) + count(null, false) },
  };
}

/** A step's size from -1 to 1, with its variance; none if the size is zero by definition. */
interface Estimate {
  readonly value: number;
  readonly variance: number;
}

/**
 * Among all answers that the tool counts; those that we do not count stay as they are.
 *
 * Source of the half answer more in each cell: Agresti and Min (2005), Statist. Med. 24:729-740.
 */
function mentionStep({ onlyFirst, onlySecond }: PairedCounts, all: number, effect: number | null): Estimate {
  const gap = (onlyFirst - onlySecond) / (all + 2);
  const variance = ((onlyFirst + onlySecond + 1) / (all + 2) - gap ** 2) / all;
  return { value: (onlyFirst - onlySecond) / all, variance: (effect ?? 1) * variance };
}

/**
 * From all answers that the tool counts, read by us where we can, to those that we count. How many are in only one is
 * left to chance too, so the variance is that of a difference of two ratios over the same rows, by the delta method.
 * Two more answers of each kind give it a width if all answers are alike, as in the interval of Agresti and Coull (1998),
 * Am. Stat. 52:119-126.
 */
function denominatorStep(counts: Counts, same: Proportion, effect: number | null): Estimate {
  const { theirs, judged, onlyTheyCount, onlyWeCount } = counts;
  const both = { events: judged.both + judged.onlySecond, trials: same.trials - onlyWeCount.trials };
  const value = (both.events + onlyTheyCount.events) / theirs.trials - rateOf(same);
  if (onlyTheyCount.trials + onlyWeCount.trials === 0) return { value, variance: 0 };
  const more = { events: both.events + 2, trials: both.trials + 4 };
  const [from, to] = [pooledOf([more, onlyTheyCount]), pooledOf([more, onlyWeCount])];
  const spread = ({ events, trials }: Proportion, inFrom: 0 | 1, inTo: 0 | 1) => {
    const slope = (event: 0 | 1) =>
      (inFrom * (event - rateOf(from))) / from.trials - (inTo * (event - rateOf(to))) / to.trials;
    return events * slope(1) ** 2 + (trials - events) * slope(0) ** 2;
  };
  const variance = spread(more, 1, 1) + spread(onlyTheyCount, 1, 0) + spread(onlyWeCount, 0, 1);
  return { value, variance: (effect ?? 1) * variance };
}

interface Between extends Pick<TwoTools, 'isSameSurface' | 'effects'> {
  /** The rate over all answers. */
  readonly pooled: number;
  /** The share of the tool's answers that we cannot read. */
  readonly lost: number;
}

interface BetweenAnswers extends Pick<Reconciliation, 'days' | 'questions'> {
  /** From `days` on. */
  readonly steps: readonly (Estimate | Untold)[];
}

/** The steps between different answers. */
function betweenAnswers(
  theirs: readonly DayCount[],
  ours: readonly DayCount[],
  between: Between,
): BetweenAnswers {
  const days = inCommon(coveredDays(theirs), coveredDays(ours));
  const onCommonDays = (each: DayCount) => days.both.has(each.day);
  const kept = { theirs: theirs.filter(onCommonDays), ours: ours.filter(onCommonDays) };
  const isDaysTold = kept.theirs.length > 0 && kept.ours.length > 0;
  const on = isDaysTold ? kept : { theirs, ours };
  const questions = inCommon(questionsOf(on.theirs), questionsOf(on.ours));
  const lostDays = [...partsLost(theirs, on.theirs, 'theirs', 1), ...partsLost(ours, on.ours, 'ours', -1)];
  const { panel, rest } = panelAndRest(on, questions.both, between);
  const isSurface = !between.isSameSurface && isDaysTold && typeof panel !== 'string';
  const sameSurface = between.isSameSurface ? NO_STEP : 'in_rest';
  return {
    days: sizesOf(days),
    questions: sizesOf(questions),
    steps: [
      isDaysTold ? linear(lostDays, between) : 'no_common_days',
      panel,
      isSurface ? rest : sameSurface,
      isSurface ? 'in_surface' : rest,
    ],
  };
}

const NO_STEP: Estimate = { value: 0, variance: 0 };

/** The most days between two answers of a tool that covers the days between: it asks at least weekly. */
const LONGEST_GAP = 7;

/** The days with answers, and those between: a tool that asks weekly covers every day. */
function coveredDays(counts: readonly DayCount[]): Set<number> {
  const days = [...new Set(counts.map(({ day }) => day))].sort((one, other) => one - other);
  const covered = new Set(days);
  for (const [index, day] of days.entries()) {
    const next = days[index + 1] ?? day;
    if (next - day > LONGEST_GAP) continue;
    for (let between = day + 1; between < next; between += 1) covered.add(between);
  }
  return covered;
}

interface InCommon {
  readonly both: ReadonlySet<number>;
  readonly theirs: ReadonlySet<number>;
  readonly ours: ReadonlySet<number>;
}

function inCommon(theirs: ReadonlySet<number>, ours: ReadonlySet<number>): InCommon {
  return { both: theirs.intersection(ours), theirs, ours };
}

function sizesOf({ both, theirs, ours }: InCommon): Common {
  return { both: both.size, onlyTheirs: theirs.size - both.size, onlyOurs: ours.size - both.size };
}

function questionsOf(counts: readonly DayCount[]): Set<number> {
  return new Set(counts.map(({ question }) => question));
}

/** Answers whose share counts in a step, as often as `weight` says. */
interface Part extends Proportion {
  readonly side: Side;
  readonly weight: number;
}

/** How much a rate loses without the answers that are not kept. */
function partsLost(all: readonly DayCount[], kept: readonly DayCount[], side: Side, sign: 1 | -1): Part[] {
  const [whole, stays] = [pooledOf(all), pooledOf(kept)];
  const goes = { events: whole.events - stays.events, trials: whole.trials - stays.trials };
  const share = (sign * goes.trials) / whole.trials;
  return [
    { ...stays, side, weight: -share },
    { ...goes, side, weight: share },
  ];
}

/** The tool's answers in our proportions of the common questions, so that the rest compares each with itself. */
function panelAndRest(
  { theirs, ours }: Readonly<Record<Side, readonly DayCount[]>>,
  common: ReadonlySet<number>,
  between: Between,
): { readonly panel: Estimate | Untold; readonly rest: Estimate } {
  if (common.size === 0) {
    const rest = [
      { ...pooledOf(theirs), side: 'theirs', weight: 1 },
      { ...pooledOf(ours), side: 'ours', weight: -1 },
    ] as const;
    return { panel: 'no_common_questions', rest: linear(rest, between) };
  }
  const shared = ours.filter(({ question }) => common.has(question));
  const own = new Map(byQuestion(shared));
  const [all, ownAll] = [pooledOf(theirs), pooledOf(shared)];
  const share = (question: number) => (own.get(question)?.trials ?? 0) / ownAll.trials;
  const asked = byQuestion(theirs);
  const moved = asked.map(([question, counted]): Part => {
    return { ...counted, side: 'theirs', weight: counted.trials / all.trials - share(question) };
  });
  const rest = asked.flatMap(([question, counted]): Part[] => [
    { ...counted, side: 'theirs', weight: share(question) },
    { ...(own.get(question) ?? NONE), side: 'ours', weight: -share(question) },
  ]);
  const panel = linear([...moved, ...partsLost(ours, shared, 'ours', -1)], between);
  // Answers without a text leave some questions with fewer than others, by chance.
  const apart = asked.reduce((sum, [, each]) => sum + each.trials * (rateOf(each) - rateOf(all)) ** 2, 0);
  const byLoss = (between.lost * apart) / all.trials ** 2;
  return { panel: { ...panel, variance: panel.variance + byLoss }, rest: linear(rest, between) };
}

/** In question order, so that fractions add up in one order. */
function byQuestion(counts: readonly DayCount[]): [question: number, Proportion][] {
  return [...Map.groupBy(counts, ({ question }) => question)]
    .map(([question, own]): [number, Proportion] => [question, pooledOf(own)])
    .sort(([one], [other]) => one - other);
}

/**
 * A weighted sum of shares of independent answers. Each share's variance has pseudo-answers at the overall rate, as in a
 * change's terms (explaining/decomposition.ts): a question whose answers are all alike varies too.
 */
function linear(parts: readonly Part[], { pooled, effects }: Pick<Between, 'pooled' | 'effects'>): Estimate {
  const counted = parts.filter(({ weight, trials }) => weight !== 0 && trials > 0);
  const more = Math.max(1, Z95 ** 2 / counted.length);
  let [value, variance] = [0, 0];
  for (const { weight, events, trials, side } of counted) {
    const rate = (events + more * pooled) / (trials + more);
    value += (weight * events) / trials;
    variance += ((effects[side] ?? 1) * weight ** 2 * rate * (1 - rate)) / trials;
  }
  return { value, variance };
}

/** Steps that add up to the points. @param estimates in the order of steps */
function stepsOf(estimates: readonly (Estimate | Untold)[], points: number): Step[] {
  const told = estimates.filter((each) => typeof each !== 'string');
  const values = told.map(({ value }) => value);
  const shown = pointsThatAddUp(values, points, SCALE);
  const unsure = told.filter(({ variance }) => variance > 0).length;
  const z = normalQuantile(1 - 0.025 / Math.max(1, unsure));
  return RECONCILE_STEPS.map((step, index) => {
    const estimate = estimates[index] ?? 'too_few';
    if (typeof estimate === 'string')
      return { step, points: null, interval: null, isBeyondChance: false, untold: estimate };
    const { value, variance } = estimate;
    const reach = z * Math.sqrt(variance);
    const ends = { lower: Math.max(-1, value - reach), upper: Math.min(1, value + reach) };
    const own = shown[told.indexOf(estimate)] ?? 0;
    // What a step takes so that all add up may lie just outside.
    const interval = {
      lower: Math.min(own, Math.floor(100 * SCALE * ends.lower) / SCALE),
      upper: Math.max(own, Math.ceil(100 * SCALE * ends.upper) / SCALE),
    };
    return { step, points: own, interval, isBeyondChance: excludesZero(ends), untold: null };
  });
}

/** Tenths of a point, because rates have 3 decimals. */
const SCALE = 10;

/** A difference of two rates as they are shown, in points. */
function shownPoints(first: Proportion, other: Proportion): number {
  const [one, two] = [first, other].map(({ events, trials }) => quotientOf(events, trials, 1000));
  return Math.round(1000 * ((one ?? 0) - (two ?? 0))) / SCALE;
}

const NONE: Proportion = { events: 0, trials: 0 };

function rateOf({ events, trials }: Proportion): number {
  return trials === 0 ? 0 : events / trials;
}
