import { engineNameOf } from '../../domain/engine.ts';
import { type Choice, NO_CHOICE, parametersOfChoice } from '../choice.ts';
import { type Html, html } from '../html.ts';
import { here, type Visit } from '../visit.ts';
import { resolvedWindow } from '../window.ts';
import { answersIn, type ChosenBar, clausesOf, enginesOf } from './bar.ts';
import { NO_PLACE } from './bar-chip.ts';
import { joinedClauses } from './clauses.ts';
import { shortDays, windowLabel } from './window-text.ts';

/** A choice near the one that has no answers. */
interface Nearest {
  /** What is given up for it: `without the tag`. */
  readonly text: string;
  readonly choice: Choice;
}

const LONGER: readonly string[] = ['28d', '90d', '365d'];

/**
 * Where the choice of the bar leaves no answer: which part of it does, and the nearest choices that have answers. Null where there are
 * answers, and where no nearer choice has any: then it is not the choice.
 */
export async function emptied(visit: Visit, bar: ChosenBar): Promise<Html | null> {
  const { choice, now } = visit;
  if (bar.counts === null || answersIn(bar.counts, enginesOf(visit, bar.offered)) > 0) return null;
  const found = await Promise.all(
    nearestTo(choice)
      .filter((each) => !visit.isWindowFixed || each.choice.window === choice.window)
      .map(async (each) => {
        const counts = await visit.countsOf(each.choice);
        return { ...each, answers: counts === null ? 0 : answersIn(counts, each.choice.engines) };
      }),
  );
  const nearest = found.filter(({ answers }) => answers > 0);
  if (nearest.length === 0) return null;
  const days = shortDays(resolvedWindow(visit.window, now).period, now);
  return html`<section class="empty emptied" aria-label="No answers">
<p><b>No answers${joinedClauses(clausesOf(visit, bar))} in ${days}.</b> The nearest choices that have answers:</p>
<ul class="row">${nearest.map(({ text, choice: to, answers }) => html`<li><a class="bar-chip fixed" href="${addressFor(visit, to)}">${text} <span class="muted">${answers.toLocaleString('en-US')}</span></a></li>`)}</ul></section>`;
}

/** Each part of a choice given up by itself, and longer windows; if no part is enough, all of them. */
function nearestTo(choice: Choice): Nearest[] {
  const { window, engines, slice } = choice;
  const names = new Intl.ListFormat('en-US').format(engines.map(engineNameOf));
  const all = { ...choice, engine: null, engines: [] };
  const parts = Object.keys(slice) as (keyof typeof slice)[];
  const without = (name: keyof typeof slice) => {
    const { [name]: _, ...rest } = slice;
    return { ...choice, slice: rest };
  };
  const longer = LONGER.slice(LONGER.indexOf(window) + 1);
  return [
    ...longer.map((each) => ({ text: windowLabel(each) ?? each, choice: { ...choice, window: each } })),
    ...(engines.length === 0 ? [] : [{ text: `All engines, not only ${names}`, choice: all }]),
    ...parts.map((name) => ({ text: GIVEN_UP[name], choice: without(name) })),
    ...(parts.length + (engines.length === 0 ? 0 : 1) < 2
      ? []
      : [{ text: 'All engines and questions', choice: { ...all, slice: {} } }]),
  ];
}

const GIVEN_UP: Readonly<Record<keyof Choice['slice'], string>> = {
  tag: 'Any tag',
  tag_not: 'No tag left out',
  branded: 'Whomever questions name',
  question: 'Every question',
  model: 'Every model',
  market: 'The first market',
};

function addressFor(visit: Visit, choice: Choice): string {
  return here(visit, { ...NO_CHOICE, ...parametersOfChoice(choice), ...NO_PLACE });
}
