import type { PageReading } from '../../propose/page-reading.ts';
import type { SitePages } from '../../propose/proposal.ts';
import type { FetchOutcome } from './fetch-page.ts';

type Answered = Extract<FetchOutcome, { kind: 'answered' }>;

/** Whether a page can be read. */
export function isHtmlPage({ status, type }: Answered): boolean {
  return status >= 200 && status < 300 && (type === 'text/html' || type === 'application/xhtml+xml');
}

export interface ReadPage {
  /** The requested address. */
  readonly url: string;
  readonly outcome:
    | FetchOutcome
    /** With the reason why its robots.txt is unreadable; null if the file disallows the page. */
    | { readonly kind: 'disallowed'; readonly url: string; readonly problem: string | null }
    /** A redirect to a page that Sightline may not read. `detail`: a sentence. */
    | {
        readonly kind: 'leads_to_unreadable';
        readonly url: string;
        readonly to: string;
        readonly detail: string;
      };
  /** Null without HTML, and if reading it takes too much time. */
  readonly reading: PageReading | null;
  /**
   * Tokens of the crawlers (domain/web/crawlers.ts) that robots.txt keeps from the page; null if robots.txt is
   * unreadable.
   */
  readonly keptOut: readonly string[] | null;
}

export interface SiteReading extends SitePages {
  readonly asked: readonly ReadPage[];
  /** Known pages left out for the limit on pages or time. */
  readonly left: number;
}
