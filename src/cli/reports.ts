import type { Command } from 'commander';
import { SightlineError } from '../domain/errors.ts';
import { REPORTS } from '../reports/index.ts';
import type { Report } from '../reports/report.ts';
import { parametersOf } from '../reports/run-report.ts';
import { type CliDeps, invocationOf } from './deps.ts';
import { writeEveryRecord } from './every-record.ts';
import { renderReport } from './render.ts';
import { withReports } from './report-source.ts';
import { takeServer } from './server-option.ts';
import { jsonLine } from './terminal.ts';

/** One command per report, with the report's own parameters as options. */
export function addReportCommands(program: Command, deps: CliDeps): void {
  for (const report of REPORTS) addReportCommand(program, deps, report);
}

interface ParameterSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

function addReportCommand(program: Command, deps: CliDeps, report: Report): void {
  const parameters = Object.entries(parametersOf(report));
  const command = takeServer(program.command(report.name))
    .description(report.summary)
    .option('--organization <name or id>', 'whose report, if there are several organizations')
    .option('--all', 'every page, one JSON object per line')
    .option('--table', 'print the table even when output is not a terminal');
  for (const [name, schema] of parameters) {
    if (name === 'brand') {
      command.option('--brand <id or name>', 'which brand, if the organization has several');
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
    const range = standard === undefined ? '' : ` ${minimum} to ${maximum}, default ${standard}.`;
    const help = description + range + (values ? ` One of ${values.join(', ')}.` : '');
    command.option(`--${name} <${type === 'integer' ? 'n' : name}>`, help);
  }
  command.action(async (options: Record<string, string | undefined> & { table?: true; all?: true }) => {
    const invocation = invocationOf(command, deps);
    const raw = Object.fromEntries(
      parameters.map(([name]) => [name, options[name]]).filter(([, value]) => value !== undefined),
    );
    const { terminal, client } = deps;
    const { organization, all, table } = options;
    const brand = report.takesBrand ? options.brand || client.brand || undefined : undefined;
    const asTable = !invocation.json && (table === true || (terminal.outIsTerminal && !all));
    if (all && asTable)
      throw new SightlineError('invalid_argument', 'A table has one page: leave out --all.');
    await withReports(deps, invocation, { organization, brand, isPatient: all === true }, async (run) => {
      if (all) return await writeEveryRecord(terminal, run, report, raw);
      const envelope = await run(report.name, raw);
      terminal.out(asTable ? renderReport(report.name, envelope, terminal.columns) : jsonLine(envelope));
    });
  });
}
