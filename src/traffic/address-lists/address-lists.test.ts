import assert from 'node:assert/strict';
import { test } from 'node:test';
import ipaddr from 'ipaddr.js';
import { DAY_MS } from '../../domain/time/period.ts';
import { CRAWLERS, crawlerOf } from '../../domain/web/crawlers.ts';
import { addressLists } from '../verdict.ts';
import { ADDRESS_SOURCES, digestOf, readPublishedList, shippedLists } from './address-lists.ts';

const TODAY = Date.parse('2026-11-28') / DAY_MS;

test('crawlers name the lists that have a source, and no other', () => {
  const named = new Set(CRAWLERS.flatMap(({ list }) => list ?? []));
  assert.deepEqual([...named].sort(), Object.keys(ADDRESS_SOURCES).sort());
});

test('each shipped list is whole, as its hash says, and was published before it was read', () => {
  const lists = shippedLists();
  assert.ok(lists.length >= 15);
  for (const { name, digest, prefixes, published, fetched } of lists) {
    assert.ok(name in ADDRESS_SOURCES, name);
    assert.equal(digest, digestOf(prefixes), name);
    assert.ok(
      prefixes.every((prefix) => ipaddr.isValidCIDR(prefix)),
      name,
    );
    assert.ok(published <= fetched && fetched <= TODAY, name);
  }
});

for (const [agent, address, date, verdict] of [
  ['GPTBot/1.3', '52.230.152.7', '2026-08-20', 'verified'],
  ['GPTBot/1.3', '203.0.114.9', '2026-08-20', 'spoofed'],
  ['GPTBot/1.3', '203.0.114.9', '2026-11-20', 'unverifiable'],
  ['Claude-User/1.0', '216.73.217.8', '2026-11-20', 'verified'],
  ['ClaudeBot/1.0', '216.73.217.8', '2026-11-20', 'verified'],
  ['Googlebot/2.1', '2001:4860:4801:10::1', '2026-11-20', 'verified'],
  ['Googlebot/2.1', '::ffff:66.249.66.1', '2026-11-20', 'verified'],
  ['bingbot/2.0', '157.55.39.1', '2026-11-20', 'verified'],
  ['bingbot/2.0', '203.0.114.9', '2025-03-01', 'spoofed'],
  ['Amazonbot/0.1', '52.230.152.7', '2026-08-20', 'unverifiable'],
] as const) {
  test(`by shipped lists, ${agent} from ${address} on ${date} is ${verdict}`, () => {
    const crawler = crawlerOf(agent);
    assert.ok(crawler);
    assert.equal(addressLists(shippedLists()).verdictFor(crawler, address, Date.parse(date)), verdict);
  });
}

const published = (prefixes: unknown, creationTime: unknown = '2026-11-20T10:00:00.000000') =>
  JSON.stringify({ creationTime, prefixes });

test('reads a published list: sorted, once each, with its date', () => {
  const prefixes = [
    { ipv6Prefix: '2001:db8:1::/48' },
    { ipv4Prefix: '192.0.2.0/24' },
    { ipv4Prefix: '192.0.2.0/24' },
  ];
  assert.deepEqual(readPublishedList('GPTBot', published(prefixes), TODAY), {
    name: 'GPTBot',
    published: TODAY - 8,
    fetched: TODAY,
    digest: digestOf(['192.0.2.0/24', '2001:db8:1::/48']),
    prefixes: ['192.0.2.0/24', '2001:db8:1::/48'],
  });
});

const ONE = [{ ipv4Prefix: '192.0.2.0/24' }];
for (const [what, text] of Object.entries({
  'no JSON': '<!doctype html>',
  'another value': 'null',
  'no date': JSON.stringify({ prefixes: ONE }),
  'another date': published(ONE, 'yesterday'),
  'a date as a number': published(ONE, 1_790_000_000),
  'a date in the future': published(ONE, '2027-06-01T00:00:00Z'),
  'no prefixes': published([]),
  'prefixes that are no list': published({ ipv4Prefix: '192.0.2.0/24' }),
  'a prefix without an address': published([...ONE, {}]),
  'a prefix that is null': published([null]),
  'a text as a prefix': published(['192.0.2.0/24']),
  'an address without a length': published([{ ipv4Prefix: '192.0.2.1' }]),
  'a length too large': published([{ ipv4Prefix: '192.0.2.0/33' }]),
  'IPv6 as IPv4': published([{ ipv4Prefix: '2001:db8::/32' }]),
  'both kinds at once': published([{ ipv4Prefix: '192.0.2.0/24', ipv6Prefix: '2001:db8::/32' }]),
  'the whole internet': published([{ ipv4Prefix: '0.0.0.0/0' }]),
  'all of IPv6': published([{ ipv6Prefix: '2000::/3' }]),
  'too many prefixes': published(Array.from({ length: 5001 }, () => ONE[0])),
})) {
  test(`refuses a list with ${what}`, () => assert.equal(readPublishedList('GPTBot', text, TODAY), null));
}
