import type { Command } from 'commander';
import { SightlineError } from '../domain/errors.ts';
import { REPORTS } from '../reports/index.ts';
import { operatorCaller } from '../reports/operator.ts';
import type { Report } from '../reports/report.ts';
import { parametersOf, runReport } from '../reports/run-report.ts';
import { type CliDeps, invocationOf } from './deps.ts';
import { FORMAT_FLAG, type FormatOptions, formatOf, formatted } from './format.ts';

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
  const command = program
    .command(report.name)
    .description(report.summary)
    .option('--organization <name or id>', 'whose report, if there are several organizations')
    .option(FORMAT_FLAG, 'the form to print; a table on a terminal and JSON in a pipe if it is left out')
    .option('--table', 'the same as --format table');
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
  command.action(async (options: Record<string, string | undefined>) => {
    const { json, flags } = invocationOf(command, deps);
    const format = formatOf(options as FormatOptions, json, deps.terminal);
    const raw = Object.fromEntries(
      parameters.map(([name]) => [name, options[name]]).filter(([, value]) => value !== undefined),
    );
    const now = deps.now();
    const envelope = await deps.withStore(flags, async (db) => {
      const { brandIdOf, brandsThere } = await import('../pipeline/declare/find-brand.ts');
      const { organization } = options;
      const brand = options.brand && (await brandIdOf(db, options.brand, organization));
      const caller = await operatorCaller(db, { organization, brand }, now);
      const asked = brand === undefined ? raw : { ...raw, brand };
      return await runReport(db, now, caller, report, asked).catch(async (error) => {
        if (!(error instanceof SightlineError) || error.code !== 'brand_required') throw error;
        // The API speaks of a parameter and an endpoint, which a command line does not have.
        const brands = await brandsThere(db, caller.organizationId);
        throw new SightlineError('brand_required', `Say which brand with --brand; ${brands}.`);
      });
    });
    deps.terminal.out(formatted(report, envelope, format, deps.terminal));
  });
}
