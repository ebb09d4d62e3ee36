import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parametersOfWindow } from '../../reports/run/named-window.ts';
import { carriedChoice, choiceIn, parametersOfChoice } from './choice.ts';
import { isUpToDate, windowIn } from './window.ts';

const NOW = Date.parse('2026-01-15T12:00:00Z');

/** An address, its window, and the window's report parameters. */
const WINDOWS: readonly [string, string, object][] = [
  ['', '28d', { from: '2025-12-18', until: '2026-01-14' }],
  ['window=', '28d', { from: '2025-12-18', until: '2026-01-14' }],
  ['window=7d', '7d', { from: '2026-01-08', until: '2026-01-14' }],
  ['days=30', '30d', { from: '2025-12-16', until: '2026-01-14' }],
  ['days=30&until=2026-01-10', '30d..2026-01-10', { days: '30', until: '2026-01-10' }],
  ['until=2026-01-10', '28d..2026-01-10', { days: '28', until: '2026-01-10' }],
  ['window=this-month', 'this-month', { month: '2026-01', until: '2026-01-14' }],
  ['month=2026-01', '2026-01', { month: '2026-01', until: '2026-01-14' }],
  ['window=last-month', 'last-month', { month: '2025-12' }],
  ['month=2025-11', '2025-11', { month: '2025-11' }],
  ['from=2026-01-01&until=2026-01-10', '2026-01-01..2026-01-10', { from: '2026-01-01', until: '2026-01-10' }],
  ['from=2026-01-01&until=', '2026-01-01..', { from: '2026-01-01' }],
  ['window=7d&from=2026-01-01', '7d', { from: '2026-01-08', until: '2026-01-14' }],
  ['window=2026-13', '2026-13', { month: '2026-13' }],
  ['window=999999d', '999999d', { days: '999999' }],
];

const FINISHED = { withToday: false };

for (const [window, now, last, parameters] of [
  ['7d', NOW, { withToday: true }, { from: '2026-01-09' }],
  ['this-month', NOW, { withToday: true }, { month: '2026-01' }],
  ['this-month', Date.parse('2026-02-01T12:00:00Z'), FINISHED, { month: '2026-02' }],
] as const) {
  test(`the window ${JSON.stringify([window, new Date(now), last])} has today`, () => {
    assert.deepEqual(parametersOfWindow(window, now, last), parameters);
  });
}

for (const [window, now, is] of [
  [{ from: '2025-12-18', until: '2026-01-14' }, NOW, true],
  [{ from: '2025-12-18' }, NOW, true],
  [{ from: '2025-12-18', until: '2026-01-13' }, NOW, false],
  [{ month: '2025-12' }, NOW, false],
  [{ month: '2025-12' }, Date.parse('2026-01-01T12:00:00Z'), true],
] as const) {
  test(`${JSON.stringify(window)} is ${is ? '' : 'not '}up to date on ${new Date(now).toISOString()}`, () => {
    assert.equal(isUpToDate(window, now), is);
  });
}

test('refuses a wrong window by its name', () => {
  assert.throws(() => parametersOfWindow('foo', NOW, FINISHED), { message: /^`window` must be one of 7d, / });
});

for (const [address, window, parameters] of WINDOWS) {
  test(`the window of “${address}” is ${window}`, () => {
    const named = windowIn(new URLSearchParams(address));
    assert.equal(named, window);
    assert.deepEqual(parametersOfWindow(named, NOW, FINISHED), parameters);
    assert.equal(windowIn(new URLSearchParams({ window: named })), named);
  });
}

test("a choice's parameters omit the defaults, and give the same choice again", () => {
  assert.deepEqual(parametersOfChoice(choiceIn(new URLSearchParams('window=28d&compare=previous'))), {});
  const address = 'window=90d&compare=off&engine=claude&tag=a&tag=b&market=de';
  const choice = choiceIn(new URLSearchParams(address));
  assert.deepEqual(parametersOfChoice(choice), {
    window: '90d',
    compare: 'off',
    engine: 'claude',
    tag: ['a', 'b'],
    market: 'de',
  });
});

test("links of a figure's list keep the reader's choice, not the figure's", () => {
  const figure = 'engine=claude&from=2026-01-01&until=2026-01-02&names=self';
  assert.deepEqual(parametersOfChoice(carriedChoice(new URLSearchParams(`${figure}&bar=`))), {});
  assert.deepEqual(
    parametersOfChoice(carriedChoice(new URLSearchParams(`${figure}&bar=window%3D7d%26tag%3Da`))),
    {
      window: '7d',
      tag: ['a'],
    },
  );
  assert.equal(carriedChoice(new URLSearchParams(figure)).engine, 'claude');
});
