import { formatInstant } from '../domain/instant.ts';
import { listBreakers } from '../storage/breakers.ts';
import { type CollectedRow, listNewestCollections } from '../storage/collections.ts';
import type { Database } from '../storage/database.ts';

export type { CollectedRow };

/** The newest collections of every brand, for the operator, and the engines that are not asked. */
export async function listCollected(
  db: Database,
  choice: { readonly failed: boolean; readonly limit: number },
) {
  const breakers = await listBreakers(db);
  return {
    breakers: breakers.map(({ engine, detail, openedAt }) => ({
      engine,
      detail,
      since: formatInstant(openedAt),
    })),
    collections: await listNewestCollections(db, choice),
  };
}
