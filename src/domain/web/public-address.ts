import ipaddr from 'ipaddr.js';

/** The only IPv6 range with public addresses (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's metadata and agent service for its machines, at a public address. */
const AZURE_HOST = '168.63.129.16';

/**
 * Whether an address is on the public internet. Not: loopback, private, link-local (including clouds' metadata
 * service), carrier-grade NAT, multicast, reserved, and every IPv6 form that carries an IPv4 address elsewhere. IPv4
 * written as IPv6 counts as IPv4.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || address.toString() === AZURE_HOST) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}
