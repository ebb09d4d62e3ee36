import ipaddr from 'ipaddr.js';
import { dayOf } from '../domain/time/period.ts';
import type { Crawler } from '../domain/web/crawlers.ts';
import { publicAddressOf } from '../domain/web/public-address.ts';
import type { Verdict } from './counted.ts';
import { memoized } from './memoized.ts';

/** The addresses that an operator publishes for a crawler, or for several. */
export interface AddressList {
  /** As the table of crawlers names it (domain/web/crawlers.ts). */
  readonly name: string;
  /** UTC days since 1970: the operator's date, and when the list was last read. */
  readonly published: number;
  readonly fetched: number;
  /** SHA-256 of the prefixes (`digestOf`), in hex. */
  readonly digest: string;
  /** `192.0.2.0/24`, `2001:db8::/32`. */
  readonly prefixes: readonly string[];
}

export interface AddressLists {
  /** @param address the client's, null if the log does not say; @param at UTC milliseconds of the request */
  verdictFor(crawler: Crawler, address: string | null, at: number): Verdict;
}

/** A list is complete for this long after it was read. */
const COMPLETE_DAYS = 30;
/** Its addresses stay its operator's for this long around the days when it was good. */
const KNOWN_DAYS = 365;

/**
 * Verdicts by lists, of which several may have one name.
 *
 * - `verified`: the address is in a list that was good within a year of the request.
 * - `spoofed`: it is in none, and one was complete on the day of the request: from its operator's date until 30 days
 *   after it was read.
 * - `unverifiable`: else. So are requests without an address, and with one that is not public, which is a proxy's of
 *   the site and not the client's.
 */
export function addressLists(lists: readonly AddressList[]): AddressLists {
  const byName = Map.groupBy(lists, ({ name }) => name);
  const indexes = new Map<AddressList, Ranges>();
  const has = (list: AddressList, address: bigint) => {
    const ranges = indexes.get(list) ?? rangesOf(list.prefixes);
    indexes.set(list, ranges);
    return isWithin(ranges, address);
  };
  return {
    verdictFor: ({ list: name }, text, at) => {
      const own = name === null ? undefined : byName.get(name);
      const address = own === undefined || text === null ? null : publicNumberOf(text);
      if (own === undefined || address === null) return 'unverifiable';
      const day = dayOf(at);
      const within = (list: AddressList, before: number, after: number) =>
        day >= list.published - before && day <= list.fetched + after;
      if (own.some((list) => within(list, KNOWN_DAYS, KNOWN_DAYS) && has(list, address))) return 'verified';
      return own.some((list) => within(list, 0, COMPLETE_DAYS)) ? 'spoofed' : 'unverifiable';
    },
  };
}

/** Addresses as IPv6 numbers, first and last, sorted and apart from each other. */
type Ranges = readonly (readonly [first: bigint, last: bigint])[];

function rangesOf(prefixes: readonly string[]): Ranges {
  const merged: [bigint, bigint][] = [];
  for (const [first, last] of prefixes.map(rangeOf).sort(([one], [other]) => (one < other ? -1 : 1))) {
    const before = merged.at(-1);
    if (before === undefined || first > before[1]) merged.push([first, last]);
    else if (last > before[1]) before[1] = last;
  }
  return merged;
}

function rangeOf(prefix: string): [bigint, bigint] {
  const [address, bits] = ipaddr.parseCIDR(prefix);
  const size = 1n << BigInt((address instanceof ipaddr.IPv4 ? 32 : 128) - bits);
  const first = (numberOf(address) / size) * size;
  return [first, first + size - 1n];
}

/** Null for an address that is not public. */
const publicNumberOf = memoized((text) => {
  const address = publicAddressOf(text);
  return address && numberOf(address);
});

/** IPv4 as IPv6 (RFC 4291, section 2.5.5.2). */
function numberOf(address: ipaddr.IPv4 | ipaddr.IPv6): bigint {
  const [parts, bits, before] =
    address instanceof ipaddr.IPv4 ? [address.octets, 8n, 0xffffn] : [address.parts, 16n, 0n];
  return parts.reduce((number, part) => (number << bits) | BigInt(part), before);
}

function isWithin(ranges: Ranges, address: bigint): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[0] ?? 0n) <= address) low = middle + 1;
    else high = middle;
  }
  const found = ranges[low - 1];
  return found !== undefined && address <= found[1];
}
