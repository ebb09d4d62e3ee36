import { type AlertKind, type AlertSettings, wantedKinds, windowsAt } from '../../domain/alert-rules.ts';
import type { RandomBytes } from '../../domain/base62.ts';
import { ENGINE_SLUGS } from '../../domain/engine.ts';
import { SightlineError } from '../../domain/errors.ts';
import { isMeasureOfFact } from '../../domain/fact.ts';
import { activeMarkets, type BrandMarket } from '../../domain/market.ts';
import { DAY_MS, dayOf } from '../../domain/period.ts';
import { publicId } from '../../domain/public-id.ts';
import { countCompared } from '../../panel/counts/compared.ts';
import type { Panel, Slice } from '../../panel/panel.ts';
import { designEffectsOf } from '../../stats/design-effect.ts';
import { isDriftDay } from '../../stats/drift.ts';
import { isIdle, type MeasureState, rewound } from '../../stats/episodes.ts';
import { changeKeyOf } from '../../stats/gates.ts';
import { queueAlerts } from '../../storage/delivery/deliveries.ts';
import { asSeen, listAskedEngines } from '../../storage/directory/brands.ts';
import { lockLiveBrand, takeIds } from '../../storage/directory/heads.ts';
import { findAlertSettings } from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inSnapshot } from '../../storage/driver/snapshot.ts';
import { openPanel } from '../../storage/panel/open-panel.ts';
import { hasAlertFrom, insertAlerts, type NewAlert } from '../../storage/watch/alerts.ts';
import type { BrandOfEvents } from '../../storage/watch/brand-events.ts';
import {
  type Comparison,
  deleteComparisonsBefore,
  insertComparisons,
} from '../../storage/watch/comparisons.ts';
import {
  deleteEvaluationsFrom,
  findLastEvaluation,
  insertEvaluation,
  listWatchableBrands,
  listWatchStates,
  replaceWatchStates,
  type WatchableBrand,
  type WatchState,
} from '../../storage/watch/evaluations.ts';
import { readRepeats } from '../../storage/watch/repeats.ts';
import { rescan } from '../intake/rescan.ts';
import { termsOf } from './alert-terms.ts';
import { alertOf } from './alert-words.ts';
import { contradictedFacts, rewoundFact } from './contradicted-facts.ts';
import { driftAlerts } from './drifts.ts';
import {
  type EngineEvaluation,
  type Evaluation,
  type EvaluationInput,
  evaluateEngine,
  evaluationOf,
  type WindowCounts,
  windowsNeeded,
} from './evaluate.ts';
import { daysOf } from './likely-days.ts';
import { floorsOf } from './noise-floors.ts';
import type { PanelCount } from './panel.ts';
import { restartChangedClaims } from './watched-claims.ts';

export interface WatchDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
}

