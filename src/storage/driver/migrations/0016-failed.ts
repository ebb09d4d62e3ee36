/** The failed collections of a brand, newest first, without going through its answers. */
export const failed = (): string[] => [
  `create index collections_failed on collections (brand_id, collected_at, id)
    where outcome in ('error', 'timeout')`,
];
