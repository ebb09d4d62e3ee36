import type { LineReader } from '../logged-request.ts';

/** What a log's columns or names may hold; the words of a mapping. */
export const LOG_FIELDS = [
  'time',
  'date',
  'host',
  'method',
  'target',
  'query',
  'request',
  'status',
  'address',
  'forwarded',
  'agent',
  'referrer',
] as const;
export type LogField = (typeof LOG_FIELDS)[number];

/** Where a user's log has a field: a column's name or number from 1, or a path in a JSON record (`request.headers.Host`). */
export type LogMapping = Partial<Readonly<Record<LogField, string>>>;

export interface LogFormat {
  readonly id: string;
  /** For people: "combined (nginx, Apache)". */
  readonly name: string;
  /** A new reader for a log that begins with these lines; null if they can't be of this format. */
  readonly open: (firstLines: readonly string[], mapping: LogMapping) => LineReader | null;
}
