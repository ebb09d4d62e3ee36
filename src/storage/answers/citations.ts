import { hash } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { pageAddressOf, pageKeyOf } from '../../domain/page.ts';
import { siteOf } from '../../domain/site.ts';
import { takeIds } from '../directory/heads.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import type { Tables } from '../driver/schema.ts';

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

/** Stores what answers cite. Run it in a transaction that holds the brand's lock. */
export async function insertCitations(
  db: Database,
  brandId: number,
  answers: readonly CitedInAnswer[],
): Promise<void> {
  const digests = new Map<string, string>();
  const pages = new Map<string, Page>();
  for (const { url, title } of answers.flatMap(({ citations }) => citations)) {
    const digest = digests.get(url) ?? digestOf(pageKeyOf(url) ?? url);
    digests.set(url, digest);
    const known = pages.get(digest);
    if (known === undefined || known.title === null) pages.set(digest, { url: known?.url ?? url, title });
  }
  const ids = await pageIds(db, brandId, pages);
  const idOf = (url: string) => ids.get(digests.get(url) ?? '') ?? 0;
  const hosts = answers.flatMap(({ citations }) => citations.map(({ host }) => host));
  const sites = new Map([...new Set(hosts)].map((host) => [host, siteOf(host)]));
  const siteOfHost = (host: string) => sites.get(host) ?? host;
  await insertAll(
    db,
    'citations',
    answers.flatMap((answer) => rowsOf(brandId, answer, idOf, siteOfHost)),
  );
}

/** A page as it is stored first. */
interface Page {
  readonly url: string;
  readonly title: string | null;
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
): Insertable<Tables['citations']>[] {
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

const LOOK_UP = 5000;

/** The numbers of pages by digest; one that is new gets one. A page without a title takes the first that is given. */
async function pageIds(
  db: Database,
  brandId: number,
  pages: ReadonlyMap<string, Page>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  const digests = [...pages.keys()];
  for (let at = 0; at < digests.length; at += LOOK_UP) {
    const known = await db
      .selectFrom('cited_pages')
      .select(['id', 'digest', 'title'])
      .where('brand_id', '=', brandId)
      .where('digest', 'in', digests.slice(at, at + LOOK_UP))
      .execute();
    for (const { id, digest, title } of known) {
      ids.set(digest, id);
      const given = pages.get(digest)?.title ?? null;
      if (title === null && given !== null) await entitle(db, brandId, id, given);
    }
  }
  const fresh = [...pages].filter(([digest]) => !ids.has(digest));
  if (fresh.length === 0) return ids;
  const firstId = await takeIds(db, brandId, fresh.length);
  const rows = fresh.map(([digest, { url, title }], index) => ({
    ...{ brand_id: brandId, id: firstId + index, digest },
    ...{ url: pageAddressOf(url), title },
  }));
  await insertAll(db, 'cited_pages', rows);
  for (const { digest, id } of rows) ids.set(digest, id);
  return ids;
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

async function entitle(db: Database, brandId: number, id: number, title: string): Promise<void> {
  await db
    .updateTable('cited_pages')
    .set({ title })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .execute();
}

/** The competitors that are tracked now. */
export async function competitorIds(db: Database, brandId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('tracked_brands')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('role', '=', 'competitor')
    .where('retired_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether the answer of a citation, of one brand or of any, names a competitor tracked now, by its mention rows. */
export const namesRival = (citation: string, brandId: number | null) => sql<number>`case when exists (
  select 1 from mentions as m
  join tracked_brands as t on t.brand_id = m.brand_id and t.id = m.tracked_id
  where m.brand_id = ${brandId ?? sql.ref(`${citation}.brand_id`)} and m.answer_id = ${sql.ref(`${citation}.answer_id`)}
    and m.mentioned = 1 and t.role = 'competitor' and t.retired_at is null) then 1 else 0 end`;