export interface WatchOptions {
  /** UTC milliseconds: the windows end here, and its UTC day is the one evaluated. */
  readonly at: number;
  /** Public id of the only brand to evaluate; every configured brand without it. */
  readonly brand?: string | undefined;
  /** Comparisons of evaluations more than this many days before this one are deleted. */
  readonly keepDays?: number | undefined;
  /** Evaluate a day even if it or a later one was evaluated: those are forgotten, unless an alert was raised. */
  readonly replay?: boolean;
  /** Called after each brand, once it is stored. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/**
 * The result for a brand. `done_before`: this day was evaluated already. `later_day_done`: a later one was, and days are
 * evaluated in order. `alerts_told`: an alert was raised on this day or later, and alerts are never taken back.
 * `alerts_off`: its organization wants none. `no_answers`: there are none in either window.
 */
export type WatchStatus =
  | 'evaluated'
  | 'done_before'
  | 'later_day_done'
  | 'alerts_told'
  | 'alerts_off'
  | 'no_answers';

/** What an evaluation did for one brand. */
export interface WatchedBrand {
  readonly brand: string;
  readonly status: WatchStatus;
  /** Changes that were looked at; one that several kinds see counts once. */
  readonly comparisons: number;
  readonly alerts: readonly WatchedAlert[];
}

export interface WatchedAlert {
  readonly id: string;
  readonly kind: AlertKind;
  readonly title: string;
}

/**
 * Evaluates a day: every brand, engine and kind, once. Each brand is stored in one transaction together with the mark
 * that its day is done. So running it again finishes an interrupted evaluation, and several processes may run the
 * same day without doing anything twice.
 *
 * @returns one entry per brand, the oldest brand first
 * @throws SightlineError `not_found` when there is no configured brand of that id
 */
export async function watch(deps: WatchDeps, options: WatchOptions): Promise<WatchedBrand[]> {
  const brands = (await listWatchableBrands(deps.db)).filter(
    ({ publicId: id }) => options.brand === undefined || id === options.brand,
  );
  if (options.brand !== undefined && brands.length === 0) {
    throw new SightlineError('not_found', `There is no configured brand ${options.brand}.`);
  }
  const watched: WatchedBrand[] = [];
  for (const brand of brands) {
    await restartChangedClaims(deps, brand);
    const lastDay = (await findLastEvaluation(deps.db, brand.id))?.day ?? null;
    watched.push(await watchBrand(deps, { ...brand, lastDay }, options));
    options.onProgress?.({ done: watched.length, total: brands.length });
  }
  return watched;
}

type BrandOptions = Pick<WatchOptions, 'at' | 'keepDays' | 'replay'>;

/** A brand with the newest UTC day that was evaluated, in whole days since 1970; null for none. */
interface BrandToWatch extends WatchableBrand {
  readonly lastDay: number | null;
}

async function watchBrand(
  deps: WatchDeps,
  brand: BrandToWatch,
  { at, keepDays, replay = false }: BrandOptions,
): Promise<WatchedBrand> {
  const untouched = (status: WatchStatus) => ({ brand: brand.publicId, status, comparisons: 0, alerts: [] });
  const day = dayOf(at);
  if (brand.lastDay !== null && brand.lastDay >= day) {
    if (!replay) return untouched(brand.lastDay === day ? 'done_before' : 'later_day_done');
    const lastDay = await forgetFrom(deps.db, brand.id, day);
    if (lastDay === undefined) return untouched('alerts_told');
    return await watchBrand(deps, { ...brand, lastDay }, { at, keepDays });
  }
  const settings = await findAlertSettings(deps.db, brand.organizationId);
  if (wantedKinds(settings).length === 0) return untouched('alerts_off');
  const found = await evaluate(deps, brand, settings, at);
  if (found === null) return untouched('no_answers');
  if (!(await store(deps, brand, { at, keepDays, found }))) return untouched('done_before');
  const { alerts } = found;
  return {
    brand: brand.publicId,
    status: 'evaluated',
    comparisons: new Set(found.comparisons.map((each) => `${each.marketId} ${changeKeyOf(each)}`)).size,
    alerts: alerts.map(({ publicId: id, kind, title }) => ({ id, kind, title })),
  };
}

/** What was found for a brand in all of its markets. */
interface Found extends Pick<Evaluation, 'comparisons' | 'states'> {
  readonly alerts: readonly NewAlert[];
}

/** What is found for a brand as of an instant; null if it has no answers in either window. */
async function evaluate(
  { db, random }: WatchDeps,
  brand: BrandToWatch,
  settings: AlertSettings,
  at: number,
): Promise<Found | null> {
  // A window half of which was read with other names would show a change of the names.
  await rescan(db, { brand: brand.publicId });
  return await inSnapshot(db, async (snapshot) => {
    const seen = await asSeen(snapshot, brand);
    const remembered = await listWatchStates(snapshot, brand.id);
    const states = remembered.filter((each) => !isMeasureOfFact(each.measure));
    const asked = await listAskedEngines(snapshot, brand.id);
    const newAlert = () => publicId('alr', random);
    const panel = openPanel(snapshot, seen);
    // A change in the current window would look as if answers before it were repeats of each other.
    const history = { brandId: brand.id, panel, before: windowsAt(at).current.from };
    const inputOf = async (marketId: number): Promise<EvaluationInput> => {
      const own = states.filter((each) => each.marketId === marketId);
      const markets = seen.markets.length === 1 ? undefined : new Set([marketId]);
      const effects = designEffectsOf(await readRepeats(snapshot, { ...history, markets }));
      const floorOf = floorsOf({ db: snapshot, brandId: brand.id, panel }, { markets });
      return {
        at,
        marketId,
        settings,
        tracked: seen.tracked,
        asked,
        states: own,
        effects,
        floorOf,
        newAlert,
      };
    };
    const { id: brandId, publicId: id, organizationId, name } = brand;
    const of = { brandId, publicId: id, organizationId, panel };
    const isMonthly = isDriftDay(at, brand.lastDay);
    const found = await evaluateMarkets({ db: snapshot, of, name, isMonthly }, seen.markets, inputOf);
    if (found === null) return null;
    const facts = await contradictedFacts({
      ...{ db: snapshot, brand: seen, panel, settings, at, newAlert },
      states: remembered.filter(({ measure }) => isMeasureOfFact(measure)),
    });
    return {
      ...found,
      alerts: [...found.alerts, ...facts.alerts],
      states: [...found.states, ...facts.states],
    };
  });
}

interface EvaluatedBrand {
  readonly db: Database;
  readonly of: BrandOfEvents;
  readonly name: string;
  /** Whether slow changes are looked for. */
  readonly isMonthly: boolean;
}

/** Each active market by itself: markets are never counted together. Removed ones keep what is remembered, as long as it lasts. */
async function evaluateMarkets(
  { db, of, name, isMonthly }: EvaluatedBrand,
  markets: readonly BrandMarket[],
  inputOf: (marketId: number) => Promise<EvaluationInput>,
): Promise<Found | null> {
  const found = { comparisons: [] as Comparison[], states: [] as WatchState[], alerts: [] as NewAlert[] };
  const several = activeMarkets(markets).length > 1;
  let hasAnswers = false;
  for (const market of markets) {
    const input = await inputOf(market.id);
    const only = markets.length === 1 ? undefined : new Set([market.id]);
    const evaluated = market.active ? await evaluateEngines(of.panel, only, input) : null;
    hasAnswers ||= evaluated !== null;
    const { comparisons, findings, states } = evaluated ?? evaluationOf(input, []);
    found.comparisons.push(...comparisons);
    found.states.push(...states);
    for (const finding of findings) {
      const terms = await termsOf({ db, brandId: of.brandId, answers: of.panel }, finding, { markets: only });
      const days = await daysOf(db, of, finding, { markets: only });
      found.alerts.push(alertOf(finding, { terms, days }, name, several ? market : null));
    }
    if (evaluated === null || !isMonthly) continue;
    const brand = { brandId: of.brandId, panel: of.panel, name };
    const where = { only: { markets: only }, market: several ? market : null };
    found.alerts.push(...(await driftAlerts({ db, brand, evaluation: input, findings, ...where })));
  }
  return hasAnswers ? found : null;
}

/** Engine by engine, so that the counts of one alone are in memory. */
async function evaluateEngines(
  panel: Panel,
  markets: ReadonlySet<number> | undefined,
  input: EvaluationInput,
): Promise<Evaluation | null> {
  const evaluations: EngineEvaluation[] = [];
  let hasAnswers = false;
  for (const engine of ENGINE_SLUGS) {
    const counts = await countsOf(panel, { engine, markets }, input);
    hasAnswers ||= [...counts.values()].some((rows) => rows.length > 0);
    const evaluation = await evaluateEngine(input, engine, counts);
    if (evaluation !== null) evaluations.push(evaluation);
  }
  return hasAnswers ? evaluationOf(input, evaluations) : null;
}

/** The counts of an engine in each pair of windows that it is compared in. */
async function countsOf(
  panel: Panel,
  only: Slice & { readonly engine: string },
  { tracked, states, at }: EvaluationInput,
): Promise<WindowCounts> {
  const counts = new Map<number, readonly PanelCount[]>();
  for (const windows of windowsNeeded(states, only.engine, at)) {
    const rows: PanelCount[] = [];
    for (const window of ['current', 'baseline'] as const) {
      for (const { id: trackedId } of tracked) {
        const compared = await countCompared({ panel, period: windows[window], only }, trackedId, panel.self);
        rows.push(...compared.map((row) => ({ ...row, trackedId, window })));
      }
    }
    counts.set(windows.baseline.from, rows);
  }
  return counts;
}

interface Evaluated {
  readonly at: number;
  readonly keepDays: number | undefined;
  readonly found: Found;
}

/** Stores everything that an evaluation found in one transaction. False: another process evaluated the brand in the meantime. */
async function store(
  { db, now, random }: WatchDeps,
  brand: BrandToWatch,
  { at, keepDays, found }: Evaluated,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    if (!(await lockLiveBrand(transaction, brand.id))) return false;
    // After another evaluation, what is remembered is no longer what this one started from.
    const last = await findLastEvaluation(transaction, brand.id);
    if ((last?.day ?? null) !== brand.lastDay) return false;
    const { comparisons, alerts, states } = found;
    const firstId = await takeIds(transaction, brand.id, comparisons.length + alerts.length);
    const firstAlertId = firstId + comparisons.length;
    await storeComparisons(transaction, brand.id, firstId, found, random);
    await insertAlerts(
      transaction,
      brand.id,
      alerts.map((alert, index) => ({ ...alert, id: firstAlertId + index })),
    );
    const alertIds = alerts.map((_alert, index) => firstAlertId + index);
    const { id: brandId, organizationId } = brand;
    await queueAlerts(transaction, { brandId, organizationId, at, now: now(), alertIds });
    await replaceWatchStates(transaction, brand.id, states);
    await insertEvaluation(transaction, { brandId: brand.id, day: dayOf(at), evaluatedAt: at });
    if (keepDays !== undefined) {
      await deleteComparisonsBefore(transaction, brand.id, at - keepDays * DAY_MS);
    }
    return true;
  });
}

