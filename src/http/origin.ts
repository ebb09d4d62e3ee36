import ipaddr from 'ipaddr.js';
import { SightlineError } from '../domain/errors.ts';

/** What a request says about where it comes from. */
export interface Provenance {
  /** Only browsers send one, and a page cannot forge it. */
  readonly origin: string | undefined;
  readonly host: string | undefined;
  /** Whether it came straight from a program on this machine, not through a proxy that is trusted. */
  readonly isFromHere: boolean;
}

/**
 * Refuses pages of other origins. Programs send no Origin and pass. A page that has this server's own origin passes too,
 * unless it reached this machine from a browser on it under a name that is not this machine's: DNS rebinding makes any
 * page look like that.
 *
 * @throws SightlineError `forbidden_origin`
 */
export function refuseForeignOrigin({ origin, host = '', isFromHere }: Provenance): void {
  if (origin === undefined) return;
  const page = URL.canParse(origin) ? new URL(origin) : null;
  const isOwn = page?.host === host.toLowerCase() && page.host !== '';
  if (isOwn && (!isFromHere || isLocalName(page.hostname))) return;
  throw new SightlineError('forbidden_origin', 'Pages of other origins may not use this endpoint.');
}

function isLocalName(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return /(^|\.)localhost$/.test(hostname) || ipaddr.isValid(address);
}
