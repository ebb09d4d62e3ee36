import type { Candidate } from './questions.ts';

/** A search with how often the site was shown for it. */
interface SearchedQuery {
  readonly query: string;
  readonly impressions: number;
}

/** More than a person reads of the list. */
const MOST_QUERIES = 200;
const FEWEST_WORDS = 3;
const LONGEST_QUERY = 200;

/** The head of the column of impressions, in the languages of question-words.ts. */
const IMPRESSIONS = /^(?:impressi?on\p{L}*|impresi\p{L}+|impress\p{L}+|vertoningen|wyświetlenia)$/iu;

/**
 * Questions from a table of queries as Search Console exports and spreadsheets copy it: queries in the first column, with commas,
 * semicolons, or tabs between. Searches of one or two words say too little to be asked. The most shown go first.
 */
export function consoleQuestions(table: string): Candidate[] {
  return queriesIn(table)
    .filter(({ query }) => query.split(/\s+/).length >= FEWEST_WORDS && query.length <= LONGEST_QUERY)
    .sort((one, other) => other.impressions - one.impressions)
    .slice(0, MOST_QUERIES)
    .map(({ query, impressions }) => ({
      text: query,
      source: `${impressions.toLocaleString('en-US')} impressions in Search Console`,
    }));
}

function queriesIn(table: string): SearchedQuery[] {
  const lines = table
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '');
  const separator = ['\t', ';', ','].find((each) => lines[0]?.includes(each)) ?? ',';
  const [head = [], ...rows] = lines.map((line) => cellsOf(line, separator));
  const isHeaded = head.slice(1).every((cell) => numberOf(cell) === null);
  const column = isHeaded ? head.findIndex((cell) => IMPRESSIONS.test(cell)) : -1;
  const place = column === -1 ? 2 : column;
  return (isHeaded ? rows : [head, ...rows]).flatMap((cells) => {
    const [query = ''] = cells;
    const impressions = numberOf(cells[place] ?? '');
    return query === '' || impressions === null ? [] : [{ query, impressions }];
  });
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
