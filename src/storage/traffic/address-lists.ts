import type { Database } from '../driver/database.ts';

/** Operators' published addresses that this store read again, the newest per name. Days are UTC days since 1970. */
export interface StoredAddressList {
  readonly name: string;
  readonly published: number;
  readonly fetched: number;
  readonly digest: string;
  readonly prefixes: readonly string[];
}

export async function listAddressLists(db: Database): Promise<StoredAddressList[]> {
  const rows = await db.selectFrom('address_lists').selectAll().orderBy('name').execute();
  return rows.map((row) => ({ ...row, prefixes: JSON.parse(row.prefixes) as string[] }));
}

/** What tells whether a list changed. */
export async function listAddressListVersions(db: Database): Promise<Omit<StoredAddressList, 'prefixes'>[]> {
  const version = ['name', 'published', 'fetched', 'digest'] as const;
  return await db.selectFrom('address_lists').select(version).orderBy('name').execute();
}

/** Stores or replaces a list; one read earlier replaces none. */
export async function saveAddressList(db: Database, { name, ...list }: StoredAddressList): Promise<void> {
  const values = { ...list, prefixes: JSON.stringify(list.prefixes) };
  await db
    .insertInto('address_lists')
    .values({ name, ...values })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(values).where('address_lists.fetched', '<=', list.fetched),
    )
    .execute();
}
