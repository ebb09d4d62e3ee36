import { SightlineError } from '../../domain/errors.ts';
import { oneLine, storableText } from '../../domain/text.ts';
import { pageKeyOf } from '../../domain/web/page.ts';
import type { FetchedPage, PageFacts } from '../../domain/web/page-facts.ts';
import { readingKey } from '../../extract/reading-key.ts';
import { factsOf } from '../../propose/page-facts.ts';
import { listTracked } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { savePage } from '../../storage/site/page-facts.ts';
import { LONGEST_ADDRESS } from './fetch-page.ts';
import type { SiteReader } from './site-reader.ts';
import type { ReadPage } from './site-reading.ts';
import { unreadReason } from './unread-reason.ts';

export interface FetchDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly sites: SiteReader;
}

export interface PagesToFetch {
  /** Internal id. */
  readonly brandId: number;
  readonly urls: readonly string[];
  readonly stop: AbortSignal;
}

/** Fetches pages one at a time and stores the facts of each. @returns each page once stored */
export async function* fetchFacts(
  { db, now, sites }: FetchDeps,
  { brandId, urls, stop }: PagesToFetch,
): AsyncGenerator<FetchedPage> {
  const reader = await readerFor(db, brandId);
  for await (const read of sites.readEach(urls, stop)) {
    const page = await reader(read, now());
    await savePage(db, brandId, page);
    yield page;
  }
}

/** Stores facts of pages that the caller already fetched. */
export async function saveRead(
  { db, now }: Omit<FetchDeps, 'sites'>,
  brandId: number,
  pages: readonly ReadPage[],
): Promise<FetchedPage[]> {
  const reader = await readerFor(db, brandId);
  const saved: FetchedPage[] = [];
  for (const read of pages) {
    const page = await reader(read, now());
    await savePage(db, brandId, page);
    saved.push(page);
  }
  return saved;
}

/** A valid page address. @throws SightlineError `invalid_argument` */
export function pageAddress(typed: string): string {
  const url = typed.trim();
  if (pageKeyOf(url) === null || url.length > LONGEST_ADDRESS) {
    throw new SightlineError(
      'invalid_argument',
      `“${oneLine(url).slice(0, 80)}” is not a page address. Give one such as https://example.com/page.`,
    );
  }
  const address = new URL(url);
  if (address.username !== '' || address.password !== '') {
    throw new SightlineError(
      'invalid_argument',
      `The address at ${oneLine(address.host)} has a user name or password, which Sightline never sends or stores. Leave it out.`,
    );
  }
  address.hash = '';
  return address.href;
}

type Reader = (read: ReadPage, fetchedAt: number) => Promise<FetchedPage>;

/** Extracts page facts. Loads the name matcher with the first page. */
async function readerFor(db: Database, brandId: number): Promise<Reader> {
  const { pageNamesReader } = await import('../../extract/names/named-page.ts');
  const tracked = await listTracked(db, brandId);
  const namesIn = pageNamesReader(tracked);
  const lookedFor = readingKey(tracked);
  return async (read, fetchedAt) => {
    const { url, outcome, reading, keptOut } = read;
    const text = reading && [reading.title ?? '', reading.text].join('\n');
    return {
      url,
      fetchedAt,
      status: outcome.kind === 'answered' ? outcome.status : null,
      isReachable: isReachable(read),
      problem: reading === null ? unreadReason(read) : null,
      leadsTo: leadsTo(read),
      keptOut,
      facts: reading && storable(factsOf(reading, outcome.kind === 'answered' ? outcome.robotsTags : [])),
      named: text === null ? null : await namesIn(text),
      lookedFor,
    };
  };
}

function storable({ title, ...facts }: PageFacts): PageFacts {
  return { ...facts, title: title && storableText(title) };
}

/** Whether the page answered with success; null without a request. */
function isReachable({ outcome }: ReadPage): boolean | null {
  if (outcome.kind === 'answered') return outcome.status >= 200 && outcome.status < 300;
  return outcome.kind === 'failed' ? false : null;
}

function leadsTo({ url, outcome }: ReadPage): string | null {
  const end = 'to' in outcome ? outcome.to : outcome.url;
  const key = pageKeyOf(end);
  return key === null || key === pageKeyOf(url) ? null : withoutUser(end);
}

function withoutUser(href: string): string {
  const url = new URL(href);
  url.username = '';
  url.password = '';
  return url.href;
}
