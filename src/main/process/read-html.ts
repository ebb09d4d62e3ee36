import type { ReadHtml } from '../../pipeline/site/site-reader.ts';
import { instead, type TextThreads } from './text-threads.ts';

/** The largest page takes a tenth of this on an idle machine. */
const MOST_MS = 3000;

/** Reads pages in threads. */
export function readHtmlIn(threads: Pick<TextThreads, 'run'>): ReadHtml {
  return (html, url) =>
    threads.run('readPage', { html, url }, MOST_MS).catch((error) => instead(error, () => null));
}
