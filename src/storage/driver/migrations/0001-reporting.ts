import type { Types } from '../capabilities.ts';

/** What the six reports need, and what import and apply write. */
export const reporting = (t: Types): string[] => [
  `create table organizations (
    id ${t.serial} primary key,
    public_id ${t.text} not null unique,
    name ${t.text} not null unique,
    created_at bigint not null
  )`,
  // No row: the organization never had a plan.
  `create table subscriptions (
    organization_id integer primary key references organizations (id),
    plan ${t.text} not null,
    status ${t.text} not null,
    trial_ends_at bigint,
    prompts_included integer not null,
    api_access smallint not null
  )`,
  // No row: the defaults of domain/alert-rules.ts. kinds is null for all.
  `create table alert_settings (
    organization_id integer primary key references organizations (id),
    enabled smallint not null,
    kinds ${t.text},
    min_delta_points integer not null,
    min_sample_each_side integer not null
  )`,
  // last_id numbers everything a brand owns; taking from it also puts the brand's writers in a row.
  `create table brands (
    id ${t.serial} primary key,
    public_id ${t.text} not null unique,
    organization_id integer not null references organizations (id),
    name ${t.text} not null,
    domain ${t.text},
    location_code integer,
    language_code ${t.text},
    configured smallint not null,
    last_id integer not null default 0,
    created_at bigint not null,
    deleted_at bigint
  )`,
  'create unique index brands_of_organization on brands (organization_id, public_id)',
  `create table api_keys (
    id ${t.serial} primary key,
    public_id ${t.text} not null unique,
    organization_id integer not null references organizations (id),
    name ${t.text},
    hash ${t.text} not null unique,
    hint ${t.text} not null,
    scopes ${t.text} not null,
    brand_id integer references brands (id),
    created_at bigint not null,
    expires_at bigint,
    revoked_at bigint
  )`,
  `create table tracked_brands (
    brand_id integer not null references brands (id),
    id integer not null,
    role ${t.text} not null check (role in ('self', 'competitor')),
    name ${t.text} not null,
    aliases ${t.text} not null,
    domain ${t.text},
    domains ${t.text} not null,
    retired_at bigint,
    primary key (brand_id, id),
    unique (brand_id, name)
  )`,
  `create table brand_engines (
    brand_id integer not null references brands (id),
    engine ${t.text} not null,
    primary key (brand_id, engine)
  )`,
  // digest is the SHA-256 of the text: a prompt may be longer than an index takes.
  `create table prompts (
    brand_id integer not null references brands (id),
    id integer not null,
    text ${t.text} not null,
    digest ${t.text} not null,
    category ${t.text},
    active smallint not null,
    created_at bigint not null,
    primary key (brand_id, id),
    unique (brand_id, digest)
  )`,
  // Every attempt, failed ones too. An answer has the id of the collection that brought it.
  `create table collections (
    brand_id integer not null references brands (id),
    id integer not null,
    identity ${t.text} not null,
    prompt_id integer not null,
    engine ${t.text} not null,
    outcome ${t.text} not null check (outcome in ('ok', 'empty', 'error', 'timeout')),
    collected_at bigint not null,
    stored_at bigint not null,
    primary key (brand_id, id),
    unique (brand_id, identity),
    foreign key (brand_id, prompt_id) references prompts (brand_id, id)
  )`,
  `create table answers (
    brand_id integer not null,
    id integer not null,
    public_id ${t.text} not null,
    prompt_id integer not null,
    engine ${t.text} not null,
    outcome ${t.text} not null check (outcome in ('ok', 'empty')),
    collected_at bigint not null,
    location_code integer,
    text ${t.text},
    reader ${t.text} not null,
    primary key (brand_id, id),
    unique (brand_id, public_id),
    foreign key (brand_id, id) references collections (brand_id, id),
    foreign key (brand_id, prompt_id) references prompts (brand_id, id)
  )`,
  'create index answers_newest on answers (brand_id, collected_at, id)',
  'create index answers_newest_of_engine on answers (brand_id, engine, collected_at, id)',
  // One row per answer and tracked brand, absent ones too. engine and collected_at repeat the answer's, so that
  // the edges of a window are read from one covering index.
  `create table mentions (
    brand_id integer not null,
    answer_id integer not null,
    tracked_id integer not null,
    engine ${t.text} not null,
    collected_at bigint not null,
    mentioned smallint not null,
    rank integer,
    count integer,
    framing ${t.text} check (framing in ('recommended', 'neutral', 'negative')),
    framing_signals ${t.text},
    snippet ${t.text},
    cited smallint not null,
    primary key (brand_id, answer_id, tracked_id),
    foreign key (brand_id, answer_id) references answers (brand_id, id),
    foreign key (brand_id, tracked_id) references tracked_brands (brand_id, id)
  )${t.clustered}`,
  `create index mentions_of_edge on mentions
    (brand_id, collected_at, engine, tracked_id, mentioned, cited, rank, framing)`,
  // In the engine's order. first_of_host marks one citation per answer and host, so that counting rows counts
  // answers; named repeats whether the answer named the brand itself.
  `create table citations (
    brand_id integer not null,
    answer_id integer not null,
    position integer not null,
    url ${t.text} not null,
    host ${t.text} not null,
    title ${t.text},
    collected_at bigint not null,
    first_of_host smallint not null,
    named smallint not null,
    primary key (brand_id, answer_id, position),
    foreign key (brand_id, answer_id) references answers (brand_id, id)
  )${t.clustered}`,
  `create index citations_of_edge on citations (brand_id, collected_at, host, named) where first_of_host = 1`,
  // Counts of whole-day blocks (domain/period.ts), written in the same transaction as the answer.
  `create table visibility_counts (
    brand_id integer not null references brands (id),
    span smallint not null,
    block integer not null,
    engine ${t.text} not null,
    tracked_id integer not null,
    responses integer not null,
    present integer not null,
    cited integer not null,
    ranked integer not null,
    rank_sum bigint not null,
    classified integer not null,
    recommended integer not null,
    negative integer not null,
    primary key (brand_id, span, block, engine, tracked_id)
  )${t.clustered}`,
  `create table source_counts (
    brand_id integer not null references brands (id),
    span smallint not null,
    block integer not null,
    host ${t.text} not null,
    answers integer not null,
    named integer not null,
    primary key (brand_id, span, block, host)${t.covering('answers', 'named')}
  )${t.clustered}`,
  `create table alerts (
    brand_id integer not null references brands (id),
    id integer not null,
    public_id ${t.text} not null,
    kind ${t.text} not null,
    title ${t.text} not null,
    detail ${t.text} not null,
    facts ${t.text} not null,
    created_at bigint not null,
    read smallint not null,
    primary key (brand_id, id),
    unique (brand_id, public_id)
  )`,
  'create index alerts_newest on alerts (brand_id, created_at, id)',
];

/** The limits store. Its rows live an hour at most, so PostgreSQL need not log them. */
export const limits = (t: Types): string[] => [
  `create ${t.unlogged} table limit_counts (
    subject ${t.text} not null,
    window_start bigint not null,
    hits integer not null,
    expires_at bigint not null,
    primary key (subject, window_start)
  )${t.clustered}`,
  'create index limit_counts_expiry on limit_counts (expires_at)',
];
