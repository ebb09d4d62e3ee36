import { reports } from '../../../reports/index.ts';
import type { SliceChoices } from '../../../reports/run/slice-choices.ts';
import { type AnswersFilters, FILTER_NAMES } from '../../../reports/shape/answers-filters.ts';
import { type ChosenSlice, NO_SLICE, sliceIn } from '../../visit/slice.ts';
import type { Visit } from '../../visit/visit.ts';

/** Choices for the answer filters. */
export interface Choices {
  readonly slice: SliceChoices;
  /** Tracked brands, the own brand first. */
  readonly brands: readonly { readonly name: string; readonly isSelf: boolean }[];
}

export async function choicesOf(visit: Visit): Promise<Choices> {
  const { data: visibility } = await visit.report(reports.visibility, { days: '1' });
  return {
    brands: visibility.brands.map(({ name, role }) => ({ name, isSelf: role === 'self' })),
    slice: await visit.sliceChoices(),
  };
}

/** Filters of an address. Empty form fields count as absent; a list has one engine or all. */
export function filtersIn(query: URLSearchParams, now: number): AnswersFilters {
  const given = FILTER_NAMES.flatMap((name): [string, string][] => {
    const value = query.get(name)?.trim() ?? '';
    return value === '' ? [] : [[name, value]];
  });
  const own = given.filter(([name, value]) => name !== 'engine' || !value.includes(','));
  return { ...Object.fromEntries(own), ...sliceIn(query), ...rankedIn(query), ...daysIn(query, now) };
}

/** The slice part of the filters. */
export function sliceOf(filters: AnswersFilters): ChosenSlice {
  const given = Object.entries(filters).filter(([name]) => Object.hasOwn(NO_SLICE, name));
  return Object.fromEntries(given);
}

/** Canonical spelling for the form and its words. */
function rankedIn(query: URLSearchParams): { ranked?: string } {
  const ranked = { '1': 'true', '0': 'false' }[query.get('ranked') ?? ''];
  return ranked === undefined ? {} : { ranked };
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A form's period, in whole UTC days. */
function daysIn(query: URLSearchParams, now: number): { from?: string; until?: string } {
  const period: { from?: string; until?: string } = {};
  for (const end of ['from', 'until'] as const) {
    const day = query.get(end) ?? '';
    if (DAY.test(day)) period[end] = instantOf(day, end, now);
  }
  return period;
}

function instantOf(day: string, end: 'from' | 'until', now: number): string {
  const instant = `${day}T${end === 'from' ? '00:00:00.000' : '23:59:59.999'}Z`;
  return Date.parse(instant) > now && day === new Date(now).toISOString().slice(0, 10)
    ? new Date(now).toISOString()
    : instant;
}
