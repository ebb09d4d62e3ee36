import {
  type AlertKind,
  BASELINE_DAYS,
  CURRENT_DAYS,
  type Gate,
  type Windows,
  windowsAt,
} from '../../domain/alerts/alert-rules.ts';
import { type ChangeState, changeIdOf } from '../../domain/alerts/change.ts';
import { DAY_MS, type Period } from '../../domain/time/period.ts';
import { KIND_RULES } from './gates.ts';

/**
 * How findings on one measure follow each other. Alerts report a change once it has persisted for several consecutive
 * evaluations. That opens an episode with the baseline at that time, and there is no other alert until the change ends.
 * The baseline stays frozen until the ordinary one lies wholly after the episode, so that a lasting change does not
 * become its own baseline and the return to normal does not count as a change.
 */

/** Consecutive evaluations for which a change must hold before an alert, and be gone before its episode closes. */
export const PERSISTENCE = 3;

/** Evaluations further apart than this are not consecutive. */
const IN_A_ROW_MS = CURRENT_DAYS * DAY_MS;

/** Evaluations closer together than this count as one: they see nearly the same answers. */
const ONE_LOOK_MS = DAY_MS / 2;

/** After an episode closes, its measure raises no alert for one window. */
const COOLDOWN_MS = CURRENT_DAYS * DAY_MS;

/** After this long, the ordinary baseline has no answers from a closed episode. */
const SETTLED_MS = (CURRENT_DAYS + BASELINE_DAYS) * DAY_MS;

/** After this long, a change is the new normal. */
const LONGEST_EPISODE_MS = 90 * DAY_MS;

/** After this many consecutive evaluations without the prompts of its frozen baseline, an episode is abandoned. */
const LONGEST_WITHOUT_PANEL = 7;

export interface Episode {
  readonly baseline: Period;
  readonly openedAt: number;
  readonly closedAt: number | null;
  /** The newest evaluation that could tell whether the change holds. */
  readonly toldAt: number;
  /** Alert ids by kind, in the order raised. */
  readonly alerts: Readonly<Partial<Record<AlertKind, string>>>;
  /** Consecutive evaluations without the change. */
  readonly gone: number;
  /** Consecutive evaluations in which the engine answered too few of the baseline's prompts. */
  readonly withoutPanel: number;
}

/** State between evaluations for one measure. */
export interface MeasureState {
  readonly evaluatedAt: number;
  /** Consecutive evaluations in which each kind passed every gate. */
  readonly held: Readonly<Partial<Record<AlertKind, number>>>;
  readonly episode: Episode | null;
}

/** Whether there is nothing to store. */
export function isIdle({ held, episode }: MeasureState): boolean {
  return episode === null && Object.keys(held).length === 0;
}

/** The state when an evaluation starts, without an expired episode. */
export function stateAt(state: MeasureState | null, at: number): MeasureState {
  if (state === null) return { evaluatedAt: at, held: {}, episode: null };
  const { episode } = state;
  const isOver =
    episode !== null &&
    (episode.closedAt === null
      ? at - episode.openedAt > LONGEST_EPISODE_MS
      : at - episode.closedAt >= SETTLED_MS);
  // A streak against another baseline says nothing about the current one.
  const isInARow = at - state.evaluatedAt <= IN_A_ROW_MS && !isOver;
  return { ...state, held: isInARow ? state.held : {}, episode: isOver ? null : episode };
}

/**
 * The state after removing the evaluations from an instant on. An episode reported earlier stays open, so that its
 * change is not reported twice, but its later evaluations and all streaks are lost.
 *
 * @param at no alert is at or after it
 */
export function rewindMeasure({ episode }: MeasureState, at: number): MeasureState {
  if (episode === null) return { evaluatedAt: at, held: {}, episode };
  const closedAt = episode.closedAt !== null && episode.closedAt < at ? episode.closedAt : null;
  return {
    evaluatedAt: at,
    held: {},
    episode: { ...episode, closedAt, toldAt: episode.openedAt, gone: 0, withoutPanel: 0 },
  };
}

/** The windows to compare, with the frozen baseline if there is one. */
export function windowsFor({ episode }: MeasureState, at: number): Windows {
  const ordinary = windowsAt(at);
  return episode === null ? ordinary : { ...ordinary, baseline: episode.baseline };
}

export interface Day {
  readonly at: number;
  /** The gate that held back each enabled kind, before persistence and episodes; null if it passed. */
  readonly gates: ReadonlyMap<AlertKind, Gate | null>;
  /** On which side of zero the interval lies; null if there is too little data. */
  readonly side: -1 | 0 | 1 | null;
  /** Whether there is too little data because the baseline's prompts have no more answers. */
  readonly isWithoutPanel: boolean;
  /** An alert on the same engine that covers any finding on this measure. */
  readonly covered: Cover | null;
}

/** The alert that suppresses a finding; null while that alert is unconfirmed. */
export interface Cover {
  readonly alert: string | null;
}

