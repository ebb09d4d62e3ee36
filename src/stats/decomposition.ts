import type { Proportion } from '../domain/proportion.ts';
import type { Effects } from './gates.ts';
import { type GroupSide, kitagawa, meanOf } from './kitagawa.ts';
import { constant, over, plus, type Sloped, scaled, times } from './sloped.ts';

/**
 * What a change of a rate between two windows consists of. The terms follow one order, each of what the one before leaves: questions that
 * only one window has, the mix of those that both have, the models that answered each of them, and the rates. With two kinds of answers, such as
 * those that cite a site and the others, the rates are divided further: by how many are of the first kind, and by the rate of each.
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
  /** Null where answers are not distinguished. */
  readonly cites: boolean | null;
  readonly current: Proportion;
  readonly baseline: Proportion;
}

export interface QuestionCells {
  readonly question: number;
  /** At least one of them has answers. */
  readonly cells: readonly Cell[];
}

/** What a term is of one question, and of one model where it is a rate. */
export interface Piece {
  readonly term: DecomposedTerm;
  readonly of: QuestionCells;
  readonly model: string | null | undefined;
  readonly change: Sloped;
}

type Side = 'current' | 'baseline';

/** How many answers a window has to questions of both windows, and to its own. */
interface Totals {
  readonly shared: number;
  readonly own: number;
}

/**
 * The pieces of a change, from -1 to 1, which add up to it. Both windows have answers.
 *
 * @param byModel whether models are told apart. Where one took over from another everywhere at once, they cannot be: a change of the time would be theirs
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

/** Without any question of both windows, there is nothing that changed of one. */
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

/** The answers to a question in one window, each with a weight. */
function asked(term: DecomposedTerm, of: QuestionCells, side: Side, weight: number): Piece {
  const change = scaled(rateOf(of, of.cells, side) as Sloped, weight * trialsOf(of, side));
  return { term, of, model: undefined, change };
}

/** The share of a window that has questions of its own, in place of which it would have more of a shared one. */
function insteadOf(of: QuestionCells, { current, baseline }: Readonly<Record<Side, Totals>>): Piece[] {
  const weightOf = (totals: Totals) => totals.own / allOf(totals) / totals.shared;
  return [
    ...(current.own > 0 ? [asked('questions_added', of, 'current', -weightOf(current))] : []),
    ...(baseline.own > 0 ? [asked('questions_removed', of, 'baseline', weightOf(baseline))] : []),
  ];
}

/** What changed of a question of both windows. How often it is asked is decided by whoever asks, so that its share has no error. */
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

/** The change of a rate of some answers, by those that cite and the others. */
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

/** Some cells as a share of the answers to a question in a window, and their rate. */
function sideOf(of: QuestionCells, cells: readonly Cell[], side: Side): GroupSide {
  return {
    share: plus(portionOf(of, cells, side, 0), portionOf(of, cells, side, 1)),
    rate: rateOf(of, cells, side),
  };
}

function rateOf(of: QuestionCells, cells: readonly Cell[], side: Side): Sloped | null {
  if (cells.every((cell) => cell[side].trials === 0)) return null;
  const events = portionOf(of, cells, side, 1);
  return over(events, plus(events, portionOf(of, cells, side, 0)));
}

/** The answers to a question in a window have two shares for each cell: those without the event, and those with it. */
function sharesOf({ cells }: QuestionCells): number {
  return 4 * cells.length;
}

function placeOf(cell: number, side: Side, event: 0 | 1): number {
  return 4 * cell + (side === 'current' ? 2 : 0) + event;
}

function portionOf(of: QuestionCells, cells: readonly Cell[], side: Side, event: 0 | 1): Sloped {
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

/** A part of a change with its variance, both on the scale from -1 to 1. */
export interface Part {
  readonly change: number;
  readonly variance: number;
}

/** What noise is reckoned with. */
export interface Noise {
  /** The rate of all answers of both windows. */
  readonly pooled: number;
  /** How much the engine repeats itself in each window. */
  readonly effects: Effects;
  /** The normal quantile of intervals that are made of the variance. */
  readonly quantile: number;
}

/**
 * Adds up pieces. The answers to a question in a window are draws of their own, but for what the engine repeats, and questions are independent of
 * each other. So that a question which was always or never answered alike is not taken to be sure, each cell counts as if it had more answers, with the
 * rate of all: one, or, for few questions, the square of the quantile divided by them. That is what Wilson's interval adds to one proportion.
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

/** The variance of a sum of shares of one window's answers, by their slopes: that of the slope of one answer, divided by how many there are. */
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
      const slope = slopes[placeOf(at, side, event)] as number;
      const weight = (trials / all) * chance;
      mean += weight * slope;
      square += weight * slope * slope;
    }
  });
  return Math.max(0, square - mean * mean) / all;
}
