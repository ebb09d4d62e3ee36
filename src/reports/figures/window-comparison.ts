import type { ChangeGate } from '../../domain/alerts/claim.ts';
import { pointsOf } from '../../domain/figures/points.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { expectedAnswers, type WeeklyFrom } from '../../domain/questions/weekly.ts';
import { daysIn, type Period } from '../../domain/time/period.ts';
import { areReadAlike, listReadings } from '../../panel/counts/readings.ts';
import type { Paired } from '../../panel/counts/spreads/brands-by-prompt.ts';
import type { CountedAnswers, Slice } from '../../panel/panel.ts';
import {
  type Compared,
  compare,
  type Difference,
  type Effects,
  isOutage,
  leastAnswers,
  type Observation,
  sampleGate,
  type Thresholds,
} from '../../stats/alerts/gates.ts';
import {
  compareShares,
  evidenceOfComparedShares,
  type VoiceMoments,
} from '../../stats/claims/claim-shares.ts';
import { evidenceOfRates, gatesOfChanges, type WindowChange } from '../../stats/claims/window-changes.ts';
import type { Sides } from '../../stats/rates/common-mix.ts';
import { type DesignEffects, pooledEffect } from '../../stats/rates/design-effect.ts';
import { listWeeklyFrom } from '../../storage/directory/brand/prompts.ts';
import { findAlertSettings } from '../../storage/directory/organizations.ts';
import { type Changed, comparedMetaOf, endsOf } from '../shape/compared.ts';
import { designEffects } from '../shape/design-effects.ts';
import type { ReportContext } from '../shape/report.ts';
import { earlierPeriod, type WindowQuery, windowOf } from '../shape/window.ts';

/** A report's two windows, and the thresholds for their changes. */
export interface WindowComparison {
  readonly current: Period;
  readonly earlier: Period;
  readonly thresholds: Thresholds;
  readonly weekly: WeeklyFrom;
  /** For differences. */
  readonly effectsIn: (only: Slice) => Promise<DesignEffects>;
  /** The earlier window in `meta`. */
  readonly meta: { readonly compared: ReturnType<typeof comparedMetaOf> };
}

/** The comparison in a query; null for none. */
export async function windowComparison(
  context: Pick<ReportContext, 'db' | 'now' | 'caller' | 'brand' | 'panel'>,
  query: WindowQuery,
): Promise<WindowComparison | null> {
  const { db, now, caller } = context;
  const earlier = earlierPeriod(now, query);
  if (earlier === null) return null;
  const thresholds = await findAlertSettings(db, caller.organizationId);
  const current = windowOf(now, query).period;
  const least = { minDeltaPoints: thresholds.minDeltaPoints, answers: leastAnswers(thresholds) };
  return {
    current,
    earlier,
    thresholds,
    weekly: await listWeeklyFrom(db, context.brand.id),
    effectsIn: designEffects(context, [current.from]),
    meta: { compared: comparedMetaOf(earlier, least) },
  };
}

/** Matching answers in both windows. */
export interface ComparedAnswers {
  readonly comparison: WindowComparison;
  readonly current: CountedAnswers;
  readonly earlier: CountedAnswers;
  /** Whether all answers on an engine (null: on all) were extracted the same way. */
  readonly readAlike: (engine: string | null) => boolean;
  /** For differences. Either window's figures use `designEffects` without edges. */
  readonly effects: DesignEffects;
}

/** @param engines the rows' engines */
export async function comparedAnswers(
  comparison: WindowComparison,
  current: CountedAnswers,
  engines: readonly string[],
  { ofFraming }: { readonly ofFraming: boolean } = { ofFraming: false },
): Promise<ComparedAnswers> {
  const earlier = { ...current, period: comparison.earlier };
  const readings = new Map<string, Awaited<ReturnType<typeof listReadings>>[]>();
  for (const engine of engines) {
    const on = (answers: CountedAnswers) =>
      listReadings({ ...answers, only: { ...answers.only, engine } }, { ofFraming });
    readings.set(engine, [await on(current), await on(earlier)]);
  }
  const readAlike = (engine: string | null) =>
    areReadAlike(engine === null ? [...readings.values()].flat() : (readings.get(engine) ?? []));
  return { comparison, current, earlier, readAlike, effects: await comparison.effectsIn(current.only) };
}

/** A row and its earlier figures; null without a comparison. Pooled engines are not tested. */
export interface ComparedRow<Row, Figures> {
  readonly row: Row;
  readonly before: { readonly figures: Figures; readonly judged: FigureChange | null } | null;
}

