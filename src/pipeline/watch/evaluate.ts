import {
  type AlertKind,
  type AlertSettings,
  alertKindsOf,
  type Gate,
  type Windows,
  windowsAt,
} from '../../domain/alerts/alert-rules.ts';
import { changeIdOf } from '../../domain/alerts/change.ts';
import type { Reader } from '../../domain/brand/reader.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { expectedAnswers, type WeeklyFrom } from '../../domain/questions/weekly.ts';
import { daysIn, type Period } from '../../domain/time/period.ts';
import {
  advance,
  type Cover,
  changeIn,
  isIdle,
  type MeasureState,
  stateAt,
  type Verdict,
  windowsFor,
} from '../../stats/alerts/episodes.ts';
import {
  type Compared,
  compare,
  type Difference,
  type Effects,
  floorGate,
  gateOf,
  isOutage,
  kindsOf,
  leastAnswers,
  MEASURES,
  type Measure,
} from '../../stats/alerts/gates.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { answersNeededEachSide, sideOf } from '../../stats/rates/intervals.ts';
import type { Comparison, StoredDifference } from '../../storage/watch/comparisons.ts';
import type { WatchState } from '../../storage/watch/evaluations.ts';
import type { NoiseFloorOf } from './noise-floors.ts';
import { type Panel, type PanelCount, panelOf } from './panel.ts';

export interface EvaluationInput {
  readonly at: number;
  readonly marketId: number;
  readonly settings: AlertSettings;
  /** Brands tracked now, the brand itself first. */
  readonly tracked: readonly TrackedBrand[];
  /** Slugs of the brand's engines. */
  readonly asked: readonly string[];
  /** The market's state after the previous evaluation. */
  readonly states: readonly WatchState[];
  readonly weekly: WeeklyFrom;
  /** Repetition within each engine's answers. */
  readonly effects: DesignEffects;
  /** Chance variation of each measure. */
  readonly floorOf: NoiseFloorOf;
  /** Whose framing counts. */
  readonly reader: Reader;
  /** Whether at most one model, with one prompt, judged an engine's answers in both windows. */
  readonly judgedAlike: (engine: string, windows: Windows) => Promise<boolean>;
  /** Makes an alert's public id. */
  readonly newAlert: () => string;
}

/** A change to report, with the comparison and counts of both windows. */
export interface Finding {
  readonly alert: string;
  /** Public id of the change that it reports. */
  readonly change: string;
  readonly comparison: Comparison;
  readonly subject: TrackedBrand;
  readonly panel: Panel;
}

export interface Evaluation {
  readonly comparisons: readonly Comparison[];
  readonly findings: readonly Finding[];
  readonly states: readonly WatchState[];
}

export interface EngineEvaluation extends Evaluation {
  /** Keys of the evaluated measures. */
  readonly evaluated: ReadonlySet<string>;
}

/** An engine's counts in the windows from `windowsNeeded`, by baseline start. */
export type WindowCounts = ReadonlyMap<number, readonly PanelCount[]>;

/** The windows to compare on an engine: ordinary ones first, then a pair per frozen baseline. */
export function windowsNeeded(states: readonly WatchState[], engine: string, at: number): Windows[] {
  const frozen = states
    .filter((each) => each.engine === engine)
    .map((each) => windowsFor(stateAt(stateFrom(each), at), at));
  const byBaseline = new Map([windowsAt(at), ...frozen].map((each) => [each.baseline.from, each]));
  return [...byBaseline.values()];
}

/** Evaluates every enabled kind on an engine, for each competitor if the kind has one; empty without a comparison. */
export async function evaluateEngine(
  input: EvaluationInput,
  engine: string,
  counts: WindowCounts,
): Promise<EngineEvaluation | null> {
  const [self] = input.tracked;
  if (self === undefined) return null;
  const panels = new Map([...counts].map(([from, each]) => [from, panelOf(each, self.id)]));
  const ordinary = panels.get(windowsAt(input.at).baseline.from);
  return isCompared(engine, input.asked, ordinary)
    ? await new EngineComparing(input, engine, panels, self).run()
    : null;
}

export function evaluationOf(input: EvaluationInput, engines: readonly EngineEvaluation[]): Evaluation {
  return {
    comparisons: engines.flatMap((each) => each.comparisons),
    findings: engines.flatMap((each) => each.findings),
    states: [...engines.flatMap((each) => each.states), ...leftAlone(input, engines)],
  };
}

/**
 * Compares a removed engine while its answers continue: its silence is no outage. Without configured engines, answers
 * come from imports, and every engine seen before should continue.
 */
