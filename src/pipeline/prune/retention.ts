import { RESTORABLE_DAYS } from '../../domain/access/deletion.ts';

/** Retention in days by kind; null: forever. Alerts stay forever. */
export interface Retention {
  /** Engine replies. */
  readonly replyDays: number | null;
  /** Finished jobs and tasks, sent alerts, and removed endpoints. A job stays as long as its replies. */
  readonly jobDays: number;
  readonly comparisonDays: number;
  readonly auditDays: number;
  /** Answers, their counts, collections, counts of logs, and given files. */
  readonly answerDays: number | null;
  /** Data of deleted brands. */
  readonly deletedDays: number;
}

/** What the operator does not choose. */
export const RETENTION = {
  jobDays: 365,
  comparisonDays: 90,
  auditDays: 730,
  deletedDays: RESTORABLE_DAYS,
} as const;
