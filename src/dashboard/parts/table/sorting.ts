import { type AnyColumn, type AnyRow, valueAt } from '../../../reports/shape/columns.ts';
import { here, type Visit } from '../../visit/visit.ts';

export type Direction = 'ascending' | 'descending';

/** The table order in the address: `sort=answers`, or `sort=-answers` to reverse. */
export interface Sorting<Row extends AnyRow> {
  /** In the requested order, or the report's if there is no such column. */
  readonly rows: readonly Row[];
  /** A column heading's link; null if the column does not sort. */
  wayOf(column: AnyColumn): { readonly href: string; readonly direction: Direction | null } | null;
}

export function sortingOf<Row extends AnyRow>(
  visit: Visit,
  columns: readonly AnyColumn[],
  rows: readonly Row[],
): Sorting<Row> {
  const asked = visit.query.get('sort') ?? '';
  const isDown = asked.startsWith('-');
  const key = isDown ? asked.slice(1) : asked;
  const column = columns.find((each) => keyOf(each) === key);
  return {
    rows: column === undefined ? rows : rows.toSorted((a, b) => compared(column, a, b, isDown)),
    wayOf: (each) => {
      const own = keyOf(each);
      if (own === null) return null;
      const direction = own === key ? (isDown ? 'descending' : 'ascending') : null;
      const goesDown = direction === null ? isFigure(each) : direction === 'ascending';
      return { href: here(visit, { sort: goesDown ? `-${own}` : own, page: null }), direction };
    },
  };
}

/** A column's name in the address; null if it does not sort. */
function keyOf(column: AnyColumn): string | null {
  return pathOf(column) === null ? null : column.id;
}

/** The field that a column sorts by. */
function pathOf(column: AnyColumn): string | null {
  switch (column.kind) {
    case 'rate':
      return column.rate;
    case 'range':
    case 'list':
    case 'prose':
      return null;
    default:
      return column.field;
  }
}

const FIGURES: ReadonlySet<AnyColumn['kind']> = new Set(['count', 'rate', 'share', 'money', 'points']);

/** Figures sort highest first, names alphabetically, and positions lowest first. */
function isFigure({ kind }: AnyColumn): boolean {
  return FIGURES.has(kind);
}

/** Unknown values come last in both directions. */
function compared(column: AnyColumn, a: AnyRow, b: AnyRow, isDown: boolean): number {
  const path = pathOf(column) ?? '';
  const [one, other] = [valueAt(a, path), valueAt(b, path)];
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const order =
    typeof one === 'number' && typeof other === 'number' ? one - other : byText(String(one), String(other));
  return isDown ? -order : order;
}

function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
