import { engineNameOf } from '../../../domain/answers/engine.ts';
import { resolvedWindow } from '../../../reports/run/named-window.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Choice, NO_CHOICE, parametersOfChoice } from '../../visit/choice.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { joinedClauses } from '../words/clauses.ts';
import { shortDays, windowLabel } from '../words/window-text.ts';
import { NO_PLACE } from './bar-menu.ts';
import { answersIn, type ChosenBar, clausesOf, enginesOf } from './chosen-bar.ts';

/** A nearby choice with answers. */
interface Nearest {
  /** The difference: `without the tag`. */
  readonly text: string;
  readonly choice: Choice;
}

const RETRY_LENGTH_FACTOR: readonly string[] = ['28d', '90d', '365d'];

/** Explains an empty choice and offers the nearest choices with answers. Null if the choice has answers, or if no nearby choice does. */
export async function noAnswers(visit: Visit, bar: ChosenBar): Promise<Html | null> {
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
  return html`<section class="empty no-answers" aria-label="No answers">
<p><b>No answers${joinedClauses(clausesOf(visit, bar))} in ${days}.</b> The nearest choices with answers:</p>
<ul class="row">${nearest.map(({ text, choice: to, answers }) => html`<li><a class="bar-fixed" href="${addressFor(visit, to)}">${text} <span class="muted">${answers.toLocaleString('en-US')}</span></a></li>`)}</ul></section>`;
}

/** Drops one filter at a time, then widens the window, then drops everything. */
function nearestTo(choice: Choice): Nearest[] {
  const { window, engines, slice } = choice;
  const names = new Intl.ListFormat('en-US').format(engines.map(engineNameOf));
  const all = { ...choice, engine: null, engines: [] };
  const parts = Object.keys(slice) as (keyof typeof slice)[];
  const without = (name: keyof typeof slice) => {
    const { [name]: _, ...rest } = slice;
    return { ...choice, slice: rest };
  };
  const longer = RETRY_LENGTH_FACTOR.slice(RETRY_LENGTH_FACTOR.indexOf(window) + 1);
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
  tag_not: 'No excluded tags',
  branded: 'All questions, branded or not',
  question: 'Every question',
  model: 'Every model',
  imported: 'Imported or not',
  market: 'The first market',
};

function addressFor(visit: Visit, choice: Choice): string {
  return here(visit, { ...NO_CHOICE, ...parametersOfChoice(choice), ...NO_PLACE });
}
