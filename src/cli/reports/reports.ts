import type { Command } from 'commander';
import { REPORTS } from '../../reports/index.ts';
import { isRepeatable, type ParameterSchema, type RawQuery } from '../../reports/run/query.ts';
import { parametersOf } from '../../reports/run/run-report.ts';
import type { Report } from '../../reports/shape/report.ts';
import { type CliDeps, type Invocation, invocationOf } from '../shared/deps.ts';
import { recordForm, writeEveryRecord } from './every-record.ts';
import { FORMAT_FLAG, type FormatOptions, formatOf, formatted } from './format.ts';
import { withReports } from './report-source.ts';
import { hasMore } from './report-text.ts';

/** One command per report, with the report's own parameters as options. */
export function addReportCommands(program: Command, deps: CliDeps): void {
  for (const report of REPORTS) addReportCommand(program, deps, report);
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
    const {
      type,
      description = '',
      default: standard,
      enum: values,
      minimum,
      maximum,
    } = schema as ParameterSchema;
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

/** Collects a repeatable option. */
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
