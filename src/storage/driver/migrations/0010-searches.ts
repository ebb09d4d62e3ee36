import type { Types } from '../capabilities.ts';

/** What the report of searches needs: the answers behind a query of one engine, and those whose searches are not known. */
export const searchesByEngine = (_: Types): string[] => [
  'drop index searches_of_query',
  `create index searches_of_query on searches
    (brand_id, query_id, engine, collected_at, answer_id, first_of_query)`,
  'create index answers_unsearched on answers (brand_id, collected_at, engine) where searches_known = 0',
];
