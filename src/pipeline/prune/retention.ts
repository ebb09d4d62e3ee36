/** Retention in days by kind; null: forever. Alerts stay forever. */
export interface Retention {
  /** Engine replies. */
  readonly replyDays: number | null;
  /** Finished jobs and tasks, sent alerts, and removed endpoints. A job stays as long as its replies. */
  readonly jobDays: number | null;
  readonly comparisonDays: number;
  readonly auditDays: number | null;
  /** Answers, their counts, and collections. */
  readonly answerDays: number | null;
  /** Data of deleted brands. */
  readonly deletedDays: number | null;
}
