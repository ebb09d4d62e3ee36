import type { Command } from 'commander';
import { SightlineError } from '../domain/errors.ts';
import type { Collected } from '../pipeline/collect/collect.ts';
import type { CollectionRecord } from '../pipeline/collect/list-collections.ts';
import type { Database } from '../reports/operator.ts';
import { type CliDeps, invocationOf } from './deps.ts';
import { table } from './table.ts';
import { jsonLine, Progress, printable } from './terminal.ts';

/** Asking the engines by hand, and what became of it. */
export function addCollectCommands(program: Command, deps: CliDeps): void {
  addCollect(program, deps);
  addCollections(program, deps);
}

/** A run waits for jobs that come back within this time: the first retries, and DataForSEO's queue. */
const PATIENCE_MS = 60_000;

function addCollect(program: Command, deps: CliDeps): void {
  program
    .command('collect')
    .description('ask the engines every question of today that was not asked yet, at once')
    .option('--dry-run', 'only say how many questions there are, on which engines, at about what cost')
    .action(async (options: { dryRun?: true }, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const { retirementNotices } = await import('../pipeline/collect/retirement-notices.ts');
      const notices = json ? [] : retirementNotices((await deps.engines()).ready, deps.now());
      for (const notice of notices) deps.terminal.err(`${notice}\n`);
      await deps.withStore(flags, (db) =>
        options.dryRun ? tellEstimate(deps, db, json) : collectShown(deps, db, json),
      );
    });
}

interface EstimateRow {
  readonly engine: string;
  readonly questions: number;
  readonly estimated_usd: number;
  /** The variable without which it is not asked. */
  readonly missing_key: string | null;
}

async function tellEstimate(deps: CliDeps, db: Database, json: boolean): Promise<void> {
  const { estimateDay } = await import('../pipeline/collect/questions.ts');
  const { ready, disabled } = await deps.engines();
  const micros = new Map([
    ...ready.map((each) => [each.adapter.slug, each.micros] as const),
    ...disabled.map((each) => [each.engine, each.micros] as const),
  ]);
  const missing = new Map(disabled.map((each) => [each.engine, each.missing]));
  const estimate = await estimateDay(db, deps.now());
  const rows = estimate.engines.map(({ engine, questions }) => ({
    engine,
    questions,
    estimated_usd: usdOf(questions * (micros.get(engine) ?? 0)),
    missing_key: missing.get(engine) ?? null,
  }));
  const answer = { engines: rows, prompts_beyond_plan: estimate.beyondPlan };
  deps.terminal.out(json ? jsonLine(answer) : estimateText(rows) + beyondPlanText(estimate.beyondPlan));
}

function estimateText(rows: readonly EstimateRow[]): string {
  if (rows.length === 0) return 'Nothing is left to be asked today.\n';
  const asked = rows.filter((row) => row.missing_key === null);
  const total = asked.reduce((sum, each) => sum + each.estimated_usd, 0);
  const body = table(
    ['Engine', 'Questions', 'About', 'Note'],
    rows.map((row) => [
      row.engine,
      String(row.questions),
      `$${row.estimated_usd.toFixed(2)}`,
      row.missing_key === null ? '' : `not asked: ${row.missing_key} is not set`,
    ]),
  );
  return `${body}\nAsking those that have a key costs about $${total.toFixed(2)}.\n`;
}

function usdOf(micros: number): number {
  return Math.round(micros / 100) / 10_000;
}

function beyondPlanText(prompts: number): string {
  return prompts === 0
    ? ''
    : `${prompts} active prompts are past what the plan includes, and are not asked.\n`;
}

interface ResultRow extends Collected {
  readonly questions: number;
}

/** What a run came to. */
interface CollectSummary {
  readonly results: readonly ResultRow[];
  /** Engines that are not asked any more before the operator acts, and why. */
  readonly stopped_engines: readonly { readonly engine: string; readonly detail: string }[];
  /** Questions of today that are to be asked again later, or that no engine with a key is there for. */
  readonly left: readonly {
    readonly engine: string;
    readonly questions: number;
    /** What the last failure in this run was, of those that are tried again; null for none. */
    readonly last_failure: string | null;
  }[];
  readonly prompts_beyond_plan: number;
}

