import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SightlineError } from '../domain/errors.ts';
import { serverAddress } from './server-address.ts';

for (const [given, address] of [
  ['https://sightline.example.com', 'https://sightline.example.com'],
  ['https://sightline.example.com/', 'https://sightline.example.com'],
  ['https://sightline.example.com/api/v1', 'https://sightline.example.com'],
  ['https://sightline.example.com/api/v1/', 'https://sightline.example.com'],
  ['https://example.com/tools/sightline', 'https://example.com/tools/sightline'],
  ['https://example.com/tools/sightline/api/v1', 'https://example.com/tools/sightline'],
  ['HTTPS://Sightline.Example.COM:443/', 'https://sightline.example.com'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://[::1]:8080/api/v1', 'http://[::1]:8080'],
  ['http://localhost:8080', 'http://localhost:8080'],
] as const) {
  test(`${given} is ${address}`, () => {
    assert.equal(serverAddress(given), address);
  });
}

for (const host of [
  '10.1.2.3',
  '192.168.0.9',
  '172.16.0.1',
  '100.64.0.1',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:10.0.0.1]',
  'sightline',
  'sightline.default.svc.cluster.local',
  'reports.internal',
]) {
  test(`a key may go to http://${host}, which no public network carries`, () => {
    assert.equal(new URL(serverAddress(`http://${host}:8080`)).port, '8080');
  });
}

for (const [what, given, reason] of [
  ['a host without a scheme', 'sightline.example.com', /must be a URL such as/],
  ['a host with a port only', 'localhost:8080', /must be a URL such as/],
  ['another scheme', 'ftp://sightline.example.com', /must be a URL such as/],
  ['a host with an empty label', 'https://sightline..example', /must be a URL such as/],
  ['nothing', '', /must be a URL such as/],
  ['a login', 'https://me:Q7-password@sightline.example.com', /must not contain a login/],
  ['a query', 'https://sightline.example.com/?days=7', /must not contain `\?`/],
  ['a fragment', 'https://sightline.example.com/#x', /must not contain `\?`/],
  ['http:// to a public name', 'http://sightline.example.com', /must begin with https/],
  ['http:// to a public address', 'http://8.8.8.8', /must begin with https/],
  ['http:// to a public address in disguise', 'http://134744072', /must begin with https/],
  ['http:// to a public IPv6 address', 'http://[2606:4700::1]', /must begin with https/],
  ['http:// to a public name that only begins like this machine', 'http://localhost.example.com', /https/],
] as const) {
  test(`refuses ${what}, without quoting it`, () => {
    assert.throws(
      () => serverAddress(given),
      (error) => {
        assert.ok(error instanceof SightlineError);
        assert.equal(error.code, 'invalid_setting');
        assert.match(error.message, reason);
        assert.doesNotMatch(error.message, /Q7/);
        return true;
      },
    );
  });
}
