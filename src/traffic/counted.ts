/** What a verified list says of a request that names a crawler (docs/traffic.md). */
export const VERDICTS = ['verified', 'spoofed', 'unverifiable'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The class of an HTTP status. `refused`: 401, 403, 406, and 451, which is in no other class. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'refused', 'unknown'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

/** What a path holds. */
export const PATH_CLASSES = ['content', 'sitemap', 'robots', 'asset'] as const;
export type PathClass = (typeof PATH_CLASSES)[number];

/** How a visit is known to come from a product, strongest first. */
export const EVIDENCES = ['referrer', 'utm', 'utm_in_referrer'] as const;
export type Evidence = (typeof EVIDENCES)[number];

/** A crawler's request. */
export interface Crawl {
  /** The page's key (domain/web/page.ts), cut (`LONGEST_PAGE`). */
  readonly page: string;
  /** The crawler's token (domain/web/crawlers.ts). */
  readonly crawler: string;
  readonly verdict: Verdict;
  readonly status: StatusClass;
  readonly path: PathClass;
}

/** A person's visit that an AI product led to. */
export interface Visit {
  /** The page's key, cut. */
  readonly page: string;
  /** The product's id (traffic/products.ts). */
  readonly product: string;
  readonly evidence: Evidence;
  readonly paid: boolean;
}

/** Characters of a page's key that counts keep, for an index. */
export const LONGEST_PAGE = 500;
