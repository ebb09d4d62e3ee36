import ipaddr from 'ipaddr.js';

/** Whether an address is a proxy whose `X-Forwarded-For` is believed. */
export type IsProxy = (address: string) => boolean;

/** Networks that have a name in place of numbers. */
const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Reads a list of addresses, networks and their names with commas; none is believed where it is empty. */
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

/** Whether an address is one by which a machine reaches itself. */
export const isLoopback: (address: string) => boolean = proxiesOf('loopback');

/**
 * The address of the client that made a request. `X-Forwarded-For` is read from its end, for as long as the address reached is a
 * trusted proxy; if it says something that is not an address, the socket's own counts.
 */
export function addressBehind(socketAddress: string, forwardedFor: string, isProxy: IsProxy): string {
  return chainBehind(socketAddress, forwardedFor, isProxy).at(-1) ?? socketAddress;
}

/** The addresses that a request came through, from the socket's to the client's: all but the last are trusted proxies. */
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
 * Whether the client's connection was encrypted, as the trusted proxy says that it connected to. Each proxy of a chain may append
 * what its own connection was, as it appends to `X-Forwarded-For`; where only some do, the first that is left counts.
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

/** The address in `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:80`; null in anything else. */
function addressIn(claim: string): string | null {
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
  // Of unlike kinds only an IPv4 address can be in a network of IPv6, as one that is written as IPv6.
  return address instanceof ipaddr.IPv4 && address.toIPv4MappedAddress().match([network, bits] as never);
}
