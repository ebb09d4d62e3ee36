import { storableText } from '../../domain/text.ts';
import { hostOf } from '../../domain/web/host.ts';
import { pageKeyOf, targetOf } from '../../domain/web/page.ts';

export interface Citation {
  readonly url: string;
  readonly host: string;
  /** 1-based, in the engine's list. A repeated page leaves a gap. */
  readonly position: number;
  readonly title: string | null;
}

interface Source {
  readonly url: string;
  readonly title?: string | null | undefined;
  /** Position in the engine's list; default: one after the previous source. */
  readonly rank?: number | undefined;
}

/**
 * An engine's sources in its order, each page once at its first position.
 *
 * @param sources some may lack a rank, the first ones never do
 * @param onUnusable receives the index of each entry that is not an http or https URL
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
