import {
  BASELINE_DAYS,
  type ComparedKind,
  CURRENT_DAYS,
  type Gate,
  type Windows,
  windowsAt,
} from '../domain/alert-rules.ts';
import { DAY_MS, type Period } from '../domain/period.ts';
import { KIND_RULES } from './gates.ts';

/**
 * How findings of one measure follow each other. A change is reported once it has held on several evaluations in a row.
 * That opens an episode, with the baseline the change was found against, and nothing more is reported until the change is
 * gone. The baseline stays frozen until the ordinary one lies wholly after the episode, so that a lasting change does not
 * become its own baseline, and the way back does not count as a change.
 */

/** Evaluations in a row on which a change must hold before it is reported, and be gone before its episode closes. */
export const PERSISTENCE = 3;

/** Evaluations further apart than this are not in a row. */
const IN_A_ROW_MS = CURRENT_DAYS * DAY_MS;

/** Evaluations closer together than this count as one: they see nearly the same answers. */
const ONE_LOOK_MS = DAY_MS / 2;

/** After an episode closes, nothing is reported about its measure for one window. */
const COOLDOWN_MS = CURRENT_DAYS * DAY_MS;

/** The ordinary baseline holds nothing of an episode that closed this long ago. */
const SETTLED_MS = (CURRENT_DAYS + BASELINE_DAYS) * DAY_MS;

/** A change that has lasted this long is the new normal. */
const LONGEST_EPISODE_MS = 90 * DAY_MS;

/** After this many evaluations in a row without the prompts of its frozen baseline, an episode is abandoned. */
const LONGEST_WITHOUT_PANEL = 7;

export interface Episode {
  readonly baseline: Period;
  readonly openedAt: number;
  readonly closedAt: number | null;
  /** What was reported in it: the id of the alert of each kind. */
  readonly alerts: Readonly<Partial<Record<ComparedKind, string>>>;
  /** Evaluations in a row on which the change was gone. */
  readonly gone: number;
  /** Evaluations in a row on which too few prompts of its baseline were asked. */
  readonly withoutPanel: number;
}

/** What is remembered of a measure from one evaluation to the next. */
export interface MeasureState {
  readonly evaluatedAt: number;
  /** Evaluations in a row on which each kind passed every gate. */
  readonly held: Readonly<Partial<Record<ComparedKind, number>>>;
  readonly episode: Episode | null;
}

/** Whether nothing needs to be remembered. */
export function isIdle({ held, episode }: MeasureState): boolean {
  return episode === null && Object.keys(held).length === 0;
}

/** The state at the start of an evaluation: without an episode that is over for good. */
export function stateAt(state: MeasureState | null, at: number): MeasureState {
  if (state === null) return { evaluatedAt: at, held: {}, episode: null };
  const { episode } = state;
  const isOver =
    episode !== null &&
    (episode.closedAt === null
      ? at - episode.openedAt > LONGEST_EPISODE_MS
      : at - episode.closedAt >= SETTLED_MS);
  // What held against another baseline says nothing about the one compared with now.
  const isInARow = at - state.evaluatedAt <= IN_A_ROW_MS && !isOver;
  return { ...state, held: isInARow ? state.held : {}, episode: isOver ? null : episode };
}

/**
 * What is left of a state when the evaluations from an instant on are forgotten. An episode that was reported before it
 * stays, so that its change is not reported twice; how its later evaluations went is forgotten, and streaks begin again.
 *
 * @param at nothing was reported at or after it
 */
export function rewound({ episode }: MeasureState, at: number): MeasureState {
  if (episode === null) return { evaluatedAt: at, held: {}, episode };
  const closedAt = episode.closedAt !== null && episode.closedAt < at ? episode.closedAt : null;
  return { evaluatedAt: at, held: {}, episode: { ...episode, closedAt, gone: 0, withoutPanel: 0 } };
}

/** The windows a measure is compared over, with the frozen baseline where there is one. */
export function windowsFor({ episode }: MeasureState, at: number): Windows {
  const ordinary = windowsAt(at);
  return episode === null ? ordinary : { ...ordinary, baseline: episode.baseline };
}

