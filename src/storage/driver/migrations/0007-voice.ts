import type { Types } from '../capabilities.ts';

/** Kept tables that are newer than the answers they are made of. */
export const voice = (t: Types): string[] => [
  // What a kept table still lacks of a brand: its answers done_to + 1 to up_to. No row: nothing. Opening the store adds
  // it (storage/answers/fills.ts).
  `create table fills (
    brand_id integer not null references brands (id),
    name ${t.text} not null,
    done_to integer not null,
    up_to integer not null,
    primary key (brand_id, name)
  )`,
];
