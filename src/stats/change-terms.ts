import { type Interval, type Proportion, Z95 } from '../domain/proportion.ts';
import { MIN_SAMPLE } from '../domain/rate.ts';
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
import type { Effects } from './gates.ts';
import { normalQuantile } from './normal.ts';
import type { Sides } from './same-mix.ts';

/** By what rates are divided: not at all, by question, or by model. */
export const CUTS = ['term', 'question', 'model'] as const;
export type Cut = (typeof CUTS)[number];

/** A term of a change, from -1 to 1. */
export interface ChangeTerm {
  readonly term: DecomposedTerm;
  /** Of which question or model it is; undefined for all. */
  readonly question: number | undefined;
  readonly model: string | null | undefined;
  readonly change: number;
  readonly interval: Interval;
  /** The answers whose rate it is about; a window that has no part in it has none. Null for a term that is about no rate. */
  readonly counted: Sides | null;
}

/** Terms that cannot be told from noise, together. */
export interface Untold extends Pick<ChangeTerm, 'change' | 'interval'> {
  readonly terms: readonly DecomposedTerm[];
  /** How many rows they would have. */
  readonly rows: number;
}

/** A change as terms that add up to it: those that can be told from noise, the largest first, and all others in one. */
export interface ChangeTerms {
  readonly told: readonly ChangeTerm[];
  readonly untold: Untold | null;
}

export interface Cutting {
  readonly cut: Cut;
  /** Whether models are told apart (decomposition.ts). */
  readonly byModel: boolean;
  /** How much the engine repeats itself in each window. */
  readonly effects: Effects;
}

/**
 * Cuts a change into terms. Their 95% intervals hold all together, so that of many questions none stands out by chance (Bonferroni). A term whose
 * interval includes zero, or that is about a rate of fewer than MIN_SAMPLE answers, is not told apart.
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
  const [told, others] = [
    terms.filter(({ term }) => isTold(term)),
    terms.filter(({ term }) => !isTold(term)),
  ];
  return {
    told: told.map(({ term }) => term).sort((one, other) => Math.abs(other.change) - Math.abs(one.change)),
    untold: untoldOf(others, noise),
  };
}

function keyOf({ term, of, model }: Piece, cut: Cut): string {
  if (cut === 'question' && term === 'rate') return `${term} ${of.question}`;
  return cut === 'model' && model !== undefined ? JSON.stringify([term, model]) : term;
}

/** What rounding leaves of a term that is zero by definition, and of its standard error, which is a root of a difference. */
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

/** Which answers a term is about: null for a term that is about how many there are of each kind. */
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

function isTold({ interval, counted }: ChangeTerm): boolean {
  const isEnough =
    counted === null ||
    [counted.current, counted.baseline].every(({ trials }) => trials === 0 || trials >= MIN_SAMPLE);
  return isEnough && (interval.lower > 0 || interval.upper < 0);
}

function untoldOf(
  rows: readonly { readonly pieces: readonly Piece[]; readonly term: ChangeTerm }[],
  noise: Noise,
): Untold | null {
  if (rows.length === 0) return null;
  const part = partOf(
    rows.flatMap(({ pieces }) => pieces),
    noise,
  );
  const terms = [...new Set(rows.map(({ term }) => term.term))];
  return { terms, rows: rows.length, change: part.change, interval: intervalOf(part, noise) };
}
