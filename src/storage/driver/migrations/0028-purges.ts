/**
 * Removing all that a deleted brand has. From when it began, the brand cannot be restored, and whoever comes next goes on; once it is
 * done, the row alone is left, so that the id is not given again, and keys of the brand go on being refused as such.
 */
export const purges = (): string[] => [
  'alter table brands add column purge_began_at bigint',
  'alter table brands add column purged_at bigint',
];
