import { textOf } from './dashboard.ts';

/** A report's row as a page shows it. */
export interface ShownRow {
  readonly report: string;
  readonly list: string;
  readonly text: string;
}

/** A link to answers, with its text and label. */
export interface AnswersLink {
  readonly text: string;
  readonly href: string;
}

/** The rows of every table on a report's page. */
export function shownRows(html: string): ShownRow[] {
  const tables = [
    ...html.matchAll(/<table\b[^>]*\bdata-report="([^"]*)" data-list="([^"]*)"[^>]*>([\s\S]*?)<\/table>/g),
  ];
  return tables.flatMap(([, report = '', list = '', inner = '']) => {
    const [, body = ''] = /<tbody>([\s\S]*)<\/tbody>/.exec(inner) ?? [];
    return [...body.matchAll(/<tr\b[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = '']) => ({
      report,
      list,
      text: textOf(row),
    }));
  });
}

/** A link's filters, as the API takes them: without the page's own parameters. */
export function filtersOf(href: string): URLSearchParams {
  const query = new URLSearchParams(href.slice(href.indexOf('?')));
  for (const ofPage of ['bar', 'window', 'sort', 'list']) query.delete(ofPage);
  return query;
}

/** A page's links to the answers behind a figure, below its bar. */
export function answersLinks(page: string): AnswersLink[] {
  const html = page.slice(Math.max(0, page.indexOf('<main')));
  return [...html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)].flatMap(([, attributes = '', inner = '']) => {
    const href = textOf(/\bhref="([^"]*)"/.exec(attributes)?.[1] ?? '');
    if (!/\/answers\?/.test(href)) return [];
    const said = [...attributes.matchAll(/\b(?:aria-label|title)="([^"]*)"/g)].map(([, text = '']) => text);
    return [{ href, text: textOf([inner, ...said].join(' ')) }];
  });
}

/** Every number in a text, as written. */
export function numbersIn(text: string): string[] {
  return text.match(/\d[\d,]*(?:\.\d+)?/g)?.map((number) => number.replaceAll(',', '')) ?? [];
}

/** Every way in which a page may write a report's number, and each number in its texts. */
export function writtenNumbers(value: unknown): string[] {
  if (typeof value === 'number') return waysToWrite(Math.abs(value));
  if (typeof value === 'string') return numbersIn(value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(writtenNumbers);
}

function waysToWrite(number: number): string[] {
  return [
    String(number),
    ...[number, 100 * number].flatMap((each) => [each.toFixed(0), each.toFixed(1), each.toFixed(2)]),
    // A percentage comes from counts, so a rate with 3 decimals may be halfway between two.
    (100 * number - 0.04).toFixed(0),
    // Points have 2 decimals, and halves round up as written: 18.15 gives 18.2, though its binary fraction is
    // less.
    (Math.round(Math.round(100 * number) / 10) / 10).toFixed(1),
  ];
}

/** `12 of 56 … 21% (13 to 34%)` in a text; a part is null if the text doesn't state it. */
export interface StatedRate {
  readonly said: string;
  readonly count: number;
  readonly of: number;
  readonly percent: string;
  readonly lower: string | null;
  readonly upper: string | null;
}

const COUNTS = /(?<count>\d[\d,]*) of (?<of>\d[\d,]*)/g;
const PERCENT = /(?<percent>\d+(?:\.\d+)?)%(?: ?\(?(?<lower>\d+(?:\.\d+)?) to (?<upper>\d+(?:\.\d+)?)%)?/g;
const END = /<\/(?:td|th|li|p|a|dd|dt|text|title|desc|figcaption|summary|blockquote|button|h\d)>/;

/** A page's rates that share an element only with their counts. */
export function statedRates(html: string): StatedRate[] {
  return html.split(END).flatMap((piece) => {
    // A share of mentions has its own interval.
    if (piece.includes('looked_for=all')) return [];
    const said = textOf(piece);
    const [counts, ...otherCounts] = said.matchAll(COUNTS);
    const [rate, ...otherRates] = said.matchAll(PERCENT);
    if (!counts?.groups || !rate?.groups || otherCounts.length + otherRates.length > 0) return [];
    const [count, of] = [counts.groups.count, counts.groups.of].map((each = '') =>
      Number(each.replaceAll(',', '')),
    );
    const { percent = '', lower = null, upper = null } = rate.groups;
    // A change's intervals allow for how it was found: not Wilson's.
    const ends = piece.includes('change=chg_') ? { lower: null, upper: null } : { lower, upper };
    return count === undefined || of === undefined ? [] : [{ said, count, of, percent, ...ends }];
  });
}
