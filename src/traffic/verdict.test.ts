import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crawlerOf } from '../domain/web/crawlers.ts';
import { addressLists } from './verdict.ts';

const at = Date.parse;
const day = (date: string) => at(date) / 86_400_000;

const lists = addressLists([
  {
    name: 'GPTBot',
    published: day('2026-05-01'),
    fetched: day('2026-06-01'),
    digest: '',
    prefixes: ['52.230.152.0/24', '20.171.206.10/31', '20.171.206.12/30', '20.171.0.0/30', '2600:1f18::/33'],
  },
  {
    name: 'GPTBot',
    published: day('2026-09-01'),
    fetched: day('2026-09-01'),
    digest: '',
    prefixes: ['4.227.36.0/25'],
  },
]);

const JUNE = '2026-06-15';
for (const [what, address, date, verdict, agent = 'GPTBot'] of [
  ['an address inside', '52.230.152.7', JUNE, 'verified'],
  ['the first one', '52.230.152.0', JUNE, 'verified'],
  ['the last one', '52.230.152.255', JUNE, 'verified'],
  ['the one before', '52.230.151.255', JUNE, 'spoofed'],
  ['the one after', '52.230.153.0', JUNE, 'spoofed'],
  ['the end of two prefixes beside each other', '20.171.206.15', JUNE, 'verified'],
  ['one after them', '20.171.206.16', JUNE, 'spoofed'],
  ['IPv4 written as IPv6', '::ffff:52.230.152.7', JUNE, 'verified'],
  ['IPv4 in hex as IPv6', '::ffff:34e6:9807', JUNE, 'verified'],
  ['an impostor written as IPv6', '::ffff:203.0.114.9', JUNE, 'spoofed'],
  ['IPv6 inside', '2600:1f18:7fff:ffff::1', JUNE, 'verified'],
  ['IPv6 outside', '2600:1f18:8000::1', JUNE, 'spoofed'],
  ['a proxy of the site', '10.0.0.7', JUNE, 'unverifiable'],
  ['no address', null, JUNE, 'unverifiable'],
  ['no address at all', 'unknown', JUNE, 'unverifiable'],
  ['an address inside, months before the list', '52.230.152.7', '2025-11-01', 'verified'],
  ['an address inside, more than a year before it', '52.230.152.7', '2025-04-01', 'unverifiable'],
  ['an address outside, before the list', '203.0.114.9', '2026-04-30', 'unverifiable'],
  ['an address outside, on its first day', '203.0.114.9', '2026-05-01', 'spoofed'],
  ['an address outside, 30 days after it was read', '203.0.114.9', '2026-07-01', 'spoofed'],
  ['an address outside, 31 days after it was read', '203.0.114.9', '2026-07-02', 'unverifiable'],
  ['an address of the other version', '4.227.36.9', JUNE, 'verified'],
  ['an address inside, more than a year after both', '52.230.152.7', '2027-09-02', 'unverifiable'],
  ['a crawler whose operator publishes no list', '52.230.152.7', JUNE, 'unverifiable', 'Bytespider'],
  ['a crawler whose list is not here', '52.230.152.7', JUNE, 'unverifiable', 'ClaudeBot'],
] as const) {
  test(`${what} is ${verdict}`, () => {
    const crawler = crawlerOf(agent);
    assert.ok(crawler);
    assert.equal(lists.verdictFor(crawler, address, at(date)), verdict);
  });
}
