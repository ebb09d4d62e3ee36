import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Random, seeded } from '../../../bench/data/random.ts';
import { shrunkRates } from './shrinkage.ts';

const promptsOf = (events: readonly number[], trials: readonly number[]) =>
  events.map((each, index) => ({ events: each, trials: trials[index] ?? 0 }));

test("is the mean of the beta distribution after each one's answers", () => {
  // Python: scipy.stats.beta.mean(a + x, b + n - x), with a = R (1 / rho - 1), b = (1 - R) (1 / rho - 1)
  const expected = [0.446501, 0.076922, 0.692886, 0.521084, 0.955659, 0.294898];
  const shrunk = shrunkRates(promptsOf([3, 0, 5, 1, 10, 0], [7, 7, 7, 2, 10, 1]));
  shrunk.forEach((each, index) => {
    assert.ok(Math.abs(each - (expected[index] ?? 0)) < 1e-6, `${each}`);
  });
});

test('three of three answers are not better than 29 of 30', () => {
  const [few = 0, many = 0] = shrunkRates(promptsOf([3, 29, 12, 15, 10], [3, 30, 30, 30, 30]));
  assert.ok(few < many);
});

test('is the overall rate where no difference was seen, or none could be', () => {
  assert.deepEqual(shrunkRates(promptsOf([2, 2, 2], [4, 4, 4])), [0.5, 0.5, 0.5]);
  assert.deepEqual(shrunkRates(promptsOf([1, 0], [1, 1])), [0.5, 0.5]);
  assert.deepEqual(shrunkRates(promptsOf([0, 0], [9, 3])), [0, 0]);
  assert.deepEqual([shrunkRates(promptsOf([0, 0], [0, 0])), shrunkRates([])], [[0, 0], []]);
});

test('is its own rate where each prompt always gets the same answer, and the overall rate without answers', () =>
  assert.deepEqual(shrunkRates(promptsOf([9, 0, 0], [9, 9, 0])), [1, 0, 0.5]));

test('adds up to the answers that name the brand, where prompts have equally many', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 20 }), fc.array(fc.nat(20), { minLength: 2 }), (trials, rolls) => {
      const events = rolls.map((roll) => Math.min(roll, trials));
      const shrunk = shrunkRates(events.map((each) => ({ events: each, trials })));
      const total = events.reduce((sum, each) => sum + each, 0);
      assert.ok(Math.abs(shrunk.reduce((sum, each) => sum + trials * each, 0) - total) < 1e-9 * (1 + total));
    }),
  );
});

test('is nearer to the truth than the plain rate, where prompts have few answers', () => {
  const random: Random = seeded(5);
  let [shrunkError, plainError] = [0, 0];
  for (let panel = 0; panel < 200; panel += 1) {
    const truth = Array.from({ length: 30 }, () => 0.1 + 0.5 * random());
    const prompts = truth.map((chance) => {
      const trials = 2 + Math.floor(random() * 10);
      const events = Array.from({ length: trials }, () => (random() < chance ? 1 : 0));
      return { events: events.reduce<number>((sum, each) => sum + each, 0), trials };
    });
    shrunkRates(prompts).forEach((each, index) => {
      const { events, trials } = prompts[index] ?? assert.fail();
      shrunkError += (each - (truth[index] ?? 0)) ** 2;
      plainError += (events / trials - (truth[index] ?? 0)) ** 2;
    });
  }
  assert.ok(shrunkError < 0.6 * plainError, `${shrunkError} ${plainError}`);
});
