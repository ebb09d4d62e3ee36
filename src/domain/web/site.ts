import { isIPv4 } from 'node:net';
import { getDomain } from 'tldts';
import { hostOfDomain } from './host.ts';

/**
 * A host's site: its registered name, `example.co.uk` for `docs.example.co.uk`. If people get their own names there (`someone.github.io`),
 * each is a site. A host without an owner (an IP address, `github.io` itself) is a site by itself.
 *
 * @param host normalized by hostOf
 */
export function siteOf(host: string): string {
  return registeredSite(host) ?? host;
}

/** A site's host from a text: a domain as people write it, or an IP address. Null when it is neither. */
export function hostOfSite(text: string): string | null {
  return isIPv4(text) ? text : hostOfDomain(text);
}

/** The `cites` filter of /answers for exactly the answers that cite a site: `*.` stands for its subdomains too. */
export function citesSite(site: string): string {
  return registeredSite(site) === site ? `*.${site}` : site;
}

function registeredSite(host: string): string | null {
  return getDomain(host, { allowPrivateDomains: true });
}
