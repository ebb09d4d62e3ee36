import { pageDigestOf } from '../../domain/web/page.ts';
import { siteOf } from '../../domain/web/site.ts';
import type { Database } from '../driver/database.ts';
import type { BatchRow } from './batch.ts';
import type { CitedPage } from './reference-ids.ts';

export interface NewCitation {
  /** 1-based, in the engine's order. */
  readonly position: number;
  readonly url: string;
  readonly host: string;
  readonly title: string | null;
  /** Whether it is the first citation of its host in the answer. */
  readonly firstOfHost: boolean;
}

export interface AnswerCitations {
  readonly answerId: number;
  readonly collectedAt: number;
  readonly citations: readonly NewCitation[];
}

interface CitedPages {
  readonly digests: ReadonlyMap<Url, string>;
  readonly byDigest: ReadonlyMap<string, CitedPage>;
}

type Url = string;

export function citedPagesOf(citations: readonly NewCitation[]): CitedPages {
  const digests = new Map<Url, string>();
  const byDigest = new Map<string, CitedPage>();
  for (const { url, title } of citations) {
    const digest = digests.get(url) ?? pageDigestOf(url);
    digests.set(url, digest);
    const known = byDigest.get(digest);
    if (known === undefined || known.title === null) byDigest.set(digest, { url: known?.url ?? url, title });
  }
  return { digests, byDigest };
}

/** Citation rows, given page ids by digest. */
export function citationRows(
  brandId: number,
  answers: readonly AnswerCitations[],
  { digests }: CitedPages,
  ids: ReadonlyMap<string, number>,
): BatchRow<'citations'>[] {
  const idOf = (url: string) => ids.get(digests.get(url) ?? '') ?? 0;
  const hosts = answers.flatMap(({ citations }) => citations.map(({ host }) => host));
  const sites = new Map([...new Set(hosts)].map((host) => [host, siteOf(host)]));
  const siteOfHost = (host: string) => sites.get(host) ?? host;
  return answers.flatMap((answer) => rowsOf(brandId, answer, idOf, siteOfHost));
}

function rowsOf(
  brandId: number,
  { answerId, collectedAt, citations }: AnswerCitations,
  pageIdOf: (url: string) => number,
  siteOfHost: (host: string) => string,
): BatchRow<'citations'>[] {
  const sites = new Set<string>();
  return citations.map(({ position, url, host, title, firstOfHost }) => {
    const site = siteOfHost(host);
    const firstOfSite = !sites.has(site);
    sites.add(site);
    return {
      brand_id: brandId,
      answer_id: answerId,
      position,
      url,
      host,
      title,
      collected_at: collectedAt,
      site,
      page_id: pageIdOf(url),
      first_of_host: firstOfHost ? 1 : 0,
      first_of_site: firstOfSite ? 1 : 0,
    };
  });
}

/** The id of the page at a URL, under any of its addresses; null if no answer cites it. */
export async function findPageId(db: Database, brandId: number, url: string): Promise<number | null> {
  const row = await db
    .selectFrom('cited_pages')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('digest', '=', pageDigestOf(url))
    .executeTakeFirst();
  return row?.id ?? null;
}