/** Adds earlier figures and changes to rows; tests all changes together. */
export function withChanges<Row extends object, Figures extends object>(
  comparison: WindowComparison | null,
  rows: readonly ComparedRow<Row, Figures>[],
): (Row & { readonly compared?: Figures & Changed })[] {
  if (comparison === null) return rows.map(({ row }) => row);
  const judged = rows.flatMap(({ before }) => before?.judged ?? []);
  const changed = changedRows(comparison, judged).values();
  return rows.map(({ row, before }) => {
    if (before === null) return row;
    const change = before.judged === null ? noRate(comparison) : (changed.next().value as Changed);
    return { ...row, compared: { ...before.figures, ...change } };
  });
}

/** Pooled engines have no rate that could change. */
function noRate({ earlier }: WindowComparison): Changed {
  return { ...endsOf(earlier), change: null, exceeds_noise: false, gate: 'several_engines' };
}

/** Counts by prompt in one window, on one engine or on all that a report pools. */
export interface PromptRow {
  readonly engine: string;
  readonly promptId: number;
}

/** The prompts with answers in either window. Each engine has its own. */
export function pairedRows<Row extends PromptRow>(
  current: readonly Row[],
  earlier: readonly Row[],
): Paired<Row>[] {
  const keyOf = ({ engine, promptId }: PromptRow) => `${promptId} ${engine}`;
  const before = new Map(earlier.map((row) => [keyOf(row), row]));
  const pairs = current.map((row) => {
    const found = before.get(keyOf(row));
    before.delete(keyOf(row));
    return { current: row, earlier: found };
  });
  return [...pairs, ...[...before.values()].map((row) => ({ current: undefined, earlier: row }))];
}

/** How many prompts have answers in both windows. */
function sharedPrompts(pairs: readonly Paired<PromptRow>[]): number {
  const shared = new Set<number>();
  for (const { current, earlier } of pairs) if (current && earlier) shared.add(current.promptId);
  return shared.size;
}

type Counted = { readonly events: number; readonly trials: number };

/** Counts over prompts with answers in both windows. */
function observationOf<Row>(pairs: readonly Paired<Row>[], read: (row: Row) => Counted): Observation {
  const strata: Observation['strata'][number][] = [];
  const totals = { current: 0, baseline: 0 };
  for (const pair of pairs) {
    const current = pair.current && read(pair.current);
    const baseline = pair.earlier && read(pair.earlier);
    totals.current += current?.trials ?? 0;
    totals.baseline += baseline?.trials ?? 0;
    if (current && baseline) strata.push({ current, baseline });
  }
  return { strata, totals };
}

/** Every answer in both windows. The earlier ones tell how many to expect now. */
function answersOf<Row extends PromptRow & { readonly answers: number }>(
  { comparison: { current, earlier, weekly } }: ComparedAnswers,
  pairs: readonly Paired<Row>[],
): Observation {
  const windows = { current, baseline: earlier };
  const totals = { current: 0, baseline: 0 };
  const shared = { prompts: 0, current: 0, baseline: 0 };
  for (const pair of pairs) {
    const now = pair.current?.answers ?? 0;
    totals.current += now;
    if (pair.current === undefined || pair.earlier === undefined) {
      totals.baseline += pair.earlier?.answers ?? 0;
      continue;
    }
    const expected = expectedAnswers(pair.earlier, windows, weekly);
    totals.baseline += expected;
    shared.prompts += 1;
    shared.current += now;
    shared.baseline += expected;
  }
  const side = (trials: number) => ({ events: 0, trials });
  const strata = [{ current: side(shared.current), baseline: side(shared.baseline) }];
  return { strata: shared.prompts > 0 ? strata : [], totals };
}

export interface FigureChange {
  readonly change: WindowChange;
  /** Compared prompts, each counted once even if engines are pooled. */
  readonly shared: number;
  /** The compared counts, if the difference uses others. */
  readonly counted: Sides;
}

/** The gates before any figure is tested. @param answers every answer, with trials as answers */
function blockingGate(
  { comparison: { current, earlier, thresholds }, readAlike }: ComparedAnswers,
  engine: string | null,
  answers: Observation,
): ChangeGate | null {
  if (!readAlike(engine)) return 'mixed_readings';
  const lengths = { current: current.to - current.from, baseline: earlier.to - earlier.from };
  return isOutage(answers, thresholds, lengths) ? 'outage' : null;
}

/** The figure's tracked brand, on one engine or, for null, on all pooled engines. */
interface FigureOf {
  readonly engine: string | null;
  readonly trackedId: number;
}

