import type { CallToolResult } from '@modelcontextprotocol/server';
import { type ErrorBody, errorBody } from '../domain/errors.ts';
import type { ReportRunner } from '../reports/report-runner.ts';
import { isRepeatable, type RawQuery } from '../reports/run/query.ts';
import type { Envelope } from '../reports/run/run-report.ts';
import type { Report } from '../reports/shape/report.ts';
import { headingOf } from '../reports/show/table-view.ts';
import type { ReportTool } from './report-tool.ts';
import {
  afterRows,
  badRowsCursor,
  formatRowsCursor,
  needsRowsCursor,
  parseRowsCursor,
  type RowsCursor,
  START,
} from './rows-cursor.ts';
import { tableText } from './table-text.ts';
import { USUAL_LIMIT } from './tool-schemas.ts';
import { type CutEnvelope, truncate } from './truncate.ts';

export interface ToolDeps {
  readonly run: ReportRunner;
  /** Gets internal errors, which clients never see. */
  readonly onFailure: (error: unknown) => void;
}

/** Runs a report for an assistant. A refusal is a result as well, with HTTP's error code. */
export async function callTool(
  deps: ToolDeps,
  { report }: ReportTool,
  given: unknown,
): Promise<CallToolResult> {
  return await refusalsOf(deps, async () => {
    const { after, query } = argumentsOf(report, (given ?? {}) as Readonly<Record<string, unknown>>);
    const envelope = await deps.run(report.name, query);
    if (after === null) throw badRowsCursor();
    return resultOf(report, envelope, after);
  });
}

export async function refusalsOf(
  deps: Pick<ToolDeps, 'onFailure'>,
  call: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await call();
  } catch (error) {
    const body = errorBody(error);
    if (isInternal(body)) deps.onFailure(error);
    return refusal(body);
  }
}

/** Whether an error is internal, and therefore logged; other errors are the client's own. */
export function isInternal({ error }: ErrorBody): boolean {
  return error.code === 'internal_error' || error.code === 'unavailable';
}

interface Arguments {
  /** The next position; null for an invalid cursor, which is refused only after the report ran, in HTTP's order. */
  readonly after: RowsCursor | null;
  readonly query: RawQuery;
}

/** The arguments as query parameters: text, as in a URL. Null is an omitted argument. */
function argumentsOf(report: Report, given: Readonly<Record<string, unknown>>): Arguments {
  const { cursor, ...others } = given;
  const isOurs = needsRowsCursor(report);
  const after = isOurs ? parseRowsCursor(cursor) : START;
  const values = {
    ...('limit' in report.query && { limit: USUAL_LIMIT }),
    ...withoutNulls(isOurs ? others : given),
    ...(after?.until && 'until' in report.query && { until: after.until }),
  };
  const query = Object.entries(values).map(([name, value]) => [
    name,
    isRepeatable(report.query[name]) ? [value].flat().map(asText) : asText(value),
  ]);
  return { after, query: Object.fromEntries(query) };
}

/** A value as a URL has it. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function withoutNulls(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

function resultOf(report: Report, envelope: Envelope, after: RowsCursor): CallToolResult {
  const rest = { ...envelope, data: afterRows(envelope.data, after.rows) };
  const cursorAfter = (rows: number) => formatRowsCursor(after.rows + rows, envelope);
  return truncate(rest, cursorAfter, (each) => ({
    content: [{ type: 'text', text: textOf(report, each) }],
    structuredContent: { data: each.data, meta: each.meta },
  }));
}

/** The text for clients that ignore structured content: the tables, and the note. */
function textOf(report: Report, envelope: CutEnvelope): string {
  const { meta } = envelope;
  const { cut } = meta;
  const lines = [
    headingOf(envelope),
    tableText(report, envelope),
    meta.note,
    cut === undefined ? '' : `Cut: ${cut.what}`,
    nextPage(meta.next_cursor ?? cut?.cursor),
  ];
  return lines.filter((line) => line !== '').join('\n\n');
}

function nextPage(cursor: unknown): string {
  return typeof cursor === 'string' ? `Next page: cursor=${cursor}` : '';
}

/** The next step, if the API's message does not name one that uses tools. */
const HINTS: Readonly<Record<string, string>> = {
  brand_required: 'Call `brands` for the ids.',
  no_such_brand: 'Call `brands` for the ids.',
  brand_not_configured: 'Call `brands` to see which brands are set up.',
  bad_cursor: 'Call this tool again without `cursor`.',
};

/** Text only: structured content would have to match the output schema, which describes success. */
function refusal({ error }: ErrorBody): CallToolResult {
  const { code, message } = error;
  const text = [`${code}: ${message}`, HINTS[code] ?? ''].join(' ').trim();
  return { isError: true, content: [{ type: 'text', text }] };
}
