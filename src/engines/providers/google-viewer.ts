/** Whether a URL is Google's own card around a page: it cites nobody's page. */
export function isGoogleViewer(url: string): boolean {
  return isGoogle(url) && /^\/searchviewer(\/|$)/.test(new URL(url).pathname);
}

/** Whether a URL is an address of Google's. */
export function isGoogle(url: string): boolean {
  return URL.canParse(url) && /(^|\.)google(\.[a-z]{2,3}){1,2}$/.test(new URL(url).hostname);
}
