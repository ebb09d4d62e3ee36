import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FewCodes } from './few-codes.ts';

test('codes stay few, whatever a vendor sends, and known ones stay', () => {
  const codes = new FewCodes();
  assert.deepEqual([codes.of('dfs:40100'), codes.of('No such model: "x"')], ['dfs:40100', 'other']);
  assert.equal(codes.of('x'.repeat(65)), 'other');
  const seen = new Set(Array.from({ length: 1000 }, (_, index) => codes.of(`code_${index}`)));
  assert.deepEqual([seen.size, codes.of('dfs:40100')], [200, 'dfs:40100']);
});
