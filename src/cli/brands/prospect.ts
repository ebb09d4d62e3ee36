import type { Command } from 'commander';
import { engineNameOf } from '../../domain/answers/engine.ts';
import { PROSPECT_DAYS } from '../../domain/brand/prospect.ts';
import { SightlineError } from '../../domain/errors.ts';
import { hasEnded } from '../../domain/task.ts';
import { hostOfDomain } from '../../domain/web/host.ts';
import type { CollectedQuestion } from '../../pipeline/collect/collect.ts';
import type { OwnedBrand } from '../../pipeline/owned-brand.ts';
import type { Task } from '../../pipeline/tasks/tasks-of-brand.ts';
import type { Database } from '../../reports/run/operator.ts';
import { type CliDeps, type Invocation, invocationOf } from '../shared/deps.ts';
import { jsonLine, Progress, printable } from '../shared/terminal.ts';

interface ProspectFlags {
  readonly organization?: string;
  readonly name?: string;
  readonly questions?: readonly string[];
  readonly competitors?: readonly string[];
  readonly engines?: readonly string[];
  readonly times: string;
  readonly dryRun?: true;
  readonly yes?: true;
}

export function addProspectCommand(program: Command, deps: CliDeps): void {
  program
    .command('prospect <domain>')
    .description(
      "ask a few questions about a prospect's site once, and freeze one report, in a throwaway brand",
    )
    .option('--organization <name or id>', 'who pays; not needed with only one')
    .option('--name <text>', 'its name; default: as its pages say')
    .option('--questions <text...>', 'the questions, with no brand in them; default: up to 10 from its pages')
    .option('--competitors <text...>', 'their names; default: those that its pages name')
    .option('--engines <slug...>', 'the engines; default: all with a key')
    .option('--times <n>', 'how often each question is asked, 1 to 3', '1')
    .option('--dry-run', 'only print the questions and the cost')
    .option('--yes', 'do not ask before spending')
    .action(async (domain: string, flags: ProspectFlags, command: Command) => {
      const invocation = invocationOf(command, deps);
      await deps.withStore(invocation.flags, (db) => run(deps, db, invocation, { domain, flags }));
    });
}

interface Given {
  readonly domain: string;
  readonly flags: ProspectFlags;
}

async function run(deps: CliDeps, db: Database, invocation: Invocation, given: Given): Promise<void> {
  const { act, actions } = await import('../shared/act.ts');
  const { actionText } = await import('../shared/action-command.ts');
  const { openProspect } = await import('../../pipeline/tasks/prospect-task.ts');
  const { operatorCaller } = await import('../../reports/run/operator.ts');
  const { flags } = given;
  const { organizationId } = await operatorCaller(db, { organization: flags.organization }, deps.now());
  const { input, notice } = await inputOf(deps, given);
  const finish = async (started: Started) => {
    await finishTask(deps, db, invocation, started);
    await printReport(deps, db, started, { organizationId, brand: started.brand, json: invocation.json });
  };
  const open = await openProspect(db, organizationId, hostOfDomain(input.domain) ?? '');
  if (open !== null && !flags.dryRun) return await finish(open);
  const call = { action: actions.create_prospect, input, organizationId };
  const preview = await act(deps, invocation, db, { ...call, isDryRun: true });
  const notices = [...(notice === null ? [] : [notice]), ...preview.notices];
  const { json } = invocation;
  if (flags.dryRun && json) {
    const { answers, usd, removed_at } = preview.data;
    const { changes } = preview;
    return deps.terminal.out(jsonLine({ dry_run: true, answers, usd, removed_at, changes, notices }));
  }
  if (!json)
    deps.terminal.out(actionText({ ...preview, data: {}, notices, cost: null }, flags.dryRun === true));
  if (flags.dryRun) return;
  await confirmCost(deps, flags, json);
  const { data } = await act(deps, invocation, db, call);
  await finish({ brand: data.brand.id, task: data.task });
}

