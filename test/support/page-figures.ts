import { textOf } from './dashboard.ts';

/** A row of a report as a page shows it. */
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

/** The rows of every table of a page that shows a report. */
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

/** The filters of a link to answers, as the API takes them: without what the link keeps of the page that it is on. */
export function filtersOf(href: string): URLSearchParams {
  const query = new URLSearchParams(href.slice(href.indexOf('?')));
  for (const ofPage of ['bar', 'window', 'sort', 'list']) query.delete(ofPage);
  return query;
}

/** The links of a page to the answers behind a figure, below its bar. */
export function answersLinks(page: string): AnswersLink[] {
  const html = page.slice(Math.max(0, page.indexOf('<main')));
  return [...html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)].flatMap(([, attributes = '', inner = '']) => {
    const href = textOf(/\bhref="([^"]*)"/.exec(attributes)?.[1] ?? '');
    if (!/\/answers\?/.test(href)) return [];
    const said = [...attributes.matchAll(/\b(?:aria-label|title)="([^"]*)"/g)].map(([, text = '']) => text);
    return [{ href, text: textOf([inner, ...said].join(' ')) }];
  });
}

/** Every number of a text as it is written. */
export function numbersIn(text: string): string[] {
  return text.match(/\d[\d,]*(?:\.\d+)?/g)?.map((number) => number.replaceAll(',', '')) ?? [];
}

/** Every way in which a page may write a number of a report, and each number in its texts. */
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
    // A percentage is of counts, of which a rate of 3 decimals may be the half between two.
    (100 * number - 0.04).toFixed(0),
    // Of points to 2 decimals, halves are rounded up as they are written: 18.15 is 18.2, though its binary fraction is less.
    (Math.round(Math.round(100 * number) / 10) / 10).toFixed(1),
  ];
}

/** `12 of 56 … 21% (13 to 34%)` in a text, as far as it says them next to each other. */
export interface SaidRate {
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

/** The rates of a page that are alone with their counts in an element. */
export function saidRates(html: string): SaidRate[] {
  return html.split(END).flatMap((piece) => {
    // A share of mentions has an interval of its own.
    if (piece.includes('looked_for=all')) return [];
    const said = textOf(piece);
    const [counts, ...otherCounts] = said.matchAll(COUNTS);
    const [rate, ...otherRates] = said.matchAll(PERCENT);
    if (!counts?.groups || !rate?.groups || otherCounts.length + otherRates.length > 0) return [];
    const [count, of] = [counts.groups.count, counts.groups.of].map((each = '') =>
      Number(each.replaceAll(',', '')),
    );
    const { percent = '', lower = null, upper = null } = rate.groups;
    return count === undefined || of === undefined ? [] : [{ said, count, of, percent, lower, upper }];
  });
}
