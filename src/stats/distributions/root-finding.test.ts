import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findRoot } from './root-finding.ts';

test('finds the last place above zero in either direction, for curves of any form', () => {
  const curves = fc.record({
    root: fc.double({ min: 0.001, max: 37.9, noNaN: true }),
    bend: fc.constantFrom(1, 3, 9),
  });
  fc.assert(
    fc.property(curves, fc.boolean(), ({ root, bend }, isUp) => {
      const [from, to] = isUp ? [0, 38] : [38, 0];
      const curve = (place: number) => ((isUp ? root - place : place - root) / 38) ** bend;
      const place = findRoot(curve, from, to);
      assert.ok(curve(place) > 0);
      assert.ok(Math.abs(place - root) <= 1e-9);
    }),
  );
});

test('finds a step too, and returns an end without a root between', () => {
  assert.ok(Math.abs(findRoot((place) => (place < 0.3 ? 1 : -1), 0, 1) - 0.3) <= 1e-9);
  assert.equal(
    findRoot(() => 0, 2, 5),
    2,
  );
  assert.equal(
    findRoot(() => 1, 2, 5),
    5,
  );
});