function isCompared(engine: string, asked: readonly string[], panel: Panel | undefined): boolean {
  const { current, baseline } = panel?.answers().totals ?? { current: 0, baseline: 0 };
  return asked.includes(engine) || current > 0 || (asked.length === 0 && baseline > 0);
}

/**
 * State of measures that this evaluation skipped because their kind, competitor, or engine is off. It stays for an
 * episode's duration, in case they return.
 */
function leftAlone({ states, at }: EvaluationInput, evaluations: readonly EngineEvaluation[]): WatchState[] {
  const evaluated = new Set(evaluations.flatMap((each) => [...each.evaluated]));
  return states.filter((each) => !evaluated.has(keyOf(each)) && !isIdle(stateAt(stateFrom(each), at)));
}

function keyOf({ engine, measure, trackedId }: Omit<WatchState, 'state' | 'marketId'>): string {
  return `${engine} ${measure} ${trackedId}`;
}

interface ComparedPrompts {
  readonly compared: Compared;
  readonly effects: Effects;
  readonly sharedPrompts: number;
  /** Percentage points; null if there is none or it affected no decision. */
  readonly noiseFloor: number | null;
}

/** All comparisons on one engine, in the order of measures: visibility first. */
class EngineComparing {
  readonly #input: EvaluationInput;
  readonly #engine: string;
  readonly #panels: ReadonlyMap<number, Panel>;
  readonly #self: TrackedBrand;
  readonly #comparisons: Comparison[] = [];
  readonly #findings: Finding[] = [];
  readonly #states: WatchState[] = [];
  readonly #evaluated = new Set<string>();
  /** This engine's blackout, which explains other apparent changes. */
  #blackout: Cover | null = null;

  constructor(
    input: EvaluationInput,
    engine: string,
    panels: ReadonlyMap<number, Panel>,
    self: TrackedBrand,
  ) {
    this.#input = input;
    this.#engine = engine;
    this.#panels = panels;
    this.#self = self;
  }

  async run(): Promise<EngineEvaluation> {
    const enabledKinds = alertKindsOf(this.#input.settings);
    for (const measure of MEASURES) {
      const kinds = kindsOf(measure).filter((kind) => enabledKinds.includes(kind));
      const subjects = measure === 'overtaken' ? this.#input.tracked.slice(1) : [this.#self];
      for (const subject of kinds.length === 0 ? [] : subjects) await this.#measure(measure, kinds, subject);
    }
    return {
      comparisons: this.#comparisons,
      findings: this.#findings,
      states: this.#states,
      evaluated: this.#evaluated,
    };
  }

  async #measure(measure: Measure, kinds: readonly AlertKind[], subject: TrackedBrand): Promise<void> {
    const { at, settings, newAlert } = this.#input;
    this.#evaluated.add(keyOf({ engine: this.#engine, measure, trackedId: subject.id }));
    const before = this.#stateBefore(measure, subject.id);
    const windows = windowsFor(before, at);
    const panel = this.#panels.get(windows.baseline.from);
    if (panel === undefined) throw new Error('an evaluation lacks the counts of a window that it needs');
    const observation = panel.observation(measure, subject.id);
    const effects = this.#effectsOn(windows);
    const compared = compare(observation, effects);
    const answers = panel.answers((counts) => expectedAnswers(counts, windows, this.#input.weekly));
    const held = isOutage(answers, settings) ? 'outage' : await this.#mixed(measure, windows);
    const others = new Map(kinds.map((kind) => [kind, held ?? gateOf(kind, compared, settings)]));
    const noiseFloor = await this.#floorFor(others, measure, subject, windows);
    const gates = new Map(
      [...others].map(([kind, gate]) => [kind, gate ?? floorGate(kind, compared, noiseFloor)]),
    );
    const covered = measure === 'overtaken' || measure === 'negative_framing' ? this.#blackout : null;
    const reasons = [...gates.values()];
    const canTell = !reasons.some((gate) => gate !== null && INCONCLUSIVE.includes(gate));
    const side = canTell && compared.difference ? sideOf(compared.difference.interval) : null;
    const isWithoutPanel = reasons.includes('too_few_shared_prompts');
    const { state, verdicts } = advance(before, { at, gates, side, isWithoutPanel, covered }, newAlert);
    if (measure === 'visibility') this.#blackout = coverOf(verdicts);
    this.#remember(measure, subject.id, state);
    for (const verdict of verdicts) {
      const comparison = this.#comparisonOf(verdict, subject, windows, {
        compared,
        effects,
        sharedPrompts: observation.strata.length,
        noiseFloor,
      });
      this.#comparisons.push(comparison);
      if (verdict.gate === null && verdict.alert !== null) {
        const change = state.episode ? changeIn(state.episode) : changeIdOf(verdict.alert);
        this.#findings.push({ alert: verdict.alert, change, comparison, subject, panel });
      }
    }
  }

