import type { Types } from '../capabilities.ts';

/** Who signs in to the dashboard, and what was done by whom. */
export const accounts = (t: Types): string[] => [
  // organization_id is null for an admin of all organizations. password is a PHC string, null until one was chosen.
  `create table users (
    id ${t.serial} primary key,
    public_id ${t.text} not null unique,
    email ${t.text} not null unique,
    name ${t.text} not null,
    role ${t.text} not null check (role in ('viewer', 'editor', 'admin')),
    organization_id integer references organizations (id),
    password ${t.text},
    created_at bigint not null,
    disabled_at bigint,
    check (organization_id is not null or role = 'admin')
  )`,
  'create index users_of_organization on users (organization_id)',
  // A session that ended has no row. hash is the SHA-256 of its token.
  `create table sessions (
    public_id ${t.text} primary key,
    user_id integer not null references users (id),
    hash ${t.text} not null unique,
    user_agent ${t.text} not null,
    address ${t.text} not null,
    created_at bigint not null,
    last_seen_at bigint not null,
    expires_at bigint not null
  )`,
  'create index sessions_of_user on sessions (user_id)',
  // A link that was used has no row. Only the link to the first user has no user_id.
  `create table one_time_links (
    hash ${t.text} primary key,
    kind ${t.text} not null check (kind in ('first', 'reset', 'invite', 'demo')),
    user_id integer references users (id),
    created_at bigint not null,
    expires_at bigint not null,
    check ((user_id is null) = (kind = 'first'))
  )`,
  'create index links_of_user on one_time_links (user_id)',
  // actor is the id of a user, or a word for whoever is not one; subject the id of what was acted on. No foreign keys: an entry
  // stays as it was written.
  `create table audit_log (
    id ${t.serial} primary key,
    at bigint not null,
    organization_id integer,
    actor ${t.text} not null,
    action ${t.text} not null,
    subject ${t.text},
    detail ${t.text} not null
  )`,
  'create index audit_log_newest on audit_log (at, id)',
  'create index audit_log_of_organization on audit_log (organization_id, at, id)',
];
