import type { CallToolResult } from '@modelcontextprotocol/server';
import { type ErrorBody, errorBody, SightlineError } from '../domain/errors.ts';
import type { RawQuery } from '../reports/query.ts';
import type { Report } from '../reports/report.ts';
import type { ReportRunner } from '../reports/report-runner.ts';
import type { Envelope } from '../reports/run-report.ts';
import { headingOf } from '../reports/shown.ts';
import { fit } from './fit.ts';
import type { ReportTool } from './report-tool.ts';
import type { ShortForm } from './short-form.ts';
import { tableText } from './table-text.ts';

/** What a tool runs with. */
export interface ToolDeps {
  readonly run: ReportRunner;
  /** Gets what went wrong inside; the client does not. */
  readonly onFailure: (error: unknown) => void;
}

/** Runs a report for an assistant. A refusal is a result as well, with the code that HTTP would give. */
export async function callTool(deps: ToolDeps, tool: ReportTool, given: unknown): Promise<CallToolResult> {
  try {
    const { full, query } = argumentsOf(tool, (given ?? {}) as Readonly<Record<string, unknown>>);
    const envelope = await deps.run(tool.report.name, query);
    return resultOf(tool, envelope, isFull(full));
  } catch (error) {
    const body = errorBody(error);
    if (isInternal(body)) deps.onFailure(error);
    return refusal(body);
  }
}

/** Only these are worth a line in the log; the others are the client's own. */
export function isInternal({ error }: ErrorBody): boolean {
  return error.code === 'internal_error' || error.code === 'unavailable';
}

/** The arguments as query parameters: text, as in a URL. Null is an argument that was left out. */
function argumentsOf(
  { shortForm }: ReportTool,
  given: Readonly<Record<string, unknown>>,
): { readonly full: unknown; readonly query: RawQuery } {
  const all = Object.entries({ ...shortForm?.defaults, ...withoutNulls(given) });
  const query = all.filter(([name]) => !(shortForm?.shorten && name === 'full'));
  return {
    full: shortForm?.shorten ? given.full : undefined,
    query: Object.fromEntries(
      query.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ),
  };
}

function withoutNulls(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/** Looked at after the report has run, so that refusals come in the order in which HTTP gives them. */
function isFull(full: unknown): boolean {
  if (full === undefined || full === null || full === false || full === 'false') return false;
  if (full === true || full === 'true') return true;
  throw new SightlineError('invalid_parameter', '`full` must be true or false.');
}

function resultOf({ report, shortForm }: ReportTool, envelope: Envelope, isWhole: boolean): CallToolResult {
  const short = isWhole ? undefined : shortForm?.shorten?.(envelope.data);
  const shown = short ? { ...envelope, data: short.data } : envelope;
  const options = {
    lacks: short?.lack ? [short.lack] : [],
    wholeRows: shortForm?.wholeRows ?? ((_: readonly unknown[], most: number) => most),
  };
  return fit(shown, options, (each) => ({
    content: [{ type: 'text', text: textOf(report, each, shortForm) }],
    structuredContent: { data: each.data, meta: each.meta },
  }));
}

/** What a client reads that does not read structured content: the tables, and what to keep in mind with them. */
function textOf(report: Report, envelope: Envelope, shortForm: ShortForm | undefined): string {
  const { meta } = envelope;
  const cut = meta.cut as { what: string; cursor: string | null } | undefined;
  const lines = [
    headingOf(envelope),
    tableText(report, envelope),
    shortForm?.textOf?.(envelope.data) ?? '',
    meta.note,
    cut === undefined ? '' : `Cut: ${cut.what}`,
    typeof meta.next_cursor === 'string' ? `Next page: cursor=${meta.next_cursor}` : '',
  ];
  return lines.filter((line) => line !== '').join('\n\n');
}

/** What to do next, where the message of the API does not say it for a client with tools. */
const HINTS: Readonly<Record<string, string>> = {
  brand_required: 'Call `brands` for the ids.',
  no_such_brand: 'Call `brands` for the ids.',
  brand_not_configured: 'Call `brands` to see which brands are set up.',
  bad_cursor: 'Call this tool again without `cursor`.',
};

function refusal({ error }: ErrorBody): CallToolResult {
  const { code, message } = error;
  const text = [`${code}: ${message}`, HINTS[code] ?? ''].join(' ').trim();
  return {
    isError: true,
    content: [{ type: 'text', text }],
    structuredContent: { error: { code, message } },
  };
}
