import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeZoneNamed } from '../../domain/time/time-zone.ts';
import { Times } from './times.ts';

const AT = '2026-11-21T23:37:00.000Z';

test("a time of day is in the reader's zone, the next day too, with UTC in its title", () => {
  const times = new Times('Asia/Tokyo');
  assert.equal(
    times.of(AT).toString(),
    `<time datetime="${AT}" title="November 21, 2026, 23:37 UTC">November 22, 2026, 08:37 GMT+9</time>`,
  );
  assert.match(times.short(Date.parse(AT)).toString(), />Nov 22, 08:37</);
  assert.equal(new Times('America/New_York').text('2026-07-01T04:05:00.000Z'), 'July 1, 2026, 00:05 EDT');
});

test('without a zone it is UTC, and says so once', () => {
  assert.equal(
    new Times('UTC').of(AT).toString(),
    `<time datetime="${AT}">November 21, 2026, 23:37 UTC</time>`,
  );
});

test('takes known zone names in any spelling; without one it is UTC', () => {
  assert.equal(timeZoneNamed(' europe/berlin '), 'Europe/Berlin');
  assert.equal(timeZoneNamed(''), 'UTC');
  for (const wrong of ['Berlin', 'Europe/Atlantis', '+99:00', '<b>', 'x'.repeat(10_000)]) {
    assert.throws(() => timeZoneNamed(wrong), { code: 'invalid_argument' });
  }
});
