import type { Types } from '../capabilities.ts';

/**
 * What every writer of a brand changes, apart from what the brand is: a row of its own is locked and written on the server
 * that has the brand's data, and brands can be read everywhere.
 */
export const brandHeads = (_: Types): string[] => [
  // last_id numbers everything a brand owns. version is raised by every transaction that writes something of the brand.
  `create table brand_heads (
    brand_id integer primary key references brands (id),
    last_id integer not null,
    version bigint not null
  )`,
  'insert into brand_heads (brand_id, last_id, version) select id, last_id, 0 from brands',
  'alter table brands drop column last_id',
];
