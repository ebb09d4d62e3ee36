import { unreadCitationsIn } from '../../../domain/answers/collection-detail.ts';
import { engineOf } from '../../../domain/answers/engine.ts';
import { countryNamed } from '../../../domain/brand/country-names.ts';
import type { Explanation } from '../../../pipeline/intake/explain.ts';
import type { reports } from '../../../reports/index.ts';
import type { RowOf } from '../../../reports/shape/report.ts';
import { marksOf, quotedMark } from '../../answer-text/answer-marks.ts';
import type { MarkKind } from '../../answer-text/marks.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { webPage } from '../../parts/table/web-page.ts';
import type { Visit } from '../../visit/visit.ts';
import { readingSection } from './reading.ts';

export type Answer = RowOf<typeof reports.answers>;

/** An answer's text with marks, beside its explanation. */
export async function answerView(
  visit: Visit,
  answer: Answer,
  explanation: Explanation,
  level: 'h1' | 'h2',
): Promise<Html> {
  const heading = html`<bdi>${answer.prompt}</bdi>`;
  return html`<article class="answer">
<header>
${level === 'h1' ? html`<h1 data-announce>${heading}</h1>` : html`<h2>${heading}</h2>`}
<p class="lead">${factsText(answer, explanation)} · ${visit.times.of(answer.collected_at)} · ${level === 'h1' ? answer.id : html`<a href="${visit.to(`answers/${answer.id}`)}">${answer.id}</a>`}</p>
</header>
${await answerBody(visit, answer, explanation, level === 'h1' ? 1 : 2)}
</article>
<aside class="reading" aria-label="How it was read">
${readingSection(explanation)}
${citationSection(answer, explanation)}
${searchSection(explanation)}
${cardSection(explanation)}
<div class="brand-reading"><h3>Read by</h3>${readBy(explanation)}</div>
</aside>`;
}

function factsText({ engine, location_code: location }: Answer, { model }: Explanation): string {
  const market = location === null ? null : (countryNamed(location) ?? `location ${location}`);
  return [engineOf(engine).name, model, market].filter(Boolean).join(' · ');
}

async function answerBody(
  visit: Visit,
  answer: Answer,
  explanation: Explanation,
  under: 1 | 2,
): Promise<Content> {
  const { answer: text, citations: cited } = answer;
  const citations = new Map(cited.map(({ url }, index) => [url, index + 1]));
  const marks = [...marksOf(explanation), ...quotedMark(text, visit.query.get('sentence'))];
  const isEmpty = answer.outcome === 'empty';
  const isUnread = explanation.brands.length === 0;
  return html`${isEmpty && html`<p class="note">This answer names no tracked brand. It still counts in every denominator.</p>`}
${isUnread && html`<p class="note">Reading this answer again takes too much time, so no names are marked. Figures count its stored reading.</p>`}
${
  text === null || text.trim() === ''
    ? html`<p class="empty">${text === null ? 'The engine returned no text.' : 'The engine returned only blanks.'}</p>`
    : [
        legend(new Set(marks.map(({ kind }) => kind))),
        await visit.deps.texts.answerHtml(text, { marks, under, citations }),
      ]
}`;
}

const LEGEND: readonly (readonly [MarkKind, string])[] = [
  ['self', 'this brand'],
  ['competitor', 'a competitor'],
  ['recommended', 'recommends'],
  ['negative', 'speaks against'],
  ['hedged', 'hedged'],
  ['refused', 'a name that does not count'],
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

function citationSection({ citations, engine }: Answer, { detail }: Explanation): Content {
  if (engineOf(engine).citesNothing)
    return html`<div class="brand-reading"><h3>Cited</h3><p>Not applicable: this engine does not search</p></div>`;
  const unread = unreadCitationsIn(detail);
  const more =
    unread > 0 &&
    html`<p>${unread} more ${unread === 1 ? 'citation leads' : 'citations lead'} to no page.</p>`;
  if (citations.length === 0)
    return html`<div class="brand-reading"><h3>Cited</h3><p>No page</p>${more}</div>`;
  return html`<div class="brand-reading"><h3>Cited, in the engine’s order</h3>
<ol class="cited-pages">${citations.map((page, index) => html`<li id="cited-${index + 1}">${webPage(page)}</li>`)}</ol>${more}</div>`;
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

/** Ads and product cards, which are not citations. */
function cardSection({ cards }: Explanation): Content {
  const [ads, products] = [
    cards.filter(({ kind }) => kind === 'ad'),
    cards.filter(({ kind }) => kind === 'product'),
  ];
  return html`${ads.length > 0 && html`<div class="brand-reading"><h3>Advertised beside it</h3>${cardList(ads)}</div>`}
${products.length > 0 && html`<div class="brand-reading"><h3>Products shown</h3>${cardList(products)}</div>`}`;
}

function cardList(cards: Explanation['cards']): Html {
  return html`<ul>${cards.map(({ title, url, seller, price, text }) => {
    const name = title ?? seller ?? url ?? '';
    const more = [title === null ? null : seller, price, text].filter((each) => each !== null);
    const head = url !== null && /^https?:/i.test(url) ? webLink(url, name) : html`<bdi>${name}</bdi>`;
    return html`<li>${head}${more.map((each) => html` · <bdi>${each}</bdi>`)}</li>`;
  })}</ul>`;
}

function webLink(url: string, name: string): Html {
  return html`<a class="away" rel="noopener nofollow" href="${url}"><bdi>${name}</bdi></a>`;
}

function readBy({ rescan_due: isDue, mentions_given: given, extractor }: Explanation): Content {
  if (given) return html`<p>The import, which listed the brands named</p>`;
  if (!isDue) return html`<p>${extractor}, with your present names</p>`;
  return html`<p>An earlier extractor, or other names. A rescan by ${extractor} is due; the marks show its reading.</p>`;
}
