/**
 * The target of a request in origin form, `/path?query`. A proxy may send the absolute form, `http://host/path`, which
 * every server must accept (RFC 9112, section 3.2.2). Anything else, such as `*`, becomes a path that does not exist.
 */
export function originForm(target: string): string {
  const rest = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The path of a target in origin form, in route syntax. For comparison, never as a pattern. */
export function pathOf(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
