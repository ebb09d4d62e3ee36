import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { effort } from '../../../test/support/effort.ts';
import { ALERT_KINDS } from '../../domain/alerts/alert-rules.ts';
import { compareEven, gateOf } from './gates.ts';
import { EvaluationPower } from './single-evaluation-power.ts';

/** The probability of each number of events, term by term. */
function binomial(trials: number, share: number): number[] {
  const chances = [(1 - share) ** trials];
  for (let k = 1; k <= trials; k += 1) {
    chances.push(((chances[k - 1] ?? 0) * (trials - k + 1) * share) / (k * (1 - share)));
  }
  return chances;
}

const trials = fc.integer({ min: 1, max: 45 });
const share = fc.double({ min: 0.02, max: 0.98, noNaN: true });

test("property: a look's chance is the sum over every pair of counts that passes the gates", () => {
  const thresholds = fc.record({
    minDeltaPoints: fc.integer({ min: 1, max: 30 }),
    minSampleEachSide: fc.integer({ min: 5, max: 20 }),
  });
  const shares = fc.array(fc.tuple(share, share), { minLength: 1, maxLength: 3 });
  const sizes = fc.record({ current: trials, baseline: trials });
  const property = fc.property(
    fc.constantFrom(...ALERT_KINDS),
    sizes,
    thresholds,
    shares,
    (kind, size, asked, looks) => {
      const look = new EvaluationPower(kind, size, asked);
      const passes = (now: number, before: number) => {
        const sides = {
          current: { events: now, trials: size.current },
          baseline: { events: before, trials: size.baseline },
        };
        return gateOf(kind, compareEven(sides), asked) === null;
      };
      // One after the other: the instance caches its results.
      for (const [current, baseline] of looks) {
        const [now, before] = [binomial(size.current, current), binomial(size.baseline, baseline)];
        const expected = before.reduce(
          (sum, chance, k) =>
            sum + chance * now.reduce((part, each, n) => part + (passes(n, k) ? each : 0), 0),
          0,
        );
        const found = look.chance({ current, baseline, correlation: 0 });
        assert.ok(Math.abs(found - expected) < 1e-4, `${found}, not ${expected}`);
      }
    },
  );
  fc.assert(property, { numRuns: effort(30, 100) });
});
