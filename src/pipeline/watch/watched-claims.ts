import { SERVER } from '../../domain/access/audit.ts';
import type { RandomBytes } from '../../domain/access/base62.ts';
import { isPublicId, publicId } from '../../domain/access/public-id.ts';
import { MOST_WATCHED, type WatchedClaim, watchKey } from '../../domain/alerts/watched-claim.ts';
import { namesKeyOf } from '../../domain/answers/answer-reading.ts';
import { SightlineError } from '../../domain/errors.ts';
import { lockLiveBrand, takeIds } from '../../storage/directory/brand/brand-lock.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { WatchableBrand } from '../../storage/watch/evaluations.ts';
import {
  deleteWatchedClaim,
  insertWatchedClaim,
  listWatchedClaims,
  restartWatchedClaims,
} from '../../storage/watch/watched-claims.ts';
import { currentReading } from '../intake/brand-reader.ts';
import { auditOwned, lockOwnedBrand, type OwnedBrand } from '../owned-brand.ts';

/** The actor is a user's id, or a word such as `server`. */
export interface ClaimDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly actor: string;
}

export interface ClaimToWatch {
  /** The original sentence. */
  readonly text: string;
  readonly claim: WatchedClaim;
  /** The parameters of /claim that select answers. */
  readonly slice: Readonly<Record<string, unknown>>;
}

/**
 * Watches claims from the next UTC day on. Claims already watched keep their start.
 *
 * @returns public ids of new ones
 * @throws SightlineError `no_such_brand`, or `conflict` above the limit
 */
export async function watchClaims(
  deps: ClaimDeps,
  of: OwnedBrand,
  claims: readonly ClaimToWatch[],
): Promise<string[]> {
  return await deps.db.transaction().execute(async (db) => {
    const brandId = await lockOwnedBrand(db, of);
    const reading = namesKeyOf(await currentReading(db, brandId));
    const firstId = await takeIds(db, brandId, claims.length);
    const made: string[] = [];
    for (const [index, { text, claim, slice: chosen }] of claims.entries()) {
      const [id, slice] = [publicId('clm', deps.random), JSON.stringify(chosen)];
      const row = { internalId: firstId + index, id, key: watchKey(claim, slice), text, claim, slice };
      if (!(await insertWatchedClaim(db, brandId, { ...row, registeredAt: deps.now(), reading }))) continue;
      made.push(id);
      await auditOwned({ ...deps, db }, of, 'claim.watch', id, text);
    }
    if ((await listWatchedClaims(db, brandId)).length > MOST_WATCHED) {
      throw new SightlineError(
        'conflict',
        `A brand may have ${MOST_WATCHED} claims watched; stop one first.`,
      );
    }
    return made;
  });
}

/** Stops watching a claim. @throws SightlineError `no_such_brand`, or `not_found` */
export async function unwatchClaim(deps: ClaimDeps, of: OwnedBrand, id: string): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    const brandId = await lockOwnedBrand(db, of);
    const text = isPublicId('clm', id) ? await deleteWatchedClaim(db, brandId, id) : null;
    if (text === null) throw new SightlineError('not_found', 'This brand has no such watched claim.');
    await auditOwned({ ...deps, db }, of, 'claim.unwatch', id, text);
  });
}

/**
 * Restarts a brand's claims from the next UTC day after its names change: choosing names after seeing results would
 * bias the verdict.
 */
export async function restartChangedClaims(
  { db, now }: Pick<ClaimDeps, 'db' | 'now'>,
  { id, publicId: brand, organizationId }: WatchableBrand,
): Promise<void> {
  const reading = namesKeyOf(await currentReading(db, id));
  if ((await listWatchedClaims(db, id)).every((each) => each.reading === reading)) return;
  await db.transaction().execute(async (transaction) => {
    if (!(await lockLiveBrand(transaction, id))) return;
    for (const claim of await restartWatchedClaims(transaction, id, { reading, at: now() })) {
      const acting = { db: transaction, now, actor: SERVER };
      await auditOwned(
        acting,
        { organizationId, brand },
        'claim.restart',
        claim,
        'a new reading of the answers',
      );
    }
  });
}