/**
 * Forgets a brand's evaluations from a day on, so that these days can be evaluated again. What was reported before that
 * day is still remembered.
 *
 * @returns the newest day that is left, null for none; undefined if an alert was raised, and nothing was forgotten
 */
async function forgetFrom(db: Database, brandId: number, day: number): Promise<number | null | undefined> {
  return await db.transaction().execute(async (transaction) => {
    await lockLiveBrand(transaction, brandId);
    if (await hasAlertFrom(transaction, brandId, day * DAY_MS)) return undefined;
    await deleteEvaluationsFrom(transaction, brandId, day);
    const states = await listWatchStates(transaction, brandId);
    await replaceWatchStates(transaction, brandId, rewoundTo(states, day * DAY_MS));
    return (await findLastEvaluation(transaction, brandId))?.day ?? null;
  });
}

/** What is still remembered when the evaluations from an instant on are forgotten. */
function rewoundTo(states: readonly WatchState[], at: number): WatchState[] {
  return states.flatMap((each) => {
    if (isMeasureOfFact(each.measure)) return rewoundFact(each, at);
    const state = rewound(JSON.parse(each.state) as MeasureState, at);
    return isIdle(state) ? [] : [{ ...each, state: JSON.stringify(state) }];
  });
}

/** The last one gets the first id, so that listing the newest first keeps the order of the evaluation. */
async function storeComparisons(
  db: Database,
  brandId: number,
  firstId: number,
  { comparisons }: Found,
  random: RandomBytes,
): Promise<void> {
  const rows = comparisons.map((comparison, index) => ({
    ...comparison,
    id: firstId + comparisons.length - 1 - index,
    publicId: publicId('cmp', random),
  }));
  await insertComparisons(db, brandId, rows);
}
