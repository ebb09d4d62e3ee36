import { DEFAULT_ALERT_SETTINGS } from '../../../domain/alerts/alert-rules.ts';
import { ENGINES } from '../../../domain/answers/engine.ts';
import { DAYS_PER_MONTH } from '../../../domain/figures/month-budget.ts';
import { dollars, usdOf } from '../../../domain/figures/usd.ts';
import type { ConfiguredEngines } from '../../../pipeline/collect/job/ready-engine.ts';
import { questionOf } from '../../../pipeline/declare/document/declared-question.ts';
import type { BrandDocument } from '../../../pipeline/declare/document/document.ts';
import type { Proposal } from '../../../propose/proposal.ts';
import { Detectable } from '../../../stats/alerts/detectable.ts';

/** An engine choice for a new brand. */
export interface EngineChoice {
  readonly slug: string;
  readonly name: string;
  /** Cost per answer, in millionths of a US dollar. */
  readonly micros: number;
  readonly hasKey: boolean;
  readonly isChosen: boolean;
}

/** Engine choices for a new brand, engines with a key first. @param chosen null initially: selects engines with a key, or the first engine */
export function engineChoices(
  { ready, disabled }: ConfiguredEngines,
  chosen: readonly string[] | null,
): EngineChoice[] {
  const known = [
    ...ready.map(({ adapter, micros }) => ({ slug: adapter.slug, micros, hasKey: true })),
    ...disabled.map(({ engine, micros }) => ({ slug: engine, micros, hasKey: false })),
  ];
  const first = ready.length > 0 ? ready.map(({ adapter }) => adapter.slug) : [disabled[0]?.engine];
  const isChosen = (slug: string) => (chosen ?? first).includes(slug);
  return known.map((each) => ({
    ...each,
    name: ENGINES.find(({ slug }) => slug === each.slug)?.name ?? each.slug,
    isChosen: isChosen(each.slug),
  }));
}

/** The schedule of accepted questions. */
export interface Asking {
  readonly engines: number;
  /** Cost per answer by engine, in millionths of a US dollar. */
  readonly micros: number;
  /** Runs per day and market. */
  readonly samples: number;
  /** Existing markets, without proposals. */
  readonly markets: number;
  /** Existing questions. */
  readonly questions: number;
}

/** A stored brand uses its engines with a key; a new one, its chosen engines. */
export function askingOf(
  document: BrandDocument | null,
  { ready }: ConfiguredEngines,
  choices: readonly EngineChoice[],
): Asking {
  const engines =
    document === null
      ? choices.filter(({ isChosen }) => isChosen)
      : ready.filter(({ adapter }) => document.engines.includes(adapter.slug));
  return {
    engines: engines.length,
    micros: engines.reduce((sum, each) => sum + each.micros, 0),
    samples: document?.samples_per_day ?? 1,
    markets: document?.markets.filter(({ active = true }) => active).length ?? 0,
    questions: document?.prompts.filter((prompt) => questionOf(prompt).active).length ?? 0,
  };
}

/** The number of ticked proposals of a kind. */
export function countTicked(proposals: readonly Proposal[], kind: Proposal['kind']): number {
  return proposals.filter((each) => each.kind === kind && each.isAdvised).length;
}

/** Number of markets, including ticked ones. */
function marketsOf({ markets }: Asking, proposals: readonly Proposal[]): number {
  return Math.max(1, markets + countTicked(proposals, 'market'));
}

/** A question's cost in 30 days; null without an engine key. */
export function costOfQuestion(asking: Asking, proposals: readonly Proposal[]): string | null {
  const micros = asking.micros * asking.samples * marketsOf(asking, proposals);
  return micros === 0 ? null : dollars(usdOf(micros * DAYS_PER_MONTH));
}

/** The totals that ticked questions add. */
export interface AddedCost {
  readonly answersADay: number;
  /** In 30 days. */
  readonly cost: string;
}

export function addedCost(asking: Asking, proposals: readonly Proposal[]): AddedCost {
  const asked = countTicked(proposals, 'question') * asking.samples * marketsOf(asking, proposals);
  return {
    answersADay: asked * asking.engines,
    cost: dollars(usdOf(asked * asking.micros * DAYS_PER_MONTH)),
  };
}

/** Typical numbers of questions. */
const SIZES: readonly number[] = [3, 5, 8, 12, 20, 30, 50];

/** The detectable change for a number of questions. */
export interface DetectableChange {
  readonly questions: number;
  /** The smallest change that alerts report within a week, in points; null with too few answers. */
  readonly points: number | null;
}

/** The share with the largest variance. */
const ASSUMED_SHARE = 0.5;

const WEEK = 7;

/** The smallest change that default alerts report in 80% of cases, on one engine and market. Assumes a new panel: share one half, independent answers. */
export function detectableChanges(samples: number): DetectableChange[] {
  return SIZES.map((questions) => {
    const panel = {
      kind: 'visibility_drop',
      perDay: questions * samples,
      share: ASSUMED_SHARE,
      correlation: 0,
      effects: { current: null, baseline: null },
    } as const;
    return { questions, points: new Detectable(panel, DEFAULT_ALERT_SETTINGS).smallest(WEEK) };
  });
}

/** The row for this number of questions: the largest that it reaches. */
export function rowOf(shown: readonly DetectableChange[], questions: number): DetectableChange | null {
  return shown.findLast((each) => each.questions <= questions) ?? null;
}
