/** Whether a URL is Google's own card around a page: it cites nobody's page. */
export function isGoogleViewer(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, pathname } = new URL(url);
  return /(^|\.)google(\.[a-z]{2,3}){1,2}$/.test(hostname) && /^\/searchviewer(\/|$)/.test(pathname);
}
