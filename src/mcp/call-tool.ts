import type { CallToolResult } from '@modelcontextprotocol/server';
import { type ErrorBody, errorBody } from '../domain/errors.ts';
import type { ReportRunner } from '../reports/report-runner.ts';
import { booleanOf, isRepeatable, type RawQuery } from '../reports/run/query.ts';
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
import type { ShortForm } from './short-form.ts';
import { tableText } from './table-text.ts';
import { type CutEnvelope, truncate } from './truncate.ts';

export interface ToolDeps {
  readonly run: ReportRunner;
  /** Gets internal errors, which clients never see. */
  readonly onFailure: (error: unknown) => void;
}

/** Runs a report for an assistant. A refusal is a result as well, with HTTP's error code. */
export async function callTool(deps: ToolDeps, tool: ReportTool, given: unknown): Promise<CallToolResult> {
  return await refusalsOf(deps, async () => {
    const { full, after, query } = argumentsOf(tool, (given ?? {}) as Readonly<Record<string, unknown>>);
    const envelope = await deps.run(tool.report.name, query);
    if (after === null) throw badRowsCursor();
    return resultOf(tool, envelope, { isFull: isFull(full), after });
  });
}

/** A call's result, or its refusal. */
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
  readonly full: unknown;
  /** The next position; null for an invalid cursor. A wrong cursor or `full` is refused only after the report ran. */
  readonly after: RowsCursor | null;
  readonly query: RawQuery;
}

/** The arguments as query parameters: text, as in a URL. Null is an omitted argument. */
function argumentsOf({ report, shortForm }: ReportTool, given: Readonly<Record<string, unknown>>): Arguments {
  const own = new Set([
    ...(shortForm?.shorten ? ['full'] : []),
    ...(needsRowsCursor(report) ? ['cursor'] : []),
  ]);
  const after = own.has('cursor') ? parseRowsCursor(given.cursor) : START;
  const window = after?.until && 'until' in report.query ? { until: after.until } : {};
  const query = Object.entries({ ...shortForm?.defaults, ...withoutNulls(given), ...window })
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => [
      name,
      isRepeatable(report.query[name]) ? [value].flat().map(asText) : asText(value),
    ]);
  return { full: own.has('full') ? given.full : undefined, after, query: Object.fromEntries(query) };
}

/** A value as a URL has it. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function withoutNulls(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/** Checked after the report has run, so that refusals come in HTTP's order. */
function isFull(full: unknown): boolean {
  return full === undefined || full === null ? false : booleanOf('full', asText(full));
}

interface ToolRequest {
  readonly isFull: boolean;
  readonly after: RowsCursor;
}

function resultOf(
  { report, shortForm }: ReportTool,
  envelope: Envelope,
  { isFull, after }: ToolRequest,
): CallToolResult {
  // A cursor keeps the form of its rows, even if `full` now says otherwise.
  const isShort = after === START ? !isFull : after.isShort;
  const short = isShort ? shortForm?.shorten?.(envelope.data) : undefined;
  const first = short?.first && after.rows < short.first.rows ? short.first : undefined;
  const shown = { ...envelope, data: afterRows(short ? short.data : envelope.data, after.rows) };
  const options = {
    lacks: [short?.lack, first?.lack].filter((each) => typeof each === 'string'),
    most: first === undefined ? undefined : first.rows - after.rows,
    wholeRows: shortForm?.wholeRows ?? ((_: readonly unknown[], most: number) => most),
    cursorAfter: (rows: number) => formatRowsCursor(after.rows + rows, short !== undefined, envelope),
  };
  return truncate(shown, options, (each) => ({
    content: [{ type: 'text', text: textOf(report, each, shortForm) }],
    structuredContent: { data: each.data, meta: each.meta },
  }));
}

/** The text for clients that ignore structured content: the tables, and the note. */
function textOf(report: Report, envelope: CutEnvelope, shortForm: ShortForm | undefined): string {
  const { meta } = envelope;
  const { cut } = meta;
  const lines = [
    headingOf(envelope),
    tableText(report, envelope),
    shortForm?.textOf?.(envelope.data) ?? '',
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
