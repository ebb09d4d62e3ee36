import Type from 'typebox';
import { OPERATOR } from '../domain/access/audit.ts';
import { ROLES } from '../domain/access/user.ts';
import { SightlineError } from '../domain/errors.ts';
import { formatInstant } from '../domain/time/instant.ts';
import { deleteUser } from '../pipeline/accounts/delete-user.ts';
import { limitUser } from '../pipeline/accounts/limited-users.ts';
import type { MadeLink } from '../pipeline/accounts/links.ts';
import { changeTimeZone, rename } from '../pipeline/accounts/passwords.ts';
import { removeFactor, requireFactor } from '../pipeline/accounts/second-factor.ts';
import {
  changeRole,
  disableUser,
  enableUser,
  inviteUser,
  resetUser,
  type UserRow,
  userNamed,
} from '../pipeline/accounts/users.ts';
import { organizationWithin } from '../pipeline/declare/find-brand.ts';
import { count, instant, oneOf, text } from '../reports/shape/schemas.ts';
import { byActorId, defineServerAction, type ServerContext } from './action.ts';
import { nameField, ownerFields } from './server-fields.ts';

const login = Type.String({ maxLength: 254, description: 'An email address, or a login name.' });

const brands = Type.Optional(
  Type.Array(Type.String({ maxLength: 40 }), {
    maxItems: 1000,
    description: 'The ids of the only brands that the role covers.',
  }),
);

const who = { id: text('The id of the user.'), email: text('Their login.') };

const linked = Type.Object({
  ...who,
  path: text('The path of a link to choose a password, on this server. It works once.'),
  expires_at: instant('When it ends.'),
});

export const createUser = defineServerAction({
  name: 'create_user',
  command: 'user create',
  summary: 'Invite somebody to an organization, or as an admin of all, by a link to choose a password.',
  permission: 'users',
  secret: 'path',
  input: {
    email: login,
    name: nameField,
    role: Type.Optional(oneOf(ROLES, 'Each includes those before it; default: viewer.')),
    organization: ownerFields.organization,
    brands,
    break_glass: Type.Optional(
      Type.Boolean({
        description:
          'Only on the command line: the password works even if the server otherwise takes only single sign-on.',
      }),
    ),
  },
  data: linked,
  run: async (context, { organization, role = 'viewer', break_glass: isBreakGlass, ...given }) => {
    const { db, reach } = context;
    if (isBreakGlass && context.actor.id !== OPERATOR)
      throw new SightlineError('conflict', 'Only the command line makes a break-glass user.');
    const { organizationId } = reach;
    const id =
      organization === undefined ? organizationId : (await organizationWithin(db, reach, organization)).id;
    const { user, link } = await inviteUser(
      byActorId(context),
      { ...given, role, organizationId: id, isBreakGlass },
      reach,
    );
    return { data: linkedTo(user, link), changes: [changed(null, user.email)], notices: [] };
  },
});

const named = {
  user: Type.String({ maxLength: 254, description: 'The login, or the id, of the user.' }),
  organization: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Only needed if users of several organizations share the login.',
    }),
  ),
};

export const linkUser = defineServerAction({
  name: 'link_user',
  command: 'user reset',
  summary: 'Make a link to choose a new password; the old one works until then.',
  permission: 'users',
  secret: 'path',
  input: named,
  data: linked,
  run: async (context, given) => {
    const user = await userIn(context, given);
    const link = await resetUser(byActorId(context), user);
    const change = { what: `Password link of ${user.email}`, before: null, after: 'made' };
    return { data: linkedTo(user, link), changes: [change], notices: [] };
  },
});

export const changeUser = defineServerAction({
  name: 'change_user',
  command: 'user change',
  summary: "Change a user's role, or the brands that it covers.",
  permission: 'users',
  input: {
    ...named,
    role: Type.Optional(oneOf(ROLES, 'Each includes those before it.')),
    brands,
    all_brands: Type.Optional(
      Type.Boolean({ description: 'All brands of the organization, also later ones.' }),
    ),
  },
  data: Type.Object(who),
  run: async (context, { role, brands: only, all_brands: all = false, ...given }) => {
    if (all && only) throw new SightlineError('invalid_parameter', 'Give either `brands` or `all_brands`.');
    const user = await otherIn(context, given);
    const acting = byActorId(context);
    if (role !== undefined) await changeRole(acting, user, role);
    if (all || only) await limitUser(acting, user, only ?? null, context.reach);
    const reach = only?.join(', ') ?? (all ? 'all brands' : null);
    const changes = [
      ...(role === undefined ? [] : [{ what: `Role of ${user.email}`, before: user.role, after: role }]),
      ...(reach === null ? [] : [{ what: `Brands of ${user.email}`, before: null, after: reach }]),
    ];
    return { data: whoIs(user), changes, notices: [] };
  },
});

