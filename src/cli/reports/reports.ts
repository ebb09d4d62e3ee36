import type { Command } from 'commander';
import { SightlineError } from '../../domain/errors.ts';
import { REPORTS } from '../../reports/index.ts';
import type { ReportRunner } from '../../reports/report-runner.ts';
import { choicesOf, isRepeatable, type ParameterSchema, type RawQuery } from '../../reports/run/query.ts';
import { type Envelope, parametersOf } from '../../reports/run/run-report.ts';
import { inUsualWindow } from '../../reports/run/usual-window.ts';
import type { Report } from '../../reports/shape/report.ts';
import { csvHeader, csvOf, csvRows } from '../../reports/show/csv.ts';
import { type CliDeps, type Invocation, invocationOf } from '../shared/deps.ts';
import { jsonLine, type Terminal } from '../shared/terminal.ts';
import { withReports } from './report-source.ts';
import { hasMore, reportText } from './report-text.ts';

export function addReportCommands(program: Command, deps: CliDeps): void {
  for (const report of REPORTS) addReportCommand(program, deps, inUsualWindow(report));
}

function addReportCommand(program: Command, deps: CliDeps, report: Report): void {
  const parameters = Object.entries(parametersOf(report));
  const command = program
    .command(report.name)
    .helpGroup('Reports:')
    .description(report.summary)
    .option('--organization <name or id>', 'the organization, if the store has several')
    .option(FORMAT_FLAG, 'the output format; by default a table on a terminal and JSON in a pipe')
    .option('--table', 'the same as --format table')
    .option('--all', 'every page, one JSON object per line or, with --format csv, one row');
  if (hasMore(report)) command.option('--full', 'also print the long parts that a table leaves out');
  for (const [name, schema] of parameters) {
    if (name === 'brand') {
      command.option('--brand <id or name>', 'the brand, if the organization has several');
      continue;
    }
    const { type, description = '', default: standard, minimum, maximum } = schema as ParameterSchema;
    const values = choicesOf(schema as ParameterSchema);
    const range =
      minimum === undefined
        ? ''
        : ` ${minimum} to ${maximum}${standard === undefined ? '' : `, default ${standard}`}.`;
    const choice =
      values === undefined || values.length === 1
        ? ''
        : ` One of ${values.join(', ')}${standard ? `; default ${standard}` : ''}.`;
    const help = description + range + choice;
    const flag =
      type === 'boolean' ? `--${name} [${name}]` : `--${name} <${type === 'integer' ? 'n' : name}>`;
    if (isRepeatable(schema)) command.option(flag, help, another);
    else command.option(flag, help);
  }
  command.action(async () => {
    const invocation = invocationOf(command, deps);
    const options = command.opts<ReportOptions>();
    const given = parameters
      .map(([name]) => [name, options[name] === true ? 'true' : options[name]])
      .filter(([, value]) => value !== undefined);
    await print(deps, invocation, report, Object.fromEntries(given), options);
  });
}

function another(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

type ReportOptions = FormatOptions & {
  readonly all?: true;
  readonly full?: true;
  readonly organization?: string;
  readonly brand?: string;
  readonly [parameter: string]: unknown;
};

async function print(
  deps: CliDeps,
  invocation: Invocation,
  report: Report,
  query: RawQuery,
  options: ReportOptions,
): Promise<void> {
  const { terminal } = deps;
  const { organization, all } = options;
  const brand = report.takesBrand ? options.brand || undefined : undefined;
  const format = formatOf(options, invocation.json, { outIsTerminal: terminal.outIsTerminal && !all });
  const form = all && recordForm(report, format, terminal);
  if (all) deps.saveMemory();
  await withReports(deps, invocation, { organization, brand }, async (run) => {
    if (form) return await writeEveryRecord(terminal, run, { report, query, form });
    terminal.out(
      formatted(report, await run(report.name, query), format, { terminal, full: options.full === true }),
    );
  });
}

/** A report's output format: the text before the first record, and a page's lines. */
interface RecordForm {
  readonly headerOf: (envelope: Envelope) => string;
  readonly linesOf: (envelope: Envelope) => string;
}

/** @throws SightlineError `invalid_argument` for a table, or `not_acceptable` for CSV if the report is not a list */
function recordForm(report: Report, format: Format, terminal: Terminal): RecordForm {
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
async function writeEveryRecord(
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

const FORMATS = ['table', 'json', 'csv'] as const;

type Format = (typeof FORMATS)[number];

interface FormatOptions {
  readonly format?: string | undefined;
  readonly table?: boolean | undefined;
}

const FORMAT_FLAG = `--format <${FORMATS.join('|')}>`;

/**
 * The output format: a table on a terminal and JSON in a pipe, unless an option overrides it.
 *
 * @throws SightlineError `invalid_argument` for an unknown format, or two different ones
 */
function formatOf(
  { format, table }: FormatOptions,
  json: boolean,
  { outIsTerminal }: Pick<Terminal, 'outIsTerminal'>,
): Format {
  const asked = new Set([format, table && 'table', json && 'json'].filter(Boolean));
  if (asked.size > 1) {
    throw new SightlineError('invalid_argument', `Choose one form: ${[...asked].join(' or ')}.`);
  }
  const [one = outIsTerminal ? 'table' : 'json'] = asked;
  const known = FORMATS.find((each) => each === one);
  if (known !== undefined) return known;
  throw new SightlineError('invalid_argument', `--format must be one of ${FORMATS.join(', ')}.`);
}

/** A report in one of the formats, safe to print. */
function formatted(
  report: Report,
  envelope: Envelope,
  format: Format,
  { terminal, full }: { readonly terminal: Terminal; readonly full: boolean },
): string {
  if (format === 'table') return reportText(report, envelope, { columns: terminal.columns, full });
  if (format === 'json') return jsonLine(envelope);
  return safeOn(terminal, csvOf(report, envelope));
}

/** Engines' text is unchanged in a file, but cannot move the cursor or color a terminal. */
function safeOn({ outIsTerminal }: Pick<Terminal, 'outIsTerminal'>, csv: string): string {
  return outIsTerminal ? csv.replace(/[^\P{Cc}\r\n\t]/gu, ' ') : csv;
}
