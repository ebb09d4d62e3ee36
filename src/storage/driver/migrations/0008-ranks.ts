import type { Types } from '../capabilities.ts';
import { fillLater } from './fill-later.ts';

/** What each prompt comes to, and the list positions that tracked brands reach. */
export const ranks = (t: Types): string[] => [
  // Counts of whole-day blocks (domain/period.ts), as all below: the answers to a prompt on all engines, and how many of
  // them named the brand itself.
  `create table prompt_counts (
    brand_id integer not null references brands (id),
    span smallint not null,
    block integer not null,
    prompt_id integer not null,
    answers integer not null,
    named integer not null,
    primary key (brand_id, span, block, prompt_id)${t.covering('answers', 'named')}
  )${t.clustered}`,
  // Mention rows by list position; rank is 0 for those without one, absent ones too.
  `create table rank_counts (
    brand_id integer not null references brands (id),
    span smallint not null,
    block integer not null,
    engine ${t.text} not null,
    tracked_id integer not null,
    rank integer not null,
    answers integer not null,
    named integer not null,
    without_you integer not null,
    occurrences bigint not null,
    primary key (brand_id, span, block, engine, tracked_id, rank)${t.covering('answers', 'named', 'without_you', 'occurrences')}
  )${t.clustered}`,
  // Sentences to quote, by list position (0 for none) and time: the newest at a position within any window is one step.
  `create index mentions_of_quote on mentions
    (brand_id, tracked_id, (coalesce(rank, 0)), collected_at, answer_id, engine)
    where mentioned = 1 and snippet is not null`,
  fillLater('prompt_counts', 'brands'),
  fillLater('rank_counts', 'brands'),
];
