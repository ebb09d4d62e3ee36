import { type RandomBytes, randomBase62 } from './base62.ts';

/** The kinds of opaque public id: `ans_`, `alr_`, and so on, with twelve base62 characters (71 bits). */
export type IdKind =
  | 'ans'
  | 'alr'
  | 'chg'
  | 'cmp'
  | 'key'
  | 'org'
  | 'usr'
  | 'ses'
  | 'tsk'
  | 'end'
  | 'tst'
  | 'exp'
  | 'evt'
  | 'rpt'
  | 'rml'
  | 'imp'
  | 'spt'
  | 'sht';

export function publicId(kind: IdKind, random: RandomBytes): string {
  return `${kind}_${randomBase62(12, random)}`;
}

/** Whether a text looks like such an id; the id may not exist. */
export function isPublicId(kind: IdKind, text: string): boolean {
  return text.length === 16 && text.startsWith(`${kind}_`) && /^[0-9A-Za-z]{12}$/.test(text.slice(4));
}

/** A brand's id, which people choose: 3 to 40 characters from a-z, 0-9, and `-`. */
export const BRAND_ID = /^[a-z0-9-]{3,40}$/;

export const ORGANIZATION_ID = /^[A-Za-z0-9_-]{3,40}$/;

/** A brand id from a name: `Acme & Söhne` becomes `acme-sohne`. Null if too little remains. */
export function brandIdFrom(name: string): string | null {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const id = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
  return BRAND_ID.test(id) ? id : null;
}
