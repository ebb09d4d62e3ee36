import type { BrandMarket } from '../../domain/brand/market.ts';
import { dayOf, type Period } from '../../domain/time/period.ts';
import { countAnswersByDay, firstDaysAnswered } from '../../panel/counts/answers.ts';
import { countFailedDays, type FailedDay } from '../../storage/answers/failed-days.ts';
import { listPrompts } from '../../storage/directory/brand/prompts.ts';
import { listAskedEngines } from '../../storage/directory/brands.ts';
import { eachMarket, type MarketQuery, onlyIn } from '../shape/markets.ts';
import type { ReportContext } from '../shape/report.ts';
import { ALL_TIME } from '../shape/slice.ts';

/** What an engine answered in a market on a day. */
export interface EngineDay {
  readonly answered: number;
  readonly failed: number;
  /** Why, the most frequent reason first. */
  readonly failures: readonly FailedDay[];
}

/** An engine in a market, as far as it was asked. */
export interface EngineDays {
  readonly engine: string;
  readonly market: BrandMarket;
  /** By day, in whole days since 1970. A day on which nothing was asked is missing. */
  readonly days: ReadonlyMap<number, EngineDay>;
  /** Whether a day without questions is a gap: it is asked daily, and was before. */
  readonly isGap: (day: number) => boolean;
}

type Query = MarketQuery & { readonly engine?: string | undefined };

/** Engines and markets with questions in a period, and those that are asked now, by market. */
export async function engineDays(
  context: Pick<ReportContext, 'db' | 'brand' | 'panel' | 'now'>,
  query: Query,
  period: Period,
): Promise<EngineDays[]> {
  const { db, brand, panel, now } = context;
  const asked = new Set(await listAskedEngines(db, brand.id));
  const prompts = await listPrompts(db, brand.id);
  const isDaily = prompts.some(({ active, weeklyFrom }) => active && weeklyFrom === null);
  const failures = await countFailedDays(db, brand.id, period);
  const found: EngineDays[] = [];
  for (const market of eachMarket(brand, query)) {
    const only = { engine: query.engine, markets: onlyIn(brand, market) };
    const answered = await countAnswersByDay({ panel, period, only });
    const since = await firstDaysAnswered({ panel, period: ALL_TIME, only });
    const failed = failures.filter(({ marketId }) => marketId === market.id);
    const engines = new Set([...answered, ...failed].map(({ engine }) => engine).concat(...asked));
    for (const engine of [...engines].filter((each) => query.engine === undefined || each === query.engine)) {
      const days = daysOf(
        answered.filter((each) => each.engine === engine),
        failed.filter((each) => each.engine === engine),
      );
      const first = Math.min(...days.keys(), since.get(engine) ?? Number.POSITIVE_INFINITY);
      const last = asked.has(engine) ? dayOf(now) - 1 : Math.max(...days.keys());
      const isGap = (day: number) => isDaily && first < day && day <= last && !days.has(day);
      found.push({ engine, market, days, isGap });
    }
  }
  return found;
}

function daysOf(
  answered: readonly { readonly day: number; readonly answers: number }[],
  failed: readonly FailedDay[],
): Map<number, EngineDay> {
  const days = new Map<number, EngineDay>();
  for (const { day, answers } of answered) days.set(day, { answered: answers, failed: 0, failures: [] });
  for (const [day, of] of Map.groupBy(failed, (each) => each.day)) {
    const failures = of.toSorted((one, other) => other.failed - one.failed);
    const count = of.reduce((sum, each) => sum + each.failed, 0);
    days.set(day, { answered: days.get(day)?.answered ?? 0, failed: count, failures });
  }
  return days;
}
