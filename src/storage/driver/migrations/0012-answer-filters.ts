/** Ways to the answers behind a figure, from the newest to the oldest, without going through all the others. */
export const answerFilters = (): string[] => [
  'create index answers_of_prompt on answers (brand_id, prompt_id, collected_at, id, engine)',
  "create index answers_empty on answers (brand_id, collected_at, id) where outcome = 'empty'",
  `create index mentions_of_named on mentions (brand_id, tracked_id, collected_at, answer_id, framing, rank)
    where mentioned = 1`,
  'create index mentions_of_cited on mentions (brand_id, tracked_id, collected_at, answer_id) where cited = 1',
  'drop index searches_of_query',
  `create index searches_of_query on searches (brand_id, query_id, collected_at, answer_id, engine)
    where first_of_query = 1`,
];