/** What the flags say, and the site's pages where they do not. */
async function inputOf(deps: CliDeps, { domain, flags }: Given) {
  const { name, questions, competitors, engines, times } = flags;
  const isWhole = name !== undefined && questions !== undefined;
  const { proposalsOf } = await import('../../propose/proposals.ts');
  const { fewQuestionsWords, proposedProspect } = await import('../../propose/prospect.ts');
  const site = isWhole ? null : await deps.sites().read(domain, deps.stopSignal()).catch(withAdvice);
  const found = proposedProspect(proposalsOf(site));
  const notice = questions === undefined ? fewQuestionsWords(found.questions.length) : null;
  if (questions === undefined && found.questions.length === 0)
    throw new SightlineError('invalid_argument', `${notice} Give some with --questions.`);
  const { market, aliases, domains } = found;
  const [locationCode, languageCode] = [market?.locationCode ?? null, market?.languageCode ?? null];
  const input = {
    name: name ?? found.name,
    domain: site?.host ?? domain,
    ...{ aliases, domains },
    ...(market && { markets: [{ location_code: locationCode, language_code: languageCode }] }),
    competitors: competitors?.map((each) => ({ name: each })) ?? found.competitors,
    questions: questions ?? found.questions,
    ...(engines && { engines }),
    times: Number(times),
  };
  return { input, notice };
}

function withAdvice(error: unknown): never {
  if (!(error instanceof SightlineError) || error.code !== 'invalid_argument') throw error;
  throw new SightlineError('invalid_argument', `${error.message} Or give --name and --questions.`);
}

async function confirmCost({ terminal }: CliDeps, { yes }: ProspectFlags, json: boolean): Promise<void> {
  if (yes) return;
  if (terminal.ask !== null && !json && (await terminal.ask('Ask these questions at this cost? [y/N] ')))
    return;
  throw new SightlineError('invalid_argument', 'Asked nothing. Add --yes to ask without confirmation.');
}

/** A prospect's brand and task. */
interface Started {
  readonly brand: string;
  readonly task: string;
}

/** Does the task here, unless a server has taken it. */
async function finishTask(
  deps: CliDeps,
  db: Database,
  { flags }: Invocation,
  started: Started,
): Promise<void> {
  const { doNext } = await import('../../pipeline/tasks/task-worker.ts');
  const { reportComposer } = await import('../../reports/client/composer.ts');
  const engines = await deps.engines(flags, db);
  // Without one, nothing would be asked, and the report be empty.
  if (engines.ready.length === 0)
    throw new SightlineError('conflict', 'No engine has a key here, so there is nobody to ask.');
  const [stop, progress] = [deps.stopSignal(), new Progress(deps.terminal)];
  const working = {
    ...{ ...deps, db, stop, sites: deps.sites() },
    engines,
    secrets: await deps.secrets(flags),
    prospectReport: reportComposer({ now: deps.now, db }).prospect,
    onFailure: () => {},
    onCollected: ({ engine, result }: CollectedQuestion) => progress.show(`${engine}: ${result}`),
  };
  while (!stop.aborted && !hasEnded((await taskIn(db, started)).state)) {
    if (!(await doNext(working, ['prospect']))) await deps.sleep(LOOK_MS, stop);
  }
  progress.clear();
}

/** How often it looks whether a server has done it. */
const LOOK_MS = 1000;

async function taskIn(db: Database, { brand, task: id }: Started): Promise<Task> {
  const { taskOf } = await import('../../pipeline/tasks/tasks-of-brand.ts');
  const task = await taskOf(db, brand, id);
  if (task === null) throw new SightlineError('not_found', 'Somebody removed this prospect meanwhile.');
  return task;
}

/** The counts of the frozen report, and where the rest is. */
async function printReport(
  deps: CliDeps,
  db: Database,
  started: Started,
  of: OwnedBrand & { readonly json: boolean },
): Promise<void> {
  const { reportOf, reportsOf } = await import('../../pipeline/declare/shared-reports.ts');
  const { state, messages } = await taskIn(db, started);
  const [listed] = await reportsOf(db, of);
  if (listed === undefined) {
    const why = hasEnded(state) ? messages.map(({ text }) => text).join(' ') : '';
    throw new SightlineError(
      'collection_failed',
      `${why || 'Interrupted.'} No report yet. The same command continues, and pays for nothing twice.`,
    );
  }
  const report = await reportOf(db, of, listed.id);
  const counts =
    report.frozen === null ? '' : (report.blocks.find(({ kind }) => kind === 'text')?.comment ?? '');
  if (of.json)
    return deps.terminal.out(
      jsonLine({ brand: of.brand, report: listed.id, state, messages, counts: counts.split('\n\n') }),
    );
  const lines = [
    ...counts.split('\n\n'),
    ...messages.map(({ about, text }) => (about === null ? text : `${engineNameOf(about)}: ${text}`)),
  ];
  const where = `The report “${report.title}” (${listed.id}) is on the page Reports of the brand ${of.brand}.`;
  const keep = `Sightline removes the brand after ${PROSPECT_DAYS} days; \`sightline brand keep ${of.brand}\` keeps it.`;
  deps.terminal.out([...lines, where, keep].map((each) => `${printable(each)}\n`).join(''));
}
