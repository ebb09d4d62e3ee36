import type { Proportion } from '../../domain/figures/proportion.ts';
import type { ComparedCount } from '../../panel/counts/compared.ts';
import { MEASURED_AS, type Measure, type Observation } from '../../stats/alerts/gates.ts';
import type { QuestionCells } from '../../stats/explaining/decomposition.ts';
import type { PairedCounts } from '../../stats/rates/intervals.ts';

/** An engine's answers to one prompt in one of two windows, for one tracked brand beside the brand itself. */
export interface PanelCount extends ComparedCount {
  readonly trackedId: number;
  readonly window: 'current' | 'baseline';
}

/** An engine's counts in two windows, arranged for comparison. */
export interface Panel {
  /** All answers with a reading of the brand itself; events are those that name it. @param expected how many of the baseline count */
  answers(expected?: (counts: PanelCount) => number): Observation;
  observation(measure: Measure, trackedId: number): Observation;
  /** Per-question counts for the questions answered in both windows. */
  questions(measure: Measure, trackedId: number): QuestionCells[];
  /** Current window, shared prompts: joint counts of the brand itself and another brand. */
  pairedNow(trackedId: number): PairedCounts;
  /** Answers over the shared prompts that cite the brand's own sites; events are those that do not name it. */
  amongCited(): { current: Proportion; baseline: Proportion };
}

function readAs(measure: Measure): (counts: PanelCount) => Proportion {
  const { events, trials } = MEASURED_AS[measure];
  return (counts) => ({ events: counts[events], trials: counts[trials] });
}

/** One prompt's counts in both windows; undefined without answers. */
interface PromptCounts {
  current?: PanelCount;
  baseline?: PanelCount;
}

/** @param selfId the tracked brand that is the brand itself */
export function panelOf(counts: readonly PanelCount[], selfId: number): Panel {
  const prompts = new Map<number, Map<number, PromptCounts>>();
  for (const row of counts) {
    const ofBrand = prompts.get(row.trackedId) ?? new Map<number, PromptCounts>();
    prompts.set(row.trackedId, ofBrand);
    const ofPrompt = ofBrand.get(row.promptId) ?? {};
    ofBrand.set(row.promptId, ofPrompt);
    ofPrompt[row.window] = row;
  }
  const promptsOf = (trackedId: number) => [...(prompts.get(trackedId)?.values() ?? [])];
  const observe = (measure: Measure, trackedId: number) =>
    observationOf(promptsOf(trackedId), readAs(measure));
  return {
    answers: (expected) => observationOf(promptsOf(selfId), readAs('visibility'), expected),
    observation: observe,
    questions: (measure, trackedId) => questionsOf(sharedOf(promptsOf(trackedId)), readAs(measure)),
    pairedNow: (trackedId) => pairedOf(sharedOf(promptsOf(trackedId))),
    amongCited: () => citedOf(sharedOf(promptsOf(selfId))),
  };
}

const NONE: Proportion = { events: 0, trials: 0 };

/** Prompts with answers in both windows are strata, ordered by id so sums do not depend on the database. */
function observationOf(
  prompts: readonly PromptCounts[],
  asProportion: (counts: PanelCount) => Proportion,
  expected?: (counts: PanelCount) => number,
): Observation {
  const read = (counts: PanelCount | undefined) => (counts ? asProportion(counts) : NONE);
  const before = (counts: PanelCount | undefined) =>
    counts && expected ? { ...read(counts), trials: expected(counts) } : read(counts);
  const total = (side: keyof PromptCounts) => prompts.reduce((sum, each) => sum + read(each[side]).trials, 0);
  const strata = sharedOf(prompts).map(({ current, baseline }) => ({
    current: read(current),
    baseline: before(baseline),
  }));
  return { strata, totals: { current: total('current'), baseline: total('baseline') } };
}

/** Combines all models. */
function questionsOf(
  shared: readonly PromptCounts[],
  asProportion: (counts: PanelCount) => Proportion,
): QuestionCells[] {
  const read = (counts: PanelCount | undefined) => (counts ? asProportion(counts) : NONE);
  return shared
    .map((each) => ({
      question: promptIdOf(each),
      current: read(each.current),
      baseline: read(each.baseline),
    }))
    .filter(({ current, baseline }) => current.trials + baseline.trials > 0)
    .map(({ question, ...sides }) => ({ question, cells: [{ model: null, cites: null, ...sides }] }));
}

function promptIdOf({ current, baseline }: PromptCounts): number {
  return (current ?? baseline)?.promptId ?? 0;
}

function sharedOf(prompts: readonly PromptCounts[]): PromptCounts[] {
  return prompts
    .filter(({ current, baseline }) => current !== undefined && baseline !== undefined)
    .sort((one, other) => promptIdOf(one) - promptIdOf(other));
}

function sumOf(
  prompts: readonly PromptCounts[],
  side: keyof PromptCounts,
  value: (counts: PanelCount) => number,
): number {
  return prompts.reduce((sum, each) => sum + (each[side] ? value(each[side]) : 0), 0);
}

function pairedOf(shared: readonly PromptCounts[]): PairedCounts {
  const sum = (value: (counts: PanelCount) => number) => sumOf(shared, 'current', value);
  const [named, both, either] = [
    sum((counts) => counts.named),
    sum((counts) => counts.bothNamed),
    sum((counts) => counts.eitherNamed),
  ];
  const answers = sum((counts) => counts.answers);
  return { both, onlyFirst: either - named, onlySecond: named - both, neither: answers - either };
}

function citedOf(shared: readonly PromptCounts[]): { current: Proportion; baseline: Proportion } {
  const side = (name: keyof PromptCounts) => ({
    events: sumOf(shared, name, (counts) => counts.citedNotNamed),
    trials: sumOf(shared, name, (counts) => counts.cited),
  });
  return { current: side('current'), baseline: side('baseline') };
}
