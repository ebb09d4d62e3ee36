import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REPORTS } from '../../src/reports/index.ts';
import { isNightly } from '../support/effort.ts';
import { describeRefusals, inRotation, refusalsOf } from '../support/refusals.ts';
import { onEveryStore } from '../support/stores.ts';

// A case for each code in errorsOf(report); openapi.json lists the same codes.
const ALL = REPORTS.map(refusalsOf);
const ROTATED = inRotation(ALL);

test('the rotation has every refusal, and one for every report', () => {
  const every = new Set(ALL.flat().map(({ what }) => what));
  assert.deepEqual(new Set(ROTATED.map(({ what }) => what)), every);
  assert.equal(ROTATED.length, REPORTS.length);
});

onEveryStore('every endpoint', (fresh) => {
  describeRefusals(fresh, isNightly ? ALL.flat() : ROTATED);
});
