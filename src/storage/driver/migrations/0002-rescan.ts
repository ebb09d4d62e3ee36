import type { Types } from '../capabilities.ts';

/** What reading stored answers again needs: how names are looked for, and what each answer was read with. */
export const rescan = (t: Types): string[] => [
  // Options chosen for the brand's name. An element of aliases is a text, or an object where options were chosen for it.
  `alter table tracked_brands add column match_options ${t.text} not null default '{}'`,
  // The key of the brands that the answer was read with (extract/extractor.ts). Under any other, '' too, it is due.
  `alter table answers add column reading ${t.text} not null default ''`,
  'create index answers_by_reading on answers (brand_id, reading)',
  // 1: the outcome was stated, and stands. Of what is stored already only an ok that names nobody shows it.
  'alter table answers add column outcome_stated smallint not null default 0',
  `update answers set outcome_stated = 1 where outcome = 'ok' and not exists (
    select 1 from mentions m
    where m.brand_id = answers.brand_id and m.answer_id = answers.id and m.mentioned = 1)`,
  // 1: read out of the text of an answer whose mentions were given, which did not know the brand yet.
  'alter table mentions add column read_later smallint not null default 0',
];
