import type { Command } from 'commander';
import { OPERATOR } from '../../domain/access/audit.ts';
import type { NewExperiment } from '../../pipeline/declare/experiments.ts';
import type { OwnedBrand } from '../../pipeline/owned-brand.ts';
import type { ReportNamed } from '../../reports/index.ts';
import type { Database } from '../../reports/run/operator.ts';
import type { Envelope, EnvelopeOf } from '../../reports/run/run-report.ts';
import { pricesIn } from '../reports/report-source.ts';
import { type CliDeps, type Invocation, invocationOf } from '../shared/deps.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

export function addExperimentCommands(program: Command, deps: CliDeps): void {
  const experiment = program.command('experiment').description('register experiments before they start');
  addRegister(experiment, deps);
  addList(experiment, deps);
  addShow(experiment, deps);
  addWithdraw(experiment, deps);
}

interface RegisterFlags {
  readonly brand?: string;
  readonly dryRun?: true;
  readonly engine?: readonly string[];
  readonly prompt?: readonly string[];
  readonly days?: string;
  readonly [field: string]: unknown;
}

function addRegister(experiment: Command, deps: CliDeps): void {
  experiment
    .command('register [file]')
    .description(
      'register an experiment, from a file (YAML or JSON), options, or both; you cannot change it later',
    )
    .option('--brand <id or name>', 'the brand with the questions')
    .option('--name <name>', 'the planned change for the treated questions')
    .option('--starts <day>', 'the first UTC day of the change, after today')
    .option('--days <n>', 'how many days to compare, before and after: 7 to 90, default 28')
    .option('--measure <measure>', 'the answers to count: named, cited, or recommended; default named')
    .option('--direction <direction>', 'the expected effect: up or down; default up')
    .option('--about <name>', 'the tracked brand to measure; default the brand itself')
    .option('--market <name>', 'the market; default the first')
    .option('--engine <slug...>', "the engines; default all of the brand's engines")
    .option('--prompt <id or text...>', 'the questions to draw the arms from; default all active questions')
    .option('--tag <tag>', 'draw the arms from the questions with this tag')
    .option('--dry-run', 'only print the detectable effect, and a placebo')
    .action(async (path: string | undefined, options: RegisterFlags, command: Command) => {
      const invocation = invocationOf(command, deps);
      const { readExperimentFile } = await import('../../pipeline/declare/experiment-request.ts');
      const { previewExperiment, registerExperiment } = await import('../../pipeline/declare/experiments.ts');
      const request = readExperimentFile(await textOf(deps, path), givenIn(options));
      await deps.withStore(invocation.flags, async (db) => {
        const of = await brandOf(db, options.brand);
        const acting = { ...deps, db, actor: OPERATOR };
        if (options.dryRun) {
          const text = await previewExperiment(acting, of, request, (seen, made) =>
            experimentsText(deps, seen, of, made.registered.id, invocation, true),
          );
          deps.terminal.out(text);
          if (!invocation.json) deps.terminal.err('Registered nothing. Registering draws the arms again.\n');
          return;
        }
        const made = await registerExperiment(acting, of, request);
        deps.terminal.out(
          invocation.json ? jsonLine({ ...made.registered, hash: made.hash }) : registeredText(made),
        );
      });
    });
}

/** Options alone may be enough, without a file. */
async function textOf(deps: CliDeps, path: string | undefined): Promise<string> {
  if (path === undefined) return '{}';
  const { fileText } = await import('../../pipeline/declare/document/yaml.ts');
  return await fileText(await deps.openFile(path));
}

/** The options' fields, by their names in a file. */
function givenIn({ brand: _, dryRun: __, engine, prompt, days, ...others }: RegisterFlags): object {
  return {
    ...others,
    ...(engine === undefined ? {} : { engines: engine }),
    ...(prompt === undefined ? {} : { prompts: prompt }),
    ...(days === undefined ? {} : { days: Number(days) }),
  };
}

async function brandOf(db: Database, named: string | undefined): Promise<OwnedBrand> {
  const { brandIdOf, onlyBrandId } = await import('../../pipeline/declare/find-brand.ts');
  const { brandOfOperator } = await import('../../pipeline/declare/experiments.ts');
  return await brandOfOperator(db, named === undefined ? await onlyBrandId(db) : await brandIdOf(db, named));
}

