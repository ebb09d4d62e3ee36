import type { Types } from '../capabilities.ts';
import { fillLater } from './fill-later.ts';

/** What answers come to by engine, prompt, and tracked brand, for claims about changes. */
export const panels = (t: Types): string[] => [
  // Counts of blocks of sealed days (PANEL_SPANS in domain/period.ts) of answers in which the brand was looked for. voiced are those
  // of them in which every brand tracked now was looked for, and the columns after it are sums over these: of the mentions of the
  // brand, of those of all brands, of the squares of both, and of their product.
  `create table panel_counts (
    brand_id integer not null references brands (id),
    span smallint not null,
    block integer not null,
    tracked_id integer not null,
    engine ${t.text} not null,
    prompt_id integer not null,
    answers integer not null,
    named integer not null,
    cited integer not null,
    classified integer not null,
    recommended integer not null,
    ranked integer not null,
    rank_sum bigint not null,
    rank_squares bigint not null,
    voiced integer not null,
    mentions bigint not null,
    all_mentions bigint not null,
    squares bigint not null,
    products bigint not null,
    all_squares bigint not null,
    primary key (brand_id, span, block, tracked_id, engine, prompt_id)
  )${t.clustered}`,
  fillLater('panel_counts', 'brand_heads'),
];
