import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeLevels, likelyStart } from './change-levels.ts';
import { stepsIn } from './likely-days.ts';

/** Ten answers a day: `28x6 14x3` names the brand in six for 28 days, then in three for 14. */
function daysOf(text: string) {
  const events = text.split(' ').flatMap((part) => {
    const [length = 0, each = 0] = part.split('x').map(Number);
    return Array.from({ length }, () => each);
  });
  return events.map((each, day) => ({ day, events: each, trials: 10 }));
}

for (const [what, text, designEffect, steps] of [
  ['one level', '30x5', 1, []],
  ['a step', '20x6 10x2', 1, [[20, -1]]],
  ['a step of answers that repeat each other', '20x6 10x4', 3, []],
  [
    'two steps',
    '20x8 20x5 20x2',
    1,
    [
      [20, -1],
      [40, -1],
    ],
  ],
  [
    'a dip',
    '20x6 15x2 20x6',
    1,
    [
      [20, -1],
      [35, 1],
    ],
  ],
  ['a short wave', '20x6 2x4', 1, []],
] as const) {
  test(`the steps of ${what}`, () => {
    const found = stepsIn(daysOf(text), designEffect);
    assert.deepEqual(
      found.map(({ first, last, direction }) => [first <= last, direction]),
      steps.map(([, direction]) => [true, direction]),
    );
    for (const [index, [day]] of steps.entries()) {
      const { first = 0, last = 0 } = found[index] ?? {};
      assert.ok(first <= day && day <= last, `${day} is not from ${first} to ${last}`);
    }
  });
}

const FELL = { direction: -1, designEffect: 1 } as const;

test('an alert against the days right before has the best first day of all', () => {
  const windows = { baseline: { from: 0, to: 28 }, current: { from: 28, to: 35 } };
  assert.deepEqual(likelyStart(daysOf('30x8 5x1'), { ...FELL, ...windows }), { first: 30, last: 30 });
});

test('a change after another: its start is the newest step, and before it is the level since the other went back', () => {
  const windows = { baseline: { from: 0.25, to: 28.25 }, current: { from: 63.25, to: 70.25 } };
  const days = daysOf('30x8 14x1 20x7 16x1');
  const alerted = days.slice(0, 70);
  const likely = likelyStart(alerted, { ...FELL, ...windows });
  assert.deepEqual(likely, { first: 64, last: 64 });
  const { before, since, steps } = changeLevels(days, { ...FELL, ...windows, likely }, 80);
  assert.deepEqual([before, since, steps], [{ from: 45, to: 64 }, { from: 65, to: 80 }, []]);
});

test('the level since is the newest one', () => {
  const windows = { baseline: { from: 0, to: 28 }, current: { from: 28, to: 35 } };
  const change = { ...FELL, ...windows, likely: { first: 28, last: 29 } };
  const { before, since, steps } = changeLevels(daysOf('28x9 20x6 12x1'), change, 60);
  assert.deepEqual(
    [before, since],
    [
      { from: 0, to: 28 },
      { from: 49, to: 60 },
    ],
  );
  assert.deepEqual(
    steps.map(({ from, first, last }) => ({ from, first, last })),
    [{ from: 30, first: 48, last: 48 }],
  );
});
