import assert from 'node:assert/strict';
import { parse } from 'node:querystring';
import { hashApiKey } from '../../src/domain/access/api-key.ts';
import { fullQuota } from '../../src/domain/access/quota.ts';
import type { ApiErrorCode } from '../../src/domain/errors.ts';
import { problemOf, STATUS } from '../../src/http/problem.ts';
import type { RawQuery } from '../../src/reports/run/query.ts';
import { type Envelope, runReport } from '../../src/reports/run/run-report.ts';
import type { Caller, Report } from '../../src/reports/shape/report.ts';
import { csvOf } from '../../src/reports/show/csv.ts';
import { findKey } from '../../src/storage/directory/keys.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { Clock } from './world.ts';

/** A report's status and body, as HTTP sends them. */
export interface ReportAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field and asserts what it finds
  readonly body: any;
  readonly text: string;
}

/** Reports on a store with a standing clock. It counts no requests. */
export interface Reports {
  readonly clock: Clock;
  /** @param path a report's name with its query, such as `/gaps?by=engine` */
  get(path: string, key: string): Promise<ReportAnswer>;
  /** The CSV of a report that succeeds. */
  csv(path: string, key: string): Promise<string>;
}

const WINDOW = ['days', 'from', 'until', 'month'] as const;

/** For a report in the usual window, a rolling one instead, so that answers of the last hours count. */
function withDays({ query: taken }: Pick<Report, 'query'>, query: RawQuery): RawQuery {
  const isUsual =
    'month' in taken && !('default' in (taken.days ?? {})) && !WINDOW.some((each) => each in query);
  return isUsual ? { days: '30', ...query } : query;
}

/**
 * Answers for these reports as /api/v1 gives them, for a tenth of the time: without a server, and without
 * loading anything but the reports. The default window is a rolling one.
 */
export function reportsAmong(...reports: readonly Report[]) {
  const named = new Map(reports.map((report) => [report.name, report]));
  return (store: Store, clock = new Clock()): Reports => {
    const run = async (path: string, key: string) => {
      const { pathname, search } = new URL(path, 'http://reports');
      const report = named.get(pathname.slice(1));
      if (report === undefined) throw new Error(`This test's reports do not include ${pathname}.`);
      const now = clock.now();
      const query = withDays(report, parse(search.slice(1)));
      const caller = await callerOf(store, key, now);
      const envelope = await runReport(store.main, now, caller, report, query);
      return { report, envelope };
    };
    return {
      clock,
      get: async (path, key) => await answerOf(async () => (await run(path, key)).envelope),
      csv: async (path, key) => {
        const { report, envelope } = await run(path, key);
        return csvOf(report, envelope);
      },
    };
  };
}

async function answerOf(run: () => Promise<Envelope>): Promise<ReportAnswer> {
  try {
    const text = JSON.stringify(await run());
    return { status: 200, body: JSON.parse(text), text };
  } catch (error) {
    const { status, body } = problemOf(error);
    if (status === 500) throw error;
    return { status, body: JSON.parse(body), text: body };
  }
}

async function callerOf({ main }: Store, key: string, now: number): Promise<Caller> {
  const record = await findKey(main, hashApiKey(key));
  if (!record) throw new Error('The store has no such key.');
  return { ...record, quota: fullQuota(now) };
}

/** Checks a refusal's status and body: one code, and one public sentence. */
export function assertRefused({ status, body, text }: ReportAnswer, code: ApiErrorCode): void {
  assert.equal(status, STATUS[code], text);
  assert.deepEqual([Object.keys(body), Object.keys(body.error)], [['error'], ['code', 'message']]);
  assert.equal(body.error.code, code);
  assert.match(body.error.message, /^\S.*[.?]$/s);
  assert.doesNotMatch(text, /select |sqlite|postgres|no such|relation|node_modules|Error:/i);
}
