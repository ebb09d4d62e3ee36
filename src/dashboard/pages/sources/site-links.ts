import { siteOf } from '../../../domain/web/site.ts';
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
