/** A path on this server from a form or an address, or `/` for anything else. Browsers treat `//host` and `/\host` as other servers. */
export function ownPath(text: string | null): string {
  const isOwn = text !== null && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text);
  return isOwn ? text : '/';
}
