import type { Types } from '../capabilities.ts';

/** The limits store, further: when each key was last used, to the minute. Unlike counts, it is to outlast a crash. */
export const lastUsed = (t: Types): string[] => [
  `create table last_used (
    subject ${t.text} primary key,
    at bigint not null
  )${t.clustered}`,
];
