import { isBad } from '../../../domain/alerts/change.ts';
import { levelWords, overWords } from '../../../domain/alerts/change-words.ts';
import { reports } from '../../../reports/index.ts';
import { changeDays } from '../../charts/change-days.ts';
import { pointsParts } from '../../charts/windows.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { arrowOf, changePage } from '../../parts/words/change-lines.ts';
import type { ChangeRow } from '../../parts/words/rows.ts';
import type { Visit } from '../../visit/visit.ts';

/** The difference of the headline's change, and where to read on. */
export function changeLead(visit: Visit, change: ChangeRow): Content {
  const { difference, state } = change;
  const href = changePage(visit, change);
  const more = href !== null && html`<a class="not-printed" href="${href}">Where it moved</a>`;
  if (state === 'over') return [overWords(change), ' ', more];
  if (state !== 'holds' || difference === null) return more;
  const { points, range } = pointsParts(difference);
  const style = isBad(change) ? 'worse' : 'better';
  return html`<b class="${style}" title="${range}">${arrowOf(change)} ${points} points</b>, beyond chance. ${more}`;
}

/** The naming change's days; null for other measures, and for too few answers. */
export async function changeChart(visit: Visit, change: ChangeRow): Promise<Html | null> {
  const { before, since, measure, engine, engine_name: name, likely_start: start } = change;
  if (measure !== 'visibility' || before.rate === null || since.rate === null) return null;
  const { market } = await visit.ofOneMarket();
  const days = { from: before.window.from, until: since.window.until };
  const { data } = await visit.report(reports.trend, { by: 'day', engine, market, ...days });
  return changeDays({
    caption: `${name} by day`,
    days: data.filter(({ role }) => role === 'self'),
    before,
    since,
    start,
    step: change.last_step ?? null,
    labels: levelWords(change, visit.now),
  });
}
