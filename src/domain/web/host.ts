import { domainToUnicode } from 'node:url';

/** DNS allows no more. */
const LONGEST_HOST = 253;

/** Whether a host has an empty label, as in `x..example`: no such host exists. */
export function hasEmptyLabel(host: string): boolean {
  return host.replace(/\.$/, '').split('.').includes('');
}

/**
 * The canonical host for grouping: lower case, without `www.`, port, and trailing dot, internationalized names in
 * Unicode. Other subdomains stay separate.
 *
 * @param url an absolute http or https URL
 * @returns the host, or null when the text is not a URL, has another scheme, or names a host that cannot exist
 */
export function hostOf(url: string): string | null {
  const address = URL.parse(url);
  return address && hostIn(address);
}

/** The canonical host of a parsed URL, as `hostOf` has it. */
export function hostIn({ protocol, hostname }: URL): string | null {
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  if (hasEmptyLabel(hostname)) return null;
  const host = ((hostname.includes('xn--') && domainToUnicode(hostname)) || hostname).replace(/\.$/, '');
  const bare = host.replace(/^(?:www\.)+/, '');
  const shown = bare.includes('.') ? bare : host;
  return shown.length > LONGEST_HOST ? null : shown;
}

/** The host of a domain as people write it: with or without scheme, path, or `www.`. Null when it is not a domain. */
export function hostOfDomain(domain: string): string | null {
  const text = domain.trim();
  if (/[\s@,*]/.test(text)) return null;
  const host = hostOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  const labels = host?.split('.') ?? [];
  return labels.length > 1 && !/^\d+$/.test(labels.at(-1) ?? '') ? host : null;
}

/** Whether a cited host is one of a site's hosts, or a subdomain of one. */
export function belongsTo(host: string, siteHosts: readonly string[]): boolean {
  return siteHosts.some((site) => host === site || host.endsWith(`.${site}`));
}
