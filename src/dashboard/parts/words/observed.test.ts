import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsOf } from './observed.ts';
import { type Cell, outsideChangesOf } from './outside.ts';

const cell = (day: string, fields: Partial<Cell> = {}) =>
  ({
    day,
    kind: 'engine',
    instrument: 'gemini',
    name: 'Gemini (API)',
    state: null,
    outside: [],
    ...fields,
  }) as unknown as Cell;

test('neighboring days that are not observed are one run; partly observed days are in none', () => {
  const states = ['not_observed', 'observed', 'not_observed', 'not_observed', 'partly', null] as const;
  const cells = states.map((state, place) => cell(`2026-11-0${place + 1}`, { state }));
  assert.deepEqual(
    runsOf(cells).map(({ from, until }) => [from.slice(0, 10), until]),
    [
      ['2026-11-01', '2026-11-01T23:59:59.999Z'],
      ['2026-11-03', '2026-11-04T23:59:59.999Z'],
    ],
  );
});

test('a change that touches several instruments or days has one letter, the oldest A', () => {
  const [later, known] = [
    { what: 'ended', source: 'https://vendor.example' },
    { what: 'began', source: null },
  ];
  const changes = outsideChangesOf([
    cell('2026-11-05', { outside: [later, known] }),
    cell('2026-11-02', { instrument: 'log', kind: 'log', name: 'Log of the site', outside: [known] }),
  ]);
  assert.deepEqual(
    changes.map(({ letter, what, day, engines, source }) => [letter, what, day, engines, source]),
    [
      ['A', 'began', '2026-11-02', ['gemini'], null],
      ['B', 'ended', '2026-11-05', ['gemini'], 'https://vendor.example'],
    ],
  );
});
