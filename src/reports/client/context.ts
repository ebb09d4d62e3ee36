import type { Database } from '../../storage/driver/database.ts';
import type { Caller } from '../shape/report.ts';

export interface ClientContext {
  readonly db: Database;
  /** UTC milliseconds. */
  readonly now: number;
  readonly caller: Caller;
  /** Public id. */
  readonly brand: string;
}
