import ipaddr from 'ipaddr.js';

/** The only IPv6 range with public addresses (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's metadata and agent service for its machines, at a public address. */
const AZURE_HOST = '168.63.129.16';

/** Null for a text that is no address. IPv4 written as IPv6 is IPv4. */
function addressOf(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (!text.includes(':')) return ipaddr.IPv4.isValid(text) ? ipaddr.IPv4.parse(text) : null;
  if (!ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/**
 * An address if it is on the public internet. Not: loopback, private, link-local (including clouds' metadata
 * service), carrier-grade NAT, multicast, reserved, and every IPv6 form that carries an IPv4 address elsewhere. IPv4
 * written as IPv6 counts as IPv4. Null for every other text.
 */
export function publicAddressOf(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const address = addressOf(text);
  if (address?.range() !== 'unicast' || address.toString() === AZURE_HOST) return null;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST) ? address : null;
}

export function isPublicAddress(text: string): boolean {
  return publicAddressOf(text) !== null;
}
