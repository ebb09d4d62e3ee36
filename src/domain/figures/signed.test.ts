import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { signedText } from './signed.ts';

test('a number has one sign, which zero lacks', () =>
  assert.deepEqual(
    [1.239, -1.239, 0.03, -0.03, 0, -0].map((each) => signedText(each, 2)),
    ['+1.24', '-1.24', '+0.03', '-0.03', '0.00', '0.00'],
  ));

test('a number near zero has the decimals that distinguish it, at most four', () => {
  const found = [0.004, -0.000_4, 0.000_04, -0.000_04].map((each) => signedText(each, 2));
  assert.deepEqual(found, ['+0.004', '-0.0004', '0.00', '0.00']);
  const told = [12.4, -0.4].map((each) => signedText(each, 0));
  assert.deepEqual(told, ['+12', '-0.4']);
});

test('reads back as the number, rounded', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -20, max: 20, noNaN: true }),
      fc.integer({ min: 0, max: 4 }),
      (value, decimals) => {
        const text = signedText(value, decimals);
        assert.match(text, /^[+-]?\d+(?:\.\d+)?$/);
        assert.ok(Math.abs(Number(text) - value) <= 0.5 * 10 ** -decimals + 1e-9, text);
      },
    ),
  );
});
