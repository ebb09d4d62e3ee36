import type { Branded } from '../domain/brand/branded.ts';
import type { MarketCodes } from '../domain/brand/market.ts';
import type { PageReading } from './page-reading.ts';

export interface SitePages {
  /** The first page's host, in `hostOf` form. */
  readonly host: string;
  /** The typed host, which may have redirected. */
  readonly typed: string;
  /** HTML pages only, the first page first. */
  readonly pages: readonly PageReading[];
}

/** A possible thing to measure, with its source. Sightline stores it only after a person accepts it. */
export interface Proposal {
  readonly kind: 'name' | 'alias' | 'domain' | 'market' | 'competitor' | 'question';
  /** The text to store: a name, a host, a question; for a market, its words. */
  readonly text: string;
  /** A competitor's website, if known. */
  readonly host: string | null;
  /** Only for a market. */
  readonly market: MarketCodes | null;
  /** Only for a question: the brands it names, which decide the meaning of its answers. */
  readonly whom: Branded | null;
  /** Its sources, in a few words: `title of 14 of 14 pages`. */
  readonly evidence: readonly string[];
  /** The objection to it, as a short phrase; null for none. */
  readonly caution: string | null;
  readonly isAdvised: boolean;
}

/** A proposal with defaults for the other fields. */
export function proposal(fields: Pick<Proposal, 'kind' | 'text' | 'evidence'> & Partial<Proposal>): Proposal {
  const { caution = null } = fields;
  return { host: null, market: null, whom: null, caution, isAdvised: caution === null, ...fields };
}

/** `14 of 14 pages` */
export function pageShare(count: number, pages: number): string {
  return `${count} of ${pages} ${pages === 1 ? 'page' : 'pages'}`;
}
