import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './public-address.ts';

for (const address of ['8.8.8.8', '93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8']) {
  test(`${address} is public`, () => assert.equal(isPublicAddress(address), true));
}

for (const [address, what] of [
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['::1', 'loopback'],
  ['0.0.0.0', 'this host'],
  ['::', 'this host'],
  ['10.0.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['169.254.169.254', 'link-local: the metadata of a cloud'],
  ['168.63.129.16', 'the metadata of a cloud, at a public address'],
  ['::ffff:168.63.129.16', 'the same as IPv6'],
  ['fe80::1', 'link-local'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['fc00::1', 'unique local'],
  ['fd12:3456::1', 'unique local'],
  ['fec0::1', 'site-local'],
  ['::ffff:127.0.0.1', 'loopback as IPv6'],
  ['::ffff:10.0.0.1', 'private as IPv6'],
  ['::10.0.0.1', 'private as IPv6, the old way'],
  ['64:ff9b::7f00:1', 'through NAT64'],
  ['64:ff9b:1::a00:1', 'through a local NAT64'],
  ['2002:7f00:1::', '6to4'],
  ['2001::1', 'Teredo'],
  ['224.0.0.1', 'multicast'],
  ['ff02::1', 'multicast'],
  ['255.255.255.255', 'broadcast'],
  ['240.0.0.1', 'reserved'],
  ['192.0.2.1', 'documentation'],
  ['198.18.0.1', 'benchmarks'],
  ['2001:db8::1', 'documentation'],
  ['100::1', 'discard'],
  ['4000::1', 'outside of what is given out'],
  ['localhost', 'a name'],
  ['', 'nothing'],
] as const) {
  test(`${address} is not: ${what}`, () => assert.equal(isPublicAddress(address), false));
}
