import type { Types } from '../capabilities.ts';
import { fillLater } from './fill-later.ts';

/** Share of voice, and what kept tables that are newer than the answers still lack. */
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
  // The earlier and later answers to the same prompt on the same engine. Every id is above 0: the condition keeps the index
  // for those who repeat it, because a page of an engine's answers must not be collected from it and sorted.
  'create index answers_of_question on answers (brand_id, engine, prompt_id, id) where id > 0',
  // Counts of whole-day blocks (domain/period.ts), of answers in which every brand tracked now was looked for, written in
  // the same transaction as the answer. all_mentions and all_squares are those of all of these brands.
  `create table voice_counts (
    brand_id integer not null references brands (id),
    span smallint not null,
    block integer not null,
    engine ${t.text} not null,
    tracked_id integer not null,
    answers integer not null,
    mentions bigint not null,
    all_mentions bigint not null,
    squares bigint not null,
    products bigint not null,
    all_squares bigint not null,
    primary key (brand_id, span, block, engine, tracked_id)
  )${t.clustered}`,
  fillLater('voice', 'brands'),
];
