import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOfWindow, toldChangeOn } from './change.ts';

type Change = Parameters<typeof changesOfWindow>[0][number];

const HOLDS: Change = {
  engine: 'chatgpt',
  measure: 'visibility',
  direction: 'fell',
  state: 'holds',
  difference: null,
  found: '2026-11-14',
  likely_start: { from: '2026-11-10' },
  state_since: '2026-11-14',
  over_since: null,
};
const OVER: Change = { ...HOLDS, state: 'over', state_since: '2026-11-24', over_since: '2026-11-20' };

test('a window tells the changes that began by its end, and ended in it or hold', () => {
  const days = (from: string, until: string) => ({ from: `2026-11-${from}`, until: `2026-11-${until}` });
  for (const [change, window, isTold] of [
    [HOLDS, days('01', '09'), false],
    [HOLDS, days('01', '10'), true],
    [HOLDS, days('25', '30'), true],
    [{ ...HOLDS, likely_start: null }, days('01', '10'), false],
    [{ ...HOLDS, state: 'unknown' as const }, days('01', '30'), false],
    [OVER, days('01', '19'), false],
    [OVER, days('23', '30'), true],
    [OVER, days('25', '30'), false],
  ] as const) {
    assert.equal(changesOfWindow([change], window).length, Number(isTold), JSON.stringify([change, window]));
  }
});

test('beside an engine stands the change that holds, of names before places, or else one of names that is over', () => {
  const led: Change = { ...HOLDS, measure: 'overtaken', direction: 'rose' };
  const endedLed: Change = { ...OVER, measure: 'overtaken' };
  assert.deepEqual(
    [[led, HOLDS, OVER], [OVER, led], [endedLed, OVER], [endedLed], []].map((all) =>
      toldChangeOn(all, 'chatgpt'),
    ),
    [HOLDS, led, OVER, null, null],
  );
  assert.equal(toldChangeOn([HOLDS], 'claude'), null);
});
