import type { Types } from '../capabilities.ts';

/** What looking for changes needs: what was evaluated, what is remembered, and every comparison. */
export const watch = (t: Types): string[] => [
  // Which answers lie in a window, with all that a comparison asks of the answer itself.
  'create index answers_of_panel on answers (brand_id, collected_at, engine, prompt_id, id)',
  // One row per brand and UTC day, in whole days since 1970: a day is evaluated once.
  `create table evaluations (
    brand_id integer not null references brands (id),
    day integer not null,
    evaluated_at bigint not null,
    primary key (brand_id, day)
  )`,
  // Streaks and open episodes (stats/episodes.ts) as JSON; no row if there is nothing to remember.
  `create table watch_states (
    brand_id integer not null references brands (id),
    engine ${t.text} not null,
    measure ${t.text} not null,
    tracked_id integer not null,
    state ${t.text} not null,
    primary key (brand_id, engine, measure, tracked_id)
  )`,
  // Differences are current - baseline, from -1 to 1; null where a side has no answers. gate is null where the finding
  // was raised; alert is the one raised, or the one that is the reason for the gate.
  `create table comparisons (
    brand_id integer not null references brands (id),
    id integer not null,
    public_id ${t.text} not null,
    evaluated_at bigint not null,
    engine ${t.text} not null,
    kind ${t.text} not null,
    tracked_id integer not null,
    current_from bigint not null,
    current_to bigint not null,
    baseline_from bigint not null,
    baseline_to bigint not null,
    current_total integer not null,
    baseline_total integer not null,
    shared_prompts integer not null,
    current_events integer not null,
    current_trials integer not null,
    baseline_events integer not null,
    baseline_trials integer not null,
    change double precision,
    lower double precision,
    upper double precision,
    same_mix_change double precision,
    same_mix_lower double precision,
    same_mix_upper double precision,
    answers_needed integer,
    min_delta_points integer not null,
    min_sample_each_side integer not null,
    gate ${t.text},
    alert ${t.text},
    primary key (brand_id, id),
    unique (brand_id, public_id),
    foreign key (brand_id, tracked_id) references tracked_brands (brand_id, id)
  )`,
  'create index comparisons_newest on comparisons (brand_id, evaluated_at, id)',
];
