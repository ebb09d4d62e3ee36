import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { correlationWithin } from './correlation.ts';

describe('correlation within a prompt', () => {
  test('is 1 where a prompt always gets the same answer, and 0 where prompts are alike', () => {
    assert.equal(correlationWithin([{ events: 7, trials: 7 }, { events: 0, trials: 7 }]), 1); // biome-ignore format: one line
    assert.equal(correlationWithin(Array.from({ length: 9 }, () => ({ events: 10, trials: 20 }))), 0);
  });

  test('is unknown for one answer each, for none, and for answers that are all alike', () => {
    for (const panel of [
      [],
      [
        { events: 1, trials: 1 },
        { events: 0, trials: 1 },
      ],
      [{ events: 5, trials: 5 }],
    ]) {
      assert.equal(correlationWithin(panel), null);
    }
  });

  test('by hand: 1 of 4 and 3 of 4, half of them events in total', () => {
    // Within: 1 * 3 / 4 twice, over 8 - 2 answers; in total 0.5 * 0.5.
    assert.equal(correlationWithin([{ events: 1, trials: 4 }, { events: 3, trials: 4 }, { events: 0, trials: 0 }]), 0); // biome-ignore format: one line
    assert.equal(correlationWithin([{ events: 1, trials: 8 }, { events: 7, trials: 8 }]), 1 - (2 * 7) / 8 / 14 / 0.25); // biome-ignore format: one line
  });
});
