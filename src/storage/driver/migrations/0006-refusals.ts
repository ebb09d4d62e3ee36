import type { Types } from '../capabilities.ts';

/** What engines refused: fields of a request that they do not know, and questions since their last answer. */
export const refusals = (t: Types): string[] => [
  // A field that is omitted from every request to this model from then on. model is '' if an engine has none.
  `create table left_out_fields (
    engine ${t.text} not null,
    model ${t.text} not null,
    field ${t.text} not null,
    since bigint not null,
    primary key (engine, model, field)
  )`,
  // Questions refused with the same code since the engine last answered one. question is a hash of the prompt.
  `create table refusals (
    engine ${t.text} not null,
    detail ${t.text} not null,
    question ${t.text} not null,
    refused_at bigint not null,
    primary key (engine, detail, question)
  )`,
];
