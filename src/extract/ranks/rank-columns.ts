import type { Block } from '../text/blocks.ts';
import { medalPosition, withAsciiDigits } from './list-numbers.ts';

const RANK_HEADER =
  /^\s*(?:#|№|no\.?|nr\.?|n[º°]|rank(?:ing)?|position|pos\.?|place|rang|platz|puesto|posici[oó]n|classement|posizione|posição|место|排名|名次|順位|순위)\s*$/iu;

/** A table's rank column, with its rows' positions. */
export interface RankColumn {
  readonly column: number;
  readonly positions: Map<number, number>;
}

/** The answer's rank columns, by table number: one with such a header, or a first one without a header that starts at 1. */
export function rankColumnsOf(blocks: readonly Block[]): Map<number, RankColumn> {
  const columns = new Map<number, RankColumn>();
  const labeled = new Set<number>();
  for (const { text, place } of blocks) {
    if (place.cell === null) continue;
    const { table, row, column } = place.cell;
    if (column === 0 && row === 0) labeled.add(table);
    if (row === 0) {
      if (RANK_HEADER.test(text) && !columns.has(table)) columns.set(table, { column, positions: new Map() });
      continue;
    }
    const number = numberIn(text);
    const isCounted = column === 0 && row === 1 && number === 1 && !labeled.has(table);
    if (isCounted && !columns.has(table)) columns.set(table, { column, positions: new Map() });
    const known = columns.get(table);
    if (known?.column === column && number >= 0) known.positions.set(row, number);
  }
  return columns;
}

/** The number or medal that fills a cell; NaN for other text. */
function numberIn(text: string): number {
  const medal = medalPosition(text.replace(/\s|\uFE0F/gu, ''));
  if (medal > 0) return medal;
  return Number(/^\D{0,3}(\d{1,3})\D{0,3}$/u.exec(withAsciiDigits(text.normalize('NFKC')))?.[1]);
}

/** The position of a cell's row, if the cell names the row's subject: the first one beside the rank column. */
export function positionOfCell(
  { place: { cell } }: Block,
  columns: ReadonlyMap<number, RankColumn>,
): number | null {
  const rank = cell === null ? undefined : columns.get(cell.table);
  if (cell === null || rank === undefined || cell.row === 0) return null;
  if (cell.column !== (rank.column === 0 ? 1 : 0)) return null;
  return rank.positions.get(cell.row) ?? null;
}
