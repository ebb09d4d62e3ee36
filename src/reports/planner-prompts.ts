import type { Static } from 'typebox';
import { formatInstant } from '../domain/instant.ts';
import { DAYS_PER_MONTH } from '../domain/month-budget.ts';
import { type Period, periodOf } from '../domain/period.ts';
import { questionIdOf } from '../domain/question-id.ts';
import { MOST_SAMPLES } from '../domain/samples.ts';
import type { TrackedBrand } from '../domain/tracked-brand.ts';
import { allocate, deviationOf } from '../stats/allocation.ts';
import { likePairs } from '../stats/likeness.ts';
import { countNamingPanel, type NamingPanel } from '../storage/answers/panel-counts.ts';
import type { CountedBrand } from '../storage/answers/parts.ts';
import { countPrompts } from '../storage/answers/prompt-counts.ts';
import type { PlannedPrompt } from '../storage/directory/prompts.ts';
import type { Database } from '../storage/driver/database.ts';
import type { EnginePanel } from './panel-plan.ts';
import { usd } from './planner-rows.ts';
import type { NO_ALLOCATION, PlanSchema } from './planner-schema.ts';

type Plan = Static<typeof PlanSchema>;

/** A prompt that had at least so many answers, all alike, tells nothing. */
const ENOUGH_ANSWERS = 60;

/** For that, at least so many days are looked at: a prompt has one answer a day and engine, or fewer. */
const ENOUGH_DAYS = 90;

interface Spending {
  readonly rows: Plan['allocation'];
  readonly meta: {
    readonly answers: number;
    readonly least_answers: number;
    readonly usd: number | null;
    readonly null_because: (typeof NO_ALLOCATION)[number] | null;
  };
}

/** Where the next answers are best spent. Engines weigh the same, and on each engine all prompts do. */
export function allocationOf(
  engines: readonly EnginePanel[],
  prompts: readonly PlannedPrompt[],
  { answers, cents }: { readonly answers: number; readonly cents?: number },
): Spending {
  const cells = engines
    .filter(({ isAsked }) => isAsked)
    .flatMap((panel) => prompts.filter(({ active }) => active).map((prompt) => cellOf(panel, prompt)));
  const isPriced = cells.every(({ price }) => price !== null);
  const none = (reason: (typeof NO_ALLOCATION)[number]): Spending => ({
    rows: [],
    meta: { answers: 0, least_answers: cells.length, usd: null, null_because: reason },
  });
  if (cells.length === 0) return none('nothing_asked');
  if (cells.length > answers) return none('fewer_answers_than_questions');
  if (cents !== undefined && !isPriced) return none('price_unknown');
  const ceiling = { answers, money: cents === undefined ? null : cents * MICROS_PER_CENT, each: null };
  const counts = allocate(
    cells.map(({ deviation, price }) => ({ deviation, price: price ?? 0 })),
    ceiling,
  );
  if (counts === null) return none('ceiling_too_low');
  const spent = cells.map((cell, index) => ({ ...cell, count: counts[index] ?? 1 }));
  return {
    rows: spent
      .filter(({ count }) => count > 1)
      .sort((a, b) => b.count - a.count)
      .map(({ row, count }) => ({ ...row, answers: count })),
    meta: {
      answers: spent.reduce((sum, { count }) => sum + count, 0),
      least_answers: cells.length,
      usd: isPriced ? usd(spent.reduce((sum, { count, price }) => sum + count * (price ?? 0), 0)) : null,
      null_because: null,
    },
  };
}

const MICROS_PER_CENT = 10_000;

function cellOf({ engine, cells, price }: EnginePanel, { id, digest, text }: PlannedPrompt) {
  const counted = cells.find(({ promptId }) => promptId === id);
  const [events, trials] = [counted?.named ?? 0, counted?.answers ?? 0];
  return {
    deviation: deviationOf({ events, trials }),
    price: price?.micros ?? null,
    row: {
      engine: engine.slug,
      engine_name: engine.name,
      question_id: questionIdOf(digest),
      question: text,
      present: events,
      responses: trials,
    },
  };
}

interface Samples {
  readonly rows: Plan['samples'];
  readonly meta: { readonly questions_per_day: number; readonly usd_per_month: number | null };
}

