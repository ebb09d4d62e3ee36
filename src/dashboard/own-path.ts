/**
 * A path of this server that a form or an address names as the next page, or `/` for anything else. Browsers read `//host`
 * and `/\host` as another server.
 */
export function ownPath(text: string | null): string {
  const isOwn = text !== null && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text);
  return isOwn ? text : '/';
}
