import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRIES } from './countries.ts';
import { locationCodeFrom, nearestCountry } from './country-names.ts';

test('finds every country by its code, and no two share a name', () => {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  for (const [locationCode, { code }] of COUNTRIES) {
    assert.equal(locationCodeFrom(code), locationCode);
    assert.equal(locationCodeFrom(code.toLowerCase()), locationCode);
    assert.equal(locationCodeFrom(names.of(code) ?? ''), locationCode, names.of(code));
  }
});

for (const [text, code] of [
  ['Germany', 2276],
  ['united kingdom', 2826],
  ['UK', 2826],
  ['Türkiye', 2792],
  ['Turkey', 2792],
  ['Cote d’Ivoire', 2384],
  ['Trinidad and Tobago', 2780],
  ['St Lucia', 2662],
  ['2840', 2840],
  ['1023191', 1023191],
] as const) {
  test(`${text} is ${code}`, () => assert.equal(locationCodeFrom(text), code));
}

for (const text of ['', 'Atlantis', '2840.5', '-1', '99999999999']) {
  test(`${JSON.stringify(text)} is no location`, () => assert.equal(locationCodeFrom(text), undefined));
}

test('guesses a country with a typing error, and no other', () =>
  assert.deepEqual([nearestCountry('Germny'), nearestCountry('zzzzzzzzzzzz')], ['Germany', undefined]));
