import type { Subscription } from '../access/subscription.ts';

/** Pages that a read-only link can show, in navigation order. */
export const SHARED_PAGES = [
  'overview',
  'answers',
  'competitors',
  'sources',
  'said',
  'questions',
  'alerts',
] as const;
export type SharedPage = (typeof SHARED_PAGES)[number] | 'report';

/** Extra pages for a link to one client report: its figures link there. */
export const PAGES_BESIDE_REPORT = ['answers'] as const;

/** A link without an end outlives its author's memory, so each has one. */
export const SHARE_DAYS = { default: 30, most: 365 } as const;

export interface Share {
  readonly id: string;
  readonly name: string;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly subscription: Subscription | null;
  readonly brandInternalId: number;
  readonly brandId: string;
  readonly brandName: string;
  readonly pages: readonly SharedPage[];
  /** Public id of its only client report; null for none. */
  readonly report: string | null;
  /** The window as in a URL: `28d` moves on, two dates stay. Null: readers choose. */
  readonly window: string | null;
  readonly expiresAt: number;
}