async function collectShown(deps: CliDeps, db: Database, json: boolean): Promise<void> {
  const { collect, isFailure } = await import('../pipeline/collect/collect.ts');
  const { leftToday, planNow } = await import('../pipeline/collect/questions.ts');
  const { ready, disabled } = await deps.engines();
  const { beyondPlan, asked } = await planNow(db, deps.now());
  for (const { engine, missing } of disabled) {
    if (!json && asked.includes(engine)) deps.terminal.err(`${engine} is not asked: ${missing} is not set\n`);
  }
  const tally = new Tally();
  const progress = new Progress(deps.terminal);
  await collect(
    { ...deps, db },
    {
      engines: ready,
      stop: deps.stopSignal(),
      patienceMs: PATIENCE_MS,
      onCollected: (each) => {
        tally.add(each);
        progress.show(`${tally.questions} questions, the last on ${each.engine}: ${each.result}`);
      },
      onBreaker: (engine, detail) => tally.stopped.set(engine, detail),
    },
  ).finally(() => progress.clear());
  const summary: CollectSummary = {
    results: tally.rows(),
    stopped_engines: [...tally.stopped].map(([engine, detail]) => ({ engine, detail })),
    left: (await leftToday(db, deps.now())).map((each) => ({
      ...each,
      last_failure: tally.failures.get(each.engine) ?? null,
    })),
    prompts_beyond_plan: beyondPlan,
  };
  deps.terminal.out(json ? jsonLine(summary) : collectText(summary));
  if (summary.results.some(({ result }) => isFailure(result)) || summary.left.length > 0) {
    throw new SightlineError('collection_failed', 'Not every question was answered; see the summary above.');
  }
}

/** Counts what became of questions. One that comes back later is counted when it does. */
class Tally {
  readonly stopped = new Map<string, string>();
  /** The last failure of each engine that is tried again. */
  readonly failures = new Map<string, string>();
  readonly #counts = new Map<string, ResultRow>();
  questions = 0;

  add({ engine, result, detail }: Collected): void {
    if (result === 'retried') {
      this.failures.set(engine, detail ?? '');
      return;
    }
    const key = JSON.stringify([engine, result, detail]);
    const before = this.#counts.get(key)?.questions ?? 0;
    this.#counts.set(key, { engine, result, detail, questions: before + 1 });
    this.questions += 1;
  }

  rows(): ResultRow[] {
    return [...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  }
}

function collectText({
  results,
  stopped_engines: stopped,
  left,
  prompts_beyond_plan,
}: CollectSummary): string {
  const header = ['Engine', 'Result', 'Detail', 'Questions'];
  const rows = results.map((row) => [row.engine, row.result, row.detail ?? '', String(row.questions)]);
  const none = left.length > 0 ? 'No question was answered.\n' : 'Nothing is left to be asked today.\n';
  const body = rows.length === 0 ? none : table(header, rows);
  const lines = [
    ...stopped.map(({ engine, detail }) => `${engine} was stopped in this run: ${detail}`),
    ...left.map(({ engine, questions, last_failure: failure }) => {
      const reason = failure === null ? '' : `; the last failure: ${failure}`;
      return `${questions} questions to ${engine} are left for later today${reason}`;
    }),
  ];
  return body + lines.map((line) => `${printable(line)}\n`).join('') + beyondPlanText(prompts_beyond_plan);
}

function addCollections(program: Command, deps: CliDeps): void {
  program
    .command('collections')
    .description('what became of the newest collections: outcome, reason, model, cost and market')
    .option('--failed', 'only those that failed')
    .option('--limit <n>', 'how many at most', '50')
    .action(async (options: { failed?: true; limit: string }, command: Command) => {
      const { json, flags } = invocationOf(command, deps);
      const limit = /^\d{1,5}$/.test(options.limit) ? Number(options.limit) : 0;
      if (limit < 1)
        throw new SightlineError('invalid_argument', '--limit must be a whole number from 1 to 99999.');
      const { listCollected } = await import('../pipeline/collect/list-collections.ts');
      const found = await deps.withStore(flags, (db) =>
        listCollected(db, { failed: options.failed === true, limit }),
      );
      deps.terminal.out(json ? jsonLine(found) : collectionsText(found));
    });
}

function collectionsText({
  breakers,
  collections,
}: {
  readonly breakers: readonly { readonly engine: string; readonly detail: string; readonly since: string }[];
  readonly collections: readonly CollectionRecord[];
}): string {
  const stopped = breakers.map(
    ({ engine, detail, since }) => `${engine} is not asked since ${since}: ${printable(detail)}\n`,
  );
  if (collections.length === 0) return `${stopped.join('')}No collections.\n`;
  const rows = collections.map((row) => [
    row.collected_at,
    row.brand,
    row.engine,
    row.outcome,
    row.detail ?? '',
    row.model ?? '',
    row.cost_usd === null ? '' : `$${row.cost_usd.toFixed(4)}`,
    row.latency_ms === null ? '' : `${(row.latency_ms / 1000).toFixed(1)} s`,
    row.location_applied === null ? '' : row.location_applied ? 'yes' : 'no',
  ]);
  const header = [
    'Collected',
    'Brand',
    'Engine',
    'Outcome',
    'Detail',
    'Model',
    'Cost',
    'Took',
    'Market applied',
  ];
  return stopped.join('') + table(header, rows);
}
