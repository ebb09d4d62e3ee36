import { type ActorReach, EVERYTHING, isWithin, overlap } from '../../domain/access/brand-reach.ts';
import { isPublicId, publicId } from '../../domain/access/public-id.ts';
import { loginOf, type Role, type User } from '../../domain/access/user.ts';
import { SightlineError } from '../../domain/errors.ts';
import { givenNameOf, LONGEST_NAME } from '../../domain/text.ts';
import { dropLinks } from '../../storage/directory/access/one-time-links.ts';
import {
  findUser,
  findUserById,
  findUsersByLogin,
  insertUser,
  listUsers,
  saveDisabled,
  saveRole,
  type UserIdentity,
  type UserRow,
} from '../../storage/directory/access/users.ts';
import { type Organization, organizationNamed } from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { organizationWithin } from '../declare/find-brand.ts';
import { endAccess, endLostConnections } from './end-access.ts';
import { limitUser } from './limited-users.ts';
import { linkFor, type MadeLink } from './links.ts';
import { type ActingDeps, noteUser } from './note-user.ts';
import type { AccountDeps } from './sessions.ts';

export type { ActingDeps, UserRow };

export interface UserRequest {
  /** Email address or login name. */
  readonly email: string;
  /** Default: the login. */
  readonly name?: string | undefined;
  readonly role: Role;
  /** Internal id; null: all organizations. */
  readonly organizationId: number | null;
  /** Public ids of the brands that limit the role; default: the whole organization. */
  readonly brands?: readonly string[] | undefined;
  /** Whether the password works even if this server takes none. */
  readonly isBreakGlass?: boolean | undefined;
}

export interface InvitedUser {
  readonly user: UserRow;
  readonly link: MadeLink;
}

/**
 * Creates a user without a password, with a link to choose one.
 *
 * @throws SightlineError `invalid_argument`, `no_such_brand`, or `conflict` if the organization has a user with
 *   this email. Users of other organizations neither conflict nor show
 */
export async function inviteUser(
  deps: ActingDeps,
  request: UserRequest,
  reach: ActorReach = EVERYTHING,
): Promise<InvitedUser> {
  const email = checkedLogin(request.email);
  const name = request.name === undefined ? email : checkedName(request.name);
  const { role, organizationId } = request;
  if (organizationId === null && role !== 'admin') {
    throw new SightlineError('invalid_argument', 'Only an admin can belong to all organizations.');
  }
  return await inTransaction(deps.db, async (db) => {
    const { brands, isBreakGlass } = request;
    const fields = { email, name, role, organizationId, password: null, isBreakGlass };
    const created = await newUser({ ...deps, db }, fields);
    const isWhole = brands === undefined && reach.brandIds === null;
    const user = isWhole ? created : await limitUser({ ...deps, db }, created, brands ?? null, reach);
    return { user, link: await linkFor({ ...deps, db }, 'invite', user) };
  });
}

/** Inserts a user; without an actor, the audit log names the user. @throws SightlineError `conflict` */
export async function newUser(
  { actor, ...deps }: AccountDeps & { readonly actor: string | null },
  fields: Omit<UserRequest, 'name' | 'brands'> & {
    readonly name: string;
    readonly password: string | null;
    readonly identity?: UserIdentity;
  },
): Promise<UserRow> {
  const { db, random, now } = deps;
  const id = publicId('usr', random);
  const internalId = await insertUser(db, { id, ...fields, createdAt: now() });
  const user = internalId === null ? null : await findUser(db, internalId);
  if (user === null) throw new SightlineError('conflict', `There is a user ${fields.email} already.`);
  const detail = fields.isBreakGlass ? `${fields.role}, break glass` : fields.role;
  await noteUser({ ...deps, actor: actor ?? id }, user, 'user.create', detail);
  return user;
}

/** A new link to choose a password; an invitation if the user has none yet. */
export async function resetUser(deps: ActingDeps, user: UserRow): Promise<MadeLink> {
  const kind = user.hasPassword ? 'reset' : 'invite';
  await noteUser(deps, user, `user.${kind}`, '');
  return await linkFor(deps, kind, user);
}

/** Ends all of a user's sessions, links, and connections, and refuses new ones. */
export async function disableUser(deps: ActingDeps, user: UserRow): Promise<void> {
  await inTransaction(deps.db, async (db) => {
    // Lock links before users, as elsewhere, to prevent a deadlock.
    await dropLinks(db, user.internalId);
    await saveDisabled(db, user.internalId, deps.now());
    await endAccess({ ...deps, db }, user);
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
  await endLostConnections(deps, { ...user, role });
  const changes = [{ what: 'role', before: user.role, after: role }];
  await noteUser(deps, user, 'user.role', `${user.role} to ${role}`, changes);
}

/**
 * Finds a user by login or id, within reach.
 *
 * @param organization name or id, needed if several users share the login
 * @throws SightlineError `not_found`, also for others' users, or `conflict` if several match
 */
export async function userNamed(
  db: Database,
  loginOrId: string,
  organization?: string,
  reach: ActorReach = EVERYTHING,
): Promise<UserRow> {
  const { id = reach.organizationId } =
    organization === undefined ? {} : await organizationWithin(db, reach, organization);
  const found = (await usersCalled(db, loginOrId)).filter(
    (user) =>
      (id === null || user.organization?.internalId === id) && isWithin(user.brandIds, reach.brandIds),
  );
  const [user, ...others] = found;
  if (others.length > 0) {
    const list = found.map((each) => `${each.id} (${each.organization?.name ?? 'all organizations'})`);
    throw new SightlineError(
      'conflict',
      `There are ${found.length} users ${loginOrId}: ${list.join(', ')}. Give one user's id.`,
    );
  }
  if (user !== undefined) return user;
  throw new SightlineError('not_found', `There is no user ${loginOrId}.`);
}

async function usersCalled(db: Database, loginOrId: string): Promise<UserRow[]> {
  const user = isPublicId('usr', loginOrId) ? await findUserById(db, loginOrId) : null;
  if (user !== null) return [user];
  const login = loginOf(loginOrId);
  return login === null ? [] : await findUsersByLogin(db, login);
}

/**
 * The users visible to a user: their organization's or all; for a limited user, themselves and those who share a
 * brand.
 */
export async function usersSeenBy(db: Database, { id, organization, brandIds }: User): Promise<UserRow[]> {
  const users = await listUsers(db, organization?.internalId ?? null);
  return users.filter((user) => user.id === id || brandIds === null || overlap(user.brandIds, brandIds));
}

/** All users, or one organization's. @throws SightlineError `not_found` */
export async function usersOf(db: Database, organization: string | undefined): Promise<UserRow[]> {
  return await listUsers(
    db,
    organization === undefined ? null : (await organizationNamed(db, organization)).id,
  );
}

/** Finds an organization by name or id. @throws SightlineError `not_found` */
export async function organizationOf(db: Database, idOrName: string): Promise<Organization> {
  return await organizationNamed(db, idOrName);
}

/** @throws SightlineError `invalid_argument` */
export function checkedLogin(text: string): string {
  const login = loginOf(text);
  if (login !== null) return login;
  throw new SightlineError(
    'invalid_argument',
    'Give an email address, or a login name with at least two letters, digits, dots, and hyphens.',
  );
}

/** @throws SightlineError `invalid_argument` */
export function checkedName(text: string): string {
  const name = givenNameOf(text);
  if (name !== null) return name;
  throw new SightlineError('invalid_argument', `Give a name with 1 to ${LONGEST_NAME} characters.`);
}
