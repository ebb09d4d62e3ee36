import type { Database } from '../driver/database.ts';
import { statement } from '../driver/statement.ts';

/** A provider's API key that a person entered. */
export interface EngineKey {
  readonly provider: string;
  /** Encrypted. */
  readonly sealed: string;
  /** A user id, or a word for other actors. */
  readonly setBy: string;
  /** The user's login; null for other actors. */
  readonly setByEmail: string | null;
  readonly setAt: number;
}

/** By provider. */
export async function listEngineKeys(db: Database): Promise<EngineKey[]> {
  return await db
    .selectFrom('engine_keys')
    .leftJoin('users', 'users.public_id', 'engine_keys.set_by')
    .select(['provider', 'sealed', 'set_by as setBy', 'users.email as setByEmail', 'set_at as setAt'])
    .orderBy('provider')
    .execute();
}

const selectStamp = statement('engine keys', (db: Database) =>
  db.selectFrom('engine_keys').select(['provider', 'set_at as setAt']).orderBy('provider'),
);

/** Changes whenever somebody enters or removes a key. */
export async function engineKeysStamp(db: Database): Promise<string> {
  return JSON.stringify(await selectStamp(db, {}));
}

export async function saveEngineKey(db: Database, key: Omit<EngineKey, 'setByEmail'>): Promise<void> {
  const values = { sealed: key.sealed, set_by: key.setBy, set_at: key.setAt };
  await db
    .insertInto('engine_keys')
    .values({ provider: key.provider, ...values })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(values))
    .execute();
}

/** @returns whether there was one */
export async function deleteEngineKey(db: Database, provider: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('engine_keys')
    .where('provider', '=', provider)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
