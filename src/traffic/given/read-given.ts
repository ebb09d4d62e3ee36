import { formatDay } from '../../domain/time/instant.ts';
import { dayOf } from '../../domain/time/period.ts';
import { mappingOf } from '../log-mapping.ts';
import { columnsOf, type Sample, sampleOf } from './columns.ts';
import { isMonthFirstIn } from './days.ts';
import { keyOf, merged, type OwnPages, rowReader } from './given-rows.ts';
import type { Column, Days, GivenKind, GivenReport, GivenRow, GivenTable } from './given-table.ts';
import { GIVEN_REPORTS } from './index.ts';
import { quoted, refused } from './refused.ts';
import { rowsOf, type Section, sectionsIn } from './tables.ts';

export interface GivenOptions extends OwnPages {
  /** Null: by the columns. */
  readonly kind: GivenKind | null;
  /** `impressions=Impressionen`, an entry per field. */
  readonly mapping: readonly string[];
  /** What a file without days covers, as the person says. */
  readonly days: Days | null;
  /** UTC day since 1970. */
  readonly today: number;
  /** Lets others work; runs between groups of rows. */
  readonly turn: () => Promise<unknown>;
}

const MOST_ROWS = 100_000;
const ROWS_IN_TURN = 500;

/** The fields that a mapping may name. */
const GIVEN_FIELDS = [...new Set(GIVEN_REPORTS.flatMap(({ fields }) => fields.map(({ id }) => id)))];

