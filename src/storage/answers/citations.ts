import { hash } from 'node:crypto';
import { pageKeyOf } from '../../domain/page.ts';
import { siteOf } from '../../domain/site.ts';
import type { Database } from '../driver/database.ts';
import type { BatchRow } from './batch.ts';
import type { CitedPage } from './numbers.ts';

/** A page that an answer cites. */
export interface NewCitation {
  /** 1-based, in the engine's order. */
  readonly position: number;
  readonly url: string;
  readonly host: string;
  readonly title: string | null;
  /** Whether it is the first citation of its host in the answer. */
  readonly firstOfHost: boolean;
}

/** What an answer cites, and what its rows repeat of the answer. */
export interface CitedInAnswer {
  readonly answerId: number;
  readonly collectedAt: number;
  /** In the engine's order. */
  readonly citations: readonly NewCitation[];
}

/** The pages that are cited. */
interface CitedPages {
  readonly digests: ReadonlyMap<Url, string>;
  readonly byDigest: ReadonlyMap<string, CitedPage>;
}

type Url = string;

export function citedPagesOf(citations: readonly NewCitation[]): CitedPages {
  const digests = new Map<Url, string>();
  const byDigest = new Map<string, CitedPage>();
  for (const { url, title } of citations) {
    const digest = digests.get(url) ?? digestOf(pageKeyOf(url) ?? url);
    digests.set(url, digest);
    const known = byDigest.get(digest);
    if (known === undefined || known.title === null) byDigest.set(digest, { url: known?.url ?? url, title });
  }
  return { digests, byDigest };
}

/** The rows of what answers cite, given the numbers of pages by their digests. */
export function citationRows(
  brandId: number,
  answers: readonly CitedInAnswer[],
  { digests }: CitedPages,
  ids: ReadonlyMap<string, number>,
): BatchRow<'citations'>[] {
  const idOf = (url: string) => ids.get(digests.get(url) ?? '') ?? 0;
  const hosts = answers.flatMap(({ citations }) => citations.map(({ host }) => host));
  const sites = new Map([...new Set(hosts)].map((host) => [host, siteOf(host)]));
  const siteOfHost = (host: string) => sites.get(host) ?? host;
  return answers.flatMap((answer) => rowsOf(brandId, answer, idOf, siteOfHost));
}

/** 128 bits of a hash stand for a page, whose key may be longer than an index takes. */
function digestOf(key: string): string {
  return hash('sha256', key, 'hex').slice(0, 32);
}

function rowsOf(
  brandId: number,
  { answerId, collectedAt, citations }: CitedInAnswer,
  pageIdOf: (url: string) => number,
  siteOfHost: (host: string) => string,
): BatchRow<'citations'>[] {
  const sites = new Set<string>();
  return citations.map(({ position, url, host, title, firstOfHost }) => {
    const site = siteOfHost(host);
    const firstOfSite = !sites.has(site);
    sites.add(site);
    return {
      ...{ brand_id: brandId, answer_id: answerId, position, url, host, title },
      ...{ collected_at: collectedAt, site, page_id: pageIdOf(url) },
      ...{ first_of_host: firstOfHost ? 1 : 0, first_of_site: firstOfSite ? 1 : 0 },
    };
  });
}

/** The number of the page at a URL, whichever of its addresses that is; null if no answer cites it. */
export async function findPageId(db: Database, brandId: number, url: string): Promise<number | null> {
  const row = await db
    .selectFrom('cited_pages')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('digest', '=', digestOf(pageKeyOf(url) ?? url))
    .executeTakeFirst();
  return row?.id ?? null;
}
