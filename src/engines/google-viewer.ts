/** Google shows some pages in a card of its own, whose address is of the card: nobody's page is cited by it. */
export function isGoogleViewer(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, pathname } = new URL(url);
  return /(^|\.)google(\.[a-z]{2,3}){1,2}$/.test(hostname) && /^\/searchviewer(\/|$)/.test(pathname);
}
