/** What people do about an alert. That it is handled does not end its finding, which stands while it holds. */
export interface AlertWork {
  /** The id of the user who looks after it; null for nobody. */
  readonly assignedTo: string | null;
  /** That somebody says it is handled; null while nobody does. */
  readonly handled: Handled | null;
}

interface Handled {
  /** The id of a user, or a word for whoever is not one (domain/audit.ts). */
  readonly by: string;
  /** UTC milliseconds. */
  readonly at: number;
  /** One line of at most LONGEST_ALERT_NOTE characters; '' for none. */
  readonly note: string;
}

export const LONGEST_ALERT_NOTE = 500;

export const NO_WORK: AlertWork = { assignedTo: null, handled: null };
