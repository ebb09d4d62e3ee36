import type { RandomBytes } from '../../domain/access/base62.ts';
import { publicId } from '../../domain/access/public-id.ts';
import {
  type AlertKind,
  type AlertSettings,
  alertKindsOf,
  windowsAt,
} from '../../domain/alerts/alert-rules.ts';
import { ENGINE_SLUGS } from '../../domain/answers/engine.ts';
import { activeMarkets, type BrandMarket } from '../../domain/brand/market.ts';
import { SightlineError } from '../../domain/errors.ts';
import { DAY_MS, dayOf } from '../../domain/time/period.ts';
import { countCompared } from '../../panel/counts/compared.ts';
import { listJudges } from '../../panel/counts/readings.ts';
import type { Panel, Slice } from '../../panel/panel.ts';
import {
  changeIn,
  changeStateAt,
  isIdle,
  type MeasureState,
  rewindMeasure,
} from '../../stats/alerts/episodes.ts';
import { changeKeyOf } from '../../stats/alerts/gates.ts';
import { designEffectsOf, repetitionsOf } from '../../stats/rates/design-effect.ts';
import { queueAlerts } from '../../storage/delivery/deliveries.ts';
import { lockLiveBrand, takeIds } from '../../storage/directory/brand/brand-lock.ts';
import { listWeeklyFrom } from '../../storage/directory/brand/prompts.ts';
import { listAskedEngines, readBrandSnapshot } from '../../storage/directory/brands.ts';
import { findAlertSettings } from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inSnapshot } from '../../storage/driver/snapshot.ts';
import { openPanel } from '../../storage/panel/open-panel.ts';
import {
  type EvaluatedChanges,
  hasAlertFrom,
  insertAlerts,
  type NewAlert,
  updateChanges,
} from '../../storage/watch/alerts.ts';
import type { BrandOfEvents } from '../../storage/watch/brand-events.ts';
import { type Comparison, insertComparisons } from '../../storage/watch/comparisons.ts';
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

export interface WatchDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
}

export interface WatchOptions {
  /** UTC milliseconds: end of the windows; its UTC day is the evaluated one. */
  readonly at: number;
  /** Public id of the only brand; default: every configured brand. */
  readonly brand?: string | undefined;
  /** Reevaluate this and later days: forget their evaluations, unless they raised an alert. */
  readonly replay?: boolean;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/**
 * A brand's result. `done_before`: this day already has an evaluation. `later_day_done`: a later day has one, and
 * days go in order. `alerts_told`: this day or a later one raised an alert, and Sightline never retracts alerts.
 * `alerts_off`: its organization has none enabled. `no_answers`: both windows are empty.
 */
export type WatchStatus =
  | 'evaluated'
  | 'done_before'
  | 'later_day_done'
  | 'alerts_told'
  | 'alerts_off'
  | 'no_answers';

export interface WatchedBrand {
  readonly brand: string;
  readonly status: WatchStatus;
  /** Compared changes; a change that several kinds use counts once. */
  readonly comparisons: number;
  readonly alerts: readonly WatchedAlert[];
}

export interface WatchedAlert {
  readonly id: string;
  readonly kind: AlertKind;
  readonly title: string;
}

/**
 * Evaluates each brand, engine, and kind once for a day. It stores each brand in one transaction with a mark for the
 * day, so running it again finishes an interrupted evaluation, and several processes may evaluate the same day.
 *
 * @returns one entry per brand, oldest brand first
 * @throws SightlineError `not_found` for an unknown or unconfigured brand
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
    const lastDay = (await findLastEvaluation(deps.db, brand.id))?.day ?? null;
    watched.push(await watchBrand(deps, { ...brand, lastDay }, options));
    options.onProgress?.({ done: watched.length, total: brands.length });
  }
  return watched;
}

type BrandOptions = Pick<WatchOptions, 'at' | 'replay'>;

/** A brand with its newest evaluated UTC day in days since 1970; null for none. */
interface BrandToWatch extends WatchableBrand {
  readonly lastDay: number | null;
}

async function watchBrand(
  deps: WatchDeps,
  brand: BrandToWatch,
  { at, replay = false }: BrandOptions,
): Promise<WatchedBrand> {
  const untouched = (status: WatchStatus) => ({ brand: brand.publicId, status, comparisons: 0, alerts: [] });
  const day = dayOf(at);
  if (brand.lastDay !== null && brand.lastDay >= day) {
    if (!replay) return untouched(brand.lastDay === day ? 'done_before' : 'later_day_done');
    const lastDay = await forgetFrom(deps.db, brand.id, day);
    if (lastDay === undefined) return untouched('alerts_told');
    return await watchBrand(deps, { ...brand, lastDay }, { at });
  }
  const settings = await findAlertSettings(deps.db, brand.organizationId);
  if (alertKindsOf(settings).length === 0) return untouched('alerts_off');
  const found = await evaluate(deps, brand, settings, at);
  if (found === null) return untouched('no_answers');
  if (!(await store(deps, brand, { at, found }))) return untouched('done_before');
  const { alerts } = found;
  return {
    brand: brand.publicId,
    status: 'evaluated',
    comparisons: new Set(found.comparisons.map((each) => `${each.marketId} ${changeKeyOf(each)}`)).size,
    alerts: alerts.map(({ publicId: id, kind, title }) => ({ id, kind, title })),
  };
}

/** Findings in all of a brand's markets. */
interface BrandFindings extends Pick<Evaluation, 'comparisons' | 'states'> {
  readonly alerts: readonly NewAlert[];
}

/** A brand's findings at an instant; null without answers in either window. */
async function evaluate(
  { db, random }: WatchDeps,
  brand: BrandToWatch,
  settings: AlertSettings,
  at: number,
): Promise<BrandFindings | null> {
  // Rescan first: a window with two readings would show the rename as a change.
  await rescan(db, { brand: brand.publicId });
  return await inSnapshot(db, async (snapshot) => {
    const seen = await readBrandSnapshot(snapshot, brand);
    const states = await listWatchStates(snapshot, brand.id);
    const asked = await listAskedEngines(snapshot, brand.id);
    const weekly = await listWeeklyFrom(snapshot, brand.id);
    const newAlert = () => publicId('alr', random);
    const panel = openPanel(snapshot, seen);
    // Measure repetition before the current window, because a change in it would look like repetition.
    const history = { brandId: brand.id, panel, before: windowsAt(at).current.from };
    const inputOf = async (marketId: number): Promise<EvaluationInput> => {
      const own = states.filter((each) => each.marketId === marketId);
      const markets = seen.markets.length === 1 ? undefined : new Set([marketId]);
      const effects = designEffectsOf(repetitionsOf(await readRepeats(snapshot, { ...history, markets })));
      const floorOf = floorsOf({ db: snapshot, brandId: brand.id, panel }, { markets });
      return {
        at,
        marketId,
        settings,
        tracked: seen.tracked,
        asked,
        states: own,
        weekly,
        effects,
        floorOf,
        newAlert,
        reader: panel.reader,
        judgedAlike: judgedAlikeIn(panel, markets),
      };
    };
    const { id: brandId, publicId: id, organizationId, name } = brand;
    const of = { brandId, publicId: id, organizationId, panel };
    const reader = seen.reader?.name ?? 'rules';
    return await evaluateMarkets({ db: snapshot, of, name, reader }, seen.markets, inputOf);
  });
}

interface EvaluatedBrand {
  readonly db: Database;
  readonly of: BrandOfEvents;
  readonly name: string;
  /** Who judges framing: `rules`, or the model's name. */
  readonly reader: string;
}

/** Each active market alone: markets never mix. Removed ones keep their state until it expires. */
async function evaluateMarkets(
  { db, of, name, reader }: EvaluatedBrand,
  markets: readonly BrandMarket[],
  inputOf: (marketId: number) => Promise<EvaluationInput>,
): Promise<BrandFindings | null> {
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
      found.alerts.push(alertOf(finding, { terms, days, reader }, name, several ? market : null));
    }
  }
  return hasAnswers ? found : null;
}

