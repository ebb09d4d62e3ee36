import { compareQuery } from '../reports/shape/compared.ts';
import { hasRowsOfEngines } from './engines-chosen.ts';
import type { Page } from './outcome.ts';
import { type ChosenSlice, NO_SLICE, sliceIn } from './slice.ts';
import { NO_WINDOW, USUAL_WINDOW, windowIn } from './window.ts';

/** What the figures of a window are compared with. */
export type Compared = 'previous' | 'year' | 'off';

/** What the bar at the top of every page chooses: which answers every figure of a page is of, and what it is compared with. */
export interface Choice {
  /** As `window` says it. */
  readonly window: string;
  readonly compare: Compared;
  /** The one that is chosen; null of none, and of several. */
  readonly engine: string | null;
  /** All that are chosen; none where all are meant. */
  readonly engines: readonly string[];
  readonly slice: ChosenSlice;
}

/** The choice of an address. What an address does not say is as usual. */
export function choiceIn(query: URLSearchParams): Choice {
  const engines = enginesIn(query);
  return {
    window: windowIn(query),
    compare: comparedIn(query),
    ...{ engines, engine: engines.length === 1 ? (engines[0] ?? null) : null },
    slice: sliceIn(query),
  };
}

/** `engine=a,b`; a form has a field for each. */
export function enginesIn(query: URLSearchParams): string[] {
  const given = query.getAll('engine').flatMap((each) => each.split(','));
  return [...new Set(given.filter((each) => each !== ''))];
}

function comparedIn(query: URLSearchParams): Compared {
  const given = query.get('compare');
  return given === 'year' || given === 'off' ? given : 'previous';
}

/** A choice as parameters of an address, without what is as usual. */
export function parametersOfChoice({ window, compare, engines, slice }: Choice) {
  return {
    ...(window === USUAL_WINDOW ? {} : { window }),
    ...(compare === 'previous' ? {} : { compare }),
    ...(engines.length === 0 ? {} : { engine: engines.join(',') }),
    ...slice,
  };
}

/** For links that leave the choice. */
export const NO_CHOICE = { ...NO_WINDOW, compare: null, engine: null, ...NO_SLICE } as const;

/**
 * The choice of the other pages, in an address of answers: those behind a figure are of its window and its engine, and whoever leaves
 * them again has the choice back that they came with.
 */
export const BAR = 'bar';

/** The choice that the links of a page keep. */
export function keptChoice(query: URLSearchParams): Choice {
  const bar = query.get(BAR);
  return choiceIn(bar === null ? query : new URLSearchParams(bar));
}

/** What of a choice the figures of a page can obey. */
export interface Offered {
  readonly window: boolean;
  readonly compare: boolean;
  readonly engine: boolean;
  /** Several engines at once. */
  readonly engines: boolean;
  /** Tags, single questions, whom questions name, and models. */
  readonly slice: boolean;
  readonly market: boolean;
}

/**
 * Which parts of a choice a page offers: those that every report of its figures takes. To compare adds to rows what they were before, so
 * there one report is enough. Figures of a window of their own obey neither.
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
  };
}
