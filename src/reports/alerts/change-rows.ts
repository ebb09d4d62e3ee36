import {
  type ChangeState,
  directionWord,
  isUnchecked,
  stateNow,
  storedStates,
} from '../../domain/alerts/change.ts';
import { changeSentence, middleOf } from '../../domain/alerts/change-words.ts';
import { engineNameOf } from '../../domain/answers/engine.ts';
import { pointsOf } from '../../domain/figures/points.ts';
import type { Proportion } from '../../domain/figures/proportion.ts';
import { rateOf, roundedInterval } from '../../domain/figures/rate.ts';
import { formatDay } from '../../domain/time/instant.ts';
import { DAY_MS, dayOf, daysIn, type Period } from '../../domain/time/period.ts';
import { countComparedDays, promptsCompared } from '../../panel/counts/compared.ts';
import { changeSize } from '../../stats/alerts/change-size.ts';
import { kindsOf, type Measure } from '../../stats/alerts/gates.ts';
import { type CountedDay, type LikelyDays, pooledOf } from '../../stats/alerts/likely-days.ts';
import { noiseDayOf } from '../../stats/alerts/noise-days.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { onceIn } from '../../storage/driver/snapshot.ts';
import { type AlertRow, listAlerts } from '../../storage/watch/alerts.ts';
import { findLastEvaluation } from '../../storage/watch/evaluations.ts';
import { designEffects } from '../shape/design-effects.ts';
import type { ReportContext } from '../shape/report.ts';
import {
  answersOf,
  type ChangeSides,
  changeBehind,
  type KnownChange,
  sidesOf,
  trackedIds,
} from './known-change.ts';
import { remembered } from './remembered.ts';

/** A change with its alerts. */
export interface ListedChange extends KnownChange {
  readonly id: string;
  readonly alerts: readonly string[];
}

/** The first day on which it may have begun. */
export function startOf({ likely, foundAt }: KnownChange): number {
  return likely?.first ?? dayOf(foundAt);
}

/** Which changes to list; omitted fields match everything. */
interface ChangeFilter {
  readonly marketId: number;
  readonly engine?: string | undefined;
  readonly measure?: Measure | undefined;
  readonly state?: ChangeState | undefined;
}

/** More alerts than a market has in years. */
const MOST_ALERTS = 1000;

export async function listChanges(
  context: ReportContext,
  { engine, ...where }: ChangeFilter,
): Promise<ListedChange[]> {
  const { marketId, measure, state } = where;
  const name = `changes ${JSON.stringify([context.brand.id, context.now, marketId, measure, state])}`;
  const all = await onceIn(context.db, name, async () => await changesOf(context, where));
  return all.filter((each) => engine === undefined || each.engine === engine);
}

async function changesOf(
  context: ReportContext,
  { marketId, measure, state }: Omit<ChangeFilter, 'engine'>,
): Promise<ListedChange[]> {
  const { db, brand, now } = context;
  const checkedAt = (await findLastEvaluation(db, brand.id))?.evaluatedAt ?? null;
  const unchecked = isUnchecked(checkedAt, now);
  const kinds = measure && kindsOf(measure);
  const states = storedStates(state, unchecked);
  const rows = await listAlerts(db, brand.id, { marketId, kinds, states, limit: MOST_ALERTS });
  const idOf = await trackedIds(context);
  return [...Map.groupBy(rows, ({ changeId }) => changeId)].flatMap(([id, newestFirst]) => {
    const alerts = newestFirst.toReversed();
    const change = changeBehind(alerts[0] as AlertRow, idOf);
    if (change === null) return [];
    const state = stateNow(change.state, unchecked);
    const stateSince = state === change.state ? change.stateSince : (checkedAt ?? change.stateSince);
    return { ...change, id, state, stateSince, alerts: alerts.map(({ publicId }) => publicId) };
  });
}

/** The changes' rows in /changes. */
export async function changeRows(context: ReportContext, changes: readonly ListedChange[]) {
  const effectsIn = designEffects(context);
  const rows: Awaited<ReturnType<typeof changeRow>>[] = [];
  for (const change of changes) {
    const name = `change ${context.brand.id} ${change.id} ${context.now}`;
    const count = async () =>
      await changeRow(context, change, await effectsIn(answersOf(context, change).only));
    rows.push(await onceIn(context.db, name, count));
  }
  return rows;
}

