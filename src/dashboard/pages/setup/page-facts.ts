import { AI_CRAWLERS } from '../../../domain/ai-crawlers.ts';
import type { ReadPage, SiteReading } from '../../../pipeline/site/site-reading.ts';
import { whyNot } from '../../../pipeline/site/why-not.ts';
import { factsOf } from '../../../propose/page-facts.ts';
import { type Content, type Html, html } from '../../html.ts';
import type { Visit } from '../../visit.ts';

const LIST = new Intl.ListFormat('en-US');

/** What the pages say to those who index them, as they were fetched. No score is made of it. */
export function pageFacts({ asked }: SiteReading, visit: Visit): Html {
  return html`<section aria-labelledby="facts-head"><h2 id="facts-head">What AI engines may read</h2>
<p>${crawlerWords(asked)} As fetched on ${visit.times.of(visit.now)}. robots.txt asks; a firewall that refuses is not seen from here.</p>
<details class="more"><summary>${asked.length} ${asked.length === 1 ? 'page' : 'pages'}, one by one</summary>
<table class="cards">
<caption class="unseen">The pages that were asked for, and what they say to crawlers</caption>
<thead><tr><th scope="col">Page</th><th scope="col">Answer</th><th scope="col">Kind</th><th scope="col">Indexing</th><th scope="col">Kept out</th><th scope="col">Changed</th></tr></thead>
<tbody>${asked.map(row)}</tbody></table>
<p class="help">Crawlers and where they are documented: ${[
    ...Map.groupBy(AI_CRAWLERS, ({ source }) => source),
  ].map(
    ([source, [first, ...others]], index) =>
      html`${index > 0 && ', '}<a href="${source}" rel="noreferrer">${[first, ...others].flatMap((each) => each?.token ?? []).join(', ')}</a>`,
  )}.</p>
</details></section>`;
}

/** More names than these are said as a whole. */
const MOST_NAMED = 6;

/** How many of the pages each crawler may read, the least first. */
function crawlerWords(asked: readonly ReadPage[]): string {
  const mayRead = (token: string) => asked.filter(({ keptOut }) => !keptOut.includes(token)).length;
  const groups = [...Map.groupBy(AI_CRAWLERS, ({ token }) => mayRead(token))].sort(
    ([one], [other]) => one - other,
  );
  return groups
    .map(([count, crawlers]) => {
      const all = groups.length === 1 ? 'Every AI crawler' : 'Every other AI crawler';
      const named = LIST.format(crawlers.map(({ token, purpose }) => `${token} (${purpose})`));
      return `${crawlers.length > MOST_NAMED ? all : named} may read ${count} of ${asked.length}.`;
    })
    .join(' ');
}

function row(page: ReadPage): Html {
  const { url, outcome, reading, keptOut } = page;
  const facts = reading && factsOf(reading, outcome.kind === 'answered' ? outcome.robotsTag : '');
  const { pathname } = new URL(url);
  return html`<tr><th scope="row" data-label="Page"><bdi>${pathname}</bdi>${facts?.title && html` <small>${facts.title}</small>`}</th>
<td data-label="Answer">${reading === null ? whyNot(page) : outcome.kind === 'answered' && outcome.status}</td>
<td data-label="Kind">${facts?.type ?? '–'}</td>
<td data-label="Indexing">${indexing(facts)}</td>
<td data-label="Kept out">${keptOut.length === 0 ? 'nobody' : keptOut.length === AI_CRAWLERS.length ? 'every crawler' : keptOut.join(', ')}</td>
<td data-label="Changed">${facts?.changed ?? facts?.published ?? '–'}</td></tr>`;
}

function indexing(facts: ReturnType<typeof factsOf> | null): Content {
  if (facts === null) return '–';
  if (facts.isNoindex) return html`<span class="caution">noindex</span>`;
  return facts.canonical === null
    ? 'may be indexed'
    : html`stands for <bdi>${new URL(facts.canonical).pathname}</bdi>`;
}
