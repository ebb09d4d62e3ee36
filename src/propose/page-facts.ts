import { pageKeyOf } from '../domain/web/page.ts';
import type { PageFacts, PageType } from '../domain/web/page-facts.ts';
import type { PageReading } from './page-reading.ts';
import { noindexed, rulesInHeader } from './robots-rules.ts';

/** The facts about a page. @param robotsTags its X-Robots-Tag headers */
export function factsOf(page: PageReading, robotsTags: readonly string[]): PageFacts {
  const refused = noindexed([...page.robots, ...robotsTags.flatMap(rulesInHeader)]);
  const isOther = page.canonical !== null && pageKeyOf(page.canonical) !== pageKeyOf(page.url);
  return {
    title: page.title,
    type: typeOf(page),
    isNoindex: refused.has(null),
    noindexFor: [...refused].filter((token) => token !== null).sort(),
    canonical: isOther ? page.canonical : null,
    published: dayIn(page.published),
    changed: dayIn(page.changed),
  };
}

/** The day in a metadata date (ISO 8601), in its own time zone; null for anything else. */
function dayIn(text: string | null): string | null {
  const [day] = /^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(text ?? '') ?? [];
  if (day === undefined) return null;
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : null;
}

/** Two products in one path segment, or a word for comparison. */
const COMPARISON =
  /(?:^|\/)(?:[^/]+-(?:vs|versus)-[^/]+|(?:[^/]*-)?(?:compare|comparison|comparisons|alternatives?|vergleich|comparatif|comparativa|confronto)(?:-[^/]*)?)(?=\/|\.|$)/;
const COMPARED = /\S\s+(?:vs\.?|versus)\s+\S/i;

/** A path segment or title that starts with a choice: `the-7-best-…`, `top-10-…`. */
const LIST_PATH = /\/(?:the-)?(?:(?:\d{1,2}-)?best-[^/]|top-?\d{1,2}(?:-|\/|$))/;
const LIST =
  /^(?:the\s+)?(?:(?:very|absolute|\d{1,2})\s+)*best\s+\S+|^(?:the\s+)?top\s+\d{1,2}\b|\b\d{1,2}\s+(?:best|top|beste[nrs]?|meilleurs?|mejores|migliori|melhores)\b/i;
/** Shop and search pages that list the site's own products. */
const SHELF = /\/(?:shop|search|s|c|ce|b|collections?|buy|browse)(?:\/|$)/;

const DISCUSSION =
  /\/(?:forums?|community|communities|threads?|discussions?)(?:\/|$)|\/(?:comments|questions)\/\w*\d|\/groups\/[^/]+\/posts\//;
const DISCUSSION_HOST =
  /(?:^|\.)(?:reddit|quora|stackexchange|stackoverflow)\.com$|^(?:forums?|community|discuss)\./;

const DOCUMENTATION_HOST = /^(?:docs?|help|support|developers?)\./;
const DOCUMENTATION = /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:docs?|documentation|help|reference|api)(?:\/|$)/;

const NEWS = /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:news|newsroom|press|press-releases?)\/[^/]/;

/** The page of one product: below `products`, or with a large shop's number. */
const PRODUCT = /\/products?\/[^/]+\/?$|\/dp\/[A-Z\d]{10}(?:\/|$)/i;

/** The type by cautious rules; `other` in doubt. */
function typeOf({ url, title, things }: PageReading): PageType {
  const { hostname, pathname } = new URL(url);
  const path = pathname.toLowerCase();
  const head = (title ?? '').trim();
  const isA = (pattern: RegExp) => things.some(({ types }) => types.some((type) => pattern.test(type)));
  if (isA(/^(?:DiscussionForumPosting|QAPage)$/) || DISCUSSION_HOST.test(hostname) || DISCUSSION.test(path))
    return 'discussion';
  if (COMPARISON.test(path) || COMPARED.test(head)) return 'comparison';
  if (DOCUMENTATION_HOST.test(hostname) || DOCUMENTATION.test(path)) return 'documentation';
  if (!SHELF.test(path) && (LIST_PATH.test(path) || LIST.test(head))) return 'list';
  if (isA(/^NewsArticle$/) || NEWS.test(path)) return 'news';
  if (isA(/^(?:Product|ProductGroup|SoftwareApplication)$/) || PRODUCT.test(path)) return 'product';
  return 'other';
}
