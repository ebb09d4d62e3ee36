import type { User } from '../../../domain/access/user.ts';
import { closeBreaker, findBreaker, listBreakers } from '../../../storage/collect/breakers.ts';
import { bringReadingsForward } from '../../../storage/collect/reading-jobs.ts';
import { forgetRefusals } from '../../../storage/collect/refusals.ts';
import { insertAudit } from '../../../storage/directory/access/audit.ts';
import { listCollectedBrands } from '../../../storage/directory/brands.ts';
import type { Database } from '../../../storage/driver/database.ts';
import { inTransaction } from '../../../storage/driver/in-transaction.ts';

/**
 * Restarts a stopped engine for every brand with clean counts, because somebody has acted.
 *
 * @returns why it was stopped; null if it was not
 */
export async function tryAgain(
  { db, now }: { readonly db: Database; readonly now: () => number },
  { organizationId, user }: { readonly organizationId: number; readonly user: Pick<User, 'id'> },
  engine: string,
): Promise<string | null> {
  return await inTransaction(db, async (transaction) => {
    const breaker = await findBreaker(transaction, engine);
    if (breaker === null) return null;
    await forgetTroubles(transaction, engine);
    for (const { id } of await listCollectedBrands(transaction, organizationId))
      await bringReadingsForward(transaction, id, now());
    const detail = `${engine}, stopped by ${breaker.detail}`;
    const entry = { at: now(), organizationId, actor: user.id, subject: null, detail };
    await insertAudit(transaction, { ...entry, action: 'engine.retry' });
    return breaker.detail;
  });
}

/** Clears an engine's failures and breaker, and of a reader those of its models. */
export async function forgetTroubles(db: Database, engine: string): Promise<void> {
  const ofModels = (await listBreakers(db))
    .map((each) => each.engine)
    .filter((each) => each.startsWith(`${engine}:`));
  for (const each of [engine, ...ofModels]) {
    await forgetRefusals(db, each);
    await closeBreaker(db, each);
  }
}