export const disableUserAction = defineServerAction({
  name: 'disable_user',
  command: 'user disable',
  summary: 'Disable a user, and end their sessions.',
  permission: 'users',
  input: {
    ...named,
    undo: Type.Optional(Type.Boolean({ description: 'Let a disabled user sign in again.' })),
  },
  data: Type.Object(who),
  run: async (context, { undo = false, ...given }) => {
    const user = await otherIn(context, given);
    await (undo ? enableUser : disableUser)(byActorId(context), user);
    const [before, after] = undo ? ['disabled', 'enabled'] : ['enabled', 'disabled'];
    return { data: whoIs(user), changes: [{ what: `User ${user.email}`, before, after }], notices: [] };
  },
});

export const removeFactorAction = defineServerAction({
  name: 'remove_factor',
  command: 'user remove-factor',
  summary: "Remove a user's second factor, for a lost device, and end their sessions.",
  permission: 'users',
  input: named,
  data: Type.Object(who),
  run: async (context, given) => {
    const user = await otherIn(context, given);
    await removeFactor(byActorId(context), user);
    const changes = [{ what: `Second factor of ${user.email}`, before: 'on', after: null }];
    return { data: whoIs(user), changes, notices: [] };
  },
});

export const requireFactorAction = defineServerAction({
  name: 'require_factor',
  command: 'organization require-factor',
  summary: 'Require a second factor of everybody with a password, and end the sessions of those without one.',
  permission: 'factors',
  input: {
    organization: Type.String({ maxLength: 200, description: 'The organization, by name or id.' }),
    undo: Type.Optional(Type.Boolean({ description: 'Leave it to each user again.' })),
  },
  data: Type.Object({ organization: text('Its name.') }),
  run: async (context, { organization: wanted, undo = false }) => {
    const organization = await organizationWithin(context.db, context.reach, wanted);
    const deps = { ...byActorId(context), secretKey: context.engineKeys.secretKey };
    await requireFactor(deps, organization, !undo);
    const [before, after] = undo ? ['required', 'optional'] : ['optional', 'required'];
    const change = { what: `Second factor in ${organization.name}`, before, after };
    return { data: { organization: organization.name }, changes: [change], notices: [] };
  },
});

export const deleteUserAction = defineServerAction({
  name: 'delete_user',
  command: 'user delete',
  summary: 'Remove a user for good, with their sessions and links; the audit log keeps their actions.',
  permission: 'users',
  isDestructive: true,
  erases: true,
  input: named,
  data: Type.Object({
    id: who.id,
    removed: Type.Object({
      users: count('Users.'),
      sessions: count('Sessions.'),
      one_time_links: count('Links.'),
      audit_log: count('Entries of the audit log without their login and name now.'),
    }),
  }),
  run: async (context, given) => {
    const user = await otherIn(context, given);
    const removed = await deleteUser(byActorId(context), user);
    return { data: { id: user.id, removed }, changes: [changed(user.email, null)], notices: [] };
  },
});

export const changeAccount = defineServerAction({
  name: 'change_account',
  command: null,
  summary: 'Change your own name or time zone.',
  permission: 'read',
  input: {
    name: nameField,
    time_zone: Type.Optional(Type.String({ maxLength: 100, description: 'Such as Europe/Berlin.' })),
  },
  data: Type.Object({ id: who.id }),
  run: async (context, { name, time_zone: zone }) => {
    const acting = byActorId(context);
    if (zone !== undefined) await changeTimeZone(acting, context.actor, zone);
    const changes = name === undefined ? [] : await rename(acting, context.actor, name);
    return { data: { id: context.actor.id }, changes, notices: [] };
  },
});

interface Named {
  readonly user: string;
  readonly organization?: string;
}

async function userIn({ db, reach }: ServerContext, { user, organization }: Named): Promise<UserRow> {
  return await userNamed(db, user, organization, reach);
}

/** @throws SightlineError `conflict` for the actor */
async function otherIn(context: ServerContext, given: Named): Promise<UserRow> {
  const user = await userIn(context, given);
  if (user.id !== context.actor.id) return user;
  throw new SightlineError('conflict', 'Only another admin can do this to you.');
}

function whoIs({ id, email }: UserRow) {
  return { id, email };
}

function linkedTo(user: UserRow, { path, expiresAt }: MadeLink) {
  return { ...whoIs(user), path, expires_at: formatInstant(expiresAt) };
}

function changed(before: string | null, after: string | null) {
  return { what: 'User', before, after };
}