/** One evaluation of a measure. */
export interface Day {
  readonly at: number;
  /** Gates of the kinds asked for, before persistence and episodes; null where every gate was passed. */
  readonly gates: ReadonlyMap<ComparedKind, Gate | null>;
  /** On which side of zero the interval lies; null where nothing can be said. */
  readonly side: -1 | 0 | 1 | null;
  /** Whether that is because the prompts of the baseline are no longer asked. */
  readonly isWithoutPanel: boolean;
  /** An alert on the same engine that covers whatever this measure finds. */
  readonly covered: Cover | null;
}

/** What keeps a finding from being reported: an alert, or null while that alert is not confirmed yet. */
export interface Cover {
  readonly alert: string | null;
}

export interface Verdict {
  readonly kind: ComparedKind;
  /** Null: the finding is raised. */
  readonly gate: Gate | null;
  /** The alert that is raised, or is the reason for `episode_open`, or whose episode is open. */
  readonly alert: string | null;
}

/** On how many evaluations in a row a change must hold. */
export interface Rule {
  readonly persistence: number;
}

/**
 * Advances a measure by one evaluation.
 *
 * @param state as `stateAt` gives it for this time
 * @param newAlert makes the id of an alert
 */
export function advance(
  state: MeasureState,
  day: Day,
  newAlert: () => string,
  { persistence }: Rule = { persistence: PERSISTENCE },
): { state: MeasureState; verdicts: Verdict[] } {
  const held: Partial<Record<ComparedKind, number>> = {};
  const verdicts: Verdict[] = [];
  let episode = state.episode && aged(state.episode, day, persistence);
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
      episode = opened(episode, kind, alert, day.at);
      verdicts.push({ kind, gate: null, alert });
    }
    // A kind that says more covers those after it, whether it was reported or is not confirmed yet.
    cover ??= { alert: verdicts.at(-1)?.alert ?? null };
  }
  if (episode !== null && episode.withoutPanel >= LONGEST_WITHOUT_PANEL) {
    return { state: { evaluatedAt: day.at, held: {}, episode: null }, verdicts };
  }
  return { state: { evaluatedAt: day.at, held, episode }, verdicts };
}

/** The newest alert of an episode that is open; null for none. */
export function openAlert(episode: Episode | null): string | null {
  if (episode === null || episode.closedAt !== null) return null;
  return Object.values(episode.alerts).at(-1) ?? null;
}

/** The direction of the change that an episode is about. */
function directionOf({ alerts }: Episode): -1 | 1 {
  const [kind] = Object.keys(alerts) as ComparedKind[];
  return kind === undefined ? 1 : KIND_RULES[kind].direction;
}

/** An open episode after one more evaluation, closed when its change has been gone for long enough. */
function aged(episode: Episode, { at, side, isWithoutPanel }: Day, persistence: number): Episode {
  const withoutPanel = isWithoutPanel ? episode.withoutPanel + 1 : 0;
  if (episode.closedAt !== null || side === null) return { ...episode, withoutPanel };
  const gone = side === directionOf(episode) ? 0 : episode.gone + 1;
  return { ...episode, withoutPanel, gone, closedAt: gone >= persistence ? at : null };
}

/**
 * The alert that already reported a kind, or more than it; null when there is none. In the window after an episode has
 * closed, its alert stands for whatever is found about the measure.
 */
function reportedBy(episode: Episode | null, kind: ComparedKind, at: number): string | null {
  if (episode === null) return null;
  const { alerts, closedAt } = episode;
  if (closedAt !== null) return at - closedAt < COOLDOWN_MS ? (Object.values(alerts).at(-1) ?? null) : null;
  const own = alerts[kind];
  if (own !== undefined) return own;
  return kind === 'visibility_drop' ? (alerts.engine_blackout ?? null) : null;
}

/** The episode after an alert: the open one where the direction is the same, or a new one against the same baseline. */
function opened(episode: Episode | null, kind: ComparedKind, alert: string, at: number): Episode {
  const goesOn =
    episode !== null && episode.closedAt === null && directionOf(episode) === KIND_RULES[kind].direction;
  if (goesOn) return { ...episode, alerts: { ...episode.alerts, [kind]: alert } };
  const baseline = episode?.baseline ?? windowsAt(at).baseline;
  return { baseline, openedAt: at, closedAt: null, alerts: { [kind]: alert }, gone: 0, withoutPanel: 0 };
}
