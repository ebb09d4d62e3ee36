import type { Types } from '../capabilities.ts';

/** What reading stored answers again needs: how names are looked for, and what each answer was read with. */
export const rescan = (t: Types): string[] => [
  // Options chosen for the brand's name. An element of aliases is a text, or an object where options were chosen for it.
  `alter table tracked_brands add column match_options ${t.text} not null default '{}'`,
];
