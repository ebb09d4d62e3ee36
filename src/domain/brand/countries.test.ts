import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRIES } from './countries.ts';

const countries = [...COUNTRIES.values()];

test('has every country in ISO 3166-1, with its own code', () =>
  assert.deepEqual([COUNTRIES.size, new Set(countries.map(({ code }) => code)).size], [249, 249]));

test('by alpha-2 code, each a country to the rest of the world', () => {
  const codes = countries.map(({ code }) => code);
  assert.deepEqual(codes, codes.toSorted());
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const code of codes) {
    assert.match(code, /^[A-Z]{2}$/);
    assert.ok(names.of(code), code);
  }
});

test('location codes are 2000 and three digits', () => {
  for (const code of COUNTRIES.keys())
    assert.ok(Number.isInteger(code) && code > 2000 && code < 2900, `${code}`);
});

test('points are on the globe, and no two countries share one', () => {
  for (const { code, latitude, longitude } of countries) {
    assert.ok(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180, code);
  }
  assert.equal(new Set(countries.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size, 249);
});

for (const [locationCode, code, latitude, longitude] of [
  [2840, 'US', 38.91, -77.04],
  [2826, 'GB', 51.51, -0.13],
  [2276, 'DE', 52.52, 13.41],
  [2250, 'FR', 48.86, 2.35],
  [2724, 'ES', 40.42, -3.7],
  [2380, 'IT', 41.9, 12.5],
  [2528, 'NL', 52.37, 4.9],
  [2616, 'PL', 52.23, 21.01],
  [2076, 'BR', -15.79, -47.88],
  [2356, 'IN', 28.61, 77.21],
  [2392, 'JP', 35.68, 139.69],
  [2124, 'CA', 45.42, -75.7],
  [2036, 'AU', -35.28, 149.13],
  [2004, 'AF', 34.53, 69.17],
] as const) {
  test(`${locationCode} is ${code}`, () =>
    assert.deepEqual(COUNTRIES.get(locationCode), { code, latitude, longitude }));
}
