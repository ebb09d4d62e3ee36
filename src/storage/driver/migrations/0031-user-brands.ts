/**
 * The brands that a user is limited to. The column says whether there is a limit, so that a user whose brands are all gone has none, and
 * not all.
 */
export const userBrands = (): string[] => [
  'alter table users add column limited smallint not null default 0',
  `create table user_brands (
    user_id integer not null references users (id),
    brand_id integer not null references brands (id),
    primary key (user_id, brand_id)
  )`,
  'create index user_brands_of_brand on user_brands (brand_id)',
];
