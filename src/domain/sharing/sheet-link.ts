import type { Subscription } from '../access/subscription.ts';

/** A secret address of one report as CSV, which a sheet reads again and again. */
export interface SheetLink {
  /** `sht_…` */
  readonly id: string;
  /** A report's name, such as `presence`. */
  readonly report: string;
  /** Its parameters, without the brand. `window` is one by name, such as `28d`, whose days move on with time. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** When it ends: UTC milliseconds. */
  readonly until: number;
}

/** A valid link with its brand. */
export interface OpenedSheet extends SheetLink {
  /** Public id. */
  readonly brand: string;
  readonly brandId: number;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly subscription: Subscription | null;
}

/** Per brand. */
export const MOST_SHEET_LINKS = 50;
