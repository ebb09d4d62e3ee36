import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../test/support/world.ts';
import type { EngineReading, Fault } from '../../../engines/engine.ts';
import { answered, emptyAnswer, failed } from '../../../engines/engine-reading.ts';
import type { Tries } from '../../../storage/collect/jobs.ts';
import { decide } from './retry.ts';

const DAY = 20_000;
const MORNING = DAY * DAY_MS + HOUR_MS;
const NONE: Tries = { transient: 0, timeout: 0, blank: 0, refused: 0, longer: 0, last: null };

function decided(
  reading: EngineReading,
  { tries = {}, now = MORNING, random = 0.5 }: { tries?: Partial<Tries>; now?: number; random?: number } = {},
) {
  const decision = decide(reading, { tries: { ...NONE, ...tries }, day: DAY }, now, random);
  return 'store' in decision
    ? { stored: decision.store.detail, breaker: decision.breaker }
    : { waits: decision.retryAt - now, tries: decision.tries, breaker: decision.breaker };
}

const stored = (detail: string | null) => ({ stored: detail, breaker: false });
const waits = (ms: number, tries: Partial<Tries>) => ({
  waits: ms,
  tries: { ...NONE, ...tries },
  breaker: false,
});

describe('after an exchange', () => {
  test('stores an answer', () => {
    assert.deepEqual(decided(answered('Tandemly.')), stored(null));
    assert.deepEqual(decided(emptyAnswer('refusal')), stored('refusal'));
    assert.deepEqual(decided(emptyAnswer('no_ai_overview')), stored('no_ai_overview'));
  });

  test('retries a blank one once', () => {
    assert.deepEqual(decided(answered(' ')), waits(MINUTE_MS, { blank: 1 }));
    assert.deepEqual(decided(answered(' '), { tries: { blank: 1 } }), stored('blank'));
  });

  test('stores failures that a retry does not fix', () =>
    assert.deepEqual(decided(failed('parse', 'final')), stored('parse')));

  for (const fault of ['transient', 'rate'] as const) {
    test(`${fault}: again after 2 and 8 seconds, a quarter, one and four hours, and then no more`, () => {
      const expected = [2000, 8000, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS];
      for (const [transient, wait] of expected.entries()) {
        const tries = { transient, timeout: 1, blank: 1 };
        assert.deepEqual(
          decided(failed('x', fault), { tries }),
          waits(wait, { ...tries, transient: transient + 1 }),
        );
      }
      assert.deepEqual(decided(failed('x', fault), { tries: { transient: 5 } }), stored('x'));
    });
  }

  test('an expired deadline: once, even after other failures', () => {
    assert.deepEqual(decided(failed('deadline', 'timeout')), waits(2000, { timeout: 1 }));
    assert.deepEqual(
      decided(failed('deadline', 'timeout'), { tries: { transient: 3 } }),
      waits(2000, { transient: 3, timeout: 1 }),
    );
    assert.deepEqual(decided(failed('deadline', 'timeout'), { tries: { timeout: 1 } }), stored('deadline'));
  });

  test('spread out: 30% sooner or later', () => {
    assert.deepEqual(decided(failed('x', 'transient'), { random: 0 }), waits(1400, { transient: 1 }));
    assert.deepEqual(decided(failed('x', 'transient'), { random: 1 }), waits(2600, { transient: 1 }));
  });

  for (const [asks, random, wait] of [
    [0, 0.5, 2000],
    [1999, 0.5, 2000],
    [2001, 0.5, 2001],
    [2001, 0, 2001],
    [90_000.4, 0.5, 90_001],
  ] as const) {
    test(`gives an engine that asks for ${asks} ms ${wait}`, () =>
      assert.deepEqual(decided(failed('x', 'rate', asks), { random }), waits(wait, { transient: 1 })));
  }

  for (const fault of ['auth', 'quota', 'config'] as const satisfies readonly Fault[]) {
    test(`${fault} stops the engine, and counts as no retry`, () => {
      const expected = { waits: HOUR_MS, tries: NONE, breaker: true };
      assert.deepEqual(decided(failed('x', fault)), expected);
    });

    test(`${fault} in the last hour of a day stops the engine too`, () => {
      const now = (DAY + 1) * DAY_MS - HOUR_MS;
      assert.deepEqual(decided(failed('x', fault), { now }), { stored: 'x', breaker: true });
      assert.ok('waits' in decided(failed('x', fault), { now: now - 1 }));
    });
  }

  test('a retry belongs to the day of its question', () => {
    const now = (DAY + 1) * DAY_MS - 2000;
    assert.deepEqual(decided(failed('x', 'transient'), { now }), stored('x'));
    assert.deepEqual(decided(failed('x', 'transient'), { now: now - 1 }), waits(2000, { transient: 1 }));
    assert.deepEqual(decided(answered(' '), { now }), stored('blank'));
    assert.deepEqual(decided(failed('x', 'rate', 24 * HOUR_MS)), stored('x'));
  });
});
