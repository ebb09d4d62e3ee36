import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { DAYS_PER_MONTH } from '../../domain/figures/month-budget.ts';
import type { Proportion } from '../../domain/figures/proportion.ts';
import { microsOfCents } from '../../domain/figures/usd.ts';
import { questionIdOf } from '../../domain/questions/question-id.ts';
import { MOST_SAMPLES } from '../../domain/questions/samples.ts';
import { meanOfDay } from '../../domain/questions/weekly.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { periodOf } from '../../domain/time/period.ts';
import { type ComparedCount, countCompared } from '../../panel/counts/compared.ts';
import { countPrompts } from '../../panel/counts/prompts.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { allocate, deviationOf } from '../../stats/panel/allocation.ts';
import { NEARLY_THE_SAME, similarPairs } from '../../stats/panel/similarity.ts';
import type { PlannedPrompt } from '../../storage/directory/brand/prompts.ts';
import type { EnginePanel } from './panel-plan.ts';
import { usd } from './planner-rows.ts';
import type { NO_ALLOCATION, Plan } from './planner-schema.ts';

/** A prompt with at least this many answers, all alike, is uninformative. */
const ENOUGH_ANSWERS = 60;

/** That takes at least this many days: a prompt has at most one answer a day and engine. */
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

/** An active engine and its questions. */
interface AskedEngine {
  readonly panel: EnginePanel;
  readonly questions: readonly Question[];
}

interface Question {
  readonly prompt: PlannedPrompt;
  readonly counted: Proportion;
  /** One answer's standard deviation. */
  readonly deviation: number;
}

/** Every active engine's questions, in prompt order. */
export function askedEngines(
  engines: readonly EnginePanel[],
  prompts: readonly PlannedPrompt[],
): AskedEngine[] {
  const active = prompts.filter((prompt) => prompt.active);
  return engines
    .filter(({ isAsked }) => isAsked)
    .map((panel) => {
      const counts = new Map(panel.cells.map((cell) => [cell.promptId, cell]));
      const questions = active.map((prompt) => {
        const { named = 0, answers = 0 } = counts.get(prompt.id) ?? {};
        const counted = { events: named, trials: answers };
        return { prompt, counted, deviation: deviationOf(counted) };
      });
      return { panel, questions };
    });
}

interface Ceiling {
  readonly answers: number;
  readonly cents?: number;
}

/** In micros; null for none. */
const moneyOf = ({ cents }: Ceiling) => (cents === undefined ? null : microsOfCents(cents));

/** Where more answers help most. Engines weigh the same, and so do all prompts on each engine. */
export function allocationOf(asked: readonly AskedEngine[], ceiling: Ceiling): Spending {
  const cells = asked.flatMap(({ panel, questions }) => questions.map((question) => ({ panel, question })));
  const [answers, money] = [ceiling.answers, moneyOf(ceiling)];
  const isPriced = cells.every(({ panel }) => panel.price !== null);
  const none = (reason: (typeof NO_ALLOCATION)[number]): Spending => ({
    rows: [],
    meta: { answers: 0, least_answers: cells.length, usd: null, null_because: reason },
  });
  if (cells.length === 0) return none('nothing_asked');
  if (cells.length > answers) return none('fewer_answers_than_questions');
  if (money !== null && !isPriced) return none('price_unknown');
  const priced = cells.map(({ panel, question }) => ({
    deviation: question.deviation,
    price: panel.price?.micros ?? 0,
  }));
  const counts = allocate(priced, { answers, money, each: null });
  if (counts === null) return none('ceiling_too_low');
  const spent = counts.reduce((sum, count, index) => sum + count * (priced[index]?.price ?? 0), 0);
  return {
    rows: cells
      .map((cell, index) => ({ ...cell, answers: counts[index] ?? 1 }))
      .filter((cell) => cell.answers > 1)
      .sort((a, b) => b.answers - a.answers)
      .map(allocationRow),
    meta: {
      answers: counts.reduce((sum, count) => sum + count, 0),
      least_answers: cells.length,
      usd: isPriced ? usd(spent) : null,
      null_because: null,
    },
  };
}

function allocationRow({
  panel: { engine },
  question: { prompt, counted },
  answers,
}: {
  readonly panel: EnginePanel;
  readonly question: Question;
  readonly answers: number;
}): Plan['allocation'][number] {
  return {
    engine: engine.slug,
    engine_name: engine.name,
    ...idAndText(prompt),
    answers,
    present: counted.events,
    responses: counted.trials,
  };
}

function idAndText({ digest, text }: PlannedPrompt) {
  return { question_id: questionIdOf(digest), question: text };
}

interface Samples {
  readonly rows: Plan['samples'];
  readonly meta: { readonly questions_per_day: number; readonly usd_per_month: number | null };
}

