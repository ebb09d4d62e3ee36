import type { Proportion } from '../../domain/figures/proportion.ts';
import type { Effects } from '../alerts/gates.ts';
import { constant, type DualNumber, over, plus, scaled, times } from '../distributions/dual-number.ts';
import { type GroupSide, kitagawa, meanOf } from './kitagawa.ts';

/**
 * The terms of a rate's change between two windows, in a fixed order, each applied to the remainder: questions in only
 * one window, the mix of shared questions, the models that answered them, and the rates. With two kinds of answers,
 * such as those with and without a citation of a site, the rates split further into the share of the first kind and the
 * rate of each kind.
 */
export const DECOMPOSED_TERMS = [
  'questions_added',
  'questions_removed',
  'questions_replaced',
  'question_mix',
  'model_mix',
  'rate',
  'cited_share',
  'rate_where_cited',
  'rate_elsewhere',
] as const;
export type DecomposedTerm = (typeof DECOMPOSED_TERMS)[number];

/** Answers to a question by one model, of one kind. A window without any has no trials. */
export interface Cell {
  readonly model: string | null;
  /** Null if kinds are not distinguished. */
  readonly cites: boolean | null;
  readonly current: Proportion;
  readonly baseline: Proportion;
}

export interface QuestionCells {
  readonly question: number;
  /** At least one has answers. */
  readonly cells: readonly Cell[];
}

/** A term's part from one question, and from one model if it is a rate. */
export interface Piece {
  readonly term: DecomposedTerm;
  readonly of: QuestionCells;
  readonly model: string | null | undefined;
  readonly change: DualNumber;
}

type Side = 'current' | 'baseline';

/** A window's answers to shared questions, and to its own. */
interface Totals {
  readonly shared: number;
  readonly own: number;
}

/**
 * The pieces of a change, from -1 to 1, which add up to it. Both windows have answers.
 *
 * @param byModel whether to distinguish models; impossible if one replaced another everywhere at once, because it would take the blame for any simultaneous change
 */
export function decompose(questions: readonly QuestionCells[], byModel: boolean): Piece[] {
  const totals = { current: totalsOf(questions, 'current'), baseline: totalsOf(questions, 'baseline') };
  if (totals.current.shared === 0) return replaced(questions, totals);
  return questions.flatMap((of) => {
    const [now, before] = [trialsOf(of, 'current'), trialsOf(of, 'baseline')];
    if (before === 0) return [asked('questions_added', of, 'current', 1 / allOf(totals.current))];
    if (now === 0) return [asked('questions_removed', of, 'baseline', -1 / allOf(totals.baseline))];
    return [...insteadOf(of, totals), ...changedIn(of, totals, byModel)];
  });
}

function trialsOf({ cells }: QuestionCells, side: Side): number {
  return cells.reduce((sum, cell) => sum + cell[side].trials, 0);
}

function totalsOf(questions: readonly QuestionCells[], side: Side): Totals {
  const other = side === 'current' ? 'baseline' : 'current';
  const totals = { shared: 0, own: 0 };
  for (const each of questions) totals[trialsOf(each, other) > 0 ? 'shared' : 'own'] += trialsOf(each, side);
  return totals;
}

function allOf({ shared, own }: Totals): number {
  return shared + own;
}

/** Without shared questions, there is nothing else to decompose. */
function replaced(
  questions: readonly QuestionCells[],
  { current, baseline }: Readonly<Record<Side, Totals>>,
): Piece[] {
  return questions.map((of) =>
    trialsOf(of, 'current') > 0
      ? asked('questions_replaced', of, 'current', 1 / allOf(current))
      : asked('questions_replaced', of, 'baseline', -1 / allOf(baseline)),
  );
}

/** A question's answers in one window, with a weight. */
function asked(term: DecomposedTerm, of: QuestionCells, side: Side, weight: number): Piece {
  const change = scaled(rateOf(of, of.cells, side) as DualNumber, weight * trialsOf(of, side));
  return { term, of, model: undefined, change };
}

/** The share of questions in only one window, which displaces shared questions. */
function insteadOf(of: QuestionCells, { current, baseline }: Readonly<Record<Side, Totals>>): Piece[] {
  const weightOf = (totals: Totals) => totals.own / allOf(totals) / totals.shared;
  return [
    ...(current.own > 0 ? [asked('questions_added', of, 'current', -weightOf(current))] : []),
    ...(baseline.own > 0 ? [asked('questions_removed', of, 'baseline', weightOf(baseline))] : []),
  ];
}

/** The pieces of a shared question. The operator decides how often engines get it, so its share has no sampling error. */
function changedIn(of: QuestionCells, totals: Readonly<Record<Side, Totals>>, byModel: boolean): Piece[] {
  const side = (name: Side): GroupSide => ({
    share: constant(trialsOf(of, name) / totals[name].shared, sharesOf(of)),
    rate: rateOf(of, of.cells, name),
  });
  const [current, baseline] = [side('current'), side('baseline')];
  const weight = meanOf(current.share, baseline.share).value;
  const mix = kitagawa(current, baseline);
  return [
    ...(mix === null ? [] : [{ term: 'question_mix' as const, of, model: undefined, change: mix.byShare }]),
    ...withinQuestion(of, byModel).map((piece) => ({ ...piece, change: scaled(piece.change, weight) })),
  ];
}

