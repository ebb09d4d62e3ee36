import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/support/pluck.ts';
import { BRAND } from '../dimensions/brand.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { MARKET } from '../dimensions/market.ts';
import { TAG } from '../dimensions/tag.ts';
import { CITED } from './cited.ts';
import { comparedColumns, measureColumns } from './measure.ts';
import { NAMED } from './named.ts';
import { RANKED } from './ranked.ts';

const ROW = {
  engine: 'chatgpt',
  brand: 'Bolt',
  role: 'competitor',
  market: 'us',
  tag: 'a',
  compared: { from: '2026-10-01T00:00:00.000Z', until: '2026-10-07T23:59:59.999Z' },
};

test("a column's filters are the measure's for the row's brand, and the dimensions'", () => {
  const [named] = measureColumns([NAMED], { of: [ENGINE, BRAND, MARKET, TAG] });
  const scope = { engine: 'chatgpt', market: 'us', tag: 'a' };
  assert.deepEqual(named?.answerFilter?.(ROW), { ...scope, names: 'Bolt' });
  assert.deepEqual(named?.denominatorFilter?.(ROW), { ...scope, looked_for: 'Bolt' });
});

test('without a brand among the dimensions, a row is about the brand itself', () => {
  const [cited] = measureColumns([CITED], { of: [ENGINE] });
  assert.deepEqual(cited?.answerFilter?.(ROW), { engine: 'chatgpt', cites_brand: 'self' });
});

test('an earlier column lists the answers of its own window', () => {
  const before = comparedColumns([NAMED], { of: [BRAND] }).find(({ id }) => id === 'compared_rate');
  assert.ok(before !== undefined && 'answerFilter' in before);
  assert.deepEqual(before.answerFilter?.(ROW), { ...ROW.compared, names: 'Bolt' });
});

test("the judged measure's earlier figure and change stand beside it, and other measures' after these", () => {
  const shown = comparedColumns([CITED, NAMED, RANKED], { of: [BRAND] }).filter(
    (column) => !('csvOnly' in column),
  );
  assert.deepEqual(pluck(shown, 'id'), [
    'citations',
    'rate',
    'range_of_questions',
    'compared_rate',
    'compared_change',
    'compared_gate',
    'avg_rank_when_named',
  ]);
});
