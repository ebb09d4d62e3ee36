import { type Interval, type Proportion, Z95 } from '../../domain/figures/proportion.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import type { Effects } from '../alerts/gates.ts';
import { normalQuantile } from '../distributions/normal.ts';
import type { Sides } from '../rates/common-mix.ts';
import {
  type Cell,
  type DecomposedTerm,
  decompose,
  type Noise,
  type Part,
  type Piece,
  partOf,
  type QuestionCells,
} from './decomposition.ts';

/** How rate terms are divided: not at all, by question, or by model. */
export const CUTS = ['term', 'question', 'model'] as const;
export type Cut = (typeof CUTS)[number];

/** One term in a change, from -1 to 1. */
export interface ChangeTerm {
  readonly term: DecomposedTerm;
  /** Undefined for all questions or models. */
  readonly question: number | undefined;
  readonly model: string | null | undefined;
  readonly change: number;
  readonly interval: Interval;
  /** The answers behind the term's rate; a window without a part in it has none. Null for a term that is not a rate. */
  readonly counted: Sides | null;
}

/** All terms within noise, summed. */
export interface InsignificantTerms extends Pick<ChangeTerm, 'change' | 'interval'> {
  readonly terms: readonly DecomposedTerm[];
  /** How many rows they would have. */
  readonly rows: number;
}

/** A change as terms that add up to it: the significant ones, largest first, and the sum of all others. */
export interface ChangeTerms {
  readonly significant: readonly ChangeTerm[];
  readonly insignificant: InsignificantTerms | null;
}

export interface Cutting {
  readonly cut: Cut;
  /** Whether terms distinguish models (decomposition.ts). */
  readonly byModel: boolean;
  /** Each window's design effect. */
  readonly effects: Effects;
}

/**
 * Splits a change into terms. Their 95% intervals hold jointly (Bonferroni), so that among many questions none stands
 * out by chance. A term whose interval includes zero, or whose rate has fewer than MIN_SAMPLE answers, joins the
 * others.
 *
 * @param questions with answers in either window; both have some
 */
export function changeTerms(
  questions: readonly QuestionCells[],
  { cut, byModel, effects }: Cutting,
): ChangeTerms {
  const all = countedIn(questions.flatMap(({ cells }) => cells));
  const pooled = (all.current.events + all.baseline.events) / (all.current.trials + all.baseline.trials);
  const groups = Map.groupBy(decompose(questions, byModel), (piece) => keyOf(piece, cut));
  const rows = [...groups.values()].filter(
    (pieces) => !isNothing(partOf(pieces, { pooled, effects, quantile: Z95 })),
  );
  const quantile = normalQuantile(1 - 0.025 / Math.max(1, rows.length));
  const noise = { pooled, effects, quantile };
  const terms = rows.map((pieces) => ({ pieces, term: termOf(pieces, cut, noise) }));
  const [significant, others] = [
    terms.filter(({ term }) => isSignificant(term)),
    terms.filter(({ term }) => !isSignificant(term)),
  ];
  return {
    significant: significant
      .map(({ term }) => term)
      .sort((one, other) => Math.abs(other.change) - Math.abs(one.change)),
    insignificant: insignificantOf(others, noise),
  };
}

function keyOf({ term, of, model }: Piece, cut: Cut): string {
  if (cut === 'question' && term === 'rate') return `${term} ${of.question}`;
  return cut === 'model' && model !== undefined ? JSON.stringify([term, model]) : term;
}

/** Rounding errors of a term that is zero by definition, and of its standard error, the root of a difference. */
const ROUNDING = { change: 1e-12, error: 1e-7 };

function isNothing({ change, variance }: Part): boolean {
  return Math.abs(change) < ROUNDING.change && Math.sqrt(variance) < ROUNDING.error;
}

function termOf(pieces: readonly Piece[], cut: Cut, noise: Noise): ChangeTerm {
  const part = partOf(pieces, noise);
  const [{ term, of, model }] = pieces as [Piece];
  return {
    term,
    question: cut === 'question' && term === 'rate' ? of.question : undefined,
    model: cut === 'model' ? model : undefined,
    change: part.change,
    interval: intervalOf(part, noise),
    counted: countedOf(pieces),
  };
}

function intervalOf({ change, variance }: Part, { quantile }: Noise): Interval {
  const half = quantile * Math.sqrt(variance);
  return { lower: Math.max(-1, change - half), upper: Math.min(1, change + half) };
}

/** The answers behind a term; null for a term on shares instead of a rate. */
function countedOf(pieces: readonly Piece[]): Sides | null {
  const { term } = pieces[0] as Piece;
  const isIn = CELLS_OF[term];
  if (isIn === null) return null;
  const questions = new Map(pieces.map(({ of, model }) => [`${of.question} ${model}`, { of, model }]));
  const cells = [...questions.values()].flatMap(({ of, model }) =>
    of.cells.filter((cell) => (model === undefined || cell.model === model) && isIn(cell, of)),
  );
  return countedIn(cells);
}

const isAnswered = (side: 'current' | 'baseline', { cells }: QuestionCells) =>
  cells.some((cell) => cell[side].trials > 0);

const CELLS_OF: Readonly<Record<DecomposedTerm, ((cell: Cell, of: QuestionCells) => boolean) | null>> = {
  questions_added: (_, of) => !isAnswered('baseline', of),
  questions_removed: (_, of) => !isAnswered('current', of),
  questions_replaced: () => true,
  question_mix: null,
  model_mix: null,
  rate: () => true,
  cited_share: null,
  rate_where_cited: ({ cites }) => cites === true,
  rate_elsewhere: ({ cites }) => cites === false,
};

function countedIn(cells: readonly Cell[]): Sides {
  const sum = (side: 'current' | 'baseline'): Proportion => ({
    events: cells.reduce((total, cell) => total + cell[side].events, 0),
    trials: cells.reduce((total, cell) => total + cell[side].trials, 0),
  });
  return { current: sum('current'), baseline: sum('baseline') };
}

function isSignificant({ interval, counted }: ChangeTerm): boolean {
  const isEnough =
    counted === null ||
    [counted.current, counted.baseline].every(({ trials }) => trials === 0 || trials >= MIN_SAMPLE);
  return isEnough && (interval.lower > 0 || interval.upper < 0);
}

function insignificantOf(
  rows: readonly { readonly pieces: readonly Piece[]; readonly term: ChangeTerm }[],
  noise: Noise,
): InsignificantTerms | null {
  if (rows.length === 0) return null;
  const part = partOf(
    rows.flatMap(({ pieces }) => pieces),
    noise,
  );
  const terms = [...new Set(rows.map(({ term }) => term.term))];
  return { terms, rows: rows.length, change: part.change, interval: intervalOf(part, noise) };
}
