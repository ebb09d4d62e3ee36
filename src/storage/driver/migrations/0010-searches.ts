import type { Types } from '../capabilities.ts';

/** What the report of searches needs: how many answers have no known searches. */
export const searchesByEngine = (_: Types): string[] => [
  'create index answers_unsearched on answers (brand_id, collected_at, engine) where searches_known = 0',
];
