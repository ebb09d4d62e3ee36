import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FewCodes } from './few-codes.ts';

test('codes stay few, whatever a vendor sends, and known ones stay', () => {
  const codes = new FewCodes();
  assert.equal(codes.of('dfs:40100'), 'dfs:40100');
  assert.equal(codes.of('No such model: "x"'), 'other');
  assert.equal(codes.of('x'.repeat(65)), 'other');
  const seen = new Set(Array.from({ length: 1000 }, (_, index) => codes.of(`code_${index}`)));
  assert.equal(seen.size, 200);
  assert.equal(codes.of('dfs:40100'), 'dfs:40100');
});