/** The same by prompt, as all engines are asked a prompt equally often. */
export function samplesOf(
  engines: readonly EnginePanel[],
  prompts: readonly PlannedPrompt[],
  { answers, cents }: { readonly answers: number; readonly cents?: number },
): Samples {
  const asked = engines.filter(({ isAsked }) => isAsked);
  const active = prompts.filter((prompt) => prompt.active);
  const price = asked.reduce<number | null>(
    (sum, each) => (sum === null || each.price === null ? null : sum + each.price.micros),
    0,
  );
  const cells = active.map((prompt) => ({
    deviation: Math.hypot(...asked.map((panel) => cellOf(panel, prompt).deviation)),
    price: price ?? 0,
  }));
  const money = cents === undefined ? null : cents * MICROS_PER_CENT;
  const rounds = asked.length === 0 ? 0 : Math.floor(answers / asked.length);
  const counts =
    (money !== null && price === null) || asked.length === 0
      ? null
      : allocate(cells, { answers: rounds, money, each: MOST_SAMPLES });
  const then = counts?.reduce((sum, each) => sum + each, 0) ?? 0;
  return {
    rows: active.flatMap(({ digest, text, samples }, index) => {
      const samplesThen = counts?.[index] ?? samples;
      if (samplesThen === samples) return [];
      const question = { question_id: questionIdOf(digest), question: text };
      return { ...question, samples_now: samples, samples_then: samplesThen };
    }),
    meta: {
      questions_per_day: then * asked.length,
      usd_per_month: counts === null || price === null ? null : usd(then * price * DAYS_PER_MONTH),
    },
  };
}

/** Counted from the kept counts by prompt, of all engines together: what no engine ever does, or every one always. */
export async function uninformative(
  db: Database,
  brand: CountedBrand,
  prompts: readonly PlannedPrompt[],
  { from, to }: Period,
): Promise<Plan['prompts_without_information']> {
  const period = { from: Math.min(from, periodOf(to - 1, ENOUGH_DAYS).from), to };
  const counts = new Map((await countPrompts(db, brand, period)).map((each) => [each.promptId, each]));
  return prompts.flatMap(({ id, active, digest, text }) => {
    const { answers, named } = counts.get(id) ?? { answers: 0, named: 0 };
    if (!active || answers < ENOUGH_ANSWERS || (named !== 0 && named !== answers)) return [];
    return {
      question_id: questionIdOf(digest),
      question: text,
      always: named === 0 ? ('not_named' as const) : ('named' as const),
      present: named,
      responses: answers,
      since: formatInstant(period.from),
    };
  });
}

export interface Compared {
  readonly prompts: readonly PlannedPrompt[];
  readonly engines: readonly EnginePanel[];
  readonly tracked: readonly TrackedBrand[];
}

/** Active prompts that are nearly the same question, by the brands that their answers name. */
export async function similarIn(
  db: Database,
  brandId: number,
  { prompts, engines, tracked }: Compared,
  period: Period,
): Promise<Plan['similar_prompts']> {
  const counts = Map.groupBy(await countNamingPanel(db, brandId, period), ({ promptId }) => promptId);
  const active = prompts.filter((prompt) => prompt.active);
  const slugs = engines.map(({ engine }) => engine.slug);
  const pairs = likePairs(active.map(({ id }) => profileOf(counts.get(id) ?? [], slugs, tracked)));
  return pairs.flatMap(({ one, other, due }) => {
    const [first, second] = [active[one], active[other]];
    if (first === undefined || second === undefined) return [];
    return {
      question_id: questionIdOf(first.digest),
      question: first.text,
      other_id: questionIdOf(second.digest),
      other: second.text,
      difference: Math.round(1000 * due) / 1000,
    };
  });
}

/** In how many of its answers each engine named each brand, in one order. */
function profileOf(
  counts: readonly NamingPanel[],
  engines: readonly string[],
  tracked: readonly TrackedBrand[],
) {
  const byCell = new Map(counts.map((each) => [`${each.engine} ${each.trackedId}`, each]));
  const profile = engines.flatMap((engine) =>
    tracked.map(({ id }) => {
      const { answers = 0, named = 0 } = byCell.get(`${engine} ${id}`) ?? {};
      return { events: named, trials: answers };
    }),
  );
  const answersOn = (engine: string) =>
    Math.max(0, ...tracked.map(({ id }) => byCell.get(`${engine} ${id}`)?.answers ?? 0));
  return { profile, answers: engines.reduce((sum, engine) => sum + answersOn(engine), 0) };
}
