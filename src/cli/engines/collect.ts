import type { Command } from 'commander';
import { SightlineError } from '../../domain/errors.ts';
import type { CollectedQuestion, ConfiguredEngines, ReadyEngine } from '../../pipeline/collect/collect.ts';
import type { WaitingReadings } from '../../pipeline/judge/waiting.ts';
import type { Database } from '../../reports/run/operator.ts';
import { type CliDeps, type Invocation, invocationOf } from '../shared/deps.ts';
import { recordTable } from '../shared/record.ts';
import { jsonLine, Progress, printable } from '../shared/terminal.ts';
import { tellMissingKeys } from './key-remedy.ts';

/** A run waits for jobs with a retry within this time: first retries, and DataForSEO's queue. */
const PATIENCE_MS = 60_000;

interface CollectFlags {
  readonly dryRun?: true;
  readonly try?: string;
  readonly prompt?: string;
}

export function addCollectCommand(program: Command, deps: CliDeps): void {
  program
    .command('collect')
    .description("ask the engines today's remaining questions now, and have models read answers")
    .option('--dry-run', 'only print the question count and the estimated cost')
    .option('--try <engine>', 'ask this engine one question, print the parsed reply, and store nothing')
    .option('--prompt <text>', 'the question for --try')
    .action(async (options: CollectFlags, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { try: slug, prompt, dryRun } = options;
      if (slug !== undefined) {
        const { printEngineTest } = await import('./try-engine.ts');
        return await printEngineTest(deps, flags, { slug, prompt, json });
      }
      if (prompt !== undefined) throw new SightlineError('invalid_argument', '--prompt requires --try.');
      const { printEstimate } = await import('./estimate.ts');
      await deps.withStore(flags, async (db) => {
        const engines = await deps.engines(flags, db);
        if (dryRun) await printEstimate(deps, db, { engines, json });
        else await collectAndPrint(deps, db, { engines, json, flags });
      });
    });
}

function beyondPlanText(prompts: number): string {
  if (prompts === 0) return '';
  if (prompts === 1) return 'Left out 1 active question beyond its plan.\n';
  return `Left out ${prompts} active questions beyond their plans.\n`;
}

interface ResultRow extends CollectedQuestion {
  readonly questions: number;
}

interface CollectSummary {
  readonly results: readonly ResultRow[];
  /** Engines stopped until the operator acts, with the reason. */
  readonly stopped_engines: readonly { readonly engine: string; readonly detail: string }[];
  /** Today's unanswered questions. */
  readonly left: readonly {
    readonly engine: string;
    readonly questions: number;
    /** The last retryable failure in this run; null for none. */
    readonly last_failure: string | null;
    /** How many wait because of their organization's ceiling today. */
    readonly held_by_ceiling: number;
    /** The missing variable; null if there is a key. */
    readonly missing_key: string | null;
  }[];
  /** Fields that engines refused in this run; requests omit them from now on. */
  readonly left_out_fields: readonly { readonly engine: string; readonly field: string }[];
  readonly prompts_beyond_plan: number;
  /** What models made of answers; left out without one. */
  readonly readings?: readonly ResultRow[];
  /** Answers that wait for a model, by why; left out without one. */
  readonly waiting_readings?: WaitingReadings;
}

async function collectAndPrint(
  deps: CliDeps,
  db: Database,
  {
    engines: { ready, disabled, readers = [] },
    json,
    flags,
  }: Invocation & { readonly engines: ConfiguredEngines },
): Promise<void> {
  const { collect, isFailure } = await import('../../pipeline/collect/collect.ts');
  const { leftToday, planNow } = await import('../../pipeline/collect/questions.ts');
  const { packAll } = await import('../../pipeline/intake/pack-daily.ts');
  const { storeRetry } = await import('../../pipeline/collect/job/store-retry.ts');
  const retry = storeRetry(deps);
  const { beyondPlan, asked } = await retry(() => planNow(db, deps.now()));
  const missing = new Map(disabled.map((each) => [each.engine, each.missing]));
  if (!json) tellMissingKeys(deps, { ready, disabled }, asked);
  const tally = new Tally();
  const progress = new Progress(deps.terminal);
  await collect(
    { ...deps, db },
    {
      engines: ready,
      secrets: await deps.secrets(flags),
      stop: deps.stopSignal(),
      patienceMs: PATIENCE_MS,
      onCollected: (each) => {
        tally.add(each);
        progress.show(`${tally.questions} questions, the last on ${each.engine}: ${each.result}`);
      },
      onBreaker: (engine, detail) => tally.stopped.set(engine, detail),
      onLeftOut: (engine, field) => tally.leftOut.push({ engine, field }),
    },
  ).finally(() => progress.clear());
  const { readings, waiting, waits } = await haveRead(deps, db, {
    readers,
    secrets: await deps.secrets(flags),
  });
  const summary: CollectSummary = {
    results: tally.rows(),
    stopped_engines: [...tally.stopped].map(([engine, detail]) => ({ engine, detail })),
    left: (await retry(() => leftToday(db, deps.now()))).map((each) => ({
      ...each,
      last_failure: tally.failures.get(each.engine) ?? null,
      held_by_ceiling: tally.questionsOf(each.engine, 'ceiling'),
      missing_key: missing.get(each.engine) ?? null,
    })),
    left_out_fields: tally.leftOut,
    prompts_beyond_plan: beyondPlan,
    ...(readings.length > 0 && { readings }),
    ...(waiting && { waiting_readings: waiting }),
  };
  deps.terminal.out(json ? jsonLine(summary) : collectText(summary, waits));
  await retry(() => packAll({ ...deps, db }));
  if (summary.results.some(({ result }) => isFailure(result)) || summary.left.length > 0) {
    throw new SightlineError('collection_failed', 'Some questions have no answer; see the summary above.');
  }
}

