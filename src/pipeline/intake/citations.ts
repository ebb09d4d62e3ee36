import { hostOf } from '../../domain/host.ts';
import { pageKeyOf, targetOf } from '../../domain/page.ts';
import { storableText } from '../../domain/text.ts';

/** A page that an answer cites. */
export interface Citation {
  /** As given. */
  readonly url: string;
  /** Of the page it leads to. */
  readonly host: string;
  /** 1-based, in the engine's list. A page that came again leaves a gap. */
  readonly position: number;
  readonly title: string | null;
}

interface Source {
  readonly url: string;
  readonly title?: string | null | undefined;
  /** Its place in the engine's list; without it, the one after the place before. */
  readonly rank?: number | undefined;
}

/**
 * An engine's list of sources, in its order, every page once: where it came first.
 *
 * @param sources with places of their own where some are missing, the first ones first
 * @param onUnusable called with the index of each entry that is not an http or https URL, and so cites no page
 */
export function citationsFrom(
  sources: readonly Source[],
  onUnusable: (index: number) => void = () => {},
): Citation[] {
  const pages = new Set<string>();
  let position = 0;
  return sources.flatMap(({ url, title, rank = position + 1 }, index) => {
    position = rank;
    const host = hostOf(targetOf(url));
    const page = pageKeyOf(url);
    if (host === null || page === null) {
      onUnusable(index);
      return [];
    }
    if (pages.has(page)) return [];
    pages.add(page);
    return [{ url: storableText(url), host, position, title: title == null ? null : storableText(title) }];
  });
}
