import { reports } from '../../../reports/index.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { type Html, html } from '../../html.ts';
import { emphasized } from '../../parts/emphasized.ts';
import type { AlertRow } from '../../parts/rows.ts';
import { dateText } from '../../parts/window-text.ts';
import type { Visit } from '../../visit.ts';

type AnswerRow = RowOf<typeof reports.answers>;

/** The newest answers that show it: those without the brand where it is named less often, and else those that count. */
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

/** What an answer says of the first brand that it names, and whom it names. */
function quoted(
  visit: Visit,
  { id, prompt, answer, mentions, collected_at: at, citations }: AnswerRow,
): Html {
  const named = mentions.filter(({ mentioned }) => mentioned);
  const snippet = named.find((mention) => mention.snippet !== null)?.snippet ?? null;
  const said = snippet === null ? (answer ?? '').slice(0, SHOWN) : snippet;
  const names = named.map(({ brand, rank }) => (rank === null ? brand : `${brand} #${rank}`));
  const [first] = citations;
  return html`<blockquote class="quote"><p>${emphasized(said)}</p>
<footer><a href="${visit.to(`answers/${id}`)}"><bdi>${prompt}</bdi></a> · ${dateText(new Date(at))}${names.length > 0 && html` · <bdi>${names.join(' · ')}</bdi>`}${first && html` · read <bdi>${first.domain}</bdi>`}</footer></blockquote>`;
}

/** Of an answer that names nobody. */
const SHOWN = 160;
