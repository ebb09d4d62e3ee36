import { fillLater } from './fill-later.ts';

/** What a plan counts of the brand itself, beside what definitions count: in the rows of these, which are counted anew. */
export const panel = (): string[] => [
  ...['cited_not_named', 'classified', 'negative'].map(
    (name) => `alter table definition_counts add column ${name} integer not null default 0`,
  ),
  'delete from definition_counts',
  "delete from fills where name = 'definition_counts'",
  fillLater('definition_counts', 'brand_heads'),
];
