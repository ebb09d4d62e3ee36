import type { Candidate } from './questions.ts';

/** A search, with how often the site was shown for it; null if nobody says. */
export interface SearchedQuery {
  readonly query: string;
  readonly impressions: number | null;
}

/** What a table of searches says. */
export interface Searches {
  /** Those that are long enough to be asked, the most shown first. */
  readonly questions: readonly Candidate[];
  /** All of them, the most shown first. */
  readonly queries: readonly SearchedQuery[];
  /** What the table is, if it is not one of searches: `pages`, `days`. */
  readonly isOf: 'pages' | 'days' | null;
}

/** Search Console exports a thousand. */
const MOST_QUERIES = 1000;
const FEWEST_WORDS = 3;
const LONGEST_QUERY = 200;

/** Chinese and Japanese have no blanks between words, and Thai has few. */
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const FEWEST_SIGNS = 6;

/** The head of the column of impressions, in the languages of question-words.ts and some more. */
const IMPRESSIONS =
  /^(?:impressi?on\p{L}*|impresi\p{L}+|impress\p{L}+|vertoningen|wyświetlenia|görüntüleme|zobrazení|visningar|показы|表示回数|노출수?|展示次数)$/iu;

/** The head of the column of searches: `Top queries`. */
const QUERIES =
  /quer(?:y|ies)|keyword|suchanfrage|suchbegriff|requ[êe]te|consulta|zoekopdracht|zoekterm|zapytani|sorgu|dotaz|sökfråg|запрос|クエリ|검색어|查询|查詢/iu;

/** Whether a file is the table of searches among those of an export. */
export function isSearchTable(table: string): boolean {
  return QUERIES.test(cellsIn(table)[0]?.[0] ?? '');
}

/**
 * Searches from a table as Search Console exports and spreadsheets copy it: in the first column, with commas, semicolons, or tabs
 * between. Searches of one or two words say too little to be asked.
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

/** Searches as a table that readSearches reads. */
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

/** The export has tables of pages and days, too, which are easily taken for the one of searches. */
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

/** The cells of each line that has any. Excel puts a line before them that says what is between them. */
function cellsIn(table: string): string[][] {
  const all = table
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '');
  const lines = /^"?sep=.$/i.test(all[0]?.replace(/"$/, '') ?? '') ? all.slice(1) : all;
  const separator = ['\t', ';', ','].find((each) => lines[0]?.includes(each)) ?? '\t';
  return lines.map((line) => cellsOf(line, separator));
}

/** The cells of a line; one in quotation marks may hold the separator (RFC 4180). */
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

/** A whole number with or without marks between thousands; null for anything else. */
function numberOf(cell: string): number | null {
  return /^\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+$|^\d+$/.test(cell) ? Number(cell.replace(/\D/g, '')) : null;
}
