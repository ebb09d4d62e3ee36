import type { Types } from '../capabilities.ts';

/** What running for years needs: replies compressed, what a call set aside, and what was done or told once. */
export const years = (t: Types): string[] => [
  // The body as zstd; null in a row that an older version wrote, which has it in body. The others have '' there.
  `alter table replies add column packed ${t.bytes}`,
  // Millionths of a US dollar that were set aside for the exchange when its first call was made, and on which UTC day, until
  // what it cost takes their place.
  'alter table replies add column reserved bigint',
  'alter table replies add column reserved_day integer',
  // Which replies are still to be compressed. Only an older version adds to it.
  'create index replies_plain on replies (brand_id, job_id) where packed is null',
  // Daily work that one of several processes does, and the last UTC day on which it was done.
  `create table chores (
    name ${t.text} primary key,
    day integer not null
  )`,
  // Organizations that were told how much of a month's money is spent. month is its first day.
  `create table spending_notices (
    organization_id integer not null references organizations (id),
    month integer not null,
    noticed_at bigint not null,
    primary key (organization_id, month)
  )`,
];
