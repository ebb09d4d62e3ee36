import { AI_CRAWLERS } from '../../../domain/web/crawlers.ts';
import type { PageFactsRow } from '../../../reports/shape/page-facts.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';

const LIST = new Intl.ListFormat('en-US');

/** A fetched page, with the fields that the table shows. */
export type ShownPage = Pick<
  PageFactsRow,
  | 'status'
  | 'problem'
  | 'crawlers_kept_out'
  | 'title'
  | 'type'
  | 'noindex'
  | 'noindex_for'
  | 'canonical'
  | 'published'
  | 'changed'
> & { readonly url: string };

/**
 * Fetched pages' rules for crawlers, without a score.
 *
 * @param fetchedAt first and last fetch, ISO 8601
 */
export function pageFactsSection(
  visit: Visit,
  pages: readonly ShownPage[],
  {
    fetchedAt: [first, last],
    action,
  }: { readonly fetchedAt: readonly [string, string]; readonly action?: Content },
): Html {
  return html`<section aria-labelledby="facts-head"><div class="section-head"><h2 id="facts-head">Crawler access</h2>${action}</div>
<p>${crawlerWords(pages)} As fetched on ${visit.times.of(first)}${last.slice(0, 16) !== first.slice(0, 16) && html` to ${visit.times.of(last)}`}. Based on robots.txt; Sightline cannot see a firewall’s rules.</p>
<details class="more"><summary>${pages.length} ${pages.length === 1 ? 'page' : 'pages'}, one by one</summary>
<table class="cards">
<caption class="unseen">Fetched pages, and their rules for crawlers</caption>
<thead><tr><th scope="col">Page</th><th scope="col">Answer</th><th scope="col">Type</th><th scope="col">Indexing</th><th scope="col">Kept out</th><th scope="col">Changed</th></tr></thead>
<tbody>${pages.map(row)}</tbody></table>
<p class="help">Crawlers and their documentation: ${[...Map.groupBy(AI_CRAWLERS, ({ source }) => source)].map(
    ([source, [head, ...others]], index) =>
      html`${index > 0 && ', '}<a href="${source}" rel="noopener nofollow">${[head, ...others].flatMap((each) => each?.token ?? []).join(', ')}</a>`,
  )}.</p>
</details></section>`;
}

/** Beyond this many names, only a summary. */
const MOST_NAMED = 6;

/** How many pages each crawler may read, fewest first. */
function crawlerWords(pages: readonly ShownPage[]): string {
  const known = pages.flatMap(({ crawlers_kept_out: tokens }) => (tokens === null ? [] : [tokens]));
  if (known.length === 0)
    return 'Sightline could not read robots.txt, so crawlers that obey it read nothing.';
  const mayRead = (token: string) => known.filter((tokens) => !tokens.includes(token)).length;
  const groups = [...Map.groupBy(AI_CRAWLERS, ({ token }) => mayRead(token))].sort(
    ([one], [other]) => one - other,
  );
  return groups
    .map(([count, crawlers]) => {
      const all = groups.length === 1 ? 'Every AI crawler' : 'Every other AI crawler';
      const named = LIST.format(crawlers.map(({ token, purpose }) => `${token} (${purpose})`));
      return `${crawlers.length > MOST_NAMED ? all : named} may read ${count} of ${known.length}.`;
    })
    .join(' ');
}

function row(page: ShownPage): Html {
  const { pathname } = new URL(page.url);
  return html`<tr><th scope="row" data-label="Page"><bdi>${pathname}</bdi>${page.title && html` <small>${page.title}</small>`}</th>
<td data-label="Answer">${page.problem ?? page.status}</td>
<td data-label="Type" class="page-type">${page.type ?? '–'}</td>
<td data-label="Indexing">${indexingWords(page)}</td>
<td data-label="Kept out">${keptOutWords(page)}</td>
<td data-label="Changed">${page.changed ?? page.published ?? '–'}</td></tr>`;
}

/** The page's own indexing rule. */
export function indexingWords({ noindex, noindex_for: robots, canonical }: ShownPage): Content {
  if (noindex === null) return '–';
  if (noindex) return html`<span class="caution">noindex</span>`;
  if (robots !== null && robots.length > 0)
    return html`<span class="caution">noindex for ${LIST.format(robots)}</span>`;
  return canonical === null ? 'may be indexed' : html`copy of <bdi>${new URL(canonical).pathname}</bdi>`;
}

/** Crawlers that robots.txt disallows. */
export function keptOutWords({ crawlers_kept_out: tokens }: ShownPage): string {
  if (tokens === null) return 'not known';
  if (tokens.length === 0) return 'nobody';
  return tokens.length === AI_CRAWLERS.length ? 'every crawler' : tokens.join(', ');
}
