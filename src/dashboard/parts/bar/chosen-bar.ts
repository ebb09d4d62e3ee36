import { engineNameOf } from '../../../domain/answers/engine.ts';
import type { ChosenCounts, SliceChoices } from '../../../reports/run/slice-choices.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Page } from '../../markup/outcome.ts';
import { type Offered, offeredBy } from '../../visit/choice.ts';
import type { ChosenSlice } from '../../visit/slice.ts';
import type { Visit } from '../../visit/visit.ts';
import { joinedClauses } from '../words/clauses.ts';
import { sliceWords } from '../words/slice-words.ts';

export interface ChosenBar {
  readonly offered: Offered;
  /** Includes the default market, which the address may omit. */
  readonly slice: ChosenSlice;
  /** Null on pages without a brand. */
  readonly choices: SliceChoices | null;
  /** Answers per engine for the choice; null on pages without one brand's figures. */
  readonly counts: ChosenCounts | null;
  /** Engines to choose from. */
  readonly engines: readonly string[];
}

export async function barOf(
  visit: Visit,
  page: Pick<Page, 'figures' | 'ownWindow' | 'rowsOf'>,
): Promise<ChosenBar> {
  const offered = offeredBy(page);
  if (!visit.hasBrand || !Object.values(offered).some(Boolean)) {
    return { offered, slice: {}, choices: null, counts: null, engines: [] };
  }
  const counts = offered.window && offered.slice ? await visit.chosenCounts() : null;
  return {
    offered,
    slice: await visit.ofOneMarket(),
    choices: await visit.sliceChoices(),
    counts,
    engines: page.rowsOf?.engines ?? [...(counts?.answers.keys() ?? [])],
  };
}

/** The filters in words, for print, which has no bar. */
export function chosenWords(visit: Visit, parts: ChosenBar): Html | null {
  const clauses = clausesOf(visit, parts);
  return clauses.length === 0 ? null : html`<p class="printed">Only answers${joinedClauses(clauses)}.</p>`;
}

/** The page's filters, without the window, as clauses about answers. */
export function clausesOf(visit: Visit, { offered, slice, choices }: ChosenBar): string[] {
  if (choices === null) return [];
  const clauses = sliceWords({ slice, choices, self: visit.brand.name }).map(({ clause }) => clause);
  const engines = enginesOf(visit, offered).map(engineNameOf);
  if (engines.length > 0) clauses.unshift(`from ${new Intl.ListFormat('en-US').format(engines)}`);
  return clauses;
}

/** The engines in the page's figures; empty for all. Several only if each row belongs to one engine. */
export function enginesOf({ choice: { engines } }: Visit, offered: Offered): readonly string[] {
  return engines.length > 1 && !offered.engines ? [] : engines;
}

/** Answers from some engines; empty for all. */
export function answersIn({ answers }: Pick<ChosenCounts, 'answers'>, engines: readonly string[]): number {
  const counted = [...answers].filter(([engine]) => engines.length === 0 || engines.includes(engine));
  return counted.reduce((sum, [, count]) => sum + count, 0);
}
