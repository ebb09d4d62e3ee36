import type { Types } from '../capabilities.ts';

/**
 * What a store needs to be distributed by brand: every key of what a brand owns begins with the brand, and work is found by
 * brand.
 */
export const distribution = (t: Types): string[] => [
  // Which brands have jobs that are due, and the jobs of one brand.
  'drop index jobs_due',
  'create index jobs_due on jobs (engine, next_at, brand_id) where next_at is not null',
  'create index jobs_of_brand on jobs (brand_id, engine, next_at, id) where next_at is not null',
  // A public id is unique within its brand, as that of every other thing a brand owns.
  'create table tasks_before as select * from tasks',
  'drop table tasks',
  `create table tasks (
    brand_id integer not null references brands (id),
    id integer not null,
    public_id ${t.text} not null,
    kind ${t.text} not null,
    state ${t.text} not null,
    started_by ${t.text} not null,
    done bigint not null,
    total bigint,
    facts ${t.text} not null,
    created_at bigint not null,
    ended_at bigint,
    next_at bigint,
    lease ${t.text} not null,
    tries smallint not null,
    stop_asked smallint not null,
    primary key (brand_id, id),
    unique (brand_id, public_id)
  )`,
  `insert into tasks (brand_id, id, public_id, kind, state, started_by, done, total, facts, created_at, ended_at, next_at, lease,
      tries, stop_asked)
    select brand_id, id, public_id, kind, state, started_by, done, total, facts, created_at, ended_at, next_at, lease, tries,
      stop_asked from tasks_before`,
  'drop table tasks_before',
  'create index tasks_due on tasks (next_at) where next_at is not null',
  'create unique index tasks_open on tasks (brand_id, kind) where next_at is not null',
  // Parts of an upload that has no task yet have no brand: whoever was sending them sends them again.
  'create table task_inputs_before as select * from task_inputs',
  'drop table task_inputs',
  `create table task_inputs (
    brand_id integer not null references brands (id),
    task ${t.text} not null,
    part integer not null,
    stored_at bigint not null,
    bytes ${t.bytes} not null,
    primary key (brand_id, task, part)
  )`,
  `insert into task_inputs (brand_id, task, part, stored_at, bytes)
    select t.brand_id, i.task, i.part, i.stored_at, i.bytes
    from task_inputs_before i join tasks t on t.public_id = i.task`,
  'drop table task_inputs_before',
];