function registeredText({ registered, hash }: NewExperiment): string {
  const { id, name, treated, control, seed, ends_at } = registered;
  const arms = seed === null ? 'chosen' : `drawn by the seed ${seed}`;
  return (
    `Registered ${id} (${printable(name)}): ${treated.length} treated questions and ${control.length} others, ${arms}.\n` +
    `SHA-256 ${hash}\nYou can see its effect from ${ends_at} on. \`sightline experiment show ${id}\` lists the questions in both arms.\n`
  );
}

function addList(experiment: Command, deps: CliDeps): void {
  experiment
    .command('list')
    .description("list a brand's experiments with their results")
    .option('--brand <id or name>', 'the brand')
    .action(async (options: { brand?: string }, command: Command) => {
      const invocation = invocationOf(command, deps);
      await deps.withStore(invocation.flags, async (db) => {
        deps.terminal.out(
          await experimentsText(deps, db, await brandOf(db, options.brand), undefined, invocation),
        );
      });
    });
}

function addShow(experiment: Command, deps: CliDeps): void {
  experiment
    .command('show <id>')
    .description('show an experiment with its questions and results')
    .option('--brand <id or name>', 'the brand')
    .action(async (id: string, options: { brand?: string }, command: Command) => {
      const invocation = invocationOf(command, deps);
      await deps.withStore(invocation.flags, async (db) => {
        deps.terminal.out(await experimentsText(deps, db, await brandOf(db, options.brand), id, invocation));
      });
    });
}

function addWithdraw(experiment: Command, deps: CliDeps): void {
  experiment
    .command('withdraw <id>')
    .description('withdraw an experiment; the list keeps it with your reason')
    .requiredOption('--because <reason>', 'why')
    .option('--brand <id or name>', 'the brand')
    .action(async (id: string, options: { brand?: string; because: string }, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { withdrawExperiment } = await import('../../pipeline/declare/experiments.ts');
      await deps.withStore(flags, async (db) => {
        const of = await brandOf(db, options.brand);
        await withdrawExperiment({ ...deps, db, actor: OPERATOR }, of, id, options.because);
      });
      deps.terminal.out(json ? jsonLine({ id, withdrawn: true }) : `Withdrew experiment ${id}.\n`);
    });
}

/** The report on one experiment, or on all of a brand. */
async function experimentsText(
  deps: CliDeps,
  db: Database,
  { brand }: OwnedBrand,
  id: string | undefined,
  { json, flags }: Invocation,
  isDryRun = false,
): Promise<string> {
  const { askReport } = await import('../../reports/ask-report.ts');
  const { storeReports } = await import('../reports/store-reports.ts');
  const { formatted } = await import('../reports/format.ts');
  const { reports } = await import('../../reports/index.ts');
  const report = reports.experiments;
  const run = storeReports(db, deps.now, pricesIn(deps, flags), { brand });
  const found = await askReport(run, report.name, id === undefined ? {} : { experiment: id });
  const text = formatted(report, isDryRun ? unregistered(found) : found, json ? 'json' : 'table', {
    terminal: deps.terminal,
    full: true,
  });
  return json || isDryRun || id === undefined ? text : text + proofText(found.data.experiments);
}

type Found = EnvelopeOf<ReportNamed<'experiments'>>;

/** Removes fields that only a registered experiment has. */
function unregistered({ data, ...envelope }: Found): Envelope {
  const as = { id: NOT_REGISTERED, state: NOT_REGISTERED, registered_at: null, seed: null, hash: null };
  return {
    ...envelope,
    data: {
      ...data,
      experiments: data.experiments.map((each) => ({ ...each, ...as })),
      effects: data.effects.map((each) => ({ ...each, experiment: NOT_REGISTERED })),
    },
  };
}

/** The id and state in a dry run. */
const NOT_REGISTERED = 'not_registered';

/** The seed of the draw, and the hash that proves the registration unchanged. */
function proofText(experiments: readonly { readonly seed: string | null; readonly hash: string }[]): string {
  return experiments
    .map(({ seed, hash }) => `\n${seed === null ? 'Arms chosen' : `Seed ${seed}`}\nSHA-256 ${hash}\n`)
    .join('');
}
