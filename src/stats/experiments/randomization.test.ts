import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Arms, differenceOfMeans, randomizationTest } from './randomization.ts';

/** Changes in 13 prompts, 7 of them treated. */
const ARMS: Arms = {
  treated: [0.31, 0.05, -0.12, 0.44, 0.2, 0.18, 0.09],
  control: [0.02, -0.1, 0.11, -0.31, 0.07, 0],
};

const close = (one: number | null | undefined, other: number, by = 1e-9) =>
  assert.ok(typeof one === 'number' && Math.abs(one - other) <= by, `${one}, ${other}`);

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);

/** Every difference of means, enumerated by bit masks of the treated prompts, unlike in the test. */
function everyDifference({ treated, control }: Arms, effect = 0): number[] {
  const values = [...treated.map((each) => each - effect), ...control];
  const differences: number[] = [];
  for (let bits = 0; bits < 2 ** values.length; bits += 1) {
    const chosen = values.filter((_, place) => (bits >> place) & 1);
    const others = values.filter((_, place) => !((bits >> place) & 1));
    if (chosen.length === treated.length)
      differences.push(sum(chosen) / chosen.length - sum(others) / others.length);
  }
  return differences;
}

/** The share of assignments whose arms differ as much, if each treated prompt has this effect. */
function chanceOf(arms: Arms, effect: number): number {
  const measured = Math.abs(differenceOfMeans(arms) - effect);
  const all = everyDifference(arms, effect);
  return all.filter((each) => Math.abs(each) >= measured - 1e-12).length / all.length;
}

describe('the randomization test', () => {
  test('has the effect that least squares finds as the interaction of arm and time (numpy 2, lstsq)', () => {
    close(randomizationTest(ARMS, 0.05, 1).effect, 0.19928571428571432, 1e-12);
  });

  test('has the chance and interval from scipy 1.17 and a search over effects in numpy', () => {
    const { p, interval } = randomizationTest(ARMS, 0.05, 1);
    close(p, 0.06060606060606061);
    close(interval?.lower, -0.0093333333333, 1e-9);
    close(interval?.upper, 0.41, 1e-9);
  });

  test('counts every way to draw the arms', () => {
    const change = fc.integer({ min: -20, max: 20 }).map((each) => each / 20);
    const arm = fc.array(change, { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(arm, arm, (treated, control) => {
        close(randomizationTest({ treated, control }, 0.05, 1).p, chanceOf({ treated, control }, 0));
      }),
      { numRuns: 60 },
    );
  });

  test('keeps within the interval exactly the effects that it does not refuse', () => {
    const change = fc.double({ min: -1, max: 1, noNaN: true });
    const arm = fc.array(change, { minLength: 4, maxLength: 5 });
    fc.assert(
      fc.property(arm, arm, (treated, control) => {
        const { effect, interval } = randomizationTest({ treated, control }, 0.1, 1);
        if (interval === null || interval.upper - interval.lower < 1e-3) return;
        const chances = (off: number) => [
          chanceOf({ treated, control }, interval.lower + off),
          chanceOf({ treated, control }, interval.upper - off),
        ];
        assert.ok(interval.lower <= effect && effect <= interval.upper);
        for (const chance of chances(1e-6)) assert.ok(chance > 0.1, `inside ${chance}`);
        for (const chance of chances(-1e-6)) assert.ok(chance <= 0.1, `outside ${chance}`);
      }),
      { numRuns: 40 },
    );
  });

  test('samples more than 100,000 assignments, always the same for a seed, and near the full result', () => {
    const many: Arms = {
      treated: Array.from({ length: 12 }, (_, place) => Math.sin(place) / 4 + 0.15),
      control: Array.from({ length: 12 }, (_, place) => Math.cos(3 * place) / 4),
    };
    const once = randomizationTest(many, 0.05, 7);
    assert.deepEqual(randomizationTest(many, 0.05, 7), once);
    const other = randomizationTest(many, 0.05, 8);
    assert.notEqual(other.p, once.p);
    close(once.p, other.p ?? 2, 0.01);
    close(once.interval?.lower, other.interval?.lower ?? 9, 0.01);
  });

  test('gives no interval for arms that are too small for it', () => {
    // Two of the six assignments are these arms and their exchange: 5% rules out no effect.
    const { interval, p } = randomizationTest({ treated: [1, 1], control: [0, 0] }, 0.05, 1);
    assert.deepEqual([interval, p], [null, 1 / 3]);
  });
});
