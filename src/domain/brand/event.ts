export const EVENT_KINDS = ['page', 'campaign', 'model', 'questions', 'names', 'plan', 'other'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** A person, the audit log, or the answers. */
export const EVENT_SOURCES = ['note', 'audit_log', 'answers'] as const;
export type EventSource = (typeof EVENT_SOURCES)[number];

export const LONGEST_EVENT = 200;

export interface EventNote {
  /** The UTC day, in whole days since 1970. */
  readonly day: number;
  readonly kind: EventKind;
  /** One line, 1 to LONGEST_EVENT characters. */
  readonly text: string;
  /** The tag of the questions that it is about; null for none. */
  readonly tag: string | null;
}
