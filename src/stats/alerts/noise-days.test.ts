import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS } from '../../domain/time/period.ts';
import { lastReportedDay, type NoiseDay, noiseDayOf, noiseDays, noisePeriod } from './noise-days.ts';

const WHOLE = [{ first: 0, last: 90 }];

/** Days with ten answers, five of them events. */
const days = (count: number, changed: Partial<NoiseDay> = {}): NoiseDay[] =>
  Array.from({ length: count }, (_, day) => ({ day, answers: 10, trials: 10, events: 5, ...changed }));

test('a noise period has the 91 whole UTC days before the day of an instant', () => {
  const period = { from: 9 * DAY_MS, to: 100 * DAY_MS };
  assert.deepEqual([noisePeriod(100 * DAY_MS), noisePeriod(101 * DAY_MS - 1)], [period, period]);
});

describe('the days for the noise floor', () => {
  test('are 60 or more', () => {
    assert.equal(noiseDays(days(59), WHOLE, null), 'too_few_days');
    assert.equal(noiseDays(days(60), WHOLE, null).length, 60);
  });

  test('are in time order, have a trial each, and at least half of the usual answers', () => {
    const few = { day: 70, answers: 4, trials: 4, events: 0 };
    const half = { day: 71, answers: 5, trials: 5, events: 0 };
    const none = { day: 72, answers: 10, trials: 0, events: 0 };
    assert.deepEqual(noiseDays([half, few, none, ...days(60)], WHOLE, null), [...days(60), half]);
  });

  test("begin with the last alert's first day of the change", () => {
    assert.equal(noiseDays(days(91), WHOLE, 32), 'too_few_days');
    assert.deepEqual(noiseDays(days(91), WHOLE, 31), days(91).slice(31));
  });

  test('come from questions asked from the first week to the last', () => {
    for (const [asked, isWhole] of [
      [{ first: 6, last: 84 }, true],
      [{ first: 7, last: 90 }, false],
      [{ first: 0, last: 83 }, false],
    ] as const) {
      const found = noiseDays(days(91), [...WHOLE, asked], null);
      assert.equal(found === 'panel_changed', !isWhole, JSON.stringify(asked));
    }
  });

  test('have the events and trials of a measure', () => {
    const counts = {
      day: 3,
      answers: 10,
      named: 4,
      ahead: 2,
      eitherNamed: 7,
      citedNotNamed: 1,
      classified: 3,
      negative: 0,
    };
    const read = (measure: Parameters<typeof noiseDayOf>[0]) => {
      const { events, trials, ...rest } = noiseDayOf(measure)(counts);
      assert.deepEqual(rest, { day: 3, answers: 10 });
      return [events, trials];
    };
    assert.deepEqual(
      [read('visibility'), read('overtaken')],
      [
        [4, 10],
        [2, 7],
      ],
    );
    assert.deepEqual(
      [read('cited_not_named'), read('negative_framing')],
      [
        [1, 10],
        [0, 3],
      ],
    );
  });
});

test('the last alert has the same engine, measure, and markets', () => {
  const told = [
    { engine: 'chatgpt', marketId: 1, kind: 'visibility_drop', at: 5 * DAY_MS + 6 },
    { engine: 'chatgpt', marketId: 1, kind: 'engine_blackout', at: 9 * DAY_MS + 6 },
    { engine: 'chatgpt', marketId: 2, kind: 'visibility_rise', at: 11 * DAY_MS },
    { engine: 'claude', marketId: 1, kind: 'visibility_rise', at: 12 * DAY_MS },
    { engine: 'chatgpt', marketId: 1, kind: 'negative_framing', at: 13 * DAY_MS },
  ] as const;
  const of = (engine: string, markets: readonly number[] | undefined) =>
    lastReportedDay(told, { engine, measure: 'visibility', markets: markets && new Set(markets) });
  assert.deepEqual([of('chatgpt', [1]), of('chatgpt', [2]), of('chatgpt', undefined)], [9, 11, 11]);
  assert.deepEqual([of('claude', [1]), of('claude', [2]), of('gemini', undefined)], [12, null, null]);
});
