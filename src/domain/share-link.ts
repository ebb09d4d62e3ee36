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
export type SharedPage = (typeof SHARED_PAGES)[number];

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
  readonly expiresAt: number;
}
