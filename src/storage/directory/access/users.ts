import type { BrandReach } from '../../../domain/access/brand-reach.ts';
import type { Role, User } from '../../../domain/access/user.ts';
import type { Database } from '../../driver/database.ts';

/** A stored user. `internalId` stays internal. */
export interface UserRow extends User {
  readonly internalId: number;
  readonly createdAt: number;
  readonly disabledAt: number | null;
  /** False until the user chooses a password. */
  readonly hasPassword: boolean;
  readonly hasFactor: boolean;
  /** When the sign-on provider knew the user last; null for a user whom it does not sign on. */
  readonly knownAt: number | null;
  /** Whether the password works even if this server takes none. */
  readonly isBreakGlass: boolean;
}

/** A person at the sign-on provider, whose issuer and id together never mean anybody else. */
export interface UserIdentity {
  readonly issuer: string;
  readonly subject: string;
}

interface NewUser extends Pick<User, 'id' | 'name' | 'email' | 'role'> {
  readonly organizationId: number | null;
  readonly password: string | null;
  readonly identity?: UserIdentity;
  readonly isBreakGlass?: boolean | undefined;
  readonly createdAt: number;
}

/**
 * @returns the internal id, or null if the login exists in the organization (or among the users of all organizations)
 */
export async function insertUser(db: Database, user: NewUser): Promise<number | null> {
  const row = await db
    .insertInto('users')
    .values({
      public_id: user.id,
      email: user.email,
      name: user.name,
      role: user.role,
      organization_id: user.organizationId,
      password: user.password,
      issuer: user.identity?.issuer ?? null,
      subject: user.identity?.subject ?? null,
      known_at: user.identity ? user.createdAt : null,
      break_glass: user.isBreakGlass ? 1 : 0,
      created_at: user.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Users with a login in any organization, oldest first. */
export async function findUsersByLogin(db: Database, email: string): Promise<UserRow[]> {
  const rows = await users(db).where('u.email', '=', email).orderBy('u.id').execute();
  return rows.map(userOf);
}

/** A person's users, one per organization at most. */
export async function findUsersOfIdentity(
  db: Database,
  { issuer, subject }: UserIdentity,
): Promise<UserRow[]> {
  const rows = await users(db).where('u.subject', '=', subject).where('u.issuer', '=', issuer).execute();
  return rows.map(userOf);
}

/** Lets a person, whom the provider knows now, sign on as a user, unless another does. @returns whether it did */
export async function saveIdentity(
  db: Database,
  internalId: number,
  { issuer, subject }: UserIdentity,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ issuer, subject, known_at: now })
    .where('id', '=', internalId)
    .where((eb) => eb.or([eb('subject', 'is', null), eb.and({ issuer, subject })]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Whether nobody else could administer this admin's organization. Until the transaction ends, nobody else can ask or take
 * an admin's role, so that two admins cannot lose it at once.
 */
export async function isLastAdmin(
  db: Database,
  { internalId, organization }: UserRow,
  { isSignOnOnly = false }: { readonly isSignOnOnly?: boolean | undefined } = {},
): Promise<boolean> {
  const admins = await db
    .updateTable('users')
    .set((eb) => ({ role: eb.ref('role') }))
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('brands', 'is', null)
    .where((eb) =>
      eb.or([
        eb('subject', 'is not', null),
        eb('password', 'is not', null).and('break_glass', '>=', isSignOnOnly ? 1 : 0),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('organization_id', 'is', null),
        ...(organization === null ? [] : [eb('organization_id', '=', organization.internalId)]),
      ]),
    )
    .returning('id')
    .execute();
  return admins.every(({ id }) => id === internalId);
}

/** A user's id, and a PHC string. */
export type StoredPassword = Pick<NewUser, 'id'> & { readonly password: string };

/** Of all users with a login, oldest first. */
export async function passwordsOfLogin(db: Database, email: string): Promise<StoredPassword[]> {
  return await db
    .selectFrom('users')
    .select(['public_id as id', 'password'])
    .where('email', '=', email)
    .where('password', 'is not', null)
    .$narrowType<{ password: string }>()
    .orderBy('users.id')
    .execute();
}

export async function findUserById(db: Database, publicId: string): Promise<UserRow | null> {
  return await oneOf(users(db).where('u.public_id', '=', publicId));
}

export async function findUser(db: Database, internalId: number): Promise<UserRow | null> {
  return await oneOf(users(db).where('u.id', '=', internalId));
}

async function oneOf(query: ReturnType<typeof users>): Promise<UserRow | null> {
  const row = await query.executeTakeFirst();
  return row === undefined ? null : userOf(row);
}

/** A PHC string. */
export async function passwordOf(db: Database, internalId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('password').where('id', '=', internalId).executeTakeFirst();
  return row?.password ?? null;
}

/** Users in one organization or all, oldest first. */
export async function listUsers(db: Database, organizationId: number | null): Promise<UserRow[]> {
  const query = users(db).orderBy('u.id');
  const rows = await (organizationId === null
    ? query
    : query.where('u.organization_id', '=', organizationId)
  ).execute();
  return rows.map(userOf);
}

/** Whether anybody has ever chosen a password or signed on. */
export async function hasUsers(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('password', 'is not', null), eb('subject', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** With `insteadOf`, only if that is the current password of a user who may sign in. @returns whether it was saved */
export async function savePassword(
  db: Database,
  internalId: number,
  password: string,
  insteadOf: string | null = null,
): Promise<boolean> {
  const update = db.updateTable('users').set({ password }).where('id', '=', internalId).returning('id');
  const row = await (insteadOf === null
    ? update
    : update.where('password', '=', insteadOf).where('disabled_at', 'is', null)
  ).executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether a user still has this password and may sign in. Until the transaction ends, nobody can disable them or
 * change the password.
 */
export async function lockPassword(db: Database, internalId: number, password: string): Promise<boolean> {
  return await savePassword(db, internalId, password, password);
}

export async function saveName(db: Database, internalId: number, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', internalId).execute();
}

export async function saveTimeZone(db: Database, internalId: number, zone: string): Promise<void> {
  await db.updateTable('users').set({ time_zone: zone }).where('id', '=', internalId).execute();
}

export async function saveRole(db: Database, internalId: number, role: Role): Promise<void> {
  await db.updateTable('users').set({ role }).where('id', '=', internalId).execute();
}

/** Replaces a user's brands; null removes the limit. */
export async function saveReach(db: Database, internalId: number, reach: BrandReach): Promise<void> {
  const brands = reach === null ? null : JSON.stringify([...new Set(reach)].sort((a, b) => a - b));
  await db.updateTable('users').set({ brands }).where('id', '=', internalId).execute();
}

export async function saveDisabled(db: Database, internalId: number, at: number | null): Promise<void> {
  await db.updateTable('users').set({ disabled_at: at }).where('id', '=', internalId).execute();
}

/** Removes a user without sessions or links. @returns 1, or 0 if already removed */
export async function deleteUserRow(db: Database, internalId: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('users').where('id', '=', internalId).executeTakeFirst();
  return Number(numDeletedRows);
}

function users(db: Database) {
  return db
    .selectFrom('users as u')
    .leftJoin('organizations as o', 'o.id', 'u.organization_id')
    .select(USER_COLUMNS)
    .select((eb) => [
      eb('u.password', 'is not', null).as('has_password'),
      eb('u.factor', 'is not', null).as('has_factor'),
      'u.known_at',
      'u.break_glass',
    ]);
}

/** A user's columns; `users` is `u`, `organizations` is `o`. */
export const USER_COLUMNS = [
  'u.id as user_id',
  'u.public_id as user_public_id',
  'u.email',
  'u.name as user_name',
  'u.role',
  'u.created_at as user_created_at',
  'u.disabled_at',
  'u.brands',
  'u.time_zone',
  'o.id as organization_id',
  'o.public_id as organization_public_id',
  'o.name as organization_name',
] as const;

interface SelectedUser {
  readonly user_id: number;
  readonly user_public_id: string;
  readonly email: string;
  readonly user_name: string;
  readonly role: string;
  readonly user_created_at: number;
  readonly disabled_at: number | null;
  readonly brands: string | null;
  readonly time_zone: string;
  readonly organization_id: number | null;
  readonly organization_public_id: string | null;
  readonly organization_name: string | null;
}

/** The user in a row with these columns. */
export function publicUserOf(row: SelectedUser): User {
  const { organization_id: internalId, organization_public_id: id, organization_name: name } = row;
  return {
    id: row.user_public_id,
    name: row.user_name,
    email: row.email,
    role: row.role as Role,
    timeZone: row.time_zone,
    organization: internalId === null || id === null || name === null ? null : { internalId, id, name },
    brandIds: row.brands === null ? null : (JSON.parse(row.brands) as number[]),
  };
}

type SelectedRow = SelectedUser & {
  readonly has_password: unknown;
  readonly has_factor: unknown;
  readonly known_at: number | null;
  readonly break_glass: number;
};

function userOf(row: SelectedRow): UserRow {
  return {
    ...publicUserOf(row),
    internalId: row.user_id,
    createdAt: row.user_created_at,
    disabledAt: row.disabled_at,
    // SQLite has no booleans: it returns 0 or 1.
    hasPassword: Boolean(row.has_password),
    knownAt: row.known_at,
    isBreakGlass: row.break_glass === 1,
    hasFactor: Boolean(row.has_factor),
  };
}
