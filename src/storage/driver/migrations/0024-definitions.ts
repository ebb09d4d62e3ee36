import type { Types } from '../capabilities.ts';
import { fillLater } from './fill-later.ts';

/** What a figure comes to under other rules: answers by engine and prompt. */
export const definitions = (t: Types): string[] => [
  // Counts of blocks of days (QUESTION_SPANS in domain/period.ts), of answers in which every brand tracked now was looked
  // for, written in the same transaction as the answer. repeated is 1 for those that are not the first of their UTC day.
  `create table definition_counts (
    brand_id integer not null references brands (id),
    span smallint not null,
    block integer not null,
    engine ${t.text} not null,
    prompt_id integer not null,
    repeated smallint not null,
    answers integer not null,
    named integer not null,
    occurrences bigint not null,
    cited integer not null,
    naming_any integer not null,
    namings integer not null,
    all_occurrences bigint not null,
    primary key (brand_id, span, block, engine, prompt_id, repeated)
  )${t.clustered}`,
  fillLater('definition_counts', 'brand_heads'),
];