/** How many answers in either window equal an independent one. */
function effectsOn<Row extends PromptRow & { readonly answers: number }>(
  { comparison, effects }: ComparedAnswers,
  trackedId: number,
  pairs: readonly Paired<Row>[],
): Effects {
  const side = (name: 'current' | 'earlier') => {
    const byEngine = new Map<string, number>();
    for (const { [name]: row } of pairs) {
      if (row) byEngine.set(row.engine, (byEngine.get(row.engine) ?? 0) + row.answers);
    }
    const days = daysIn(comparison[name]);
    return pooledEffect(
      [...byEngine].map(([engine, answers]) => ({ answers, effect: effects(engine, trackedId, days) })),
    );
  };
  return { current: side('current'), baseline: side('earlier') };
}

/** A rate over answers to prompts. */
export function rateChange<Row extends PromptRow & { readonly answers: number }>(
  answered: ComparedAnswers,
  { engine, trackedId }: FigureOf,
  pairs: readonly Paired<Row>[],
  read: (row: Row) => Counted,
): FigureChange {
  const compared = compare(observationOf(pairs, read), effectsOn(answered, trackedId, pairs));
  const answers = answersOf(answered, pairs);
  const held = blockingGate(answered, engine, answers);
  return {
    change: { compared, priorGate: held, evidence: () => evidenceOfRates(compared) },
    shared: sharedPrompts(pairs),
    counted: compared.counted,
  };
}

/** A share of the mentions in answers to prompts. */
export function shareChange<Row extends PromptRow & VoiceMoments>(
  answered: ComparedAnswers,
  { engine, trackedId }: FigureOf,
  pairs: readonly Paired<Row>[],
): FigureChange {
  const answers = answersOf(answered, pairs);
  const strata = pairs.flatMap(({ current, earlier }) =>
    current === undefined || earlier === undefined ? [] : [{ current, baseline: earlier }],
  );
  const compared = compareShares(strata, answers.totals, effectsOn(answered, trackedId, pairs));
  const side = (name: 'current' | 'baseline') => ({
    events: strata.reduce((sum, each) => sum + each[name].x, 0),
    trials: strata.reduce((sum, each) => sum + each[name].t, 0),
  });
  const counted = { current: side('current'), baseline: side('baseline') };
  const isTold = Math.min(counted.current.trials, counted.baseline.trials) >= MIN_SAMPLE;
  const held =
    blockingGate(answered, engine, answers) ??
    tooFewAnswers(compared, answered.comparison.thresholds) ??
    (isTold ? null : 'too_few_mentions');
  return {
    change: { compared, priorGate: held, evidence: () => evidenceOfComparedShares(compared) },
    shared: sharedPrompts(pairs),
    counted,
  };
}

function tooFewAnswers({ totals, counted }: Compared, thresholds: Thresholds): ChangeGate | null {
  const shared = { current: counted.current.trials, baseline: counted.baseline.trials };
  return sampleGate(totals, shared, thresholds) as ChangeGate | null;
}

/** Each row's change, all tested together. */
function changedRows(comparison: WindowComparison, rows: readonly FigureChange[]): Changed[] {
  const changes = rows.map(({ change }) => change);
  const gates = gatesOfChanges(changes, comparison.thresholds);
  const ends = endsOf(comparison.earlier);
  return rows.map((row, index) => {
    const gate = gates[index] ?? null;
    return { ...ends, change: changeOf(row), exceeds_noise: gate === null, gate };
  });
}

/** A null rate must not reappear through its difference. */
function changeOf({ change: { compared }, shared, counted }: FigureChange): Changed['change'] {
  const { difference, sameMix } = compared;
  const { current, baseline } = counted;
  const isKnown = isEnough(compared) && Math.min(current.trials, baseline.trials) >= MIN_SAMPLE;
  if (!isKnown || difference === null || sameMix === null) return null;
  return {
    ...differenceOf(difference),
    with_same_mix: differenceOf(sameMix),
    shared_prompts: shared,
    current: { count: current.events, of: current.trials },
    earlier: { count: baseline.events, of: baseline.trials },
  };
}

function isEnough({ counted: { current, baseline } }: Compared): boolean {
  return Math.min(current.trials, baseline.trials) >= MIN_SAMPLE;
}

function differenceOf({ current, baseline, interval }: Difference) {
  return {
    points: pointsOf(current.events / current.trials - baseline.events / baseline.trials),
    lower: pointsOf(interval.lower),
    upper: pointsOf(interval.upper),
  };
}
