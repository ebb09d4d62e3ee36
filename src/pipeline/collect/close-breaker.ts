import { closeBreaker, findBreaker } from '../../storage/collect/breakers.ts';
import { forgetRefusals } from '../../storage/collect/refusals.ts';
import type { Database } from '../../storage/driver/database.ts';

/** Lets a stopped engine be asked again, as if nothing had been refused: somebody has acted. @returns whether it was stopped */
export async function tryAgain(db: Database, engine: string): Promise<boolean> {
  if ((await findBreaker(db, engine)) === null) return false;
  await forgetRefusals(db, engine);
  await closeBreaker(db, engine);
  return true;
}