  /** A change of the model, or its prompt, would look like a change of framing. */
  async #mixed(measure: Measure, windows: Windows): Promise<'mixed_readings' | null> {
    if (measure !== 'negative_framing') return null;
    return (await this.#input.judgedAlike(this.#engine, windows)) ? null : 'mixed_readings';
  }

  /**
   * Reads the floor only if a change passed every other gate of some kind. History ends where the baseline begins.
   */
  async #floorFor(
    gates: ReadonlyMap<AlertKind, Gate | null>,
    measure: Measure,
    { id: trackedId }: TrackedBrand,
    { baseline }: Windows,
  ): Promise<number | null> {
    if (![...gates.values()].includes(null)) return null;
    return await this.#input.floorOf({ engine: this.#engine, measure, trackedId, before: baseline.to });
  }

  /** The design effect of answers that name the brand itself, for all measures. */
  #effectsOn({ current, baseline }: Windows): Effects {
    const { effects } = this.#input;
    const effectOf = (window: Period) => effects(this.#engine, this.#self.id, daysIn(window));
    return { current: effectOf(current), baseline: effectOf(baseline) };
  }

  #stateBefore(measure: Measure, trackedId: number): MeasureState {
    const stored = this.#input.states.find(
      (each) => each.engine === this.#engine && each.measure === measure && each.trackedId === trackedId,
    );
    return stateAt(stored ? stateFrom(stored) : null, this.#input.at);
  }

  #remember(measure: Measure, trackedId: number, state: MeasureState): void {
    if (isIdle(state)) return;
    const { marketId } = this.#input;
    this.#states.push({ marketId, engine: this.#engine, measure, trackedId, state: JSON.stringify(state) });
  }

  #comparisonOf(
    { kind, gate, alert }: Verdict,
    subject: TrackedBrand,
    windows: Windows,
    { compared, effects, sharedPrompts, noiseFloor }: ComparedPrompts,
  ): Comparison {
    const { at, marketId, settings } = this.#input;
    const { totals, counted, difference, sameMix } = compared;
    return {
      evaluatedAt: at,
      marketId,
      engine: this.#engine,
      kind,
      trackedId: subject.id,
      windows,
      current: { ...counted.current, total: totals.current, designEffect: effects.current },
      baseline: { ...counted.baseline, total: totals.baseline, designEffect: effects.baseline },
      sharedPrompts,
      difference: difference && changeOf(difference),
      sameMix: sameMix && changeOf(sameMix),
      answersNeeded: difference && neededToCall(difference, effects, leastAnswers(settings)),
      minDeltaPoints: settings.minDeltaPoints,
      minSampleEachSide: leastAnswers(settings),
      noiseFloor,
      reader: this.#input.reader,
      gate,
      alert,
    };
  }
}

function stateFrom({ state }: WatchState): MeasureState {
  return JSON.parse(state) as MeasureState;
}

/** A difference between two sides, from -1 to 1, with its interval. */
export function changeOf({ current, baseline, interval }: Difference): StoredDifference {
  const change = current.events / current.trials - baseline.events / baseline.trials;
  return { change, ...interval };
}

/** Answers per side needed to detect this difference, at least the minimum; null if no number suffices. */
function neededToCall({ current, baseline }: Difference, effects: Effects, least: number): number | null {
  const needed = answersNeededEachSide(current.events / current.trials, baseline.events / baseline.trials);
  const each = Math.max(effects.current ?? 1, effects.baseline ?? 1);
  return needed === null ? null : Math.max(Math.ceil(needed * each), least);
}

/** Gates that make a comparison inconclusive. */
const INCONCLUSIVE: readonly Gate[] = [
  'outage',
  'mixed_readings',
  'too_few_answers',
  'too_few_shared_prompts',
];

/** The blackout that suppresses other findings: reported, or present but not confirmed yet. */
function coverOf(verdicts: readonly Verdict[]): Cover | null {
  const blackout = verdicts.find(({ kind }) => kind === 'engine_blackout');
  const holds =
    blackout && (blackout.gate === null || ['episode_open', 'not_persistent'].includes(blackout.gate));
  return holds ? { alert: blackout.alert } : null;
}
