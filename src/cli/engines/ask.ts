import { SightlineError } from '../../domain/errors.ts';
import { dollars, usdOf } from '../../domain/figures/usd.ts';
import type { CollectedQuestion, ConfiguredEngines } from '../../pipeline/collect/collect.ts';
import type { OpenOnEngine, QuestionToAsk } from '../../pipeline/tasks/ask-question.ts';
import type { Database } from '../../reports/run/operator.ts';
import type { CliDeps, Invocation } from '../shared/deps.ts';
import { table } from '../shared/table.ts';
import { jsonLine, printable } from '../shared/terminal.ts';

/** A run waits for jobs with a retry within this time. */
const PATIENCE_MS = 60_000;

interface Asked {
  /** Its public id. */
  readonly brand: string;
  /** Id or text. */
  readonly question: string;
  readonly engines: ConfiguredEngines;
  readonly options: { readonly engine?: readonly string[]; readonly dryRun?: true };
}

/** Collects today's remaining answers to one question now. */
export async function ask(
  deps: CliDeps,
  db: Database,
  { json, flags }: Invocation,
  { brand, question: given, engines, options }: Asked,
): Promise<void> {
  const { questionToAsk, openOf } = await import('../../pipeline/tasks/ask-question.ts');
  const { collect, isFailure } = await import('../../pipeline/collect/collect.ts');
  const now = { db, now: deps.now };
  const question = await questionToAsk(now, brand, given);
  if (question === null) throw unknownQuestion(brand, given);
  const { id, markets } = question;
  const chosen = await chosenEngines(brand, question, engines, options.engine);
  const ready = engines.ready.filter(({ adapter }) => chosen.includes(adapter.slug));
  const [first] = chosen;
  if (first !== undefined && ready.length === 0) {
    const { withoutKey } = await import('./try-engine.ts');
    throw withoutKey(first, engines);
  }
  const slugs = new Set(ready.map(({ adapter }) => adapter.slug));
  const skipped = chosen.filter((slug) => !slugs.has(slug));
  const open = ((await openOf(now, brand, id, engines)) ?? []).filter(({ engine }) => slugs.has(engine));
  const rows = open.flatMap((each) => openRows(each, markets));
  if (options.dryRun || rows.length === 0) {
    if (json) deps.terminal.out(jsonLine({ engines: rows, skipped }));
    else deps.terminal.out(rows.length > 0 ? openText(rows, markets) : `${whyNone(question, skipped)}\n`);
    return;
  }
  if (!json && skipped.length > 0) deps.terminal.err(`${skippedText(skipped)}\n`);
  const { act, actions, brandTarget } = await import('../shared/act.ts');
  const target = await brandTarget(db, brand);
  const input = { question: id, engines: [...slugs] };
  const { data } = await act(deps, { json, flags }, db, { action: actions.ask_sooner, input, ...target });
  if (data.answers === 0) return;
  const results: (CollectedQuestion & { readonly market: string })[] = [];
  await collect(
    { ...deps, db },
    {
      engines: ready,
      secrets: await deps.secrets(flags),
      brandId: target.brand.id,
      stop: deps.stopSignal(),
      patienceMs: PATIENCE_MS,
      onCollected: (each, marketId) => void results.push({ ...each, market: markets.get(marketId) ?? '' }),
      onBreaker: (engine, detail) =>
        deps.terminal.err(`${engine} paused: fix its key or settings (${printable(detail)})\n`),
    },
  );
  const cells = results.map(({ engine, market, result, detail }) => [
    engine,
    ...inSeveral(markets, market),
    result,
    detail ?? '',
  ]);
  const head = ['Engine', ...inSeveral(markets, 'Market'), 'Result', 'Detail'];
  deps.terminal.out(json ? jsonLine({ results, skipped }) : table(head, cells));
  if (results.some(({ result }) => isFailure(result)))
    throw new SightlineError('collection_failed', 'Not every engine answered; see the table above.');
}

function unknownQuestion(brand: string, given: string): SightlineError {
  const question = JSON.stringify(printable(given));
  return new SightlineError(
    'not_found',
    `The brand ${brand} has no question ${question}. Give its text, or its id from \`questions\`.`,
  );
}

/**
 * The wanted engines, or all of today's plan.
 *
 * @throws SightlineError for a wanted engine that is unknown, not the brand's, or without a key
 */
async function chosenEngines(
  brand: string,
  { engines: own, planned }: QuestionToAsk,
  engines: ConfiguredEngines,
  wanted: Asked['options']['engine'],
): Promise<readonly string[]> {
  if (wanted === undefined) return [...planned];
  const { refuseUnknownEngine, withoutKey } = await import('./try-engine.ts');
  for (const slug of wanted) {
    refuseUnknownEngine(slug);
    if (!own.includes(slug)) {
      const all = own.length === 0 ? 'It has no engines.' : `Its engines: ${own.join(', ')}.`;
      throw new SightlineError('invalid_argument', `The brand ${brand} does not ask ${slug}. ${all}`);
    }
    if (!engines.ready.some(({ adapter }) => adapter.slug === slug)) throw withoutKey(slug, engines);
  }
  return [...new Set(wanted)];
}

/** An engine's remaining answers in a market. */
interface OpenRow {
  readonly engine: string;
  readonly market: string;
  readonly questions: number;
  readonly estimated_usd: number;
}

function openRows(
  { engine, micros, markets: counts }: OpenOnEngine,
  markets: QuestionToAsk['markets'],
): OpenRow[] {
  return [...counts].map(([id, questions]) => ({
    engine,
    market: markets.get(id) ?? '',
    questions,
    estimated_usd: usdOf(questions * micros),
  }));
}

function openText(rows: readonly OpenRow[], markets: QuestionToAsk['markets']): string {
  const cells = rows.map(({ engine, market, questions, estimated_usd }) => [
    engine,
    ...inSeveral(markets, market),
    String(questions),
    dollars(estimated_usd),
  ]);
  return table(['Engine', ...inSeveral(markets, 'Market'), 'Questions', 'Estimated cost'], cells);
}

/** A cell that only a brand with several markets needs. */
function inSeveral(markets: QuestionToAsk['markets'], cell: string): string[] {
  return markets.size > 1 ? [cell] : [];
}

function whyNone({ planned }: QuestionToAsk, skipped: readonly string[]): string {
  if (planned.size === 0)
    return 'Sightline does not ask this question today: the question is paused, or beyond your plan, or the brand has no engines.';
  const state = "Today's answers to this question are complete.";
  return skipped.length === 0 ? state : `${state} ${skippedText(skipped)}`;
}

function skippedText(skipped: readonly string[]): string {
  return `Skipped: ${skipped.map((slug) => `${slug} (no key)`).join(', ')}.`;
}
