import { type Content, type Html, html } from '../../markup/html.ts';
import { shortDay } from '../../parts/words/window-text.ts';
import type { Visit } from '../../visit/visit.ts';
import type { Facts } from './data.ts';
import { sentenceLink } from './quotes.ts';

/** Facts that the engine's answers contradict, with each newest sentence. */
export function contradicted(visit: Visit, { data, meta }: Facts): Content {
  const { facts, contradictions } = data;
  const wrong = facts.filter(({ contradict }) => contradict > 0);
  const silent = facts.filter(({ agree, contradict, unclear }) => agree + contradict + unclear === 0);
  if (facts.length === 0 && !visit.mayEdit) return null;
  const sheet = visit.to('facts');
  return html`<section aria-labelledby="facts-head">
<div class="section-head"><h2 id="facts-head">Contradicts your facts</h2>${
    facts.length === 0
      ? html`<a href="${sheet}">Declare facts</a>`
      : html`<a href="${sheet}">${facts.length} ${facts.length === 1 ? 'fact' : 'facts'}, ${silent.length} never said</a>`
  }</div>
${
  facts.length === 0
    ? html`<p class="help">Declare facts about ${visit.brand.name}, such as its price, and Sightline checks answers against them.</p>`
    : wrong.length === 0
      ? html`<p class="help">No answer of this engine contradicts a fact in this window.</p>`
      : factTable(visit, wrong, contradictions)
}
${meta.answers_left_out > 0 && html`<p class="help">${meta.answers_left_out.toLocaleString('en-US')} answers were not read with every fact yet, and count only for the others.</p>`}
</section>`;
}

function factTable(
  visit: Visit,
  wrong: Facts['data']['facts'],
  contradictions: Facts['data']['contradictions'],
): Html {
  return html`<table class="cards">
<caption class="unseen">Facts that answers contradict</caption>
<thead><tr><th scope="col">You declare</th><th scope="col">It says</th><th scope="col" class="figure">Says so</th><th scope="col" class="figure">Says it right</th><th scope="col">Sources</th><th scope="col">Newest</th></tr></thead>
<tbody>${wrong.map(({ fact, value, engine, agree, contradict }) => {
    const newest = contradictions.find((each) => each.fact === fact && each.engine === engine);
    const pages = newest?.pages ?? [];
    const judged = agree + contradict;
    return html`<tr><th scope="row"><bdi>${fact}</bdi>: <bdi>${value}</bdi></th>
<td class="said-sentence" data-label="It says">${newest?.sentence ? sentenceLink(visit, newest.answer_id, newest.sentence) : '–'}</td>
<td class="figure" data-label="Says so">${contradict} of ${judged}</td>
<td class="figure" data-label="Says it right">${agree} of ${judged}</td>
<td data-label="Sources">${pages.length === 0 ? html`<span class="muted">no source</span>` : pages.slice(0, MOST_PAGES).map((url) => html`<a class="away" rel="noopener nofollow" href="${url}"><bdi>${shortAddress(url)}</bdi></a> `)}</td>
<td data-label="Newest">${newest && shortDay(newest.collected_at)}</td></tr>
`;
  })}</tbody></table>`;
}

const MOST_PAGES = 2;

function shortAddress(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
}