/** By prompt, because all engines get a prompt equally often. Weekly prompts stay weekly. */
export function samplesOf(
  asked: readonly AskedEngine[],
  prompts: readonly PlannedPrompt[],
  ceiling: Ceiling,
): Samples {
  const daily = prompts.filter(({ active, isWeekly }) => active && !isWeekly);
  const weekly = meanOfDay(0, prompts.filter(({ active, isWeekly }) => active && isWeekly).length);
  const price = asked.reduce<number | null>(
    (sum, { panel }) => (sum === null || panel.price === null ? null : sum + panel.price.micros),
    0,
  );
  const deviations = asked.map(
    ({ questions }) => new Map(questions.map(({ prompt, deviation }) => [prompt.id, deviation])),
  );
  const cells = daily.map(({ id }) => ({
    deviation: Math.hypot(...deviations.map((each) => each.get(id) ?? 0)),
    price: price ?? 0,
  }));
  const all = moneyOf(ceiling);
  const money = all === null ? null : all - weekly * (price ?? 0);
  const counts =
    (money !== null && price === null) || asked.length === 0
      ? null
      : allocate(cells, {
          answers: Math.floor(ceiling.answers / asked.length - weekly),
          money,
          each: MOST_SAMPLES,
        });
  const then = counts === null ? 0 : counts.reduce((sum, each) => sum + each, weekly);
  return {
    rows: daily.flatMap((prompt, index) => {
      const { samples } = prompt;
      const samplesThen = counts?.[index] ?? samples;
      if (samplesThen === samples) return [];
      return { ...idAndText(prompt), samples_now: samples, samples_then: samplesThen };
    }),
    meta: {
      questions_per_day: thousandths(then * asked.length),
      usd_per_month: counts === null || price === null ? null : usd(then * price * DAYS_PER_MONTH),
    },
  };
}

/** Counted on all engines together: prompts with no event on any engine, or only events. */
export async function uninformative(
  { panel, period: { from, to }, only: { engine: _, ...only } }: CountedAnswers,
  prompts: readonly PlannedPrompt[],
): Promise<Plan['prompts_without_information']> {
  const period = { from: Math.min(from, periodOf(to - 1, ENOUGH_DAYS).from), to };
  const counted = await countPrompts({ panel, period, only });
  const counts = new Map(counted.map((each) => [each.promptId, each]));
  return prompts.flatMap((prompt) => {
    const { answers, named } = counts.get(prompt.id) ?? { answers: 0, named: 0 };
    if (!prompt.active || answers < ENOUGH_ANSWERS || (named !== 0 && named !== answers)) return [];
    return {
      ...idAndText(prompt),
      always: named === 0 ? ('not_named' as const) : ('named' as const),
      present: named,
      responses: answers,
      since: formatInstant(period.from),
    };
  });
}

export interface SimilarityInput {
  readonly prompts: readonly PlannedPrompt[];
  readonly engines: readonly EnginePanel[];
  readonly tracked: readonly TrackedBrand[];
}

/** An engine's answers to a prompt in which Sightline looked for a brand, and in which it was named. */
interface Naming extends Pick<ComparedCount, 'engine' | 'promptId' | 'answers' | 'named'> {
  readonly trackedId: number;
}

interface Similar {
  readonly rows: Plan['similar_prompts'];
  /** How similar two prompts in the panel usually are; null if unknown. */
  readonly typical: number | null;
}

/** Active prompts that are nearly the same question, by the brands that their answers name. */
export async function similarIn(
  answers: CountedAnswers,
  { prompts, engines, tracked }: SimilarityInput,
): Promise<Similar> {
  const naming: Naming[] = [];
  for (const { id: trackedId } of tracked) {
    naming.push(...(await countCompared(answers, trackedId)).map((row) => ({ ...row, trackedId })));
  }
  const counts = Map.groupBy(naming, ({ promptId }) => promptId);
  const active = prompts.filter((prompt) => prompt.active);
  const slugs = engines.map(({ engine }) => engine.slug);
  const { pairs, typical } = similarPairs(
    active.map(({ id }) => profileOf(counts.get(id) ?? [], slugs, tracked)),
  );
  const rows = pairs.flatMap(({ one, other, due }) => {
    const [first, second] = [active[one], active[other]];
    if (first === undefined || second === undefined) return [];
    return {
      ...idAndText(first),
      other_id: questionIdOf(second.digest),
      other: second.text,
      difference: thousandths(due),
    };
  });
  return { rows, typical: typical === null ? null : thousandths(typical) };
}

/** More than anybody reviews. The most alike come first. */
export const MOST_PAIRS = 20;

/** The similar pairs that the list leaves out. Empty if nobody looked for pairs. */
export function similarNote(meta: {
  readonly similar_pairs: number | null;
  readonly typical_difference: number | null;
}): string {
  const { similar_pairs: pairs, typical_difference: typical } = meta;
  if (pairs === null || typical === null) return '';
  if (pairs > MOST_PAIRS) {
    const all = pairs.toLocaleString('en-US');
    return `These are the ${MOST_PAIRS} most alike among ${all} similar pairs.`;
  }
  return pairs === 0 && typical <= NEARLY_THE_SAME
    ? 'Answers to all these questions name much the same brands, so no pair stands out as similar.'
    : '';
}

function thousandths(value: number): number {
  return Math.round(1000 * value) / 1000;
}

/** How many answers to the prompt name each brand, per engine, in one order. */
function profileOf(counts: readonly Naming[], engines: readonly string[], tracked: readonly TrackedBrand[]) {
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
