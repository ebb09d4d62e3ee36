import { READERS, type Reader } from '../../domain/brand/reader.ts';
import { compareQuery } from '../../reports/shape/compared.ts';
import type { Page } from '../markup/outcome.ts';
import { hasRowsOfEngines } from './filter-by-engines.ts';
import { type ChosenSlice, NO_SLICE, sliceIn } from './slice.ts';
import { NO_WINDOW, USUAL_WINDOW, windowIn } from './window.ts';

export type Compared = 'previous' | 'year' | 'off';

/** The bar's filters and comparison, shared by every figure on a page. */
export interface Choice {
  /** A `window` value. */
  readonly window: string;
  readonly compare: Compared;
  /** The single chosen engine; null for none or several. */
  readonly engine: string | null;
  /** Empty for all engines. */
  readonly engines: readonly string[];
  readonly slice: ChosenSlice;
  /** Whose framing; null for the brand's own. */
  readonly reader: Reader | null;
}

/** The choice in an address, with defaults. */
export function choiceIn(query: URLSearchParams): Choice {
  const engines = enginesIn(query);
  return {
    window: windowIn(query),
    compare: comparedIn(query),
    engines,
    engine: engines.length === 1 ? (engines[0] ?? null) : null,
    slice: sliceIn(query),
    reader: READERS.find((each) => each === query.get('reader')) ?? null,
  };
}

/** `engine=a,b`; forms repeat the field. */
function enginesIn(query: URLSearchParams): string[] {
  const given = query.getAll('engine').flatMap((each) => each.split(','));
  return [...new Set(given.filter((each) => each !== ''))];
}

function comparedIn(query: URLSearchParams): Compared {
  const given = query.get('compare');
  return given === 'year' || given === 'off' ? given : 'previous';
}

/** Query parameters for a choice, without defaults. */
export function parametersOfChoice({ window, compare, engines, slice, reader }: Choice) {
  return {
    ...(window === USUAL_WINDOW ? {} : { window }),
    ...(compare === 'previous' ? {} : { compare }),
    ...(engines.length === 0 ? {} : { engine: engines.join(',') }),
    ...slice,
    ...(reader === null ? {} : { reader }),
  };
}

/** Query parameters that remove the choice. */
export const NO_CHOICE = { ...NO_WINDOW, compare: null, engine: null, reader: null, ...NO_SLICE } as const;

/**
 * Other pages' choice, carried through the answers page: a figure's answers use its own window and engine, and leaving them restores the
 * reader's choice.
 */
export const BAR = 'bar';

/** The choice that links on a page carry. */
export function carriedChoice(query: URLSearchParams): Choice {
  const bar = query.get(BAR);
  return choiceIn(bar === null ? query : new URLSearchParams(bar));
}

/** The parts of a choice that a page supports. */
export interface Offered {
  readonly window: boolean;
  readonly compare: boolean;
  readonly engine: boolean;
  /** Several engines at once. */
  readonly engines: boolean;
  /** Tags, questions, branding, and models. */
  readonly slice: boolean;
  readonly market: boolean;
  readonly reader: boolean;
}

/**
 * A page supports a filter if every report on it does, and comparison if any report does. Figures with their own window support neither
 * window nor comparison.
 */
export function offeredBy({
  figures: reports = [],
  ownWindow = false,
  rowsOf,
}: Pick<Page, 'figures' | 'ownWindow' | 'rowsOf'>): Offered {
  const everyTakes = (name: string) => reports.length > 0 && reports.every(({ query }) => name in query);
  return {
    window: !ownWindow && everyTakes('until'),
    compare:
      !ownWindow && reports.some(({ query }) => Object.keys(compareQuery).every((name) => name in query)),
    engine: rowsOf !== undefined || everyTakes('engine'),
    engines: rowsOf !== undefined || (reports.length > 0 && reports.every(hasRowsOfEngines)),
    slice: everyTakes('tag'),
    market: rowsOf?.market ?? everyTakes('market'),
    reader: reports.some(({ query }) => 'reader' in query),
  };
}
