import type { Subscription } from './subscription.ts';

/** The pages of a brand that a read-only link can show, in the order of the navigation. */
export const SHARED_PAGES = [
  'overview',
  'answers',
  'competitors',
  'sources',
  'said',
  'questions',
  'alerts',
  'share',
] as const;
export type SharedPage = (typeof SHARED_PAGES)[number] | 'report';

/** The pages that a link to one report for a client can have beside it: what its figures lead to. */
export const PAGES_BESIDE_REPORT = ['answers'] as const;

/** A link without an end outlives the memory of whoever made it, so each has one. */
export const SHARE_DAYS = { default: 30, most: 365 } as const;

/** What a share link opens. */
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
  /** The public id of the one report for a client that it opens; null where it opens none. */
  readonly report: string | null;
  /** The days that its figures are of, as a window is written in an address: `28d` moves on, two dates stay. Null: readers choose. */
  readonly window: string | null;
  readonly expiresAt: number;
}
