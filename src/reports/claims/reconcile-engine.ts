import { inEngineOrder, isSameSurface, likestEngine } from '../../domain/answers/engine.ts';
import type { BrandMarket } from '../../domain/brand/market.ts';
import type { Proportion } from '../../domain/figures/proportion.ts';
import { meanOf, rateOf } from '../../domain/figures/rate.ts';
import { daysIn, type Period } from '../../domain/time/period.ts';
import { countAnswers } from '../../panel/counts/answers.ts';
import { countPromptDays } from '../../panel/counts/spreads/prompt-days.ts';
import { RECONCILE_STEPS, reconcile, type TwoTools } from '../../stats/claims/reconcile.ts';
import type { JudgedRows, RowsAsked } from '../../storage/answers/judged-rows.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { designEffects } from '../shape/design-effects.ts';
import { onlyIn } from '../shape/markets.ts';
import type { ReportContext } from '../shape/report.ts';
import { quotesOf } from './reconcile-quotes.ts';
import { differenceSentence, GONE, REPEATED, stepSentence, type Told } from './reconcile-words.ts';

/** The whole difference, and its parts. */
export const STEPS = ['difference', ...RECONCILE_STEPS] as const;

export interface PlacedRows extends JudgedRows {
  readonly engine: string;
  readonly marketId: number;
}

interface OnEngine {
  readonly rows: readonly PlacedRows[];
  readonly engine: string;
  readonly market: BrandMarket;
  readonly asked: RowsAsked;
  /** The engine of ours; by default, the likest. */
  readonly versus: string | undefined;
}

export type ReconciledEngine = Awaited<ReturnType<typeof reconciledOn>>;

/** The rows of /reconcile for one engine in one market. */
export async function reconciledOn(context: ReportContext, given: OnEngine) {
  const { rows, engine, market, asked } = given;
  const of = { market: market.name, ...ENGINE.fields(engine) };
  const own = await ownAnswers(context, given);
  const { versus, effects } = own;
  const found = reconcile({
    theirs: rows.map(({ promptId, rows: answers, ...row }) => ({ ...row, question: promptId, answers })),
    ours: own.ours,
    isSameSurface: versus !== null && isSameSurface(engine, versus),
    effects,
  });
  const told: Told = { ...found, engine, versus, ...besides(rows) };
  const quotes = await quotesOf(context, { rows: asked, engine, marketId: market.id });
  return {
    says: differenceSentence(told),
    rates: { ...of, versus, ...ratesOf(told, effects), ...positionsIn(rows) },
    steps: stepRows(told).map((step) => ({ ...of, ...step })),
    quotes: quotes.map((quote) => ({ ...of, ...quote })),
  };
}

/** The answers that we asked for, and both engines' repeats. */
async function ownAnswers(
  context: ReportContext,
  { engine, market, asked: { period }, versus: chosen }: OnEngine,
): Promise<Pick<TwoTools, 'ours' | 'effects'> & Pick<Told, 'versus'>> {
  const { panel, brand } = context;
  const only = { markets: onlyIn(brand, market), isImported: false };
  const effectOf = await designEffects(context)(only);
  const effectOn = (slug: string) => effectOf(slug, panel.self, daysIn(period));
  const versus = chosen ?? likestEngine(engine, await answeringIn(context, period, only)) ?? null;
  if (versus === null) return { versus, ours: [], effects: { theirs: effectOn(engine), ours: null } };
  const counts = await countPromptDays({ panel, period, only: { ...only, engine: versus } }, panel.self);
  return {
    versus,
    ours: counts.map(({ promptId, day, answers, named }) => {
      return { question: promptId, day, events: named, trials: answers };
    }),
    effects: { theirs: effectOn(engine), ours: effectOn(versus) },
  };
}

async function answeringIn({ panel }: ReportContext, period: Period, only: object): Promise<string[]> {
  const counts = await countAnswers({ panel, period, only });
  return inEngineOrder(counts.map(({ engine }) => engine));
}

function ratesOf({ theirs, same, ours }: Told, effects: TwoTools['effects']) {
  const rate = ({ events, trials }: Proportion, designEffect: number | null) =>
    rateOf(events, trials, { designEffect });
  return {
    theirs: rate(theirs, effects.theirs),
    same: rate(same, effects.theirs),
    ours: rate(ours, effects.ours),
  };
}

function positionsIn(rows: readonly JudgedRows[]) {
  const ranked = sumOf(rows, (row) => row.ranked);
  return {
    ranked,
    their_position: meanOf(
      sumOf(rows, (row) => row.theirPositions),
      ranked,
    ),
    our_position: meanOf(
      sumOf(rows, (row) => row.ourPositions),
      ranked,
    ),
    only_they_rank: sumOf(rows, (row) => row.onlyTheyRank),
    only_we_rank: sumOf(rows, (row) => row.onlyWeRank),
  };
}

export function sumOf(
  rows: readonly JudgedRows[],
  count: (row: JudgedRows) => number = (row) => row.rows,
): number {
  return rows.reduce((sum, row) => sum + count(row), 0);
}

/** What sentences say about rows beside their counts. */
function besides(rows: readonly JudgedRows[]): Pick<Told, 'citesOnly' | 'leftOut'> {
  const leftOut = new Map<string, number>();
  for (const { theirs, ours, isRepeated, reason, rows: own } of rows) {
    if (theirs === null || ours !== null) continue;
    const why = isRepeated ? REPEATED : (reason ?? GONE);
    leftOut.set(why, (leftOut.get(why) ?? 0) + own);
  }
  const citing = rows.filter(({ theirs, ours, cites }) => theirs === true && ours === false && cites);
  return { citesOnly: sumOf(citing), leftOut };
}

function stepRows(told: Told) {
  const { points } = told;
  const whole = {
    step: 'difference' as const,
    ...{ points, lower: null, upper: null, beyond_chance: false },
    untold: points === null ? ('too_few' as const) : null,
    says: differenceSentence(told),
  };
  const steps = told.steps.map((step) => ({
    step: step.step,
    points: step.points,
    lower: step.interval?.lower ?? null,
    upper: step.interval?.upper ?? null,
    beyond_chance: step.isBeyondChance,
    untold: step.untold,
    says: stepSentence(told, step),
  }));
  return [whole, ...steps];
}
