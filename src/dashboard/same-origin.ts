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

function isOwn({ origin, host = '' }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
