import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAddressBehindProxy, clientOf, isEncryptedBehind, proxiesOf } from './client-address.ts';

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
  test(`client of an address: ${what}`, () => assert.equal(clientOf(address), client));
}

test('two addresses of one /64 are one client', () =>
  assert.equal(clientOf('2001:db8:1:2::1'), clientOf('2001:db8:1:2:ffff:ffff:ffff:ffff')));

test('two neighboring /64 are two clients', () =>
  assert.notEqual(clientOf('2001:db8:1:2::1'), clientOf('2001:db8:1:3::1')));

for (const [what, forwardedFor, address] of [
  ['nothing claimed', '', '10.0.0.1'],
  ['one address', '203.0.113.7', '203.0.113.7'],
  ['the last of several that is no proxy', '192.0.2.1, 203.0.113.7, 10.9.9.9', '203.0.113.7'],
  ['a port', '203.0.113.7:5678', '203.0.113.7'],
  ['a proxy with a port', '203.0.113.7:1, 10.9.9.9:2', '203.0.113.7'],
  ['IPv6', '2001:db8::1', '2001:db8::1'],
  ['IPv6 in brackets', '[2001:db8::1]', '2001:db8::1'],
  ['IPv6 in brackets with a port', '[2001:db8::1]:443', '2001:db8::1'],
  ['empty members', ' , 203.0.113.7, ', '203.0.113.7'],
  ['proxies alone', '10.2.2.2, ::ffff:10.3.3.3', '10.2.2.2'],
  ['a name', 'unknown', '10.0.0.1'],
  ['a number', '3405803783', '10.0.0.1'],
  ['an octal address', '0300.0.2.1', '10.0.0.1'],
  ['an address too long', '1.2.3.4.5', '10.0.0.1'],
  ['a port too long', '1.2.3.4:123456', '10.0.0.1'],
  ['IPv4 in brackets', '[1.2.3.4]', '10.0.0.1'],
  ['rubbish behind a proxy', '203.0.113.7, x, 10.9.9.9', '10.0.0.1'],
] as const) {
  test(`the address behind a proxy that forwards for ${what}`, () =>
    assert.equal(clientAddressBehindProxy('10.0.0.1', forwardedFor, proxiesOf('10.0.0.0/8')), address));
}

for (const [list, address, isProxy] of [
  ['', '127.0.0.1', false],
  ['loopback', '127.8.8.8', true],
  ['loopback', '::1', true],
  ['loopback', '10.0.0.1', false],
  ['linklocal, uniquelocal', 'fe80::1%eth0', true],
  ['linklocal, uniquelocal', '172.31.255.255', true],
  ['linklocal, uniquelocal', '172.32.0.0', false],
  ['192.0.2.1', '192.0.2.1', true],
  ['192.0.2.1', '::ffff:192.0.2.1', true],
  ['::ffff:192.0.2.1', '192.0.2.1', true],
  ['::ffff:192.0.2.0/120', '192.0.2.9', true],
  ['2001:db8::/32', '2001:db8:9::1', true],
  ['2001:db8::/32', '192.0.2.1', false],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['0.0.0.0/0', 'unix:', false],
] as const) {
  test(`${address} is ${isProxy ? 'a' : 'no'} proxy of ${list || 'an empty list'}`, () =>
    assert.equal(proxiesOf(list)(address), isProxy));
}

test('does not believe an address from an untrusted proxy', () =>
  assert.equal(clientAddressBehindProxy('192.0.2.9', '203.0.113.7', proxiesOf('10.0.0.0/8')), '192.0.2.9'));

for (const [forwardedProto, forwardedFor, isEncrypted] of [
  ['https', '', true],
  ['HTTPS', '203.0.113.7', true],
  ['http', '203.0.113.7', false],
  ['', '203.0.113.7', false],
  ['wss', '203.0.113.7', false],
  // The client wrote the first entry itself; the proxy appended the last.
  ['https, http', '203.0.113.7', false],
  ['http, https', '203.0.113.7', true],
  // Two trusted proxies, the first of which the client reached.
  ['https, http', '203.0.113.7, 10.0.0.2', true],
  ['http,https', '203.0.113.7, 10.0.0.2', false],
  ['https,http,http', '203.0.113.7, 10.0.0.2', false],
  ['https', '203.0.113.7, 10.0.0.2', true],
] as const) {
  test(`"${forwardedProto}" for "${forwardedFor}" is ${isEncrypted ? '' : 'not '}encrypted`, () => {
    const headers = { forwardedFor, forwardedProto };
    assert.equal(isEncryptedBehind('10.0.0.1', headers, proxiesOf('10.0.0.0/8')), isEncrypted);
    assert.equal(isEncryptedBehind('198.51.100.9', headers, proxiesOf('10.0.0.0/8')), false, 'not a proxy');
  });
}
