import type { QuestionCandidate } from './questions.ts';

/** A search with its impressions; null if unknown. */
interface SearchedQuery {
  readonly query: string;
  readonly impressions: number | null;
}

/** The content of a search table. */
export interface Searches {
  /** Searches that are long enough for a question, most impressions first. */
  readonly questions: readonly QuestionCandidate[];
  /** All searches, most impressions first. */
  readonly queries: readonly SearchedQuery[];
  /** The kind of another table than searches: `pages`, `days`. */
  readonly isOf: 'pages' | 'days' | null;
}

/** Search Console's export limit. */
const MOST_QUERIES = 1000;
const FEWEST_WORDS = 3;
const LONGEST_QUERY = 200;

/** Chinese and Japanese have no spaces between words, and Thai has few. */
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const FEWEST_SIGNS = 6;

/** Headers of the impressions column, in the languages of question-words.ts and a few more. */
const IMPRESSIONS =
  /^(?:impressi?on\p{L}*|impresi\p{L}+|impress\p{L}+|vertoningen|wyświetlenia|görüntüleme|zobrazení|visningar|показы|表示回数|노출수?|展示次数)$/iu;

/** Headers of the search column: `Top queries`. */
const QUERIES =
  /quer(?:y|ies)|keyword|suchanfrage|suchbegriff|requ[êe]te|consulta|zoekopdracht|zoekterm|zapytani|sorgu|dotaz|sökfråg|запрос|クエリ|검색어|查询|查詢/iu;

/** Whether an exported file is the search table. */
export function isSearchTable(table: string): boolean {
  return QUERIES.test(cellsIn(table)[0]?.[0] ?? '');
}

/**
 * The searches in a table from Search Console or a spreadsheet: in the first column, separated by commas, semicolons,
 * or tabs. Searches with one or two words are too short for questions.
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
  const [head = [], ...rows] = cellsIn(table);
  const isHeaded =
    head.length > 1 ? head.slice(1).every((cell) => numberOf(cell) === null) : QUERIES.test(head[0] ?? '');
  const column = isHeaded ? head.findIndex((cell) => IMPRESSIONS.test(cell)) : -1;
  const place = column === -1 ? 2 : column;
  return (isHeaded ? rows : [head, ...rows]).flatMap((cells) => {
    const [query = ''] = cells;
    const impressions = numberOf(cells[place] ?? '');
    const isRow = cells.length === 1 || impressions !== null;
    return query === '' || !isRow ? [] : [{ query, impressions }];
  });
}

/** The cells of each nonempty line. Skips Excel's first line, which names the separator. */
function cellsIn(table: string): string[][] {
  const all = table
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '');
  const lines = /^"?sep=.$/i.test(all[0]?.replace(/"$/, '') ?? '') ? all.slice(1) : all;
  const separator = ['\t', ';', ','].find((each) => lines[0]?.includes(each)) ?? '\t';
  return lines.map((line) => cellsOf(line, separator));
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

/** A whole number, with or without thousands separators; null for anything else. */
function numberOf(cell: string): number | null {
  return /^\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+$|^\d+$/.test(cell) ? Number(cell.replace(/\D/g, '')) : null;
}
