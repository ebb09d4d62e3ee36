import { citesSite, siteOf } from '../../../domain/site.ts';
import type { Envelope } from '../../../reports/run/run-report.ts';
import type { AnswersFilters } from '../../../reports/shape/answers-filters.ts';
import { type Html, html } from '../../html.ts';
import type { Visit } from '../../visit.ts';

/** A host, leading to the page of its site. */
export function siteLink(visit: Visit, host: string): Html {
  return html`<a class="plain" href="${visit.to(`sources/${encodeURIComponent(siteOf(host))}`)}"><bdi>${host}</bdi></a>`;
}

/** A cited page, leading to what is known of it here. */
export function pageLink(visit: Visit, url: string): Html {
  return html`<a href="${visit.to('page', { url })}">Details<span class="unseen"> of ${url}</span></a>`;
}

/** So many are named in a cell; the others are counted. */
const MOST_RIVALS = 3;

/** Competitors with how many answers name them, each leading to these. @param filters of the answers that are counted */
export function rivalLinks(
  visit: Visit,
  meta: Envelope['meta'],
  rivals: readonly { readonly name: string; readonly answers: number }[],
  filters: AnswersFilters,
): Html {
  if (rivals.length === 0) return html`<span class="few">none</span>`;
  const more = rivals.length - MOST_RIVALS;
  return html`<span class="rivals">${rivals
    .slice(0, MOST_RIVALS)
    .map(
      ({ name, answers }) =>
        html`<span><bdi>${name}</bdi> <a class="figure-link" href="${visit.answers({ ...filters, names: name }, meta)}">${answers}</a></span> `,
    )}${
    more > 0 &&
    html`<small title="${rivals
      .slice(MOST_RIVALS)
      .map(({ name, answers }) => `${name} ${answers}`)
      .join(', ')}">and ${more} more</small>`
  }</span>`;
}

/** The filter of answers that cite anything on a site. */
export function onSite(site: string): AnswersFilters {
  return { cites: citesSite(site) };
}
