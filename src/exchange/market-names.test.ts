import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrandMarket } from '../domain/brand/market.ts';
import { proposedMarket } from './market-names.ts';

const market = (name: string, locationCode: number | null, languageCode: string | null): BrandMarket => ({
  ...{ id: 1, name, locationCode, languageCode, active: true },
});
const US = market('us', 2840, 'en');
const MANY = [US, market('de-de', 2276, 'de'), market('ch-de', 2756, 'de'), market('ch-fr', 2756, 'fr')];
const ANYWHERE = [market('default', null, null)];

for (const [name, markets, expected] of [
  ['us', MANY, 'us'],
  ['US', MANY, 'us'],
  ['United States', MANY, 'us'],
  ['USA', MANY, 'us'],
  ['en-US', MANY, 'us'],
  ['de_DE', MANY, 'de-de'],
  ['Deutschland', MANY, 'de-de'],
  ['États-Unis', MANY, 'us'],
  ['Estados Unidos', MANY, 'us'],
  ['EE.UU.', MANY, 'us'],
  ['Germany', MANY, 'de-de'],
  ['Switzerland', MANY, null],
  ['fr-CH', MANY, 'ch-fr'],
  ['fr', MANY, null],
  ['France', MANY, null],
  ['somewhere', MANY, null],
  [null, MANY, null],
  [null, [US], 'us'],
  ['Germany', [US], null],
  ['Germany', ANYWHERE, 'default'],
  ['worldwide', ANYWHERE, 'default'],
  ['worldwide', [US], null],
] as const)
  test(`${name ?? 'no name'} of ${markets.length} is ${expected}`, () =>
    assert.equal(proposedMarket(name, markets), expected));
