import type { ReportRunner } from '../client/remote-runner.ts';
import { SightlineError } from '../domain/errors.ts';
import type { RawQuery } from '../reports/query.ts';
import type { Report } from '../reports/report.ts';
import type { Envelope } from '../reports/run-report.ts';
import { jsonLine, type Terminal } from './terminal.ts';

/** How the records of a report are written: what comes before the first, and the lines of a page. */
interface RecordForm {
  readonly header: string;
  readonly linesOf: (envelope: Envelope) => string;
}

const JSON_LINES: RecordForm = { header: '', linesOf: ({ data }) => recordsOf(data).map(jsonLine).join('') };

/**
 * Writes every record of a report, a page at a time, as JSON Lines. A page is written once it is whole, and the next is
 * asked for once the reader has taken it, so memory does not grow with the report, and no failure leaves a gap or a double.
 */
export async function writeEveryRecord(
  terminal: Terminal,
  run: ReportRunner,
  report: Report,
  query: RawQuery,
  { header, linesOf }: RecordForm = JSON_LINES,
): Promise<void> {
  terminal.out(header);
  for await (const envelope of pagesOf(run, report, query)) {
    terminal.out(linesOf(envelope));
    await terminal.drained();
    warnIfCut(terminal, report, envelope);
  }
}

/** A report with a limit and no cursor cannot go on behind its first page. */
function warnIfCut({ err }: Terminal, { name, query }: Report, { data }: Envelope): void {
  if ('cursor' in query || !Array.isArray(data) || data.length !== largestLimit(query)) return;
  err(`sightline: there may be older ${name}; a server returns at most ${data.length}\n`);
}

/** The records of a list; anything else is one record. */
function recordsOf(data: unknown): readonly unknown[] {
  return Array.isArray(data) ? data : [data];
}

/** Every page of a report, as large as pages may be. A report without a cursor has one. */
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
    if (cursor === asked.cursor) {
      throw new SightlineError('bad_server', 'The server returned the same cursor twice.');
    }
    reached = cursor;
    // The window must not move on while its pages are read.
    const { until } = (window ?? {}) as { until?: string };
    asked = { ...asked, cursor, ...(until !== undefined && 'until' in report.query && { until }) };
  }
}

/** What was written is complete up to the cursor. */
function withCursor(error: unknown, cursor: string | undefined): unknown {
  if (!(error instanceof SightlineError) || cursor === undefined) return error;
  return new SightlineError(error.code, `${error.message} To go on from here, add --cursor ${cursor}.`);
}

function largestPage({ query }: Report): RawQuery {
  const limit = largestLimit(query);
  return limit === undefined ? {} : { limit: String(limit) };
}

function largestLimit({ limit }: Report['query']): number | undefined {
  return (limit as { readonly maximum?: number } | undefined)?.maximum;
}
