import type { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { dayText } from '../../charts/days.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Cell } from '../../parts/words/outside.ts';
import type { Visit } from '../../visit/visit.ts';

export type Coverage = EnvelopeOf<typeof reports.coverage>;

/** One day of an instrument: what is there, why not all, and where to go on. */
export function cellSection(visit: Visit, { meta }: Coverage, cell: Cell): Html {
  const { name, day, kind, instrument, market, reason, planned, answered, failed } = cell;
  const asked = planned === null || planned === 0 ? null : `${answered} of ${planned} answers`;
  const filters = { engine: instrument, from: day, until: day, ...(market !== null && { market }) };
  return html`<section id="cell" aria-labelledby="cell-head"><div class="section-head"><h2 id="cell-head">${name}, ${dayText(day)}</h2><span class="help">${asked}</span></div>
<p>${reason ?? (cell.state === null ? 'Nothing was asked.' : 'Nothing is missing.')}</p>
<p class="help">${cell.state === 'not_observed' && 'No figure counts this day: it is missing, not zero.'}</p>
<p>${
    kind === 'engine' &&
    html`${(answered ?? 0) > 0 && html`<a href="${visit.answers(filters, meta)}">The answers</a> `}${(failed ?? 0) > 0 && html`<a href="${visit.to('failed', { engine: instrument })}">The failed tries</a> `}${cell.state !== 'observed' && html`<a href="${visit.to('collecting')}">Collecting</a>`}`
  }${kind === 'log' && cell.state !== 'observed' && html`<a href="${visit.to('logs')}">Logs and files</a>`}</p></section>`;
}
