import { reports } from '../../../reports/index.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { type Html, html } from '../../markup/html.ts';
import type { AlertRow } from '../../parts/words/rows.ts';
import { dateText } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';

type AnswerRow = RowOf<typeof reports.answers>;

/** The newest answers as evidence: without the brand for a drop, otherwise the counted answers. */
export async function answersSection(
  visit: Visit,
  alert: AlertRow,
  { isDrop, all }: { readonly isDrop: boolean; readonly all: Html | null },
): Promise<Html | null> {
  if (!visit.mayOpen('answers')) return null;
  const shown = isDrop
    ? ({ figure: 'responses', names_not: 'self' } as const)
    : ({ figure: 'present' } as const);
  const { data } = await visit.report(reports.answers, {
    alert: alert.id,
    side: 'current',
    limit: '3',
    ...shown,
  });
  if (data.length === 0) return null;
  return html`<section aria-labelledby="newest"><div class="section-head"><h2 id="newest">The newest answers</h2>${all}</div>
${data.map((answer) => quoted(visit, answer))}</section>`;
}

/** An answer's quote about the first brand it names, and the brands it names. */
function quoted(
  visit: Visit,
  { id, prompt, answer, mentions, collected_at: at, citations }: AnswerRow,
): Html {
  const named = mentions.filter(({ mentioned }) => mentioned);
  const snippet = named.find((mention) => mention.snippet !== null)?.snippet ?? null;
  const said = snippet === null ? (answer ?? '').slice(0, SHOWN) : snippet;
  const names = named.map(({ brand, rank }) => (rank === null ? brand : `${brand} #${rank}`));
  const [first] = citations;
  return html`<blockquote class="quote"><p>${renderEmphasis(said)}</p>
<footer><a href="${visit.to(`answers/${id}`)}"><bdi>${prompt}</bdi></a> · ${dateText(new Date(at))}${names.length > 0 && html` · <bdi>${names.join(' · ')}</bdi>`}${first && html` · cites <bdi>${first.domain}</bdi>`}</footer></blockquote>`;
}

/** Excerpt length for an answer without brands. */
const SHOWN = 160;

/** Renders `**` emphasis. Escapes everything else. */
function renderEmphasis(snippet: string): (Html | string)[] {
  return snippet
    .split(/\*\*(.+?)\*\*/s)
    .map((part, index) => (index % 2 === 1 ? html`<b>${part}</b>` : part));
}
