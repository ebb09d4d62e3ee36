import { CURRENT_DAYS } from '../../domain/alerts/alert-rules.ts';
import { DAY_MS, dayOf, type Period } from '../../domain/time/period.ts';
import { countCompared, countComparedDays } from '../../panel/counts/compared.ts';
import { changeLevels, type DaySpan } from '../../stats/alerts/change-levels.ts';
import { binomialGain, type LikelyDays, likelyDays, type Step } from '../../stats/alerts/likely-days.ts';
import { type NoiseDay, noiseDayOf } from '../../stats/alerts/noise-days.ts';
import { onceIn } from '../../storage/driver/snapshot.ts';
import { openPanel } from '../../storage/panel/open-panel.ts';
import { onlyIn } from '../shape/markets.ts';
import type { ReportContext } from '../shape/report.ts';
import type { KnownChange } from './known-change.ts';

/** A change's two levels in whole UTC days, and when it ended, if it did and shows it. */
export interface ChangeSides {
  readonly before: Period;
  readonly since: Period;
  /** Levels between; none if the share went at once to where it is. */
  readonly steps: readonly Step[];
  readonly end: LikelyDays | null;
  /** Each day with a trial from one side's start to the other's end, over the questions answered on both, as comparisons count. */
  readonly days: readonly NoiseDay[];
  /** The last day with an answer to them; null for none. */
  readonly observed: number | null;
}

/**
 * Before: the level directly before the likely first day, from the frozen baseline on. Since: the newest level from the day after the
 * likely last day (without likely days, from the alert's window) to the last finished day, or to the day before the likely end.
 */
export async function sidesOf(context: ReportContext, change: KnownChange): Promise<ChangeSides> {
  const name = `sides ${context.brand.id} ${change.id} ${context.now}`;
  return await onceIn(context.db, name, () => findSides(context, change));
}

async function findSides(context: ReportContext, change: KnownChange): Promise<ChangeSides> {
  const { choice, likely, state, stateSince } = change;
  const since = likely === null ? Math.ceil(choice.current.from) : likely.last + 1;
  const isOver = state === 'over';
  const end = isOver ? await likelyEnd(context, change, { from: since * DAY_MS, to: stateSince }) : null;
  const to = isOver ? (end?.first ?? dayOf(stateSince) - CURRENT_DAYS) : dayOf(context.now);
  const spanned = { ...change, ...choice };
  const outer = changeLevels([], spanned, to);
  const counted = await countedDays(context, change, outer);
  const levels = changeLevels(withTrials(counted), spanned, to);
  // If no day is surely within, the days on which it may have begun or ended are.
  const sides =
    likely !== null && end !== null && to <= since
      ? { ...levels, since: { from: likely.first, to: end.last + 1 } }
      : levels;
  const isOuter = sides.before.from === outer.before.from && sides.since.from === outer.since.from;
  const days = isOuter ? counted : await countedDays(context, change, sides);
  return {
    before: periodOf(sides.before),
    since: periodOf(sides.since),
    steps: levels.steps,
    end,
    days: withTrials(days),
    observed: days.findLast(({ answers }) => answers > 0)?.day ?? null,
  };
}

const withTrials = (days: readonly NoiseDay[]) => days.filter(({ trials }) => trials > 0);

function periodOf({ from, to }: DaySpan): Period {
  return { from: from * DAY_MS, to: to * DAY_MS };
}

async function countedDays(
  context: ReportContext,
  change: KnownChange,
  sides: { readonly before: DaySpan; readonly since: DaySpan },
): Promise<NoiseDay[]> {
  const { panel, only } = answersOf(context, change);
  const { self } = context.panel;
  const [before, since] = [periodOf(sides.before), periodOf(sides.since)];
  const askedIn = async (period: Period) => {
    const rows = await countCompared({ panel, only, period }, change.trackedId, self);
    return new Set(rows.map(({ promptId }) => promptId));
  };
  const prompts = (await askedIn(before)).intersection(await askedIn(since));
  const period = { from: before.from, to: since.to };
  const days = await countComparedDays({ panel, period, only: { ...only, prompts } }, change.trackedId, self);
  return days.map(noiseDayOf(change.measure));
}

/** When a change's level went back, by the same rule as its start; null if the days do not show it. */
async function likelyEnd(
  context: ReportContext,
  change: KnownChange,
  period: Period,
): Promise<LikelyDays | null> {
  if (period.from >= period.to) return null;
  const answers = { ...answersOf(context, change), period };
  const counted = await countComparedDays(answers, change.trackedId, context.panel.self);
  const days = withTrials(counted.map(noiseDayOf(change.measure)));
  return likelyDays(days, binomialGain(change.direction === 1 ? -1 : 1, change.designEffect));
}

/** The answers that a change counts, in any period: its engine, market, and reader of framing. */
export function answersOf(
  { db, brand, panel }: ReportContext,
  { engine, marketId, measure, reader }: KnownChange,
) {
  const market = brand.markets.find(({ id }) => id === marketId);
  return {
    panel: measure !== 'negative_framing' || panel.reader === reader ? panel : openPanel(db, brand, reader),
    only: { engine, markets: market && onlyIn(brand, market) },
  };
}
