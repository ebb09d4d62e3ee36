import Type from 'typebox';
import type { AlertSettings } from '../../domain/alerts/alert-rules.ts';
import { answerPrice } from '../../domain/answers/answer-price.ts';
import { type BrandMarket, isAskedIn } from '../../domain/brand/market.ts';
import { brandNamed } from '../../domain/brand/named-brand.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { countCompared } from '../../panel/counts/compared.ts';
import { firstAnswers } from '../../panel/counts/first-answers.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { POWER } from '../../stats/alerts/detectable.ts';
import { leastAnswers } from '../../stats/alerts/gates.ts';
import { listEngineFacts } from '../../storage/answers/filter/engine-facts.ts';
import { listPlannedPrompts, type PlannedPrompt } from '../../storage/directory/brand/prompts.ts';
import { findSamplesPerDay } from '../../storage/directory/brands.ts';
import { findAlertSettings } from '../../storage/directory/organizations.ts';
import { trackedCounts } from '../figures/tracked.ts';
import { designEffects } from '../shape/design-effects.ts';
import { type MarketQuery, oneMarket } from '../shape/markets.ts';
import { readerQuery } from '../shape/reader.ts';
import { defineReport, engineParameter, type ReportContext } from '../shape/report.ts';
import { namingPrompts } from '../shape/sample-design.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';
import { daysSince, type EnginePanel, plannedOn, questionsADay } from './panel-plan.ts';
import { plannerColumns } from './planner-columns.ts';
import { needRows } from './planner-needs.ts';
import { billOf, changeRows, engineRow, repeatWords, whatIfRows } from './planner-rows.ts';
import { PlanSchema, planMeta } from './planner-schema.ts';

export const planner = defineReport({
  name: 'planner',
  summary: 'The changes that your questions can detect, how soon, and their cost.',
  description:
    '`changes`: the size at which alerts report a change in 80% of cases, and ' +
    'how soon; `needs`: the answers to detect 20, 10, and 5 points; `what_ifs`: other panels and their cost. ' +
    "With several markets, questions a day and costs are for one. This is a forecast: it takes the window's shares as true, and a change as sudden and lasting.",
  takesBrand: true,
  countsMentions: true,
  query: {
    ...windowQuery(),
    ...sliceQuery,
    ...readerQuery,
    engine: engineParameter,
    versus: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          "A competitor's name or alias: `changes` then says when an alert would report that it ranks ahead.",
      }),
    ),
  },
  data: PlanSchema,
  isOfOneMarket: true,
  meta: { ...windowMeta, ...planMeta },
  columns: plannerColumns,
  errors: [],
  async run(context, query) {
    const { period, meta } = windowOf(context.now, query);
    const answers = await answersOfOne(context, query, period);
    const panel = await panelOf(context, query, answers);
    const { engines, prompts, competitor, thresholds } = panel;
    const planned = engines.map((each) => plannedOn(each, competitor, thresholds));
    return {
      note: `${NOTE} ${repeatWords(engines, prompts.filter(({ active }) => active).length)}`.trim(),
      meta: {
        ...meta,
        power: POWER,
        min_delta_points: thresholds.minDeltaPoints,
        min_sample_each_side: leastAnswers(thresholds),
        ...billOf(engines),
        versus: competitor?.name ?? null,
      },
      data: {
        engines: planned.flatMap(engineRow),
        changes: planned.flatMap((each) => changeRows(each, panel.self?.name ?? '')),
        needs: planned.flatMap((each) => needRows(each, panel)),
        what_ifs: whatIfRows(planned, panel),
      },
    };
  },
});

const NOTE =
  'A forecast for this panel by the alert rules: a change counts as detected if an alert would report it in 80% of ' +
  'cases. Without a figure there are too few answers, or no change is large enough: null is never zero. After 28 days, ' +
  'both windows contain a change, so alerts never report it. Engines are never averaged.';

interface Panel {
  readonly self: TrackedBrand | null;
  readonly competitor: TrackedBrand | null;
  readonly prompts: readonly PlannedPrompt[];
  /** A new prompt's daily samples. */
  readonly samples: number;
  readonly engines: readonly EnginePanel[];
  readonly thresholds: AlertSettings;
}

interface PlanQuery extends MarketQuery {
  readonly versus?: string;
}

async function panelOf(context: ReportContext, query: PlanQuery, answers: CountedAnswers): Promise<Panel> {
  const { db, brand, caller, prices } = context;
  const { period } = answers;
  const { versus } = query;
  const { tracked, asked, engines: listed } = await trackedCounts(context, answers);
  const self = tracked.find(({ role }) => role === 'self') ?? null;
  const competitor = versus === undefined ? null : competitorNamed(tracked, versus);
  const market = oneMarket(brand, query);
  const [cells, competitorCells, firsts, all, facts, settings, samples, thresholds] = await Promise.all([
    self ? countCompared(answers, self.id) : [],
    competitor && self ? countCompared(answers, competitor.id, self.id) : [],
    firstAnswers(answers),
    listPlannedPrompts(db, brand.id),
    listEngineFacts(db, brand.id, period.to),
    prices(db),
    findSamplesPerDay(db, brand.id),
    findAlertSettings(db, caller.organizationId),
  ]);
  const prompts = promptsIn(all, market, answers.only.prompts);
  const [effects, branded] = await Promise.all([
    designEffects(context)(answers.only),
    namingPrompts(context),
  ]);
  const cellsOn = Map.groupBy(cells, (cell) => cell.engine);
  const competitorCellsOn = Map.groupBy(competitorCells, (cell) => cell.engine);
  const engines = listed.map((each) => {
    const isAsked = asked.includes(each.slug);
    const known = facts.find(({ engine: slug }) => slug === each.slug);
    return {
      engine: each,
      isAsked,
      cells: cellsOn.get(each.slug) ?? [],
      competitorCells: competitorCellsOn.get(each.slug) ?? [],
      days: daysSince(firsts.get(each.slug) ?? null, period),
      questions: isAsked ? questionsADay(prompts) : 0,
      price: answerPrice(known, settings.get(each.slug)),
      effectOf: (ofDays: number, times?: number) =>
        self === null ? null : effects(each.slug, self.id, ofDays, times),
      branded,
    };
  });
  return { self, competitor, prompts, engines, samples, thresholds };
}

/** The slice's prompts. A prompt outside the market is inactive there. */
function promptsIn(
  prompts: readonly PlannedPrompt[],
  { id, active }: BrandMarket,
  chosen: ReadonlySet<number> | undefined,
): PlannedPrompt[] {
  return prompts
    .filter((prompt) => chosen === undefined || chosen.has(prompt.id))
    .map((prompt) => ({ ...prompt, active: prompt.active && active && isAskedIn(prompt.markets, id) }));
}

function competitorNamed(tracked: readonly TrackedBrand[], name: string): TrackedBrand {
  const competitors = tracked.filter(({ role }) => role === 'competitor');
  const mustBe = "a tracked competitor's name";
  return brandNamed({ parameter: 'versus', said: name, mustBe }, competitors);
}
