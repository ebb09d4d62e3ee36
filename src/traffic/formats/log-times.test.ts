import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeOf } from './log-times.ts';

const AT = Date.UTC(2026, 10, 28, 10);

const SAME = [
  '28/Nov/2026:10:00:00 +0000',
  '28/Nov/2026:15:30:00 +0530',
  '28/Nov/2026:02:00:00 -08',
  '28/Nov/2026:10:00:00',
  'Sat, 28 Nov 2026 10:00:00 GMT',
  '2026-11-28T10:00:00Z',
  '2026-11-28T10:00:00',
  '2026-11-28T10:00Z',
  '2026-11-28 11:00:00,000+01:00',
  '2026-11-28 10:00:00.000000 UTC',
  '2026/11/28 10:00:00',
  '1795860000',
  '1795860000.000',
  '1795860000000',
  '1795860000000000',
  '1795860000000000000',
  1795860000,
  1795860000000,
];

for (const text of SAME) test(`${text} is a time`, () => assert.equal(timeOf(text), AT));

const NONE = [
  undefined,
  '',
  '-',
  '10:00:00',
  '28/Non/2026:10:00:00 +0000',
  '29/Feb/2026:10:00:00 +0000',
  '28/Nov/2026:24:00:00 +0000',
  '28/Nov/2026:10:00:00 +1500',
  '28/Nov/2026:10:00:00 CET',
  '2026-13-01T10:00:00Z',
  '12345',
  0.25,
  Number.NaN,
];

for (const text of NONE) test(`${text} is none`, () => assert.equal(timeOf(text), null));
