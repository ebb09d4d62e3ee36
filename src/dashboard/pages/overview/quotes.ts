import { plainSentence } from '../../answer-text/plain-sentence.ts';
import { type Html, html } from '../../markup/html.ts';
import { shortDay } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';
import type { OverviewData, Sentence } from './data.ts';

const WORDS: Readonly<Record<string, string>> = {
  negative: 'negative',
  recommended: 'recommends',
  neutral: 'states',
};

/** One sentence per framing of the most frequent theme. */
export function quotesSection(visit: Visit, { said }: OverviewData): Html | null {
  if (said.length === 0) return null;
  const all = visit.to('said');
  return html`<section aria-labelledby="said">
<div class="section-head"><h2 id="said">What engines say about you</h2>${all !== null && html`<a class="not-printed" href="${all}">All themes</a>`}</div>
<ul class="said-lines">${said.map((each) => sentence(visit, each))}</ul>
</section>`;
}

function sentence(visit: Visit, { row, quote }: Sentence): Html {
  const { theme, theme_name: name, engine, engine_name: on, framing, present } = row;
  const more = visit.to('said', { theme, engine });
  return html`<li><p><a class="plain" href="${visit.to(`answers/${quote.answer_id}`)}"><bdi>${plainSentence(quote.sentence)}</bdi></a></p>
<small><span class="chip ${framing}">${WORDS[framing]}</span> Theme: <bdi>${name}</bdi> · ${on} · ${shortDay(quote.collected_at)} · ${more === null ? `one of ${present} answers` : html`<a href="${more}">one of ${present} answers</a>`}</small></li>
`;
}
