/** A user has one link that works: the newest. */
export const newestLink = (): string[] => [
  `delete from one_time_links where exists (
    select 1 from one_time_links as newer
    where newer.user_id = one_time_links.user_id
      and (newer.created_at > one_time_links.created_at
        or (newer.created_at = one_time_links.created_at and newer.hash > one_time_links.hash))
  )`,
  'drop index links_of_user',
  'create unique index link_of_user on one_time_links (user_id)',
];
