import ipaddr from 'ipaddr.js';

/** The only part of IPv6 from which public addresses are given (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is one of the public internet. Not: loopback, private, link-local (which has the metadata service of clouds),
 * carrier-grade NAT, multicast, reserved, and every form of IPv6 that carries an IPv4 address to somewhere else. IPv4 written as
 * IPv6 counts as IPv4.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}