function withinQuestion(of: QuestionCells, byModel: boolean): Piece[] {
  const groups = byModel
    ? [...Map.groupBy(of.cells, ({ model }) => model)]
    : [[undefined, of.cells] as const];
  return groups.flatMap(([model, cells]) => {
    const [current, baseline] = [sideOf(of, cells, 'current'), sideOf(of, cells, 'baseline')];
    const found = kitagawa(current, baseline);
    if (found === null) return [];
    const mix = { term: 'model_mix' as const, of, model: undefined, change: found.byShare };
    const weight = meanOf(current.share, baseline.share);
    const rates = cells.some(({ cites }) => cites !== null)
      ? byKind(of, cells, model).map((piece) => ({ ...piece, change: times(piece.change, weight) }))
      : [{ term: 'rate' as const, of, model, change: found.byRate }];
    return current.rate === null || baseline.rate === null ? [mix] : [mix, ...rates];
  });
}

/** A rate's change, split by answers with and without the citation. */
function byKind(of: QuestionCells, cells: readonly Cell[], model: Piece['model']): Piece[] {
  return [true, false].flatMap((cites) => {
    const kind = cells.filter((cell) => cell.cites === cites);
    const within = (side: Side): GroupSide => {
      const { share, rate } = sideOf(of, kind, side);
      return { share: over(share, sideOf(of, cells, side).share), rate };
    };
    const found = kitagawa(within('current'), within('baseline'));
    if (found === null) return [];
    const term = cites ? ('rate_where_cited' as const) : ('rate_elsewhere' as const);
    return [
      { term: 'cited_share' as const, of, model, change: found.byShare },
      { term, of, model, change: found.byRate },
    ];
  });
}

/** The cells' share of a question's answers in a window, and their rate. */
function sideOf(of: QuestionCells, cells: readonly Cell[], side: Side): GroupSide {
  return {
    share: plus(portionOf(of, cells, side, 0), portionOf(of, cells, side, 1)),
    rate: rateOf(of, cells, side),
  };
}

function rateOf(of: QuestionCells, cells: readonly Cell[], side: Side): DualNumber | null {
  if (cells.every((cell) => cell[side].trials === 0)) return null;
  const events = portionOf(of, cells, side, 1);
  return over(events, plus(events, portionOf(of, cells, side, 0)));
}

/** Each cell has two shares of a question's answers: without the event, and with it. */
function sharesOf({ cells }: QuestionCells): number {
  return 4 * cells.length;
}

function placeOf(cell: number, side: Side, event: 0 | 1): number {
  return 4 * cell + (side === 'current' ? 2 : 0) + event;
}

function portionOf(of: QuestionCells, cells: readonly Cell[], side: Side, event: 0 | 1): DualNumber {
  const slopes = new Float64Array(sharesOf(of));
  const all = trialsOf(of, side);
  let count = 0;
  of.cells.forEach((cell, at) => {
    if (!cells.includes(cell)) return;
    const { events, trials } = cell[side];
    count += event === 1 ? events : trials - events;
    slopes[placeOf(at, side, event)] = 1;
  });
  return { value: count / all, slopes };
}

/** Part of a change with its variance, both on the scale from -1 to 1. */
export interface Part {
  readonly change: number;
  readonly variance: number;
}

export interface Noise {
  /** The rate over all answers in both windows. */
  readonly pooled: number;
  /** Each window's design effect. */
  readonly effects: Effects;
  /** The normal quantile for intervals from the variance. */
  readonly quantile: number;
}

/**
 * Sums pieces. A question's answers in a window are independent draws, except for the engine's repeats, and questions
 * are independent of each other. To avoid zero variance for questions whose answers were all alike, each cell gets
 * pseudo-answers at the overall rate: one, or, for few questions, the square of the quantile divided by their number.
 * Wilson's interval adds as many to one proportion.
 */
export function partOf(pieces: readonly Piece[], { pooled, effects, quantile }: Noise): Part {
  const questions = Map.groupBy(pieces, (piece) => piece.of);
  const more = Math.max(1, quantile ** 2 / questions.size);
  let [change, variance] = [0, 0];
  for (const [of, own] of questions) {
    const sum = own.reduce((total, piece) => plus(total, piece.change), constant(0, sharesOf(of)));
    change += sum.value;
    for (const side of ['current', 'baseline'] as const) {
      variance += (effects[side] ?? 1) * varianceIn(of, sum.slopes, { pooled, more }, side);
    }
  }
  return { change, variance };
}

/** The variance of a sum of shares in one window, by the delta method. */
function varianceIn(
  of: QuestionCells,
  slopes: Float64Array,
  { pooled, more }: { readonly pooled: number; readonly more: number },
  side: Side,
): number {
  const all = trialsOf(of, side);
  if (all === 0) return 0;
  let [mean, square] = [0, 0];
  of.cells.forEach((cell, at) => {
    const { events, trials } = cell[side];
    const rate = (events + more * pooled) / (trials + more);
    for (const [event, chance] of [[0, 1 - rate] as const, [1, rate] as const]) {
      const slope = slopes[placeOf(at, side, event)] ?? 0;
      const weight = (trials / all) * chance;
      mean += weight * slope;
      square += weight * slope * slope;
    }
  });
  return Math.max(0, square - mean * mean) / all;
}
