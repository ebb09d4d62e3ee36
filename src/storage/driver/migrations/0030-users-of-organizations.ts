import type { Types } from '../capabilities.ts';

const COLUMNS = 'id, public_id, email, name, role, organization_id, password, created_at, disabled_at';

/** A login is unique in each organization, and among the users of all organizations. */
export const usersOfOrganizations = (t: Types): string[] => [
  ...t.noLongerUnique('users', 'email', [
    'create table users_before as select * from users',
    'drop table users',
    `create table users (
      id ${t.serial} primary key,
      public_id ${t.text} not null unique,
      email ${t.text} not null,
      name ${t.text} not null,
      role ${t.text} not null check (role in ('viewer', 'editor', 'admin')),
      organization_id integer references organizations (id),
      password ${t.text},
      created_at bigint not null,
      disabled_at bigint,
      check (organization_id is not null or role = 'admin')
    )`,
    `insert into users (${COLUMNS}) select ${COLUMNS} from users_before`,
    'drop table users_before',
    'create index users_of_organization on users (organization_id)',
  ]),
  // Nulls are all different to an index, and no organization has the id 0.
  'create unique index user_of_login on users (email, coalesce(organization_id, 0))',
];
