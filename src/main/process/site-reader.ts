import type { Reach } from '../../pipeline/reach/checked-request.ts';
import type { FetchOutcome } from '../../pipeline/site/fetch-page.ts';
import type { ReadHtml, SiteReader } from '../../pipeline/site/site-reader.ts';
import { addressesOf } from '../settings/addresses.ts';
import { instead, type TextThreads } from './text-threads.ts';

/** The public internet. */
export const PUBLIC_REACH: Reach = { resolve: addressesOf, allows: () => false };

/**
 * Reads sites on the public internet. Loads its code on first use.
 *
 * @param threads where to read the pages, if others wait for this thread
 */
export function publicSites(threads?: Pick<TextThreads, 'run'>): SiteReader {
  let loaded: Promise<SiteReader> | undefined;
  const reader = async () => {
    const { siteReaderWith } = await import('../../pipeline/site/site-reader.ts');
    return siteReaderWith({ reach: PUBLIC_REACH, ...(threads && { readHtml: readHtmlIn(threads) }) });
  };
  return {
    read: async (domain, stop) => {
      loaded ??= reader();
      return await (await loaded).read(domain, stop);
    },
    readSitemap: async (...given) => {
      loaded ??= reader();
      return await (await loaded).readSitemap(...given);
    },
    readEach: async function* (urls, stop) {
      loaded ??= reader();
      yield* (await loaded).readEach(urls, stop);
    },
  };
}

/** A document about an OAuth client: 5 KB, as its draft advises, and no redirect. Loads its code on first use. */
export async function fetchClientDocument(url: string, reach = PUBLIC_REACH): Promise<FetchOutcome> {
  const [{ fetchPage }, { HostQueue }] = await Promise.all([
    import('../../pipeline/site/fetch-page.ts'),
    import('../../pipeline/site/host-queue.ts'),
  ]);
  const limits = { mostBytes: 5 * 1024, deadlineMs: 5000, follows: () => false };
  return await fetchPage(url, {
    ...limits,
    reach,
    turns: new HostQueue(),
    stop: new AbortController().signal,
  });
}

/** The largest page takes a tenth of this on an idle machine. */
const MOST_MS = 3000;

export function readHtmlIn(threads: Pick<TextThreads, 'run'>): ReadHtml {
  return (html, url) =>
    threads.run('readPage', { html, url }, MOST_MS).catch((error) => instead(error, () => null));
}
