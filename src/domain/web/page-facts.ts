/** A page's type, as far as its address, title, and structured data show. */
export const PAGE_TYPES = [
  'product',
  'comparison',
  'list',
  'discussion',
  'documentation',
  'news',
  'other',
] as const;
export type PageType = (typeof PAGE_TYPES)[number];

/** A page's metadata for indexers. */
export interface PageFacts {
  readonly title: string | null;
  readonly type: PageType;
  /** Whether it refuses indexing, in its HTML or a header. */
  readonly isNoindex: boolean;
  /** Tokens of AI crawlers (domain/web/crawlers.ts) that it refuses indexing by name; missing in older facts. */
  readonly noindexFor?: readonly string[];
  /** Its canonical address, if that is another page. */
  readonly canonical: string | null;
  /** Its metadata's dates: `2026-11-24`. */
  readonly published: string | null;
  readonly changed: string | null;
}

/** A fetched page, or why it could not be read. */
export interface FetchedPage {
  readonly url: string;
  /** UTC milliseconds. */
  readonly fetchedAt: number;
  /** The HTTP status; null without a response or request. */
  readonly status: number | null;
  /** Whether the response was successful; null without a request. */
  readonly isReachable: boolean | null;
  /** Why it could not be read, as a sentence; null if it was. */
  readonly problem: string | null;
  /** Its redirect target, if that is another page. */
  readonly leadsTo: string | null;
  /** The tokens of AI crawlers (domain/web/crawlers.ts) that its robots.txt excludes; null if that is unreadable. */
  readonly keptOut: readonly string[] | null;
  /** Null if unreadable. */
  readonly facts: PageFacts | null;
  /** Ids of the tracked brands on it; null if unreadable. */
  readonly named: readonly number[] | null;
  /** The names key used for that; with other names, the brands on it are unknown. */
  readonly lookedFor: string;
}
