import { hash } from 'node:crypto';

/** A weak entity tag: equal content, in any encoding on the wire. */
export function entityTag(content: string): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`;
}

/** Whether `If-None-Match` names this tag, by the weak comparison of RFC 9110, section 13.1.2. */
export function isNoneMatch(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = tag.replace(/^W\//, '');
  return header.split(',').some((each) => {
    const given = each.trim();
    return given === '*' || given.replace(/^W\//, '') === opaque;
  });
}
