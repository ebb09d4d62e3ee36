import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/support/pluck.ts';
import type { TrackedBrand } from '../brand/tracked-brand.ts';
import { ownedHostsOf, ownersAmong, partOf } from './site-parts.ts';

const brand = (id: number, name: string, ...hosts: string[]): TrackedBrand => ({
  id,
  name,
  role: id === 1 ? 'self' : 'competitor',
  names: [],
  hosts,
});

const TRACKED = [
  brand(1, 'Oracle Cloud', 'cloud.oracle.com', 'bücher.example'),
  brand(2, 'AWS', 'aws.amazon.com', 'oracle.com.evil.example'),
  brand(3, 'NetSuite', 'netsuite.cloud.oracle.com'),
  brand(4, 'Pages', 'github.io', 'somebody.github.io'),
  brand(5, 'Nobody'),
];

const ownersOf = ownersAmong(TRACKED);

for (const [host, owners] of [
  ['cloud.oracle.com', ['Oracle Cloud']],
  ['docs.cloud.oracle.com', ['Oracle Cloud']],
  ['oracle.com', []],
  ['blogs.oracle.com', []],
  ['notcloud.oracle.com', []],
  ['aws.amazon.com', ['AWS']],
  ['docs.aws.amazon.com', ['AWS']],
  ['amazon.com', []],
  ['music.amazon.com', []],
  ['aws.amazon.com.example', []],
  ['oracle.com.evil.example', ['AWS']],
  ['netsuite.cloud.oracle.com', ['Oracle Cloud', 'NetSuite']],
  ['eu.netsuite.cloud.oracle.com', ['Oracle Cloud', 'NetSuite']],
  ['shop.bücher.example', ['Oracle Cloud']],
  ['anybody.github.io', ['Pages']],
  ['com', []],
] as const) {
  test(`${host} belongs to ${owners.join(' and ') || 'nobody'}`, () =>
    assert.deepEqual(pluck(ownersOf(host), 'name'), owners));
}

for (const [site, owned] of [
  ['oracle.com', ['cloud.oracle.com', 'netsuite.cloud.oracle.com']],
  ['amazon.com', ['aws.amazon.com']],
  ['evil.example', ['oracle.com.evil.example']],
  ['somebody.github.io', ['github.io', 'somebody.github.io']],
  ['anybody.github.io', ['github.io']],
  ['github.io', ['github.io']],
  ['wiki.example', []],
] as const) {
  test(`declared on ${site}: ${owned.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(pluck(ownedHostsOf(site, TRACKED), 'host'), owned);
    assert.deepEqual(partOf(site, TRACKED, false), { hosts: owned, belongs: false });
  });
}
