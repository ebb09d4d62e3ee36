import { overlap } from '../../domain/brand-reach.ts';
import { SightlineError } from '../../domain/errors.ts';
import { isPublicId, publicId } from '../../domain/public-id.ts';
import { givenNameOf, LONGEST_NAME } from '../../domain/text.ts';
import { administers, loginOf, type Role, type User } from '../../domain/user.ts';
import { dropLinks } from '../../storage/directory/one-time-links.ts';
import { type Organization, organizationNamed } from '../../storage/directory/organizations.ts';
import { deleteSessions } from '../../storage/directory/sessions.ts';
import {
  findUser,
  findUserById,
  findUsersByLogin,
  insertUser,
  listUsers,
  saveDisabled,
  saveRole,
  type UserRow,
} from '../../storage/directory/users.ts';
import type { Database } from '../../storage/driver/database.ts';
import { limitUser } from './limited-users.ts';
import { linkFor, type MadeLink } from './links.ts';
import { type ActingDeps, noteUser } from './note-user.ts';
import type { AccountDeps } from './sessions.ts';

export type { ActingDeps };
export { findUserById, type UserRow };

export interface UserRequest {
  /** Email address or login name. */
  readonly email: string;
  /** The login, if none is given. */
  readonly name?: string | undefined;
  readonly role: Role;
  /** Internal id; null: all organizations. */
  readonly organizationId: number | null;
  /** Public ids of the only brands that the role holds for; without it, all of the organization. */
  readonly brands?: readonly string[] | undefined;
}

/** A user who was created, and the link by which they choose a password. */
export interface InvitedUser {
  readonly user: UserRow;
  readonly link: MadeLink;
}

/**
 * Creates a user without a password, and the link by which they choose one.
 *
 * @throws SightlineError `invalid_argument`, `no_such_brand`, or `conflict` if the organization has a user with this email. Users of others do not matter,
 * and nothing says whether there are any
 */
export async function inviteUser(deps: ActingDeps, request: UserRequest): Promise<InvitedUser> {
  const email = checkedLogin(request.email);
  const name = request.name === undefined ? email : checkedName(request.name);
  const { role, organizationId } = request;
  if (organizationId === null && role !== 'admin') {
    throw new SightlineError('invalid_argument', 'Only an admin can be a user of all organizations.');
  }
  return await deps.db.transaction().execute(async (db) => {
    const created = await newUser({ ...deps, db }, { email, name, role, organizationId, password: null });
    const { brands } = request;
    const user = brands === undefined ? created : await limitUser({ ...deps, db }, created, brands);
    return { user, link: await linkFor({ ...deps, db }, 'invite', user) };
  });
}

/** Inserts a user; without an actor it is they themselves who did it. @throws SightlineError `conflict` */
export async function newUser(
  { actor, ...deps }: AccountDeps & { readonly actor: string | null },
  fields: Required<Omit<UserRequest, 'name' | 'brands'>> & {
    readonly name: string;
    readonly password: string | null;
  },
): Promise<UserRow> {
  const { db, random, now } = deps;
  const id = publicId('usr', random);
  const internalId = await insertUser(db, { id, ...fields, createdAt: now() });
  const user = internalId === null ? null : await findUser(db, internalId);
  if (user === null) throw new SightlineError('conflict', `There is a user ${fields.email} already.`);
  await noteUser({ ...deps, actor: actor ?? id }, user, 'user.create', fields.role);
  return user;
}

/** A new link by which a user chooses a password: one who has none yet is invited again. */
export async function resetUser(deps: ActingDeps, user: UserRow): Promise<MadeLink> {
  const kind = user.hasPassword ? 'reset' : 'invite';
  await noteUser(deps, user, `user.${kind}`, '');
  return await linkFor(deps, kind, user);
}

