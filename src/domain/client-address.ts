import ipaddr from 'ipaddr.js';

/**
 * The client a network address stands for: an IPv4 address itself, also when written as IPv6, and the /64 of an
 * IPv6 address, because one client is commonly given a whole /64.
 */
export function clientOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  if (ip.kind() === 'ipv4') return ip.toString();
  const groups = ip.toByteArray().slice(0, 8);
  return `${ipaddr.fromByteArray([...groups, 0, 0, 0, 0, 0, 0, 0, 0]).toString()}/64`;
}
