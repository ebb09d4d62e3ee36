import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { pageKeyOf } from '../../domain/page.ts';
import { siteOf } from '../../domain/site.ts';
import { takeIds } from '../directory/heads.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import type { BatchRow } from './batch.ts';
import { type CitedPage, numbersOf } from './numbers.ts';

/** A page that an answer cites. */
export interface NewCitation {
  /** 1-based, in the engine's order. */
  readonly position: number;
  readonly url: string;
  readonly host: string;
  readonly title: string | null;
  /** Whether it is the first citation of its host in the answer. */
  readonly firstOfHost: boolean;
  /** Whether the answer names the brand itself. */
  readonly named: boolean;
}

/** What an answer cites, and what its rows repeat of the answer. */
export interface CitedInAnswer {
  readonly answerId: number;
  readonly engine: string;
  readonly collectedAt: number;
  /** Whether the answer names a competitor that is tracked now. */
  readonly rival: boolean;
  /** In the engine's order. */
  readonly citations: readonly NewCitation[];
}

/** Stores what answers cite. Run it in a transaction. */
export async function insertCitations(
  db: Database,
  brandId: number,
  answers: readonly CitedInAnswer[],
): Promise<void> {
  const pages = citedPagesOf(answers.flatMap(({ citations }) => citations));
  const firstId = await takeIds(db, brandId, pages.byDigest.size);
  const numbers = await numbersOf(db, brandId, { pages: pages.byDigest }, firstId);
  await insertAll(db, 'cited_pages', numbers.newPages);
  await insertAll(db, 'citations', citationRows(brandId, answers, pages, numbers.pages));
}

/** The pages that are cited. */
export interface CitedPages {
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
  { answerId, engine, collectedAt, rival, citations }: CitedInAnswer,
  pageIdOf: (url: string) => number,
  siteOfHost: (host: string) => string,
): BatchRow<'citations'>[] {
  const [sites, pages] = [new Set<string>(), new Set<number>()];
  const firstIn = <Value>(seen: Set<Value>, value: Value) => {
    const isFirst = !seen.has(value);
    seen.add(value);
    return isFirst ? 1 : 0;
  };
  return citations.map(({ position, url, host, title, firstOfHost, named }) => {
    const [site, pageId] = [siteOfHost(host), pageIdOf(url)];
    return {
      ...{ brand_id: brandId, answer_id: answerId, position, url, host, title },
      ...{ collected_at: collectedAt, engine, site, page_id: pageId },
      ...{ first_of_host: firstOfHost ? 1 : 0, first_of_site: firstIn(sites, site) },
      ...{ first_of_page: firstIn(pages, pageId), named: named ? 1 : 0, rival: rival ? 1 : 0 },
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

/** Whether the answer of a citation, of one brand or of any, names a competitor tracked now, by its mention rows. */
export const namesRival = (citation: string, brandId: number | null) => sql<number>`case when exists (
  select 1 from mentions as m
  join tracked_brands as t on t.brand_id = m.brand_id and t.id = m.tracked_id
  where m.brand_id = ${brandId ?? sql.ref(`${citation}.brand_id`)} and m.answer_id = ${sql.ref(`${citation}.answer_id`)}
    and m.mentioned = 1 and t.role = 'competitor' and t.retired_at is null) then 1 else 0 end`;
