import { citesSite, siteOf } from '../../../domain/web/site.ts';
import type { Envelope } from '../../../reports/run/run-report.ts';
import type { AnswersFilters } from '../../../reports/shape/answers-filters.ts';
import { type Html, html } from '../../markup/html.ts';
import type { Visit } from '../../visit/visit.ts';

/** A host that links to its site among the others. */
export function siteLink(visit: Visit, host: string): Html {
  return html`<a class="plain" href="${addressOfSite(visit, siteOf(host))}"><bdi>${host}</bdi></a>`;
}

/** Null for readers who may not open it. */
export function addressOfSite(visit: Visit, site: string): string | null {
  const address = visit.to('sources', { site });
  return address && `${address}#site`;
}

/** A cited page that links to its facts. */
export function pageLink(visit: Visit, url: string): Html {
  return html`<a href="${visit.to('page', { url })}">Details<span class="unseen"> of ${url}</span></a>`;
}

/** Names per cell; the rest is counted. */
const MOST_COMPETITORS = 3;

/** Competitors with linked numbers of answers. @param filters of the counted answers */
export function competitorLinks(
  visit: Visit,
  meta: Envelope['meta'],
  competitors: readonly { readonly name: string; readonly answers: number }[],
  filters: AnswersFilters,
): Html {
  if (competitors.length === 0) return html`<span class="few">none</span>`;
  const more = competitors.length - MOST_COMPETITORS;
  return html`<span class="rivals">${competitors
    .slice(0, MOST_COMPETITORS)
    .map(
      ({ name, answers }) =>
        html`<span><bdi>${name}</bdi> <a class="figure-link" href="${visit.answers({ ...filters, names: name }, meta)}">${answers}</a></span> `,
    )}${
    more > 0 &&
    html`<small title="${competitors
      .slice(MOST_COMPETITORS)
      .map(({ name, answers }) => `${name} ${answers}`)
      .join(', ')}">and ${more} more</small>`
  }</span>`;
}

/** The filter for answers that cite the site. */
export function onSite(site: string): AnswersFilters {
  return { cites: citesSite(site) };
}
