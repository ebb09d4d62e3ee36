import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { halfPanel } from './half-panel.ts';

const close = (one: number, other: number, by: number) =>
  assert.ok(Math.abs(one - other) <= by, `${one}, ${other}`);

describe('the rate on a random half of the prompts', () => {
  test('is spread as all halves are, if prompts have as many answers each', () => {
    const events = [0, 2, 3, 9, 10, 4];
    const prompts = events.map((each) => ({ events: each, trials: 10 }));
    const rates = halvesOf(events).map((half) => half.reduce((sum, each) => sum + each, 0) / 30);
    const mean = rates.reduce((sum, each) => sum + each, 0) / rates.length;
    const deviation = Math.sqrt(rates.reduce((sum, each) => sum + (each - mean) ** 2, 0) / rates.length);
    const { lower, upper } = halfPanel(prompts) ?? assert.fail();
    close(lower, mean - 1.959963984540054 * deviation, 1e-9);
    close(upper, mean + 1.959963984540054 * deviation, 1e-9);
  });

  test('is unknown below 4 prompts, and is the rate itself where prompts are alike', () => {
    const alike = (prompts: number) => Array.from({ length: prompts }, () => ({ events: 3, trials: 4 }));
    assert.equal(halfPanel([...alike(3), { events: 0, trials: 0 }]), null);
    assert.deepEqual(halfPanel(alike(4)), { lower: 0.75, upper: 0.75 });
  });
});

function halvesOf(values: readonly number[]): number[][] {
  const size = values.length / 2;
  return Array.from({ length: 2 ** values.length }, (_, bits) =>
    values.filter((_value, at) => (bits >> at) & 1),
  ).filter((half) => half.length === size);
}
