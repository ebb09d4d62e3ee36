/** Pages beyond the most that a day counts one by one. */
const OTHERS = 'other pages';

/** A stored page's key as reports show it. @param page '' for pages that count together */
export function pageText(page: string): string {
  return page === '' ? OTHERS : page;
}

/** A page's address from its key: it has the same key. */
export function addressOfPage(page: string): string {
  return `https://${page.includes('/') ? page : page.replace(/(?=\?|$)/, '/')}`;
}
