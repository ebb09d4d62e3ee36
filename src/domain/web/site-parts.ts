import type { TrackedBrand } from '../brand/tracked-brand.ts';
import { belongsTo } from './host.ts';
import { siteOf } from './site.ts';

/**
 * A host's owners. A host belongs to a tracked brand if it is one of its declared hosts or a subdomain of one, and to
 * nobody otherwise: `aws.amazon.com` gives its owner no other part of amazon.com. A host may have several owners.
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
    // Nearly every host has no owner.
    return owners.length === 0 ? [] : tracked.filter((each) => owners.some(({ brand }) => brand === each));
  };
}

/** A host and its parent domains: `a.b.example`, `b.example`, `example`. */
function namesOver(host: string): string[] {
  const names = [host];
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1))
    names.push(host.slice(dot + 1));
  return names;
}

export interface OwnedHost {
  readonly host: string;
  readonly brand: string;
  readonly role: TrackedBrand['role'];
}

/** The declared hosts that give a site, or a part of it, an owner. */
export function ownedHostsOf(site: string, tracked: readonly TrackedBrand[]): OwnedHost[] {
  return tracked.flatMap(({ hosts, name, role }) =>
    hosts.filter((host) => isOn(site, host)).map((host) => ({ host, brand: name, role })),
  );
}

/** A site's counted part: its hosts under these declared ones, or under none of them. */
export interface SitePart {
  readonly hosts: readonly string[];
  readonly belongs: boolean;
}

/** The part that belongs to some tracked brands, or to none. */
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
