import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf } from './client-address.ts';

for (const [what, address, client] of [
  ['an IPv4 address is itself', '192.0.2.7', '192.0.2.7'],
  ['an IPv4 address written as IPv6 is the IPv4 address', '::ffff:192.0.2.7', '192.0.2.7'],
  ['the same in hex', '::ffff:c000:207', '192.0.2.7'],
  ['an IPv6 address is its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['an abbreviated one too', '2001:db8::1', '2001:db8::/64'],
  ['the loopback of IPv6', '::1', '::/64'],
  ['a zone is left out', 'fe80::1%eth0', 'fe80::/64'],
  ['what is no address stays', 'unix:', 'unix:'],
  ['nothing stays nothing', '', ''],
] as const) {
  test(`client of an address: ${what}`, () => {
    assert.equal(clientOf(address), client);
  });
}

test('two addresses of one /64 are one client', () => {
  assert.equal(clientOf('2001:db8:1:2::1'), clientOf('2001:db8:1:2:ffff:ffff:ffff:ffff'));
});

test('two neighbouring /64 are two clients', () => {
  assert.notEqual(clientOf('2001:db8:1:2::1'), clientOf('2001:db8:1:3::1'));
});
