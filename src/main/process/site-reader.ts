import type { SiteReader } from '../../pipeline/site/site-reader.ts';
import { addressesOf } from '../settings/addresses.ts';

/** Reads sites on the public internet. Loads its code on first use. */
export function publicSites(): SiteReader {
  let loaded: Promise<SiteReader> | undefined;
  const reader = async () => {
    const { siteReaderWith } = await import('../../pipeline/site/site-reader.ts');
    return siteReaderWith({ reach: { resolve: addressesOf, allows: () => false } });
  };
  return {
    read: async (domain, stop) => {
      loaded ??= reader();
      return await (await loaded).read(domain, stop);
    },
    readEach: async function* (urls, stop) {
      loaded ??= reader();
      yield* (await loaded).readEach(urls, stop);
    },
  };
}
