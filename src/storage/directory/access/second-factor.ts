import type { Database } from '../../driver/database.ts';

export interface StoredFactor {
  readonly sealed: string;
  /** The last 30 seconds whose code was used (domain/access/totp.ts). */
  readonly step: number;
}

export async function findFactor(db: Database, userId: number): Promise<StoredFactor | null> {
  const row = await db
    .selectFrom('users')
    .select(['factor as sealed', 'factor_step as step'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.sealed == null || row.step === null ? null : { sealed: row.sealed, step: row.step };
}

/**
 * Replaces a user's factor if it still is as it was read, null for none: of two uses of one code at once, one succeeds.
 *
 * @returns whether it was
 */
export async function replaceFactor(
  db: Database,
  userId: number,
  before: StoredFactor | null,
  after: StoredFactor,
): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ factor: after.sealed, factor_step: after.step })
    .where('id', '=', userId)
    .where('factor', 'is not distinct from', before?.sealed ?? null)
    .where('factor_step', 'is not distinct from', before?.step ?? null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether there was one */
export async function deleteFactor(db: Database, userId: number): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ factor: null, factor_step: null })
    .where('id', '=', userId)
    .where('factor', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Internal ids of the organizations that require a second factor. */
export async function organizationsRequiringFactor(db: Database): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('organizations').select('id').where('factor_required', '=', 1).execute();
  return new Set(rows.map(({ id }) => id));
}

export async function saveFactorRequired(db: Database, id: number, isRequired: boolean): Promise<void> {
  const set = { factor_required: isRequired ? 1 : 0 };
  await db.updateTable('organizations').set(set).where('id', '=', id).execute();
}

/**
 * Ends the sessions by password of an organization's users, and of users of all, without a factor. It locks them
 * first, as opening a session and choosing a first password do, so that none opens meanwhile.
 */
export async function dropSessionsWithoutFactor(db: Database, organizationId: number): Promise<void> {
  const users = await db
    .updateTable('users')
    .set({ factor: null })
    .where('factor', 'is', null)
    .where((eb) => eb.or([eb('organization_id', '=', organizationId), eb('organization_id', 'is', null)]))
    .returning(['id', 'password'])
    .execute();
  const ids = users.flatMap(({ id, password }) => (password === null ? [] : [id]));
  if (ids.length === 0) return;
  await db.deleteFrom('sessions').where('user_id', 'in', ids).where('provider_tokens', 'is', null).execute();
}
