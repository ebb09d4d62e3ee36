import {
  type ChangeState,
  directionWord,
  isUnchecked,
  stateNow,
  storedStates,
} from '../../domain/alerts/change.ts';
import { changeSentence, middleOf } from '../../domain/alerts/change-words.ts';
import { engineNameOf } from '../../domain/answers/engine.ts';
import { activeMarkets } from '../../domain/brand/market.ts';
import { pointsOf } from '../../domain/figures/points.ts';
import { type Proportion, pooledOf } from '../../domain/figures/proportion.ts';
import { rateOf, roundedInterval } from '../../domain/figures/rate.ts';
import { formatDay } from '../../domain/time/instant.ts';
import { DAY_MS, dayOf, daysIn, type Period } from '../../domain/time/period.ts';
import { changeSize } from '../../stats/alerts/change-size.ts';
import { kindsOf, type Measure } from '../../stats/alerts/gates.ts';
import type { LikelyDays } from '../../stats/alerts/likely-days.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { onceIn } from '../../storage/driver/snapshot.ts';
import { type AlertRow, countHolding, listAlerts } from '../../storage/watch/alerts.ts';
import { findLastEvaluation } from '../../storage/watch/evaluations.ts';
import { designEffects } from '../shape/design-effects.ts';
import type { ReportContext } from '../shape/report.ts';
import { answersOf, type ChangeSides, sidesOf } from './change-sides.ts';
import { changeBehind, type KnownChange, trackedIds } from './known-change.ts';
import { remembered } from './remembered.ts';

/** A change with its alerts. */
export interface ListedChange extends KnownChange {
  readonly alerts: readonly string[];
}

/** The first day on which it may have begun. */
export function startOf({ likely, foundAt }: KnownChange): number {
  return likely?.first ?? dayOf(foundAt);
}

/** Which changes to list; omitted fields match everything. */
interface ChangeFilter {
  readonly marketId: number;
  readonly id?: string | undefined;
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
  const { id, marketId, measure, state } = where;
  const name = `changes ${JSON.stringify([context.brand.id, context.now, id, marketId, measure, state])}`;
  const all = await onceIn(context.db, name, async () => await changesOf(context, where));
  return all.filter((each) => engine === undefined || each.engine === engine);
}

async function changesOf(
  context: ReportContext,
  { id, marketId, measure, state }: Omit<ChangeFilter, 'engine'>,
): Promise<ListedChange[]> {
  const { db, brand, now } = context;
  const checkedAt = (await findLastEvaluation(db, brand.id))?.evaluatedAt ?? null;
  const unchecked = isUnchecked(checkedAt, now);
  const chosen = { kinds: measure && kindsOf(measure), states: storedStates(state, unchecked) };
  const where = id === undefined ? { marketId, ...chosen, limit: MOST_ALERTS } : { changeId: id };
  const rows = await listAlerts(db, brand.id, where);
  const idOf = await trackedIds(context);
  const all = [...Map.groupBy(rows, ({ changeId }) => changeId).values()].flatMap((newestFirst) => {
    const alerts = newestFirst.toReversed();
    const change = changeBehind(alerts[0] as AlertRow, idOf);
    if (change === null) return [];
    const state = stateNow(change.state, unchecked);
    const stateSince = state === change.state ? change.stateSince : (checkedAt ?? change.stateSince);
    return { ...change, state, stateSince, alerts: alerts.map(({ publicId }) => publicId) };
  });
  const isChosen = (each: ListedChange) =>
    each.marketId === marketId &&
    (measure === undefined || each.measure === measure) &&
    (state === undefined || each.state === state);
  return all.filter(isChosen);
}

/** The other active markets with changes that hold, and how many. */
export async function changesElsewhere({ db, brand, now }: ReportContext, marketId: number) {
  const others = activeMarkets(brand.markets).filter(({ id }) => id !== marketId);
  if (others.length === 0) return [];
  const checkedAt = (await findLastEvaluation(db, brand.id))?.evaluatedAt ?? null;
  if (isUnchecked(checkedAt, now)) return [];
  const counts = await countHolding(db, brand.id);
  return others.flatMap(({ id, name }) => {
    const holding = counts.get(id);
    return holding === undefined ? [] : [{ market: name, holding }];
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
  const { end, observed, steps } = sides;
  const step = steps.at(-1);
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
    last_step: step ? daysFields(step) : null,
    likely_end: end && daysFields(end),
    over_since:
      change.state === 'over'
        ? end
          ? middleOf(daysFields(end))
          : formatDay(dayOf(change.stateSince))
        : null,
    observed_until: observed === null ? null : formatDay(observed),
    ...sizeFields(context, change, sides, effects),
    alerts: change.alerts,
  };
  return { ...row, sentence: changeSentence(row, { brand: brand.name, now }) };
}

/** Both shares and their difference. A null rate must not reappear through its difference. */
function sizeFields(
  context: ReportContext,
  change: KnownChange,
  { before, since, days, steps }: ChangeSides,
  effects: DesignEffects,
) {
  const effectOn = (period: Period) =>
    effects(change.engine, context.panel.self, Math.max(1, daysIn(period)));
  const designEffects = { before: effectOn(before), since: effectOn(since) };
  const within = ({ from, to }: Period) =>
    pooledOf(days.filter(({ day }) => from <= day * DAY_MS && day * DAY_MS < to));
  const shown = { before: within(before), since: within(since) };
  const rates = { before: rateIn(shown.before), since: rateIn(shown.since) };
  const isKnown = rates.before.rate !== null && rates.since.rate !== null;
  const start = days.find(({ day }) => day >= change.choice.current.from)?.day ?? 0;
  const likely = change.likely ?? { first: start, last: start };
  const size = isKnown ? sizeOf({ ...change, days, likely, steps, designEffects, shown }) : null;
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

function shareOf({ events, trials }: Proportion): number {
  return events / trials;
}

function daysFields({ first, last }: LikelyDays) {
  return { from: formatDay(first), until: formatDay(last) };
}

export function windowDays({ from, to }: Period) {
  return { from: formatDay(dayOf(from)), until: formatDay(dayOf(to - 1)) };
}
