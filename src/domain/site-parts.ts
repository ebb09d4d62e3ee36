import { belongsTo } from './host.ts';
import { siteOf } from './site.ts';
import type { TrackedBrand } from './tracked-brand.ts';

/**
 * Whose a host is. A host belongs to a tracked brand if it is one of its declared hosts or a subdomain of one, and to nobody
 * otherwise: `aws.amazon.com` makes no other part of amazon.com its owner's. A host may belong to several brands.
 */
export function ownersAmong<Brand extends Pick<TrackedBrand, 'hosts'>>(
  tracked: readonly Brand[],
): (host: string) => Brand[] {
  const byHost = Map.groupBy(
    tracked.flatMap((brand) => brand.hosts.map((host) => ({ brand, host }))),
    ({ host }) => host,
  );
  return (host) => {
    const owners = namesOver(host).flatMap((each) => byHost.get(each) ?? []);
    // Nearly every host is nobody's.
    return owners.length === 0 ? [] : tracked.filter((each) => owners.some(({ brand }) => brand === each));
  };
}

/** A host and every name that it is a subdomain of: `a.b.example`, `b.example`, `example`. */
function namesOver(host: string): string[] {
  const names = [host];
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1))
    names.push(host.slice(dot + 1));
  return names;
}

/** A declared host of a tracked brand. */
export interface OwnedHost {
  readonly host: string;
  readonly brand: string;
  readonly role: TrackedBrand['role'];
}

/** The declared hosts that make a site, or a part of it, somebody's. */
export function ownedHostsOf(site: string, tracked: readonly TrackedBrand[]): OwnedHost[] {
  return tracked.flatMap(({ hosts, name, role }) =>
    hosts.filter((host) => isOn(site, host)).map((host) => ({ host, brand: name, role })),
  );
}

/** What of a site is counted: its hosts that belong to these declared ones, or those that belong to none of them. */
export interface SitePart {
  readonly hosts: readonly string[];
  readonly belongs: boolean;
}

/** The part of a site that belongs to some tracked brands, or the part that belongs to none of them. */
export function partOf(
  site: string,
  tracked: readonly Pick<TrackedBrand, 'hosts'>[],
  belongs: boolean,
): SitePart {
  return { hosts: tracked.flatMap(({ hosts }) => hosts.filter((host) => isOn(site, host))), belongs };
}

function isOn(site: string, declared: string): boolean {
  return siteOf(declared) === site || belongsTo(site, [declared]);
}
