import type { QuestionCandidate } from './questions.ts';

/** A search with its impressions; null if unknown. */
interface SearchedQuery {
  readonly query: string;
  readonly impressions: number | null;
}

/** A search table's content. */
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

/**
 * Headers of the impressions column, in the languages of question-words.ts and a few more. A comparison of two periods
 * has two, the newer one first: `Last 28 days Impressions`.
 */
const IMPRESSIONS =
  /(?<!\p{L})(?:impressi?on\p{L}*|impresi\p{L}+|impress\p{L}+|vertoningen|wyświetlenia|görüntüleme|zobrazení|visningar|показы)(?!\p{L})|表示回数|노출수?|展示次数/iu;

/** Headers of the search column: `Top queries`. */
const QUERIES =
  /quer(?:y|ies)|keyword|suchanfrage|suchbegriff|requ[êe]te|consulta|zoekopdracht|zoekterm|zapytani|sorgu|dotaz|sökfråg|запрос|クエリ|검색어|查询|查詢/iu;

/** Whether an exported file is the search table. */
export function isSearchTable(table: string): boolean {
  return QUERIES.test(linesIn(table)[0]?.split(/[\t;,]/)[0] ?? '');
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
    impressions === null ? query : `${query}\t${impressions}`,
  );
  return queries.some(({ impressions }) => impressions !== null)
    ? ['Queries\tImpressions', ...lines].join('\n')
    : lines.join('\n');
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
  if (queries.every(({ query }) => /^https?:\/\//i.test(query))) return 'pages';
  return queries.every(({ query }) => /^\d{4}-\d\d-\d\d$/.test(query)) ? 'days' : null;
}

function queriesIn(table: string): SearchedQuery[] {
  const lines = linesIn(table);
  const rows = rowsIn(lines);
  return (rows === null ? listed(lines) : tabled(rows)).filter(({ query }) => query !== '');
}

function listed(lines: readonly string[]): SearchedQuery[] {
  const [head = '', ...others] = lines;
  // A heading is at most one word longer than its word for searches: `Top queries`.
  const isHead = QUERIES.test(head) && head.replace(QUERIES, ' ').trim().split(/\s+/).length < 2;
  return (isHead ? others : lines).map((line) => ({ query: cellsOf(line, '')[0] ?? '', impressions: null }));
}

function tabled(rows: readonly (readonly string[])[]): SearchedQuery[] {
  const [head = [], ...others] = rows;
  const isHead = !hasFigure(head);
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  // Without headers, in an export's order: clicks, impressions.
  const column = isHead ? head.findIndex((cell) => IMPRESSIONS.test(cell)) : Math.min(2, width - 1);
  return (isHead ? others : rows).map((cells) => ({
    query: cells[0] ?? '',
    impressions: numberOf(cells[column] ?? ''),
  }));
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
    .map((separator) => lines.map((line) => cellsOf(line, separator)))
    .map((rows) => ({ rows, count: rows.filter(hasFigure).length }))
    .sort((one, other) => other.count - one.count);
  return best !== undefined && best.count > 0 && 2 * best.count >= lines.length ? best.rows : null;
}

/** Whether a row has a figure behind its first cell. */
function hasFigure(cells: readonly string[]): boolean {
  return cells.slice(1).some((cell) => /^[<~]?\d[\d.,' \u00A0\u202F]*%?$/.test(cell));
}

/** A line's cells; a quoted one may contain the separator (RFC 4180). */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at];
    if (sign === '"' && isQuoted && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}

/** A whole number, with or without thousands separators, or a spreadsheet's `.0`; null for anything else. */
function numberOf(cell: string): number | null {
  if (/^\d+$|^\d{1,3}(?:[.,' \u00A0\u202F]\d{2,3})*[.,' \u00A0\u202F]\d{3}$/.test(cell)) {
    return Number(cell.replace(/\D/g, ''));
  }
  const [, whole] = /^(\d+)[.,]0+$/.exec(cell) ?? [];
  return whole === undefined ? null : Number(whole);
}