/** Whether a file that begins like this is one of these reports: by its header. Its last line may be cut. */
export function looksGiven(beginning: string): boolean {
  if (beginning.includes('\0') || /^\s*[[{]/.test(beginning)) return false;
  return sectionsIn(beginning.slice(0, beginning.lastIndexOf('\n') + 1) || beginning).some((section) => {
    const sample = sampleOf(cellsOf(section));
    const without = { mapping: {}, figures: false };
    return GIVEN_REPORTS.some(
      ({ fields }) =>
        columnsOf({ fields: fields.filter(({ type }) => type === 'count') }, sample, without) ??
        // With nothing but mistakes below, the header has all that the report needs.
        columnsOf({ fields }, sample, { ...without, byHeader: true })?.every(({ by }) => by === 'name'),
    );
  });
}

/**
 * A file's table, whole.
 *
 * @throws SightlineError `invalid_file` with a sentence for people, `invalid_argument` for a mapping that means nothing
 */
export async function readGiven(text: string, options: GivenOptions): Promise<GivenTable> {
  if (text.includes('\0')) throw refused('This is no text file. Export the report as CSV.');
  const sections = sectionsIn(text);
  const { report, columns, section, sample } = tableIn(sections, options);
  const refusal = report.refusal?.(sample.headers, sample.rows) ?? null;
  if (refusal !== null) throw refused(refusal);
  const read = rowReader(report, columns, sample, options);
  const rows: GivenRow[] = [];
  const named = new Set<number>();
  const counts = { lines: 0, leftOut: 0 };
  for (const row of rowsOf(section)) {
    if (row.line === section.lines[0]?.number && !sample.isHeaderless) continue;
    counts.lines += 1;
    if (counts.lines > MOST_ROWS)
      throw refused(`The file has more than ${MOST_ROWS.toLocaleString('en-US')} rows.`);
    if (counts.lines % ROWS_IN_TURN === 0) await options.turn();
    const { day, kept } = read(row);
    if (day !== null) named.add(day);
    if (kept === null) counts.leftOut += 1;
    else rows.push(kept);
  }
  checkRows(report, rows, counts, options);
  const isDaily = columns.some(({ field }) => field === 'date');
  const days = isDaily ? daysAmong(named) : (daysInComments(section.comments) ?? options.days);
  checkDays(report, days, options.today);
  const unused = sample.headers.filter((_, at) => !columns.some((column) => column.at === at));
  const assumed = assumedIn(report, columns, sample);
  return {
    kind: report.kind,
    columns,
    unused,
    ...counts,
    rows: merged(report, rows),
    days,
    isDaily,
    assumed,
  };
}

function cellsOf(section: Section): (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  for (const { cells } of rowsOf({ ...section, lines: section.lines.slice(0, 1000) })) rows.push(cells);
  return rows;
}

/** The first table with a report's columns; if none has, by headers alone, so that its rows show what is wrong. */
function tableIn(sections: readonly Section[], { kind, mapping: entries }: GivenOptions) {
  const mapping = mappingOf(entries, GIVEN_FIELDS);
  const reports = GIVEN_REPORTS.filter((each) => kind === null || each.kind === kind);
  const samples = sections.map((section) => ({ section, sample: sampleOf(cellsOf(section)) }));
  for (const byHeader of [false, true]) {
    for (const report of reports) {
      for (const { section, sample } of samples) {
        const columns = columnsOf(report, sample, { mapping, figures: kind !== null, byHeader });
        if (columns !== null) return { report, columns, section, sample };
      }
    }
  }
  const [first] = samples;
  if (first === undefined) throw refused('The file is empty.');
  throw refused(unknownTable(first.sample.headers, kind, reports));
}

function unknownTable(
  headers: readonly string[],
  kind: GivenKind | null,
  reports: readonly GivenReport[],
): string {
  const names = headers.filter((each) => each !== '').slice(0, 20);
  const has =
    names.length === 0 ? 'The file has no header' : `The columns are ${names.map(quoted).join(', ')}`;
  const [report] = reports;
  if (kind === null || report === undefined)
    return `${has}: they are of no known report. Say its kind, and which column is which.`;
  const needed = report.fields.filter(({ isNeeded }) => isNeeded).map(({ id }) => id);
  return `${has}: nothing says which of them are ${needed.join(' and ')} of “${report.name}”. Map them, such as ${needed.at(-1)}=${names.at(-1) ?? '2'}.`;
}

function checkRows(
  report: GivenReport,
  rows: readonly GivenRow[],
  { lines, leftOut }: { readonly lines: number; readonly leftOut: number },
  { own }: OwnPages,
): void {
  if (lines === 0) throw refused('The file has a header and no rows: it returned nothing, which is not 0.');
  const isOfPages = report.fields.some(({ type, isNeeded }) => type === 'page' && isNeeded);
  if (isOfPages && leftOut === lines) throw refused(`None of its pages is on ${own.join(' or ')}.`);
  if (report.alike !== 'mistake') return;
  const seen = new Set<string>();
  for (const row of rows) {
    const key = keyOf(row);
    if (seen.has(key)) throw refused(`${quoted(row.label ?? formatDay(row.day ?? 0))} is in two rows.`);
    seen.add(key);
  }
}

/** The first two comments that end in a day, as `# Start date: 20261101`. */
function daysInComments(comments: readonly string[]): Days | null {
  const days = comments.flatMap((comment) => {
    const [, year, month, day] = /[:：]\s*(\d{4})-?(\d\d)-?(\d\d)"?,*\s*$/.exec(comment) ?? [];
    return year === undefined ? [] : [dayOf(Date.UTC(Number(year), Number(month) - 1, Number(day)))];
  });
  const [first, last] = days.slice(-2);
  return first === undefined || last === undefined ? null : { first, last };
}

function assumedIn(
  { monthFirst }: GivenReport,
  columns: readonly Column[],
  { rows }: Sample,
): GivenTable['assumed'] {
  const dated = columns.find(({ field }) => field === 'date');
  if (dated === undefined || isMonthFirstIn(rows.map((row) => row[dated.at] ?? '')) !== null) return null;
  return monthFirst ? 'month' : 'day';
}

function daysAmong(days: ReadonlySet<number>): Days | null {
  return days.size === 0 ? null : { first: Math.min(...days), last: Math.max(...days) };
}

function checkDays({ begins, name }: GivenReport, days: Days | null, today: number): void {
  if (days === null) return;
  const text = `${formatDay(days.first)} to ${formatDay(days.last)}`;
  if (days.first > days.last) throw refused(`It would cover ${text}, which ends before it begins.`);
  // A day begins up to 14 hours earlier elsewhere.
  if (days.last > today + 1) throw refused(`It would cover ${text}, which is not over yet.`);
  if (begins !== null && days.first < begins)
    throw refused(`It would cover ${text}, but “${name}” has no figures before ${formatDay(begins)}.`);
}
