import type { User } from '../../../domain/access/user.ts';
import { closeBreaker, findBreaker } from '../../../storage/collect/breakers.ts';
import { forgetRefusals } from '../../../storage/collect/refusals.ts';
import { insertAudit } from '../../../storage/directory/access/audit.ts';
import type { Database } from '../../../storage/driver/database.ts';

/** Restarts a stopped engine for every brand with clean counts, because somebody has acted. */
export async function tryAgain(
  { db, now }: { readonly db: Database; readonly now: () => number },
  { organizationId, user }: { readonly organizationId: number; readonly user: Pick<User, 'id'> },
  engine: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const breaker = await findBreaker(transaction, engine);
    if (breaker === null) return;
    await forgetTroubles(transaction, engine);
    const detail = `${engine}, stopped by ${breaker.detail}`;
    const entry = { at: now(), organizationId, actor: user.id, subject: null, detail };
    await insertAudit(transaction, { ...entry, action: 'engine.retry' });
  });
}

/** Clears an engine's failures and breaker. */
export async function forgetTroubles(db: Database, engine: string): Promise<void> {
  await forgetRefusals(db, engine);
  await closeBreaker(db, engine);
}