/** Ends whatever a user has open, and refuses them from now on. */
export async function disableUser(deps: ActingDeps, user: UserRow): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    // Links before users, as everywhere, or two transactions wait for each other.
    await dropLinks(db, user.internalId);
    await saveDisabled(db, user.internalId, deps.now());
    await deleteSessions(db, user.internalId, null);
    await noteUser({ ...deps, db }, user, 'user.disable', '');
  });
}

export async function enableUser(deps: ActingDeps, user: UserRow): Promise<void> {
  await saveDisabled(deps.db, user.internalId, null);
  await noteUser(deps, user, 'user.enable', '');
}

export async function changeRole(deps: ActingDeps, user: UserRow, role: Role): Promise<void> {
  if (user.organization === null && role !== 'admin') {
    throw new SightlineError('invalid_argument', 'A user of all organizations can only be an admin.');
  }
  await saveRole(deps.db, user.internalId, role);
  const changes = [{ what: 'role', before: user.role, after: role }];
  await noteUser(deps, user, 'user.role', `${user.role} to ${role}`, changes);
}

/**
 * The user that an operator means, by login or id.
 *
 * @param organization the name or id of theirs, where several have users with this login
 * @throws SightlineError `not_found`, or `conflict` if there are several
 */
export async function userNamed(db: Database, loginOrId: string, organization?: string): Promise<UserRow> {
  const wanted = organization === undefined ? null : await organizationNamed(db, organization);
  const found = (await usersCalled(db, loginOrId)).filter(
    (user) => wanted === null || user.organization?.internalId === wanted.id,
  );
  const [user, ...others] = found;
  if (others.length > 0) {
    const list = found.map((each) => `${each.id} (${each.organization?.name ?? 'all organizations'})`);
    throw new SightlineError(
      'conflict',
      `There are ${found.length} users ${loginOrId}: ${list.join(', ')}. Give the id of one.`,
    );
  }
  if (user !== undefined) return user;
  throw new SightlineError('not_found', `There is no user ${loginOrId}; \`sightline user list\` shows them.`);
}

async function usersCalled(db: Database, loginOrId: string): Promise<UserRow[]> {
  const login = loginOf(loginOrId);
  const found = login === null ? [] : await findUsersByLogin(db, login);
  if (found.length > 0) return found;
  const user = await findUserById(db, loginOrId);
  return user === null ? [] : [user];
}

/**
 * A user whom an admin may manage.
 *
 * @throws SightlineError `not_found`, also for one of another organization
 */
export async function managedUser(db: Database, admin: User, id: string): Promise<UserRow> {
  const user = isPublicId('usr', id) ? await findUserById(db, id) : null;
  if (user && administers(admin, user)) return user;
  throw new SightlineError('not_found', 'There is no such user.');
}

/** The users that somebody may see: of their organization, or all; besides themselves, those who have a brand in common with them. */
export async function usersSeenBy(db: Database, { id, organization, brandIds }: User): Promise<UserRow[]> {
  const users = await listUsers(db, organization?.internalId ?? null);
  return users.filter((user) => user.id === id || brandIds === null || overlap(user.brandIds, brandIds));
}

/** Every user, or those of one organization. @throws SightlineError `not_found` */
export async function usersOf(db: Database, organization: string | undefined): Promise<UserRow[]> {
  return await listUsers(
    db,
    organization === undefined ? null : (await organizationNamed(db, organization)).id,
  );
}

/** The organization with this name or id. @throws SightlineError `not_found` */
export async function organizationOf(db: Database, idOrName: string): Promise<Organization> {
  return await organizationNamed(db, idOrName);
}

/** @throws SightlineError `invalid_argument` */
export function checkedLogin(text: string): string {
  const login = loginOf(text);
  if (login !== null) return login;
  throw new SightlineError(
    'invalid_argument',
    'Give an email address, or a login name of at least two letters, digits, dots, and hyphens.',
  );
}

/** @throws SightlineError `invalid_argument` */
export function checkedName(text: string): string {
  const name = givenNameOf(text);
  if (name !== null) return name;
  throw new SightlineError('invalid_argument', `Give a name of 1 to ${LONGEST_NAME} characters.`);
}
