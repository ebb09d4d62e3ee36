import { namesKeyOf } from '../../domain/answer-reading.ts';
import { SERVER } from '../../domain/audit.ts';
import type { RandomBytes } from '../../domain/base62.ts';
import { SightlineError } from '../../domain/errors.ts';
import { isPublicId, publicId } from '../../domain/public-id.ts';
import { MOST_WATCHED, type WatchedClaim, watchKey } from '../../domain/watched-claim.ts';
import { lockLiveBrand, takeIds } from '../../storage/directory/heads.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { WatchableBrand } from '../../storage/watch/evaluations.ts';
import {
  deleteWatchedClaim,
  insertWatchedClaim,
  listWatchedClaims,
  restartWatchedClaims,
} from '../../storage/watch/watched-claims.ts';
import { currentReading } from '../intake/workspace.ts';
import { auditOwned, lockOwnedBrand, type OwnedBrand } from '../owned-brand.ts';

/** Who has claims watched: the id of a user, or a word for whoever is not one. */
export interface ClaimDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly actor: string;
}

/** A claim as somebody asks for it to be watched. */
export interface ClaimToWatch {
  /** As it was said. */
  readonly text: string;
  readonly claim: WatchedClaim;
  /** The parameters of /claim that choose answers. */
  readonly slice: Readonly<Record<string, unknown>>;
}

/**
 * Has claims watched from the next UTC day on. One that is watched already keeps its start.
 *
 * @returns the public ids of those that are new
 * @throws SightlineError `no_such_brand`, or `conflict` if the brand would have too many
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

/** Stops watching a claim. @throws SightlineError `no_such_brand`, or `not_found` if the brand has no such claim */
export async function unwatchClaim(deps: ClaimDeps, of: OwnedBrand, id: string): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    const brandId = await lockOwnedBrand(db, of);
    const text = isPublicId('clm', id) ? await deleteWatchedClaim(db, brandId, id) : null;
    if (text === null) throw new SightlineError('not_found', 'This brand has no such watched claim.');
    await auditOwned({ ...deps, db }, of, 'claim.unwatch', id, text);
  });
}

/**
 * Starts the claims of a brand again whose answers are read in another way by now, from the next UTC day on: names that were chosen
 * after a look would make a verdict of the look.
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
        'answers are read in another way',
      );
    }
  });
}
