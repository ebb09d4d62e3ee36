import type { Types } from '../capabilities.ts';

export const limits = (t: Types): string[] => [
  // No row is missed much, so PostgreSQL need not log them.
  `create ${t.unlogged} table limit_counts (
    subject ${t.text} not null,
    window_start bigint not null,
    hits integer not null,
    expires_at bigint not null,
    primary key (subject, window_start)
  )${t.clustered}`,
  'create index limit_counts_expiry on limit_counts (expires_at)',
  // When each key was last used, to the minute. Unlike counts, it survives a crash.
  `create table last_used (
    subject ${t.text} primary key,
    at bigint not null
  )${t.clustered}`,
];
