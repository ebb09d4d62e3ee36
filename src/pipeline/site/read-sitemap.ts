import { setImmediate as turn } from 'node:timers/promises';
import { hostOf } from '../../domain/web/host.ts';
import { pageKeyOf } from '../../domain/web/page.ts';
import { MOST_IN_SITEMAP, type SitemapFile, sitemapIn } from '../../domain/web/sitemap.ts';
import { LONGEST_ADDRESS } from './fetch-page.ts';
import type { ReadPage } from './site-reading.ts';

/** What a site's sitemap listed when it was read. */
export interface Sitemap {
  /** Own pages by their keys (domain/web/page.ts), each once. */
  readonly pages: readonly string[];
  /** Listed addresses that are no own page. */
  readonly elsewhere: number;
  /** Whether nothing failed and no limit was reached. */
  readonly isWhole: boolean;
}

/** Bounds of one site's sitemap, all files together. */
const MOST_FILES = 50;
const MOST_CHARACTERS = 10 * 1024 * 1024;

/** Addresses to read in a row: others have their turn between. */
const AT_ONCE = 500;

/** Fetches one file, of at most so many bytes. */
type FetchFile = (url: string, mostBytes: number) => Promise<ReadPage['outcome']>;

/**
 * Reads a sitemap's files, and of an index the files that it lists, but no further index. A file that the site does not have is empty.
 *
 * @param isOwn whether a host is the brand's: other hosts' files are not asked for, and their pages not kept
 * @returns null if no file could be read
 */
export async function readSitemap(
  files: readonly string[],
  isOwn: (host: string) => boolean,
  fetchFile: FetchFile,
): Promise<Sitemap | null> {
  const isOnOwn = (url: string) => url.length <= LONGEST_ADDRESS && isOwn(hostOf(url) ?? '');
  const found = new Found(isOnOwn);
  const queue = [...new Set(files.filter(isOnOwn))].map((url) => ({ url, isListed: false }));
  let [left, failed, at, isCut] = [MOST_CHARACTERS, 0, 0, false];
  for (; at < Math.min(queue.length, MOST_FILES) && left > 0 && !found.isFull; at += 1) {
    const { url, isListed } = queue[at] ?? { url: '', isListed: true };
    const outcome = await fetchFile(url, left);
    if (outcome.kind === 'answered') left -= outcome.text.length;
    const file = fileIn(outcome);
    if (file === null) failed += 1;
    isCut ||= file?.isCut ?? false;
    if (file?.isIndex === false) await found.add(file.addresses);
    else if (file !== null && !isListed) queue.push(...indexed(file.addresses.filter(isOnOwn)));
  }
  if (failed === at) return null;
  return found.asSitemap(failed === 0 && at === queue.length && !isCut && !found.isFull);
}

/** One more than is read, which says that there are more. */
function indexed(files: readonly string[]) {
  return files.slice(0, MOST_FILES + 1).map((url) => ({ url, isListed: true }));
}

/** What a file lists: nothing, if the site does not have it. Null if that is unknown, as of another page in its place. */
function fileIn(outcome: ReadPage['outcome']): (SitemapFile & { readonly isCut: boolean }) | null {
  if (outcome.kind !== 'answered') return null;
  const { status, text, isCut } = outcome;
  if (status === 404 || status === 410) return { isIndex: false, addresses: [], isCut: false };
  const file = status >= 200 && status < 300 ? sitemapIn(text, isCut) : null;
  return file && { ...file, isCut: isCut || file.addresses.length >= MOST_IN_SITEMAP };
}

class Found {
  readonly #isOnOwn: (url: string) => boolean;
  readonly #pages = new Set<string>();
  #elsewhere = 0;

  constructor(isOnOwn: (url: string) => boolean) {
    this.#isOnOwn = isOnOwn;
  }

  get isFull(): boolean {
    return this.#pages.size >= MOST_IN_SITEMAP;
  }

  async add(addresses: readonly string[]): Promise<void> {
    for (const [place, written] of addresses.entries()) {
      if (this.isFull) return;
      if (place % AT_ONCE === 0) await turn();
      const key = this.#isOnOwn(written) ? pageKeyOf(written) : null;
      if (key === null) this.#elsewhere += 1;
      else this.#pages.add(key);
    }
  }

  asSitemap(isWhole: boolean): Sitemap {
    return { pages: [...this.#pages], elsewhere: this.#elsewhere, isWhole };
  }
}
