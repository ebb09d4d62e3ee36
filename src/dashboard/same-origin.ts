import type { IncomingHttpHeaders } from 'node:http';
import { SightlineError } from '../domain/errors.ts';

/**
 * Refuses a change that does not come from a page on this server. Browsers send Sec-Fetch-Site, which no page can forge; older ones send
 * Origin. A client without either is not a browser, so no other site can misuse its cookie.
 *
 * @throws SightlineError `forbidden_origin`
 */
export function refuseOtherOrigins(headers: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined ? site === 'same-origin' : isOwn(headers)) return;
  throw new SightlineError('forbidden_origin', 'Another site sent this form. Nothing changed.');
}

/**
 * Whether a user opened this page from a link on this server or by typing the address, according to headers that no page can forge. False
 * for links on other sites, programs, and prefetches. Browsers omit Sec-Fetch-Site over HTTP, so there only links on this server count.
 */
export function isOpenedByUser({ referer, host, ...headers }: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-purpose': purpose } = headers;
  if (purpose !== undefined || mode === 'no-cors') return false;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return referer !== undefined && isAt(referer, host);
}

function isOwn({ origin, host }: IncomingHttpHeaders): boolean {
  return origin === undefined || isAt(origin, host);
}

function isAt(address: string, host = ''): boolean {
  return URL.canParse(address) && new URL(address).host === host.toLowerCase();
}
