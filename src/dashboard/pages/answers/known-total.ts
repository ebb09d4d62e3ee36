import { DAY_MS } from '../../../domain/period.ts';
import { reports } from '../../../reports/index.ts';
import type { AnswersFilters } from '../../../reports/shape/answers-filters.ts';
import type { PresenceRow } from '../../parts/rows.ts';
import type { Visit } from '../../visit.ts';

/**
 * How many answers filters select, where a report counts them: those in a window of whole days in which one brand is named,
 * is not, or was looked for. Null for all others, because /answers counts nothing.
 */
export async function knownTotal(visit: Visit, filters: AnswersFilters): Promise<number | null> {
  const { from, until, engine, ...about } = filters;
  const days = daysBetween(from, until);
  const counted = days === null ? null : countedAs(about);
  if (days === null || until === undefined || counted === null) return null;
  const query = { days: String(days), until, ...(engine === undefined ? {} : { engine }) };
  const { data } = await visit.report(reports.presence, query);
  const rows = data.filter(({ role, brand }) =>
    counted.brand === 'self' ? role === 'self' : brand === counted.brand,
  );
  return rows.reduce((sum, row) => sum + counted.of(row), 0);
}

interface Counted {
  readonly brand: string;
  readonly of: (row: PresenceRow) => number;
}

/** The figures of /presence by the filters that select the answers they count. */
const FIGURES: Readonly<Record<string, (row: PresenceRow) => number>> = {
  names: ({ present }) => present,
  'names ranked=true': ({ ranked_answers: answers }) => answers,
  'names framing=recommended': ({ framing }) => framing.recommended,
  'names framing=negative': ({ framing }) => framing.negative,
  'names framing=any': ({ framing }) => framing.classified,
  'names_not looked_for': ({ responses, present }) => responses - present,
  cites_brand: ({ citations }) => citations,
  looked_for: ({ responses }) => responses,
};

/** Which figure of /presence counts the answers that filters select. */
function countedAs(about: Omit<AnswersFilters, 'from' | 'until' | 'engine'>): Counted | null {
  const {
    names,
    names_not: not,
    looked_for: lookedFor,
    cites_brand: cited,
    framing,
    ranked,
    ...others
  } = about;
  const brands = [names, not, cited, lookedFor].filter((brand) => brand !== undefined);
  const [brand] = brands;
  const isOne = brand !== undefined && brands.every((each) => each === brand);
  if (!isOne || brand === 'competitor' || brand === 'all' || Object.keys(others).length > 0) return null;
  const given = {
    names,
    names_not: not,
    cites_brand: cited,
    looked_for: names || cited ? undefined : lookedFor,
  };
  const key = Object.entries(given)
    .flatMap(([name, value]) => (value === undefined ? [] : [name]))
    .concat(framing === undefined ? [] : [`framing=${framing}`])
    .concat(ranked === undefined ? [] : [`ranked=${ranked}`])
    .join(' ');
  const of = FIGURES[key];
  return of === undefined ? null : { brand, of };
}

/** The length of a period in whole days as reports count them; null for any other. */
function daysBetween(from: string | undefined, until: string | undefined): number | null {
  const days = (Date.parse(until ?? '') + 1 - Date.parse(from ?? '')) / DAY_MS;
  return Number.isInteger(days) && days >= 1 && days <= 365 ? days : null;
}
