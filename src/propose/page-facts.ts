import { pageKeyOf } from '../domain/page.ts';
import type { PageReading } from './page-reading.ts';

/** What a page is, as far as its address and title tell. */
export const PAGE_TYPES = [
  'product',
  'comparison',
  'list',
  'discussion',
  'documentation',
  'news',
  'other',
] as const;
export type PageType = (typeof PAGE_TYPES)[number];

/** What a page says to those who index it. */
export interface PageFacts {
  readonly title: string | null;
  readonly type: PageType;
  /** Whether it asks not to be indexed, in itself or in its header. */
  readonly isNoindex: boolean;
  /** The address that it names as the one to index, where that is another page. */
  readonly canonical: string | null;
  /** As it is written in its metadata. */
  readonly published: string | null;
  readonly changed: string | null;
}

/** @param robotsTag the header X-Robots-Tag */
export function factsOf(page: PageReading, robotsTag: string): PageFacts {
  const directives = [
    ...page.robots,
    ...robotsTag
      .toLowerCase()
      .split(',')
      .map((each) => each.trim()),
  ];
  const isOther = page.canonical !== null && pageKeyOf(page.canonical) !== pageKeyOf(page.url);
  return {
    title: page.title,
    type: typeOf(page),
    isNoindex: directives.some((each) => each === 'noindex' || each === 'none'),
    canonical: isOther ? page.canonical : null,
    published: page.published,
    changed: page.changed,
  };
}

const COMPARISON =
  /\b(?:vs\.?|versus|compare|comparison|alternatives?|vergleich|comparatif|comparativa|confronto)\b/i;
const LIST =
  /\b(?:best|top)\b.{0,60}|\b\d{1,2}\s+(?:best|top|beste[nrs]?|meilleurs?|mejores|migliori|melhores)\b/i;

/** By rules that leave out what they do not know. */
function typeOf({ url, title, things }: PageReading): PageType {
  const { hostname, pathname } = new URL(url);
  const path = pathname.toLowerCase().replaceAll(/[-_/]+/g, ' ');
  const isA = (pattern: RegExp) => things.some(({ types }) => types.some((type) => pattern.test(type)));
  if (isA(/^(?:DiscussionForumPosting|QAPage)$/) || /\b(?:forum|community|thread|questions \d+)\b/.test(path))
    return 'discussion';
  if (COMPARISON.test(path) || /\bvs\.?\s/i.test(title ?? '')) return 'comparison';
  if (
    /^(?:docs?|help|support|developers?)\./.test(hostname) ||
    /^ (?:docs?|documentation|help|reference|api)\b/.test(path)
  )
    return 'documentation';
  if (isA(/^NewsArticle$/) || /\b(?:news|press)\b/.test(path)) return 'news';
  if (isA(/^ItemList$/) || LIST.test((title ?? '').split('|')[0] ?? '')) return 'list';
  if (isA(/^(?:Product|ProductGroup|SoftwareApplication)$/) || /^ products?\b/.test(path)) return 'product';
  return 'other';
}
