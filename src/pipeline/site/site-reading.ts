import type { PageReading } from '../../propose/page-reading.ts';
import type { SitePages } from '../../propose/proposal.ts';
import type { Fetched } from './fetch-page.ts';

/** What came of one page. */
export interface ReadPage {
  /** As it was asked for. */
  readonly url: string;
  readonly outcome: Fetched | { readonly kind: 'disallowed'; readonly url: string };
  /** Null where there is no HTML to read. */
  readonly reading: PageReading | null;
  /** The crawlers (domain/ai-crawlers.ts) that its robots.txt keeps from it, by their tokens. */
  readonly keptOut: readonly string[];
}

/** What was read of a site. */
export interface SiteReading extends SitePages {
  readonly asked: readonly ReadPage[];
  /** Pages that were known of and not read, because of the number or the time. */
  readonly left: number;
}
