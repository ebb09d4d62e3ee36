import ipaddr from 'ipaddr.js';
import { SightlineError } from '../../domain/errors.ts';

export interface Provenance {
  /** Only browsers send it, and a page cannot forge it. */
  readonly origin: string | undefined;
  readonly host: string | undefined;
  /** Whether it came directly from this machine, not through a trusted proxy. */
  readonly isFromHere: boolean;
}

/**
 * Rejects pages from other origins. Programs send no Origin and pass. A page from this server's own origin passes too,
 * unless its browser runs on this machine and used a name that is not this machine's: DNS rebinding makes any page look
 * like that.
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