interface Readings {
  readonly readings: readonly ResultRow[];
  /** What still waits, also in words; null without a model. */
  readonly waiting: WaitingReadings | null;
  readonly waits: readonly string[];
}

/** Has models read new answers, and what waits from before, for the organizations that chose one. */
async function haveRead(
  deps: CliDeps,
  db: Database,
  { readers, secrets }: { readonly readers: readonly ReadyEngine[]; readonly secrets: readonly string[] },
): Promise<Readings> {
  if (readers.length === 0) return { readings: [], waiting: null, waits: [] };
  const { collect } = await import('../../pipeline/collect/collect.ts');
  const { planNewReadings } = await import('../../pipeline/judge/plan-readings.ts');
  const { runBatches } = await import('../../pipeline/judge/batches.ts');
  const { waitingNow, waitingWords } = await import('../../pipeline/judge/waiting.ts');
  await planNewReadings({ ...deps, db }, readers);
  const tally = new Tally();
  const options = { engines: readers, secrets, stop: deps.stopSignal(), patienceMs: PATIENCE_MS };
  await runBatches({ ...deps, db }, options);
  const onBreaker = (engine: string, detail: string) => tally.stopped.set(engine, detail);
  await collect({ ...deps, db }, { ...options, onCollected: (each) => tally.add(each), onBreaker });
  const waiting = await waitingNow(db, deps.now());
  return { readings: tally.rows(), waiting, waits: waitingWords(waiting) };
}

/** Counts results by question. A retried question counts when it finishes. */
class Tally {
  readonly stopped = new Map<string, string>();
  readonly leftOut: { engine: string; field: string }[] = [];
  /** Each engine's last retryable failure. */
  readonly failures = new Map<string, string>();
  readonly #counts = new Map<string, ResultRow>();
  questions = 0;

  add({ engine, result, detail }: CollectedQuestion): void {
    if (result === 'retried') {
      this.failures.set(engine, detail ?? '');
      return;
    }
    const key = JSON.stringify([engine, result, detail]);
    const before = this.#counts.get(key)?.questions ?? 0;
    this.#counts.set(key, { engine, result, detail, questions: before + 1 });
    this.questions += 1;
  }

  questionsOf(engine: string, result: CollectedQuestion['result']): number {
    const rows = this.rows().filter((row) => row.engine === engine && row.result === result);
    return rows.reduce((sum, { questions }) => sum + questions, 0);
  }

  rows(): ResultRow[] {
    return [...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  }
}

function collectText(summary: CollectSummary, waits: readonly string[]): string {
  const { results, left, stopped_engines: stopped, left_out_fields: leftOut, readings = [] } = summary;
  const none = left.length > 0 ? 'No answers.\n' : 'Nothing left to ask today.\n';
  const body = results.length === 0 ? none : recordTable(results);
  const lines = [
    ...leftOut.map(
      ({ engine, field }) =>
        `${engine} does not know the request field ${field}; Sightline omits it from now on`,
    ),
    ...stopped.map(({ engine, detail }) => `${engine} paused in this run: ${detail}`),
    ...left.map((row) =>
      leftText(
        row,
        stopped.some(({ engine }) => engine === row.engine),
      ),
    ),
  ];
  return (
    body +
    lines.map((line) => `${printable(line)}\n`).join('') +
    beyondPlanText(summary.prompts_beyond_plan) +
    (readings.length === 0 ? '' : recordTable(readings, { engine: 'Reader', questions: 'Answers' })) +
    (waits.length === 0 ? '' : `Answers for models. ${waits.join(' ')}\n`)
  );
}

/** Unanswered questions, and who asks them next. */
function leftText(
  { engine, questions, last_failure: failure, held_by_ceiling: held, missing_key }: LeftRow,
  isStopped: boolean,
): string {
  const areThere = questions === 1 ? `1 question to ${engine} is` : `${questions} questions to ${engine} are`;
  if (missing_key !== null) return `${areThere} not asked: no key`;
  if (isStopped) return `${areThere} not asked until it answers again`;
  if (held >= questions) return `${areThere} not asked today: ceiling reached`;
  const ceiling = held === 0 ? '' : `, except ${held} that a ceiling holds back`;
  const reason = failure === null ? '' : `; the last failure: ${failure}`;
  return `${areThere} left for later today, for serve or the next collect${ceiling}${reason}`;
}

type LeftRow = CollectSummary['left'][number];
