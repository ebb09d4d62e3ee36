import type { IncomingHttpHeaders } from 'node:http';
import { SightlineError } from '../domain/errors.ts';

/**
 * Refuses a request that changes something unless a page of this server made it. Browsers say so in Sec-Fetch-Site, which
 * no page can forge; older ones in Origin. A client that sends neither is not a browser, and has no cookie that somebody
 * else could make it use.
 *
 * @throws SightlineError `forbidden_origin`
 */
export function refuseOtherOrigins(headers: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined ? site === 'same-origin' : isOwn(headers)) return;
  throw new SightlineError('forbidden_origin', 'A page of another site sent this form. Nothing was changed.');
}

/**
 * Whether a user opened this page, from another page of this server or by its address, as the browser says in headers that no page
 * can forge. Not if another site led there, a program asks, or the browser only loads it ahead. Over HTTP browsers leave out
 * Sec-Fetch-Site, so there only a link of this server counts.
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