async function changeRow(context: ReportContext, change: ListedChange, effects: DesignEffects) {
  const { brand, now } = context;
  const sides = await sidesOf(context, change);
  const { end } = sides;
  const row = {
    id: change.id,
    market: brand.markets.find(({ id }) => id === change.marketId)?.name ?? '',
    engine: change.engine,
    engine_name: engineNameOf(change.engine),
    measure: change.measure,
    competitor: change.competitor,
    direction: directionWord(change.direction),
    state: change.state,
    state_since: formatDay(dayOf(change.stateSince)),
    found: formatDay(dayOf(change.foundAt)),
    likely_start: change.likely && daysFields(change.likely),
    likely_end: end && daysFields(end),
    over_since:
      change.state === 'over'
        ? end
          ? middleOf(daysFields(end))
          : formatDay(dayOf(change.stateSince))
        : null,
    ...(await sizeFields(context, change, sides, effects)),
    alerts: change.alerts,
  };
  return { ...row, sentence: changeSentence(row, { brand: brand.name, now }) };
}

/** Both shares and their difference. A null rate must not reappear through its difference. */
async function sizeFields(
  context: ReportContext,
  change: KnownChange,
  { before, since }: ChangeSides,
  effects: DesignEffects,
) {
  const days = await countedDays(context, change, { before, since });
  const effectOn = (period: Period) =>
    effects(change.engine, context.panel.self, Math.max(1, daysIn(period)));
  const designEffects = { before: effectOn(before), since: effectOn(since) };
  const within = ({ from, to }: Period) =>
    pooledOf(days.filter(({ day }) => from <= day * DAY_MS && day * DAY_MS < to));
  const shown = { before: within(before), since: within(since) };
  const rates = { before: rateIn(shown.before), since: rateIn(shown.since) };
  const isKnown = rates.before.rate !== null && rates.since.rate !== null;
  const start = days.find(({ day }) => day * DAY_MS >= since.from)?.day ?? 0;
  const likely = change.likely ?? { first: start, last: start };
  const size = isKnown ? sizeOf({ ...change, days, likely, designEffects, shown }) : null;
  const difference = shareOf(shown.since) - shareOf(shown.before);
  return {
    before: { ...rates.before, interval: size && roundedInterval(size.before), window: windowDays(before) },
    since: { ...rates.since, interval: size && roundedInterval(size.since), window: windowDays(since) },
    difference: size && {
      points: pointsOf(difference),
      lower: pointsOf(size.difference.lower),
      upper: pointsOf(size.difference.upper),
    },
  };
}

/** Finding a size's limits takes half a millisecond. Enough for the open changes of many brands. */
const sizeOf = remembered(changeSize, 5000);

const rateIn = ({ events, trials }: Proportion) => rateOf(events, trials);

/** The days from one side's start to the other's end, over the questions answered on both, as comparisons count. */
async function countedDays(
  context: ReportContext,
  change: KnownChange,
  { before, since }: Pick<ChangeSides, 'before' | 'since'>,
): Promise<CountedDay[]> {
  const { panel, only } = answersOf(context, change);
  const { self } = context.panel;
  const askedIn = async (period: Period) => {
    return await promptsCompared({ panel, only, period }, change.trackedId, self);
  };
  const prompts = (await askedIn(before)).intersection(await askedIn(since));
  const period = { from: before.from, to: since.to };
  const days = await countComparedDays({ panel, period, only: { ...only, prompts } }, change.trackedId, self);
  return days.map(noiseDayOf(change.measure)).filter(({ trials }) => trials > 0);
}

function shareOf({ events, trials }: Proportion): number {
  return events / trials;
}

function daysFields({ first, last }: LikelyDays) {
  return { from: formatDay(first), until: formatDay(last) };
}

export function windowDays({ from, to }: Period) {
  return { from: formatDay(dayOf(from)), until: formatDay(dayOf(to - 1)) };
}
