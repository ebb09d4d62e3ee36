import type { Branded } from '../domain/brand/branded.ts';
import type { MarketCodes } from '../domain/brand/market.ts';
import type { PageReading } from './page-reading.ts';

/** The pages of a site that were read. */
export interface SitePages {
  /** The host that its first page came from, as hostOf writes it. */
  readonly host: string;
  /** The one that was typed, which may have redirected. */
  readonly typed: string;
  /** Only those that answered with HTML, the first page first. */
  readonly pages: readonly PageReading[];
}

/** Something that might be measured, with where it was read. It is stored only when a person accepts it. */
export interface Proposal {
  readonly kind: 'name' | 'alias' | 'domain' | 'market' | 'competitor' | 'question';
  /** What would be stored: a name, a host, a question; of a market its words. */
  readonly text: string;
  /** Of a competitor: its website, where that is known. */
  readonly host: string | null;
  /** Of a market. */
  readonly market: MarketCodes | null;
  /** Of a question: whom it names, which decides what its answers tell. */
  readonly whom: Branded | null;
  /** Where it was read, in a few words: `title of 14 of 14 pages`. */
  readonly evidence: readonly string[];
  /** What speaks against it, as a short phrase; null if nothing is known. */
  readonly caution: string | null;
  /** Whether it is ticked before anybody chooses. */
  readonly isAdvised: boolean;
}

/** A proposal with what it needs to say. */
export function proposal(fields: Pick<Proposal, 'kind' | 'text' | 'evidence'> & Partial<Proposal>): Proposal {
  const { caution = null } = fields;
  return { host: null, market: null, whom: null, caution, isAdvised: caution === null, ...fields };
}

/** `14 of 14 pages` */
export function ofPages(count: number, pages: number): string {
  return `${count} of ${pages} ${pages === 1 ? 'page' : 'pages'}`;
}
