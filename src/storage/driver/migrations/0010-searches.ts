import type { Types } from '../capabilities.ts';

/** What the report of searches needs: how many answers have no known searches. */
export const searchesByEngine = (_: Types): string[] => [
  'create index answers_unsearched on answers (brand_id, collected_at, engine) where searches_known = 0',
  // The first queries of a long block, among which those of a window are.
  `create index search_counts_most on search_counts (brand_id, span, block, answers desc, engine, query_id)
    where span >= 16`,
];
