import type { TABLES } from '../migrations/0002-schema.ts';
import type { RowOf } from '../migrations/table.ts';

/** Table types. Times are UTC milliseconds, flags 0 or 1, lists JSON texts, alike in both databases. */
export type Tables = { -readonly [Name in keyof typeof TABLES]: RowOf<(typeof TABLES)[Name]> };

/** The limits store: requests per key, failures per address, and last uses. */
export interface LimitTables {
  limit_counts: { subject: string; window_start: number; hits: number; expires_at: number };
  last_used: { subject: string; at: number };
}
