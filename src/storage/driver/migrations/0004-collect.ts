import type { Types } from '../capabilities.ts';

/** What asking engines needs: what is to be asked, what came back, what it cost, and how each collection went. */
export const collect = (t: Types): string[] => [
  'alter table brands add column samples_per_day smallint not null default 1',
  // What an organization may spend in a UTC day; no row, or null: no limit.
  `create table collect_limits (
    organization_id integer primary key references organizations (id),
    calls_per_day integer,
    micros_per_day bigint
  )`,
  // One question to one engine on one UTC day (whole days since 1970). next_at is when it may be taken: the time it is
  // due while it waits, the end of the lease while a worker has it, null once it is done. So a lease that nobody renews
  // is taken again by itself. attempt numbers the exchanges; tries counts retries by their reason, as JSON.
  `create table jobs (
    brand_id integer not null references brands (id),
    id integer not null,
    identity ${t.text} not null,
    engine ${t.text} not null,
    prompt_id integer not null,
    sample smallint not null,
    day integer not null,
    location_code integer,
    language_code ${t.text},
    next_at bigint,
    lease ${t.text} not null,
    attempt smallint not null,
    tries ${t.text} not null,
    primary key (brand_id, id),
    unique (brand_id, identity),
    foreign key (brand_id, prompt_id) references prompts (brand_id, id)
  )`,
  'create index jobs_due on jobs (engine, next_at) where next_at is not null',
  // What came back, in full and before anybody read it.
  `create table replies (
    brand_id integer not null,
    job_id integer not null,
    attempt smallint not null,
    part smallint not null,
    status smallint not null,
    headers ${t.text} not null,
    body ${t.text} not null,
    asked_at bigint not null,
    received_at bigint not null,
    primary key (brand_id, job_id, attempt, part),
    foreign key (brand_id, job_id) references jobs (brand_id, id)
  )`,
  // Micros are millionths of a US dollar.
  `create table spending (
    organization_id integer not null references organizations (id),
    day integer not null,
    calls integer not null,
    micros bigint not null,
    primary key (organization_id, day)
  )`,
  // An engine that is stopped until the operator acts, and why.
  `create table breakers (
    engine ${t.text} primary key,
    detail ${t.text} not null,
    opened_at bigint not null,
    tried_at bigint not null
  )`,
  `alter table collections add column detail ${t.text}`,
  `alter table collections add column model ${t.text}`,
  'alter table collections add column micros bigint',
  'alter table collections add column latency_ms integer',
  'alter table collections add column location_applied smallint',
  'alter table collections add column language_applied smallint',
];
