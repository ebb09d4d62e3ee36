import { SightlineError } from '../../domain/errors.ts';
import type { ReportRunner } from '../../reports/report-runner.ts';
import type { RawQuery } from '../../reports/run/query.ts';
import type { Envelope } from '../../reports/run/run-report.ts';
import type { Report } from '../../reports/shape/report.ts';
import { csvHeader, csvRows } from '../../reports/show/csv.ts';
import { jsonLine, type Terminal } from '../shared/terminal.ts';
import { type Format, safeOn } from './format.ts';

/** A report's output format: the text before the first record, and a page's lines. */
interface RecordForm {
  readonly headerOf: (envelope: Envelope) => string;
  readonly linesOf: (envelope: Envelope) => string;
}

/** @throws SightlineError `invalid_argument` for a table, or `not_acceptable` for CSV if the report is not a list */
export function recordForm(report: Report, format: Format, terminal: Terminal): RecordForm {
  if (format === 'table')
    throw new SightlineError('invalid_argument', 'A table has only one page: leave out --all.');
  if (format === 'json')
    return { headerOf: () => '', linesOf: ({ data }) => recordsOf(data).map(jsonLine).join('') };
  return {
    headerOf: (envelope) => csvHeader(report, envelope),
    linesOf: (envelope) => safeOn(terminal, csvRows(report, envelope)),
  };
}

/** The records of a list; anything else is one record. */
function recordsOf(data: unknown): readonly unknown[] {
  return Array.isArray(data) ? data : [data];
}

interface EveryRecord {
  readonly report: Report;
  readonly query: RawQuery;
  readonly form: RecordForm;
}

/**
 * Writes every record of a report, page by page. Requests the next page once the reader has the last, so memory does
 * not grow with the report, and a failure leaves no gap or duplicate.
 */
export async function writeEveryRecord(
  terminal: Terminal,
  run: ReportRunner,
  { report, query, form }: EveryRecord,
): Promise<void> {
  let isFirst = true;
  for await (const envelope of pagesOf(run, report, query)) {
    terminal.out((isFirst ? form.headerOf(envelope) : '') + form.linesOf(envelope));
    isFirst = false;
    await terminal.drained();
    warnIfCut(terminal, report, envelope);
  }
}

/** A report with a limit but no cursor ends after its first page. */
function warnIfCut({ err }: Terminal, { name, query }: Report, { data }: Envelope): void {
  if ('cursor' in query || !Array.isArray(data) || data.length !== largestLimit(query)) return;
  err(`sightline: there may be older ${name}; a report has at most ${data.length}\n`);
}

/** Every page of a report, at the maximum page size. A report without a cursor has one. */
async function* pagesOf(run: ReportRunner, report: Report, query: RawQuery): AsyncGenerator<Envelope> {
  let asked: RawQuery = { ...largestPage(report), ...query };
  let reached: string | undefined;
  for (;;) {
    const envelope = await run(report.name, asked).catch((error: unknown) => {
      throw withCursor(error, reached);
    });
    yield envelope;
    const { next_cursor: cursor, window } = envelope.meta;
    if (typeof cursor !== 'string') return;
    reached = cursor;
    // The window must not move between pages.
    const until = window?.until;
    asked = { ...asked, cursor, ...(until !== undefined && 'until' in report.query && { until }) };
  }
}

/** The output is complete up to the cursor. */
function withCursor(error: unknown, cursor: string | undefined): unknown {
  if (!(error instanceof SightlineError) || cursor === undefined) return error;
  return new SightlineError(error.code, `${error.message} To continue from here, add --cursor ${cursor}.`);
}

function largestPage({ query }: Report): RawQuery {
  const limit = largestLimit(query);
  return limit === undefined ? {} : { limit: String(limit) };
}

function largestLimit({ limit }: Report['query']): number | undefined {
  return (limit as { readonly maximum?: number } | undefined)?.maximum;
}