export interface Verdict {
  readonly kind: AlertKind;
  /** Null: the finding raises an alert. */
  readonly gate: Gate | null;
  /** The alert raised, or the one that explains `episode_open` or has its episode open. */
  readonly alert: string | null;
}

/** Consecutive evaluations for which a change must hold. */
export interface Rule {
  readonly persistence: number;
}

/**
 * Advances a measure by one evaluation.
 *
 * @param state from `stateAt` for this time
 * @param newAlert creates an alert id
 */
export function advance(
  state: MeasureState,
  day: Day,
  newAlert: () => string,
  { persistence }: Rule = { persistence: PERSISTENCE },
): { state: MeasureState; verdicts: Verdict[] } {
  const held: Partial<Record<AlertKind, number>> = {};
  const verdicts: Verdict[] = [];
  let episode = state.episode && advanceEpisode(state.episode, day, persistence);
  let cover = day.covered;
  for (const [kind, gate] of day.gates) {
    if (gate !== null) {
      verdicts.push({ kind, gate, alert: openAlert(episode) });
      continue;
    }
    const before = state.held[kind] ?? 0;
    const times = before > 0 && day.at - state.evaluatedAt < ONE_LOOK_MS ? before : before + 1;
    held[kind] = times;
    const told = reportedBy(episode, kind, day.at);
    if (told !== null) {
      verdicts.push({ kind, gate: 'episode_open', alert: told });
    } else if (cover !== null) {
      verdicts.push({
        kind,
        gate: cover.alert === null ? 'not_persistent' : 'episode_open',
        alert: cover.alert,
      });
    } else if (times < persistence) {
      verdicts.push({ kind, gate: 'not_persistent', alert: null });
    } else {
      const alert = newAlert();
      episode = openEpisode(episode, kind, alert, day.at);
      verdicts.push({ kind, gate: null, alert });
    }
    // A kind that says more covers the later ones, whether reported or still unconfirmed.
    cover ??= { alert: verdicts.at(-1)?.alert ?? null };
  }
  if (episode !== null && episode.withoutPanel >= LONGEST_WITHOUT_PANEL) {
    return { state: { evaluatedAt: day.at, held: {}, episode: null }, verdicts };
  }
  return { state: { evaluatedAt: day.at, held, episode }, verdicts };
}

/** The public id of an episode's change. */
export function changeIn({ alerts }: Episode): string {
  return changeIdOf(Object.values(alerts)[0] ?? '');
}

/** The state of an episode's change as of an evaluation. */
export function changeStateAt({ closedAt, toldAt }: Episode, evaluatedAt: number): ChangeState {
  if (closedAt !== null) return 'over';
  return toldAt === evaluatedAt ? 'holds' : 'unknown';
}

/** An open episode's newest alert; null for none. */
export function openAlert(episode: Episode | null): string | null {
  if (episode === null || episode.closedAt !== null) return null;
  return Object.values(episode.alerts).at(-1) ?? null;
}

function directionOf({ alerts }: Episode): -1 | 1 {
  const [kind] = Object.keys(alerts) as AlertKind[];
  return kind === undefined ? 1 : KIND_RULES[kind].direction;
}

/** An open episode after one more evaluation; closed once its change has been gone long enough. */
function advanceEpisode(episode: Episode, { at, side, isWithoutPanel }: Day, persistence: number): Episode {
  const withoutPanel = isWithoutPanel ? episode.withoutPanel + 1 : 0;
  if (episode.closedAt !== null || side === null) return { ...episode, withoutPanel };
  const gone = side === directionOf(episode) ? 0 : episode.gone + 1;
  return { ...episode, withoutPanel, gone, toldAt: at, closedAt: gone >= persistence ? at : null };
}

/**
 * The alert that already reported this kind or a stronger one; null if there is none. For one window after an episode
 * closes, its alert covers every finding on the measure.
 */
function reportedBy(episode: Episode | null, kind: AlertKind, at: number): string | null {
  if (episode === null) return null;
  const { alerts, closedAt } = episode;
  if (closedAt !== null) return at - closedAt < COOLDOWN_MS ? (Object.values(alerts).at(-1) ?? null) : null;
  const own = alerts[kind];
  if (own !== undefined) return own;
  return kind === 'visibility_drop' ? (alerts.engine_blackout ?? null) : null;
}

/** The episode after an alert: the open one if the direction is the same, otherwise a new one against the same baseline. */
function openEpisode(episode: Episode | null, kind: AlertKind, alert: string, at: number): Episode {
  const goesOn =
    episode !== null && episode.closedAt === null && directionOf(episode) === KIND_RULES[kind].direction;
  if (goesOn) return { ...episode, alerts: { ...episode.alerts, [kind]: alert } };
  const baseline = episode?.baseline ?? windowsAt(at).baseline;
  return {
    baseline,
    openedAt: at,
    closedAt: null,
    toldAt: at,
    alerts: { [kind]: alert },
    gone: 0,
    withoutPanel: 0,
  };
}
