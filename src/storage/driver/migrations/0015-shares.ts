import type { Types } from '../capabilities.ts';

/** Read-only links to pages of a brand. pages is a JSON list, hash the SHA-256 of the token, created_by the id of a user. */
export const shares = (t: Types): string[] => [
  `create table shares (
    id ${t.serial} primary key,
    public_id ${t.text} not null unique,
    brand_id integer not null references brands (id),
    name ${t.text} not null,
    hash ${t.text} not null unique,
    pages ${t.text} not null,
    created_by ${t.text} not null,
    created_at bigint not null,
    expires_at bigint not null,
    revoked_at bigint
  )`,
  'create index shares_of_brand on shares (brand_id, created_at, id)',
];
