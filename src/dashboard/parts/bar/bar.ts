import { counted } from '../../../domain/text.ts';
import { resolvedWindow, WINDOWS } from '../../../reports/run/named-window.ts';
import { importedNote } from '../../../reports/shape/imported.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Compared } from '../../visit/choice.ts';
import type { Visit } from '../../visit/visit.ts';
import { daysOf, earlierWindow, NO_WINDOW } from '../../visit/window.ts';
import { shortDays, windowLabel } from '../words/window-text.ts';
import { barForm, barMenu, type Way, ways } from './bar-menu.ts';
import { answersIn, type ChosenBar, enginesOf } from './chosen-bar.ts';
import { filters } from './filters.ts';

/** At most three controls: the window, the comparison, and the filters that the page's figures take. The market stands at the end. */
export function bar(visit: Visit, parts: ChosenBar): Html | null {
  const { offered, choices, slice } = parts;
  const narrow = filters(visit, parts);
  if (!offered.window && narrow === null) return null;
  const market = choices?.markets.find(({ name }, index) =>
    slice.market === undefined ? index === 0 : name === slice.market,
  );
  return html`<div class="bar"><div class="bar-row">
${offered.window && windowMenu(visit)}${offered.compare && compareMenu(visit)}${narrow}
${offered.market && market && html`<span class="bar-market"><bdi>${market.words}</bdi></span>`}
${importedLine(visit, parts)}</div></div>`;
}

/** How many of the figures' answers Sightline did not ask for; null for none. */
function importedLine(visit: Visit, { counts, offered }: ChosenBar): Html | null {
  if (counts === null) return null;
  const engines = enginesOf(visit, offered);
  const answers = answersIn({ answers: counts.imported }, engines);
  const note = importedNote(answers === 0 ? null : { answers, of: answersIn(counts, engines) });
  return note === '' ? null : html`<p class="help">${note}</p>`;
}

function windowMenu(visit: Visit): Html {
  const { window: chosen } = visit.choice;
  const { period } = resolvedWindow(visit.window, visit.now);
  const days = shortDays(period, visit.now);
  const label = windowLabel(chosen);
  const [from = '', until = ''] = [period.from, period.to - 1].map((at) => new Date(at).toISOString());
  const named = WINDOWS.map((window): Way => {
    const { period: of } = resolvedWindow(visit.windowOf(window), visit.now);
    const aside = shortDays(of, visit.now);
    return {
      query: { ...NO_WINDOW, window },
      text: windowLabel(window),
      aside,
      isCurrent: window === chosen,
    };
  });
  return barMenu({
    name: 'window',
    title: 'Window',
    value:
      label === null ? html`<b>${days}</b>` : html`<b>${label}</b> <span class="bar-days">${days}</span>`,
    panel: visit.isWindowFixed
      ? null
      : html`${ways(visit, named)}
${datesForm(visit, from, until)}
<p class="help">Days are in UTC.</p>`,
  });
}

function datesForm(visit: Visit, from: string, until: string): Html {
  const today = new Date(visit.now).toISOString().slice(0, 10);
  const date = (name: string, label: string, at: string) =>
    html`<label>${label} <input type="date" name="${name}" value="${at.slice(0, 10)}" max="${today}" required></label>`;
  return barForm(
    visit,
    Object.keys(NO_WINDOW),
    html`<div class="bar-dates">${date('from', 'From', from)}${date('until', 'to', until)}<button class="primary">Show</button></div>`,
  );
}

const COMPARED: Readonly<Record<Compared, string>> = {
  previous: 'The days before',
  year: 'A year before',
  off: 'Nothing',
};

function previousText({ window, now }: Visit): string {
  return window.month === undefined ? `${counted(daysOf(window, now), 'day')} before` : 'the month before';
}

function compareMenu(visit: Visit): Html {
  const { compare } = visit.choice;
  const days = (each: Compared) => {
    const earlier = each === 'off' ? null : earlierWindow(visit.window, each, visit.now);
    return earlier && shortDays(earlier, visit.now);
  };
  const all = Object.entries(COMPARED) as [Compared, string][];
  return barMenu({
    name: 'compare',
    title: 'Compared with',
    value:
      compare === 'off'
        ? 'Not compared'
        : html`<span>vs</span> ${compare === 'year' ? 'a year before' : previousText(visit)}`,
    panel: html`${ways(
      visit,
      all.map(([each, text]) => ({
        query: { compare: each === 'previous' ? null : each },
        text,
        aside: days(each),
        isCurrent: each === compare,
      })),
    )}<p class="help">Like with like: a change counts only questions asked in both windows.</p>`,
  });
}
