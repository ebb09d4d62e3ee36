import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay } from '../time/instant.ts';
import { nextReportDay, type ReportPace, reportedDays } from './report-mail.ts';

const at = (instant: string) => Date.parse(`${instant}Z`);

for (const [pace, now, day, first, last] of [
  ['weekly', '2026-11-20T13:37', '2026-11-23', '2026-11-16', '2026-11-22'],
  ['weekly', '2026-11-23T05:59:59.999', '2026-11-23', '2026-11-16', '2026-11-22'],
  ['weekly', '2026-11-23T06:00', '2026-11-30', '2026-11-23', '2026-11-29'],
  ['monthly', '2026-11-20T13:37', '2026-12-01', '2026-11-01', '2026-11-30'],
  ['monthly', '2026-12-31T23:59', '2027-01-01', '2026-12-01', '2026-12-31'],
  ['monthly', '2028-02-29T12:00', '2028-03-01', '2028-02-01', '2028-02-29'],
] as [ReportPace, string, string, string, string][]) {
  test(`at ${now}, a ${pace} report goes next on ${day}`, () => {
    const next = nextReportDay(pace, at(now));
    const { firstDay, lastDay } = reportedDays(pace, next);
    assert.deepEqual([next, firstDay, lastDay].map(formatDay), [day, first, last]);
  });
}
