import type { Types } from '../capabilities.ts';

/** How often people search for what is asked, and how a prompt got here. */
export const searchVolumes = (t: Types): string[] => [
  `alter table prompts add column source ${t.text} not null default 'user'`,
  // A prompt that came with an imported answer was made inactive, without a category, in the instant that its first
  // collection was stored. Whatever else there is may have been declared.
  `update prompts set source = 'import'
    where active = 0 and category is null and (brand_id, id) in
      (select c.brand_id, c.prompt_id from collections c
        join prompts p on p.brand_id = c.brand_id and p.id = c.prompt_id
        where c.stored_at = p.created_at)`,
  // The newest look-up of a prompt, and the keyword and market that it was of; null: nowhere and no language in
  // particular. volume is null where the source had no figure; a prompt that was never looked up has no row.
  `create table search_volumes (
    brand_id integer not null,
    prompt_id integer not null,
    keyword ${t.text} not null,
    location_code integer,
    language_code ${t.text},
    volume integer,
    checked_at bigint not null,
    primary key (brand_id, prompt_id),
    foreign key (brand_id, prompt_id) references prompts (brand_id, id)
  )${t.clustered}`,
];