function judgedAlikeIn(
  panel: Panel,
  markets: ReadonlySet<number> | undefined,
): EvaluationInput['judgedAlike'] {
  return async (engine, windows) => {
    const judges = new Set<string>();
    for (const period of [windows.current, windows.baseline]) {
      const answers = { panel, period, only: { engine, markets } };
      for (const judge of await listJudges(answers)) judges.add(judge);
    }
    return judges.size <= 1;
  };
}

/** One engine at a time, so memory holds only its counts. */
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
  readonly found: BrandFindings;
}

/** Stores an evaluation in one transaction. @returns false if another process evaluated the brand meanwhile */
async function store(
  { db, now, random }: WatchDeps,
  brand: BrandToWatch,
  { at, found }: Evaluated,
): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    if (!(await lockLiveBrand(transaction, brand.id))) return false;
    // Another evaluation replaced the state that this one started from.
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
    await updateChanges(transaction, brand.id, changesAt(states, at), at);
    const alertIds = alerts.map((_alert, index) => firstAlertId + index);
    const { id: brandId, organizationId } = brand;
    await queueAlerts(transaction, { brandId, organizationId, at, now: now(), alertIds });
    await replaceWatchStates(transaction, brand.id, states);
    await insertEvaluation(transaction, { brandId: brand.id, day: dayOf(at), evaluatedAt: at });
    return true;
  });
}

/** The changes with an episode, by their state. */
function changesAt(states: readonly WatchState[], at: number): EvaluatedChanges {
  const episodes = states.flatMap(({ state }) => (JSON.parse(state) as MeasureState).episode ?? []);
  const ids = Map.groupBy(episodes, (episode) => changeStateAt(episode, at));
  return { holding: (ids.get('holds') ?? []).map(changeIn), over: (ids.get('over') ?? []).map(changeIn) };
}

/**
 * Forgets a brand's evaluations from a day on, so they can run again; earlier reported changes stay.
 *
 * @returns the newest remaining day, null for none; undefined if an alert exists, in which case it forgets nothing
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

/** The state after forgetting evaluations from an instant on. */
function rewoundTo(states: readonly WatchState[], at: number): WatchState[] {
  return states.flatMap((each) => {
    const state = rewindMeasure(JSON.parse(each.state) as MeasureState, at);
    return isIdle(state) ? [] : [{ ...each, state: JSON.stringify(state) }];
  });
}

/** The last one gets the first id, so newest-first lists keep the evaluation's order. */
async function storeComparisons(
  db: Database,
  brandId: number,
  firstId: number,
  { comparisons }: BrandFindings,
  random: RandomBytes,
): Promise<void> {
  const rows = comparisons.map((comparison, index) => ({
    ...comparison,
    id: firstId + comparisons.length - 1 - index,
    publicId: publicId('cmp', random),
  }));
  await insertComparisons(db, brandId, rows);
}
