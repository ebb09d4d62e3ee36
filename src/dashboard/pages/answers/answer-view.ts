import { countryNamed } from '../../../domain/country-names.ts';
import { engineOf } from '../../../domain/engine.ts';
import type { Explanation } from '../../../pipeline/intake/explain.ts';
import type { reports } from '../../../reports/index.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { answerHtml } from '../../answer-text/answer-html.ts';
import type { MarkKind } from '../../answer-text/marks.ts';
import { type Content, type Html, html } from '../../html.ts';
import { webPage } from '../../parts/web-page.ts';

import type { Visit } from '../../visit.ts';
import { marksOf, quotedMark } from './answer-marks.ts';
import { readingSection } from './reading.ts';

/** A row of /answers. */
export type Answer = RowOf<typeof reports.answers>;

/** The text of an answer with what was read in it, and beside it how. */
export function answerView(visit: Visit, answer: Answer, explanation: Explanation, level: 'h1' | 'h2'): Html {
  const heading = html`<bdi>${answer.prompt}</bdi>`;
  return html`<article class="answer">
<header>
${level === 'h1' ? html`<h1 data-announce>${heading}</h1>` : html`<h2>${heading}</h2>`}
<p class="lead">${factsText(answer, explanation)} · ${visit.times.of(answer.collected_at)} · <a href="${visit.to(`answers/${answer.id}`)}">${answer.id}</a></p>
</header>
${answerBody(visit, answer, explanation, level === 'h1' ? 1 : 2)}
</article>
<aside class="reading" aria-label="How it was read">
${readingSection(explanation)}
${citationSection(answer)}
${searchSection(explanation)}
<div class="brand-reading"><h3>Read by</h3>${readBy(explanation)}</div>
</aside>`;
}

function factsText({ engine, location_code: location }: Answer, { model }: Explanation): string {
  const market = location === null ? null : (countryNamed(location) ?? `location ${location}`);
  return [engineOf(engine).name, model, market].filter(Boolean).join(' · ');
}

function answerBody(visit: Visit, answer: Answer, explanation: Explanation, under: 1 | 2): Content {
  const { answer: text, citations } = answer;
  const places = new Map(citations.map(({ url }, index) => [url, index + 1]));
  const marks = [...marksOf(explanation), ...quotedMark(text, visit.query.get('sentence'))];
  const isEmpty = answer.outcome === 'empty';
  return html`${isEmpty && html`<p class="note">This answer names nobody who is tracked. It is an answer, so it counts in every denominator.</p>`}
${
  text === null || text.trim() === ''
    ? html`<p class="empty">${text === null ? 'The engine returned no text.' : 'The engine returned only blanks.'}</p>`
    : [
        legend(new Set(marks.map(({ kind }) => kind))),
        answerHtml(text, { marks, under, citationOf: (url) => places.get(url) ?? null }),
      ]
}`;
}

const LEGEND: readonly (readonly [MarkKind, string])[] = [
  ['self', 'this brand'],
  ['competitor', 'a competitor'],
  ['recommended', 'recommends'],
  ['negative', 'speaks against'],
  ['hedged', 'hedged'],
  ['refused', 'a name that is not counted'],
  ['citation', 'cites a source, so names do not count'],
  ['quoted', 'the sentence that led here'],
];

function legend(kinds: ReadonlySet<MarkKind>): Content {
  const shown = LEGEND.filter(([kind]) => kinds.has(kind));
  if (shown.length === 0) return null;
  return html`<p class="legend">Marked: ${shown.map(
    ([kind, words]) => html`<span><mark class="${kind} begins ends">${words}</mark></span> `,
  )}</p>`;
}

function citationSection({ citations }: Answer): Content {
  if (citations.length === 0) return html`<div class="brand-reading"><h3>Cited</h3><p>No page</p></div>`;
  return html`<div class="brand-reading"><h3>Cited, in the engine’s order</h3>
<ol class="cited-pages">${citations.map((page, index) => html`<li id="cited-${index + 1}">${webPage(page)}</li>`)}</ol></div>`;
}

function searchSection({ searches }: Explanation): Content {
  const body =
    searches === null
      ? html`<p>Not known</p>`
      : searches.length === 0
        ? html`<p>Nothing</p>`
        : html`<ul>${searches.map((query) => html`<li><bdi>${query}</bdi></li>`)}</ul>`;
  return html`<div class="brand-reading"><h3>Searched for</h3>${body}</div>`;
}

function readBy({ rescan_due: isDue, mentions_given: given, extractor }: Explanation): Content {
  if (given) return html`<p>The import, which gave what it names</p>`;
  if (!isDue) return html`<p>${extractor}, with the names tracked now</p>`;
  return html`<p>An earlier extractor or with other names. A rescan by ${extractor} is due; marked is what it would read.</p>`;
}
