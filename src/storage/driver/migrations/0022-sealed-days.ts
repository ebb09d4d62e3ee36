/**
 * Up to which day the longer blocks of counts hold a brand's answers (domain/period.ts). So far they hold all of them, so every
 * day with answers is sealed.
 */
export const sealedDays = (): string[] => [
  'alter table brand_heads add column sealed_day integer not null default 0',
  `update brand_heads set sealed_day = newest.day + 1
    from (select brand_id, max(collected_at) / 86400000 as day from answers group by brand_id) as newest
    where newest.brand_id = brand_heads.brand_id`,
];
