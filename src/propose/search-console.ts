import { csvCells } from '../domain/web/csv-cells.ts';
import { figureOf, isRate, wholeNumberIn } from '../domain/web/figure-cells.ts';
import { IMPRESSIONS, QUERIES } from '../domain/web/search-headers.ts';
import type { QuestionCandidate } from './questions.ts';

/** A search with its impressions; null if unknown. */
interface SearchedQuery {
  readonly query: string;
  readonly impressions: number | null;
}

export interface Searches {
  /** Searches that are long enough for a question, most impressions first. */
  readonly questions: readonly QuestionCandidate[];
  /** All searches, most impressions first. */
  readonly queries: readonly SearchedQuery[];
  /** Another table's kind: `pages`, `days`. */
  readonly isOf: 'pages' | 'days' | null;
}

/** Search Console's export limit. */
const MOST_QUERIES = 1000;
const FEWEST_WORDS = 3;
const LONGEST_QUERY = 200;

/** Chinese and Japanese have no spaces between words, and Thai has few. */
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const FEWEST_SIGNS = 6;

/** Whether an exported file is the search table: by its header, or by rows like an export's with searches in front. */
export function isSearchTable(table: string): boolean {
  const lines = linesIn(table);
  if (QUERIES.test(lines[0]?.split(/[\t;,]/)[0] ?? '')) return true;
  const [, ...rows] = rowsIn(lines) ?? [];
  const isSearch = (text: string) => text === text.toLowerCase() && !isAddress(text) && !isDay(text);
  return exportColumn(rows) >= 0 && rows.every(([text = '']) => isSearch(text));
}

/**
 * The searches in a table from Search Console or a spreadsheet: in the first column, separated by commas, semicolons,
 * or tabs. Text without a table is a list with a search per line. Searches with one or two words are too short for
 * questions.
 */
export function readSearches(table: string): Searches {
  const queries = queriesIn(table)
    .sort((one, other) => (other.impressions ?? 0) - (one.impressions ?? 0))
    .slice(0, MOST_QUERIES);
  const questions = queries
    .filter(({ query }) => isLongEnough(query) && query.length <= LONGEST_QUERY)
    .map(({ query, impressions }) => ({ text: query, source: sourceOf(impressions) }));
  return { questions, queries, isOf: queries.length === 0 ? null : otherTable(queries) };
}

/** Searches as a table for `readSearches`. */
export function searchLines(queries: readonly SearchedQuery[]): string {
  const lines = queries.map(({ query, impressions }) =>
    impressions === null ? inMarks(query) : `${inMarks(query)}\t${impressions}`,
  );
  return queries.some(({ impressions }) => impressions !== null)
    ? ['Queries\tImpressions', ...lines].join('\n')
    : lines.join('\n');
}

/** A search as a cell: in quotation marks if it begins with one. */
function inMarks(query: string): string {
  return query.startsWith('"') ? `"${query.replaceAll('"', '""')}"` : query;
}

function sourceOf(impressions: number | null): string {
  if (impressions === null) return 'your list of searches';
  const times = impressions === 1 ? 'impression' : 'impressions';
  return `${impressions.toLocaleString('en-US')} ${times} in Search Console`;
}

function isLongEnough(query: string): boolean {
  if (WITHOUT_BLANKS.test(query)) return query.length >= FEWEST_SIGNS;
  return query.split(/\s+/).length >= FEWEST_WORDS;
}

/** The export also has tables of pages and days, which people easily confuse with the search table. */
function otherTable(queries: readonly SearchedQuery[]): Searches['isOf'] {
  if (queries.every(({ query }) => isAddress(query))) return 'pages';
  return queries.every(({ query }) => isDay(query)) ? 'days' : null;
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

function queriesIn(table: string): SearchedQuery[] {
  const lines = linesIn(table);
  const rows = rowsIn(lines);
  return (rows === null ? listed(lines) : tabled(rows)).filter(({ query }) => query !== '');
}

function listed(lines: readonly string[]): SearchedQuery[] {
  const [head = '', ...others] = lines;
  return (isListHead(head) ? others : lines).map((line) => ({
    query: csvCells(line, '\n')[0] ?? '',
    impressions: null,
  }));
}

/** A heading is its word for searches, with a capital at most one word more: `Top queries`. */
function isListHead(line: string): boolean {
  const others = line.replace(QUERIES, ' ').trim();
  if (others === line.trim()) return false;
  return others === '' || (!/^\p{Ll}/u.test(line) && others.split(/\s+/).length < 2);
}

function tabled(rows: readonly (readonly string[])[]): SearchedQuery[] {
  const [head = [], ...others] = rows;
  const isHead = !hasFigure(head);
  const data = isHead ? others : rows;
  const named = isHead ? head.findIndex((cell) => IMPRESSIONS.test(cell)) : -1;
  const column = named >= 0 ? named : impressionsColumn(data, isHead);
  return data.map((cells) => ({ query: cells[0] ?? '', impressions: wholeNumberIn(cells[column] ?? '') }));
}

/** Without a known header: as in an export, and without any header also if the click rate is missing. */
function impressionsColumn(rows: readonly (readonly string[])[], isHead: boolean): number {
  const column = exportColumn(rows);
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  return column >= 0 || isHead ? column : Math.min(2, width - 1);
}

/**
 * The impressions column in rows of an export: the text, clicks, impressions, click rate, and position; for two periods,
 * each figure twice. No row has more clicks than impressions. -1 for other rows.
 */
function exportColumn(rows: readonly (readonly string[])[]): number {
  const rate = rows[0]?.findIndex(isRate) ?? -1;
  if (rate !== 3 && rate !== 5) return -1;
  const column = (rate + 1) / 2;
  const isExport = rows.every((cells) => {
    const [clicks, impressions] = [wholeNumberIn(cells[1] ?? ''), wholeNumberIn(cells[column] ?? '')];
    return clicks !== null && impressions !== null && clicks <= impressions && isRate(cells[rate] ?? '');
  });
  return isExport ? column : -1;
}

/** Skips Excel's first line, which names the separator. */
function linesIn(table: string): string[] {
  const all = table
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '');
  return /^"?sep=.$/i.test(all[0]?.replace(/"$/, '') ?? '') ? all.slice(1) : all;
}

/** The rows by the separator that leaves figures in most lines; null if none does in half of them. */
function rowsIn(lines: readonly string[]): string[][] | null {
  const [best] = ['\t', ';', ',']
    .map((cell) => lines.map((line) => csvCells(line, cell)))
    .map((rows) => ({ rows, count: rows.filter(hasFigure).length }))
    .sort((one, other) => other.count - one.count);
  return best !== undefined && best.count > 0 && 2 * best.count >= lines.length ? best.rows : null;
}

function hasFigure(cells: readonly string[]): boolean {
  return cells.slice(1).some((cell) => /^[<~]?%?\d[\d.,'’ \u00A0\u2009\u202F]*%?$/.test(figureOf(cell)));
}
