import type { AlertKind, Windows } from '../../domain/alerts/alert-rules.ts';
import type { ChangeState } from '../../domain/alerts/change.ts';
import type { Reader } from '../../domain/brand/reader.ts';
import { parseDay, parseInstant } from '../../domain/time/instant.ts';
import { DAY_MS, dayOf, type Period } from '../../domain/time/period.ts';
import type { Choice } from '../../stats/alerts/change-size.ts';
import { KIND_RULES, type Measure } from '../../stats/alerts/gates.ts';
import type { LikelyDays } from '../../stats/alerts/likely-days.ts';
import { listAllTracked } from '../../storage/directory/brand/declare.ts';
import type { AlertRow } from '../../storage/watch/alerts.ts';
import type { ReportContext } from '../shape/report.ts';

/** The answers that an alert or comparison compared. */
export interface ComparedAnswers {
  readonly marketId: number;
  readonly engine: string;
  readonly measure: Measure;
  readonly trackedId: number;
  readonly windows: Windows;
  readonly reader: Reader;
}

/** A change as its first alert reported it. */
export interface KnownChange extends ComparedAnswers {
  readonly id: string;
  /** A competitor's name, for `overtaken`. */
  readonly competitor: string | null;
  readonly direction: -1 | 1;
  readonly state: ChangeState;
  readonly stateSince: number;
  readonly foundAt: number;
  /** The larger of both windows of the alert. */
  readonly designEffect: number;
  readonly likely: LikelyDays | null;
  readonly choice: Choice;
}

/** Finds a tracked brand's id by its name; the brand itself for null. Removed brands count. */
export type TrackedIdOf = (name: string | null) => number | undefined;

export async function trackedIds({ db, brand, panel }: ReportContext): Promise<TrackedIdOf> {
  const all = await listAllTracked(db, brand.id);
  return (name) => (name === null ? panel.self : all.find((each) => each.name === name)?.id);
}

/** An alert outlives its comparison, so its own facts say which answers it compared; null if they do not. */
export function comparedBy(
  { marketId, kind, facts }: StoredFacts,
  idOf: TrackedIdOf,
): ComparedAnswers | null {
  const { engine, competitor, current, baseline, reader = 'rules' } = facts as Partial<AlertFacts>;
  const trackedId = idOf(competitor ?? null);
  const windows = { current: periodIn(current), baseline: periodIn(baseline) };
  if (engine === undefined || trackedId === undefined || !windows.current || !windows.baseline) return null;
  return {
    marketId,
    engine,
    measure: KIND_RULES[kind].measure,
    trackedId,
    windows: { current: windows.current, baseline: windows.baseline },
    reader: reader === 'rules' ? 'rules' : 'model',
  };
}

/** The change behind an alert, the first of its change; null if its facts do not say. */
export function changeBehind(alert: AlertRow, idOf: TrackedIdOf): KnownChange | null {
  const compared = comparedBy(alert, idOf);
  if (compared === null || !('change' in alert.facts)) return null;
  const { competitor, current, baseline, likely_days: days } = alert.facts as unknown as AlertFacts;
  const { state, stateSince, createdAt: foundAt, kind } = alert;
  const { direction } = KIND_RULES[kind];
  return {
    ...compared,
    id: alert.changeId,
    competitor,
    direction,
    state,
    stateSince,
    foundAt,
    designEffect: Math.max(current.design_effect ?? 1, baseline.design_effect ?? 1),
    likely: days && { first: dayNamed(days.from), last: dayNamed(days.until) },
    choice: choiceOf(alert.facts as unknown as AlertFacts, compared.windows, direction),
  };
}

/** The difference had to reach the settings' points, the noise floor, and its own margin of error. */
function choiceOf(facts: AlertFacts, windows: Windows, direction: -1 | 1): Choice {
  const { current, baseline, change, min_delta_points: points, noise_floor_points: floor } = facts;
  const margin = direction > 0 ? change.points - change.lower : change.upper - change.points;
  const window = ({ from, to }: Period, { responses, design_effect: effect }: FactsOfSide) => ({
    from: from / DAY_MS,
    to: to / DAY_MS,
    trials: responses / (effect ?? 1),
  });
  return {
    current: window(windows.current, current),
    baseline: window(windows.baseline, baseline),
    least: Math.max(points, floor ?? 0, margin) / 100,
  };
}

type StoredFacts = { readonly marketId: number; readonly kind: AlertKind; readonly facts: object };

/** The facts of an alert that a change needs (pipeline/watch/alert-words.ts). */
interface AlertFacts {
  readonly engine: string;
  readonly competitor: string | null;
  readonly current: FactsOfSide;
  readonly baseline: FactsOfSide;
  readonly change: { readonly points: number; readonly lower: number; readonly upper: number };
  readonly min_delta_points: number;
  readonly noise_floor_points: number | null;
  /** `rules`, or a model's name; only for framing. */
  readonly reader: string;
  readonly likely_days: { readonly from: string; readonly until: string } | null;
}

interface FactsOfSide {
  readonly after: string;
  readonly until: string;
  readonly responses: number;
  readonly design_effect: number | null;
}

function periodIn(side: Partial<FactsOfSide> | undefined): Period | null {
  const [after, until] = [parseInstant(side?.after ?? ''), parseInstant(side?.until ?? '')];
  return after === null || until === null ? null : { from: after + 1, to: until + 1 };
}

function dayNamed(day: string): number {
  return dayOf(parseDay(day) ?? 0);
}
