import ipaddr from 'ipaddr.js';

/** Whether to trust an address's `X-Forwarded-For`. */
export type IsProxy = (address: string) => boolean;

/** Names for networks. */
const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Parses a comma-separated list of addresses, networks, and their names; an empty list trusts none. */
export function proxiesOf(list: string): IsProxy {
  const names = list.split(',').map((name) => name.trim());
  const networks = names
    .filter((name) => name !== '')
    .flatMap((name) => NAMED_NETWORKS[name] ?? [name])
    .map(networkOf);
  return (address) => {
    const ip = ipaddr.isValid(address) ? ipaddr.process(address) : null;
    return ip !== null && networks.some((network) => isIn(ip, network));
  };
}

export const isLoopback: (address: string) => boolean = proxiesOf('loopback');

/**
 * A request's client address. Reads `X-Forwarded-For` from its end while the address is a trusted proxy; if an entry is
 * not an address, the socket's own counts.
 */
export function clientAddressBehindProxy(
  socketAddress: string,
  forwardedFor: string,
  isProxy: IsProxy,
): string {
  return chainBehind(socketAddress, forwardedFor, isProxy).at(-1) ?? socketAddress;
}

/** The request's addresses, from the socket's to the client's: all but the last are trusted proxies. */
function chainBehind(socketAddress: string, forwardedFor: string, isProxy: IsProxy): string[] {
  const chain = [socketAddress];
  for (const claim of listOf(forwardedFor).reverse()) {
    if (!isProxy(chain.at(-1) ?? '')) break;
    const claimed = addressIn(claim);
    if (claimed === null) return [socketAddress];
    chain.push(claimed);
  }
  return chain;
}

/**
 * Whether the client's connection was encrypted, according to the trusted proxy that it connected to. Each proxy of a
 * chain may append its own connection's scheme, as it appends to `X-Forwarded-For`; if only some do, the leftmost
 * remaining one counts.
 */
export function isEncryptedBehind(
  socketAddress: string,
  { forwardedFor, forwardedProto }: { readonly forwardedFor: string; readonly forwardedProto: string },
  isProxy: IsProxy,
): boolean {
  if (!isProxy(socketAddress)) return false;
  const proxies = chainBehind(socketAddress, forwardedFor, isProxy).filter(isProxy).length;
  const schemes = listOf(forwardedProto);
  return schemes[Math.max(0, schemes.length - proxies)]?.toLowerCase() === 'https';
}

function listOf(header: string): string[] {
  return header
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/**
 * The client behind a network address: an IPv4 address itself, also when written as IPv6, or an IPv6 address's /64,
 * because one client commonly has a whole /64.
 */
export function clientOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  if (ip.kind() === 'ipv4') return ip.toString();
  const groups = ip.toByteArray().slice(0, 8);
  return `${ipaddr.fromByteArray([...groups, 0, 0, 0, 0, 0, 0, 0, 0]).toString()}/64`;
}

/** The address in `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, or `[2001:db8::1]:80`; null otherwise. */
export function addressIn(claim: string): string | null {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(claim) ?? [];
  if (bracketed !== undefined) return ipaddr.IPv6.isValid(bracketed) ? bracketed : null;
  if (ipaddr.IPv6.isValid(claim)) return claim;
  const [, plain = claim] = /^([^:]*):\d{1,5}$/.exec(claim) ?? [];
  return ipaddr.IPv4.isValidFourPartDecimal(plain) ? plain : null;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

function networkOf(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function isIn(address: Address, [network, bits]: Network): boolean {
  if (network.kind() === address.kind()) return address.match([network, bits] as never);
  // With mixed kinds, only an IPv4 address can be in an IPv6 network, in its mapped form.
  return address instanceof ipaddr.IPv4 && address.toIPv4MappedAddress().match([network, bits] as never);
}
