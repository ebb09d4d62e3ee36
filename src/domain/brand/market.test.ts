import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marketOf } from './market.ts';

test('a country has its code and a point in it', () =>
  assert.deepEqual(marketOf(2276, 'de'), {
    locationCode: 2276,
    languageCode: 'de',
    country: { code: 'DE', latitude: 52.52, longitude: 13.41 },
  }));

for (const [what, locationCode] of [
  ['a city', 1023191],
  ['a region', 21137],
  ['a number that no country has', 2999],
  ['a numeric code without the 2000', 276],
  ['none', null],
] as const) {
  test(`${what} has no country`, () =>
    assert.deepEqual(marketOf(locationCode, null), { locationCode, languageCode: null, country: null }));
}
