import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { wilson } from './proportion.ts';

/** Newcombe (1998), Statist. Med. 17:857-872, table I, computed to eight decimals. */
const WILSON = [
  [81, 263, 0.25528852, 0.36620958],
  [15, 148, 0.0623864, 0.16048724],
  [0, 20, 0, 0.16112516],
  [1, 29, 0.00611321, 0.17175522],
  [56, 70, 0.69183356, 0.87695261],
  [48, 80, 0.49045465, 0.70038172],
  [0, 10, 0, 0.2775328],
  [0, 30, 0, 0.11351339],
  [3, 10, 0.10779127, 0.60322185],
] as const;

describe('Wilson score interval', () => {
  for (const [events, trials, low, high] of WILSON) {
    test(`${events} of ${trials}`, () => {
      const { lower, upper } = wilson({ events, trials });
      assert.ok(Math.abs(lower - low) < 1e-7, `lower end ${lower}, expected ${low}`);
      assert.ok(Math.abs(upper - high) < 1e-7, `upper end ${upper}, expected ${high}`);
    });
  }
});
