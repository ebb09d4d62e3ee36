import type { Types } from '../capabilities.ts';

/** Long work that a person starts and a background worker does: reading answers again, asking now, importing a file. */
export const tasks = (t: Types): string[] => [
  // next_at is when a worker may take it, as in jobs: since when it waits, the end of the lease while a worker has it,
  // null once it has ended. So a lease that nobody renews is taken again by itself. tries counts how often it was taken
  // and not given back. total is null while it is not known; facts has counts and messages, as JSON.
  `create table tasks (
    brand_id integer not null references brands (id),
    id integer not null,
    public_id ${t.text} not null unique,
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
    primary key (brand_id, id)
  )`,
  'create index tasks_due on tasks (next_at) where next_at is not null',
  // One task of a kind per brand at a time.
  'create unique index tasks_open on tasks (brand_id, kind) where next_at is not null',
  // Failed collections are read by time, without going through the others; they are few.
  `create index collections_failed on collections (brand_id, collected_at, id) where outcome in ('error', 'timeout')`,
  // What a task reads, in order. The parts of an upload come before its task, so they refer to it by its public id; they
  // are deleted when the task ends, or when no task came of the upload.
  `create table task_inputs (
    task ${t.text} not null,
    part integer not null,
    stored_at bigint not null,
    bytes ${t.bytes} not null,
    primary key (task, part)
  )`,
];
