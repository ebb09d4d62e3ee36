import { engineNameOf } from '../../../domain/engine.ts';
import type { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { type Html, html } from '../../html.ts';
import { emphasized } from '../../parts/emphasized.ts';
import { foldedSection } from '../../parts/fold.ts';
import type { Visit } from '../../visit.ts';

/** A sentence of an answer. */
type Quote = NonNullable<RowOf<typeof reports.competitors>['quotes']>[number];

/** What answers said about the competitors, each sentence with the way to its answer. */
export function quotes(visit: Visit, { data }: EnvelopeOf<typeof reports.competitors>): Html | null {
  const quoted = data.flatMap(({ competitor, quotes: all = [] }) => {
    const said = all.filter(({ snippet }) => saysMore(snippet, competitor));
    return said.length === 0 ? [] : [{ competitor, said }];
  });
  if (quoted.length === 0) return null;
  return foldedSection(
    'quotes',
    'What is said about them',
    html`<p class="help">Sentences of answers, word for word: the best list position first, then the newest.</p>
<div class="columns three">${quoted.map(
      ({ competitor, said }) =>
        html`<div><h3><bdi>${competitor}</bdi></h3>${said.map((quote) => quoteOf(visit, quote))}</div>`,
    )}</div>`,
  );
}

/** An item of a list may be a name and nothing else. */
export function saysMore(snippet: string, competitor: string): boolean {
  return (
    snippet.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() !== competitor.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  );
}

function quoteOf(visit: Visit, { snippet, engine, question, listRank, answerId }: Quote): Html {
  const place = listRank === null ? '' : ` · position ${listRank}`;
  return html`<blockquote class="quote"><p>${emphasized(snippet)}</p>
<footer><a href="${visit.to(`answers/${answerId}`)}">${engineNameOf(engine)}${place}</a> · <bdi>${question}</bdi></footer></blockquote>`;
}
