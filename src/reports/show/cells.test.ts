import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateOf } from '../../domain/figures/rate.ts';
import { type AnyRow, type Column, RANGE, RATE, rateAt } from '../shape/columns.ts';
import { cellText, fieldsOf } from './cells.ts';

for (const [present, responses, shown] of [
  [0, 0, '0 of 0 (below 5, no rate yet)'],
  [0, 4, '0 of 4 (below 5, no rate yet)'],
  [3, 4, '3 of 4 (below 5, no rate yet)'],
  [0, 5, '0 of 5, 0% (0 to 43%)'],
  [5, 5, '5 of 5, 100% (57 to 100%)'],
  [12, 56, '12 of 56, 21% (13 to 34%)'],
  [31, 80, '31 of 80, 39% (29 to 50%)'],
  [2, 3000, '2 of 3000, 0.1% (0.0 to 0.2%)'],
] as const) {
  test(`${present} of ${responses} reads "${shown}"`, () =>
    assert.equal(
      cellText({ id: 'rate', label: 'Named in', ...RATE }, { ...rateOf(present, responses) }),
      shown,
    ));
}

const shows = (column: Record<string, unknown>, row: AnyRow) =>
  cellText({ id: 'c', label: 'L', ...column } as unknown as Column<AnyRow>, row);

for (const [what, column, row, shown] of [
  ['a count', { kind: 'count', field: 'n' }, { n: 3 }, '3'],
  ['a count out of another', { kind: 'count', field: 'n', of: 'm' }, { n: 3, m: 8 }, '3 of 8'],
  ['a count that is not known', { kind: 'count', field: 'n' }, { n: null }, '-'],
  ['one that is not checked', { kind: 'count', field: 'n', none: 'not checked' }, { n: null }, 'not checked'],
  ['a zero', { kind: 'count', field: 'n' }, { n: 0 }, '0'],
  ['a field of a field', { kind: 'count', field: 'a.n' }, { a: { n: 2 } }, '2'],
  ['a field of nothing', { kind: 'count', field: 'a.n' }, { a: null }, '-'],
  ['a rate of a side', rateAt('now'), { now: rateOf(3, 4) }, '3 of 4 (below 5, no rate yet)'],
  [
    'both in one text',
    { ...RATE, range: 'range_of_questions' },
    { ...rateOf(12, 56), range_of_questions: { lower: 0.061, upper: 0.522 } },
    '12 of 56, 21% (13 to 34% for these questions; 6 to 52% for questions like them)',
  ],
  [
    'a range of questions',
    RANGE,
    { range_of_questions: { lower: 0.061, upper: 0.522 }, questions: { asked: 12, naming: 9, branded: 2 } },
    '6 to 52%',
  ],
  [
    'a narrow one',
    RANGE,
    { range_of_questions: { lower: 0.061, upper: 0.1 }, questions: { asked: 12, naming: 9, branded: 2 } },
    '6.1 to 10.0%',
  ],
  [
    'one that cannot be told',
    RANGE,
    { range_of_questions: null, questions: { asked: 12, naming: 3, branded: 2 } },
    'any in 3 of 12 questions',
  ],
  [
    'one of nothing',
    RANGE,
    { range_of_questions: null, questions: { asked: 0, naming: 0, branded: 2 } },
    '-',
  ],
  [
    'a share without an interval',
    { kind: 'rate', count: 'n', of: 'm', rate: 'r', interval: 'i', floor: null },
    { n: 1, m: 1, r: 1, i: null },
    '1 of 1, 100% (too few answers for an interval)',
  ],
  [
    'a share of nothing',
    { kind: 'rate', count: 'n', of: 'm', rate: 'r', interval: 'i', floor: null },
    { n: 0, m: 0, r: null, i: null },
    '0 of 0 (no rate)',
  ],
  [
    'points',
    { kind: 'points', field: 'c.p', lower: 'c.l', upper: 'c.u' },
    { c: { p: -40, l: -49.14, u: -27.2 } },
    '-40.0 (-49.1 to -27.2)',
  ],
  [
    'points that round to nothing',
    { kind: 'points', field: 'c.p', lower: 'c.l', upper: 'c.u' },
    { c: { p: -0.04, l: -0.06, u: 0.04 } },
    '0.0 (-0.1 to 0.0)',
  ],
  ['no points', { kind: 'points', field: 'c.p', lower: 'c.l', upper: 'c.u' }, { c: null }, '-'],
  [
    'a position',
    { kind: 'position', field: 'p', ranked: 'n', decimals: 2 },
    { p: 2.5, n: 31 },
    '2.50 (31 ranked)',
  ],
  ['a best position', { kind: 'position', field: 'p', decimals: 0 }, { p: 1 }, '1'],
  ['no position', { kind: 'position', field: 'p', ranked: 'n', decimals: 2 }, { p: null, n: 0 }, '-'],
  [
    'an instant',
    { kind: 'instant', field: 'at' },
    { at: '2026-11-20T06:00:00.000Z' },
    '2026-11-20 06:00 UTC',
  ],
  ['its day', { kind: 'instant', field: 'at', day: true }, { at: '2026-11-20T06:00:00.000Z' }, '2026-11-20'],
  ['an engine', { kind: 'engine', field: 'e' }, { e: 'chatgpt' }, 'ChatGPT (API)'],
  ['an engine of earlier', { kind: 'engine', field: 'e' }, { e: 'gone' }, 'gone'],
  ['a flag', { kind: 'flag', field: 'f' }, { f: false }, 'no'],
  ['a list', { kind: 'list', name: 'l', items: () => ['a', 'b'] }, {}, 'a, b'],
  [
    'engines by name',
    { kind: 'list', name: 'l', of: 'engines', items: () => ['claude'] },
    {},
    'Claude (API)',
  ],
  ['an empty list', { kind: 'list', name: 'l', items: () => [], none: 'nobody' }, {}, 'nobody'],
] as const) {
  test(`${what} reads "${shown}"`, () => assert.equal(shows(column, row), shown));
}

test('a rate is counts, rate, both ends of its interval and its floor in CSV', () => {
  const fields = fieldsOf({ id: 'now', label: 'Now', ...rateAt('current') });
  const found = fields.map(({ name }) => name);
  assert.deepEqual(found, [
    'current_present',
    'current_responses',
    'current_rate',
    'current_interval_lower',
    'current_interval_upper',
    'current_min_sample',
  ]);
  const told = fields.map(({ valueIn }) => valueIn({ current: { ...rateOf(3, 4) } }));
  assert.deepEqual(told, [3, 4, null, null, null, 5]);
});
