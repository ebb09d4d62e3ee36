import type { Types } from '../capabilities.ts';

/** What engines searched for on the way to an answer. */
export const searches = (t: Types): string[] => [
  // 1: what it searched for is stored, even where that is nothing. 0: not known, as of every answer before this step.
  'alter table answers add column searches_known smallint not null default 0',
  // Every query a brand's engines searched for, folded (domain/search-query.ts). Counts have its number, which keeps them
  // small: engines word their queries in thousands of ways.
  `create table search_queries (
    brand_id integer not null references brands (id),
    id integer not null,
    folded ${t.text} not null,
    primary key (brand_id, id),
    unique (brand_id, folded)
  )`,
  // In the engine's order. query is as the engine wrote it. first_of_query marks one row per answer and folded query, so
  // that counting rows counts answers; engine, collected_at and named repeat what the answer says.
  `create table searches (
    brand_id integer not null,
    answer_id integer not null,
    position integer not null,
    query ${t.text} not null,
    query_id integer not null,
    engine ${t.text} not null,
    collected_at bigint not null,
    first_of_query smallint not null,
    named smallint not null,
    primary key (brand_id, answer_id, position),
    foreign key (brand_id, answer_id) references answers (brand_id, id),
    foreign key (brand_id, query_id) references search_queries (brand_id, id)
  )${t.clustered}`,
  // The ragged edges of a window; and the answers behind one query, from which its prompts and cited sites follow.
  `create index searches_of_edge on searches (brand_id, collected_at, engine, query_id, named) where first_of_query = 1`,
  'create index searches_of_query on searches (brand_id, query_id, collected_at, engine, answer_id)',
  // Counts of whole-day blocks (domain/period.ts), written in the same transaction as the answer.
  `create table search_counts (
    brand_id integer not null references brands (id),
    span smallint not null,
    block integer not null,
    engine ${t.text} not null,
    query_id integer not null,
    answers integer not null,
    named integer not null,
    primary key (brand_id, span, block, engine, query_id)${t.covering('answers', 'named')}
  )${t.clustered}`,
];
