import { createHash } from 'node:crypto';
import type { Envelope } from '../../reports/run/run-report.ts';

/** A weak entity tag: equal content, in any encoding on the wire. */
export class EntityTag {
  readonly #hash = createHash('sha256');

  add(content: string): this {
    this.#hash.update(content);
    return this;
  }

  toString(): string {
    return `W/"${this.#hash.digest('base64url').slice(0, 22)}"`;
  }
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

/** A rolling window changes with every request, and so does everything that ends with it, such as today and the earlier window. */
export function withoutEnd(text: string, { window, compared }: Envelope['meta']): string {
  const ends = [window?.until, compared?.from, compared?.until];
  return ends.reduce<string>((rest, end) => (end === undefined ? rest : rest.replaceAll(end, '')), text);
}
