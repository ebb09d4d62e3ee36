import { cellText } from '../../../reports/show/cells.ts';
import { type Html, html } from '../../html.ts';
import type { Visit } from '../../visit.ts';
import type { CompetitorRow, Quote } from './rows.ts';

/** What answers said about the competitors, each sentence with the way to its answer. */
export function quotes(visit: Visit, rows: readonly CompetitorRow[]): Html | null {
  const quoted = rows.filter((row) => row.quotes && row.quotes.length > 0);
  if (quoted.length === 0) return null;
  return html`<section aria-labelledby="quotes">
<h2 id="quotes">What is said about them</h2>
<p class="help">Sentences of answers, word for word: the best list position first, then the newest.</p>
<div class="columns">${quoted.map(
    (row) =>
      html`<div><h3><bdi>${row.competitor}</bdi></h3>${row.quotes?.map((quote) => quoteOf(visit, quote))}</div>`,
  )}</div>
</section>`;
}

function quoteOf(visit: Visit, { snippet, engine, question, listRank, answerId }: Quote): Html {
  const name = cellText({ label: '', kind: 'engine', field: 'engine' }, { engine });
  const place = listRank === null ? '' : ` · position ${listRank}`;
  return html`<blockquote class="quote"><p>${emphasized(snippet)}</p>
<footer><a href="${visit.to(`answers/${answerId}`)}">${name}${place}</a> · <bdi>${question}</bdi></footer></blockquote>`;
}

/** A sentence with its `**` emphasis shown as such. Everything else of it stays text. */
function emphasized(snippet: string): (Html | string)[] {
  return snippet
    .split(/\*\*(.+?)\*\*/s)
    .map((part, index) => (index % 2 === 1 ? html`<b>${part}</b>` : part));
}
