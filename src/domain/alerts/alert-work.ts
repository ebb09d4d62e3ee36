/** Work on an alert. Marking it as handled does not close its episode. */
export interface AlertWork {
  /** The assignee's user id; null for nobody. */
  readonly assignedTo: string | null;
  /** Null until somebody marks it as handled. */
  readonly handled: Handled | null;
}

interface Handled {
  /** A user id, or another actor (domain/access/audit.ts). */
  readonly by: string;
  /** UTC milliseconds. */
  readonly at: number;
  /** One line, at most LONGEST_ALERT_NOTE characters; '' for none. */
  readonly note: string;
}

export const LONGEST_ALERT_NOTE = 500;

export const NO_WORK: AlertWork = { assignedTo: null, handled: null };
