/** How many days of each kind are kept; null for all of them. Alerts are always kept. */
export interface Retention {
  /** What engines sent. */
  readonly replyDays: number | null;
  /** Finished jobs and tasks, alerts that were sent, and endpoints that were removed. A job is kept as long as its replies. */
  readonly jobDays: number | null;
  readonly comparisonDays: number;
  readonly auditDays: number | null;
  /** Answers, what is counted of them, and collections. */
  readonly answerDays: number | null;
  /** What a deleted brand has. */
  readonly deletedDays: number | null;
}
