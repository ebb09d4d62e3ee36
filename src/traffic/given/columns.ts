import { figureOf, wholeNumberIn } from '../../domain/web/figure-cells.ts';
import { productOfSource } from '../products.ts';
import { isDay } from './days.ts';
import type { CellType, Column, Field, GivenReport } from './given-table.ts';

/** A table's header, and the rows that decide what its columns hold. */
export interface Sample {
  /** In a file without a header, empty. */
  readonly headers: readonly string[];
  readonly isHeaderless: boolean;
  readonly rows: readonly (readonly string[])[];
}

/** Rows that are looked at. */
const LOOKED_AT = 200;

/** What services write where they have no figure. */
const NOTHING = /^(?:[-–—]?|n\/?a|null|none|not available|unavailable|\(not set\)|\(not available\))$/i;

/** Whether a cell says nothing, which is unavailable and not 0. */
export function isNothing(cell: string): boolean {
  return NOTHING.test(cell);
}

const PERCENTAGE = /^%?(\d+(?:[.,]\d+)?)[ \u00A0\u202F]?%?$/;

/** `12.5%`, `%12,5`, `12.5` as 0.125; null for what is no percentage. */
export function shareIn(cell: string): number | null {
  const [, number] = PERCENTAGE.exec(figureOf(cell)) ?? [];
  const share = Number(number?.replace(',', '.')) / 100;
  return share <= 1 ? share : null;
}

const FITS: Readonly<Record<CellType, (cell: string) => boolean>> = {
  day: isDay,
  page: (cell) => /^(?:https?:\/\/|\/)/i.test(cell),
  source: (cell) => cell.includes(' / ') || productOfSource(cell) !== null,
  text: () => true,
  count: (cell) => wholeNumberIn(cell) !== null,
  share: (cell) => shareIn(cell) !== null,
};

export function sampleOf(rows: readonly (readonly string[])[]): Sample {
  const [first = [], ...others] = rows.slice(0, LOOKED_AT + 1);
  const isData = first.some((cell) => FITS.day(cell) || FITS.count(cell) || /^https?:\/\//i.test(cell));
  return isData
    ? { headers: first.map(() => ''), rows, isHeaderless: true }
    : { headers: first, rows: others, isHeaderless: false };
}

/**
 * Where a report's fields are: as the person says, then by header, then pages, days, and sources by what the cells hold.
 * With `figures`, also the only column of whole numbers that is left. With `byHeader`, a header alone names a figure or a
 * day, whatever is below it.
 *
 * @returns null if a column that the report needs is missing
 */
export function columnsOf(
  { fields }: Pick<GivenReport, 'fields'>,
  sample: Sample,
  {
    mapping,
    figures,
    byHeader = false,
  }: {
    readonly mapping: Readonly<Partial<Record<string, string>>>;
    readonly figures: boolean;
    readonly byHeader?: boolean;
  },
): Column[] | null {
  const found: Column[] = [];
  const take = (field: Field, by: Column['by'], at: number | null) => {
    if (at !== null) found.push({ field: field.id, at, header: sample.headers[at] ?? '', by });
  };
  const open = (fits: (at: number) => boolean) =>
    sample.headers.map((_, at) => at).filter((at) => !found.some((each) => each.at === at) && fits(at));
  const missing = () => fields.filter(({ id }) => !found.some(({ field }) => field === id));
  for (const field of fields) take(field, 'mapping', placeIn(sample.headers, mapping[field.id]));
  for (const field of missing()) {
    const named = open(
      (at) =>
        isNamed(field, sample.headers[at]) && holds(sample, at, field.type, byHeader ? 'header' : 'name'),
    );
    take(field, 'name', named[0] ?? null);
  }
  for (const field of missing().filter(
    ({ type, isNeeded }) => type === 'day' || (isNeeded && type !== 'text'),
  )) {
    if (field.type === 'count' && !figures) continue;
    const held = open((at) => holds(sample, at, field.type, 'values'));
    // Of two columns with whole numbers, nothing says which it is.
    if (held.length === 1 || field.type !== 'count') take(field, 'values', held[0] ?? null);
  }
  return missing().some(({ isNeeded }) => isNeeded) ? null : found.sort((one, other) => one.at - other.at);
}

const LONGEST_HEADER = 80;
/** In a log's line, never in a header. */
const OF_LOGS = /["=?]/;

function isNamed({ names, also }: Field, header = ''): boolean {
  return (
    header.length <= LONGEST_HEADER &&
    !OF_LOGS.test(header) &&
    names.test(header) &&
    also?.test(header) !== false
  );
}

/** A place in a mapping: a header, or a number from 1. */
function placeIn(headers: readonly string[], place: string | undefined): number | null {
  if (place === undefined) return null;
  const at = headers.findIndex((each) => each.toLowerCase() === place.toLowerCase());
  if (at >= 0) return at;
  return /^[1-9]\d{0,2}$/.test(place) && Number(place) <= headers.length ? Number(place) - 1 : null;
}

/** By name, half of the cells must fit, so that a mistake in a cell is found as one; by values, all. */
function holds({ rows }: Sample, at: number, type: CellType, by: 'header' | 'name' | 'values'): boolean {
  const cells = rows.map((row) => row[at] ?? '').filter((cell) => !isNothing(cell));
  const fit = cells.filter(FITS[type]).length;
  if (by === 'values') return fit > 0 && fit === cells.length;
  // A header may name a source that is none of an AI product's, and a page without its scheme.
  const isFigure = type === 'count' || type === 'share' || type === 'day';
  if (isFigure && by === 'header') return true;
  return isFigure ? 2 * fit >= cells.length : !(cells.length > 0 && cells.every(FITS.count));
}
