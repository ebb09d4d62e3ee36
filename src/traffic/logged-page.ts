import { withoutAddresses, withoutMail } from './masked-line.ts';

/** Parameters that choose what a page shows. Any other may say who asked. */
const CHOOSING: ReadonlySet<string> = new Set([
  ...['id', 'p', 'page', 'page_id', 'post', 'article', 'product', 'item', 'cat', 'category', 'tag', 'slug'],
  ...['title', 'lang', 'hl', 'locale', 'version', 'v', 'tab', 'view'],
]);
const LONGEST_VALUE = 60;
/** Of mail addresses, and of further parameters within a value: `id=7;token=x`. */
const ANOTHER = /[@;&=?]|%(?:25)*40/;

/**
 * A page's key (domain/web/page.ts) as counts of logs keep it: of its parameters only those that choose content, with a
 * short value that is no person's, and `[mail]` for each mail address in its path.
 */
export function loggedPage(key: string): string {
  const at = key.indexOf('?');
  const path = withoutMail(at < 0 ? key : key.slice(0, at));
  const kept =
    at < 0
      ? []
      : key
          .slice(at + 1)
          .split('&')
          .filter(isOfContent);
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

function isOfContent(written: string): boolean {
  const [[name = '', value = ''] = []] = [...new URLSearchParams(`&${written}`)];
  return (
    CHOOSING.has(name.toLowerCase()) &&
    value.length <= LONGEST_VALUE &&
    !ANOTHER.test(value) &&
    withoutAddresses(value) === value
  );
}
