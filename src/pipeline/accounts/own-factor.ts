import type { User } from '../../domain/access/user.ts';
import { SightlineError } from '../../domain/errors.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import {
  deleteFactor,
  dropSessionsWithoutFactor,
  organizationsRequiringFactor,
  saveFactorRequired,
} from '../../storage/directory/access/second-factor.ts';
import { deleteSessions } from '../../storage/directory/access/sessions.ts';
import { findUserById, lockPassword, type UserRow } from '../../storage/directory/access/users.ts';
import type { Organization } from '../../storage/directory/organizations.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { sealingKey } from '../secret-box.ts';
import { type ActingDeps, noteUser } from './note-user.ts';
import { present, provenPassword, wrongPassword } from './passwords.ts';
import { codesLeft, enroll, type FactorDeps, renewCodes, useCode } from './second-factor.ts';
import type { Browser } from './sessions.ts';

/** A user's own second factor, and what admins decide about factors. */

export { organizationsRequiringFactor };

interface OwnFactor {
  readonly isOn: boolean;
  /** Recovery codes; null if this server cannot read them. */
  readonly left: number | null;
  /** Somebody who signs in without a password here, as by a demo's link, has no use for a second factor here. */
  readonly hasPassword: boolean;
}

export async function ownFactor(deps: FactorDeps, { id }: User): Promise<OwnFactor> {
  const user = present(await findUserById(deps.db, id));
  const { hasFactor: isOn, hasPassword } = user;
  return { isOn, hasPassword, left: isOn ? await codesLeft(deps, user) : null };
}

/**
 * Turns on a factor for somebody who is signed in, and ends their other sessions. The password too, because a browser
 * left open must not be enough to lock its owner out.
 *
 * @returns the recovery codes, which are available only here
 * @throws SightlineError `unauthorized` for a wrong password, `invalid_argument` for a wrong code, or `conflict`
 */
export async function setUpFactor(
  deps: FactorDeps,
  { id }: User,
  given: { readonly password: string; readonly sealed: string; readonly code: string },
  at: Browser & { readonly sessionId: string },
): Promise<readonly string[]> {
  const user = present(await findUserById(deps.db, id));
  const stored = await provenPassword(deps, user, given.password, at);
  return await inTransaction(deps.db, async (db) => {
    if (!(await lockPassword(db, user.internalId, stored))) throw wrongPassword();
    const codes = await enroll({ ...deps, db }, user, given);
    await deleteSessions(db, user.internalId, at.sessionId);
    return codes;
  });
}

/** @returns new recovery codes, which are available only here. @throws SightlineError `unauthorized` for a wrong code */
export async function renewOwnCodes(
  deps: FactorDeps,
  user: User,
  typed: string,
  browser: Browser,
): Promise<readonly string[]> {
  return await withCode(deps, user, typed, browser, renewCodes);
}

/** Removes a user's factor and ends all their sessions. @throws SightlineError `unauthorized` for a wrong code */
export async function removeOwnFactor(
  deps: FactorDeps,
  user: User,
  typed: string,
  browser: Browser,
): Promise<void> {
  await withCode(deps, user, typed, browser, async (inside, row) =>
    removeFactor({ ...inside, actor: row.id }, row),
  );
}

/** Does what needs a code in the transaction that uses it up. */
async function withCode<Result>(
  deps: FactorDeps,
  { id }: User,
  typed: string,
  { address }: Browser,
  work: (deps: FactorDeps, user: UserRow) => Promise<Result>,
): Promise<Result> {
  const user = present(await findUserById(deps.db, id));
  try {
    return await inTransaction(deps.db, async (db) => {
      await useCode({ ...deps, db }, user, typed);
      return await work({ ...deps, db }, user);
    });
  } catch (error) {
    if (error instanceof SightlineError && error.code === 'unauthorized')
      await noteUser({ ...deps, actor: id }, user, 'user.wrong-code', `from ${address}`);
    throw error;
  }
}

/** Removes somebody's factor, who lost it, and ends their sessions. @throws SightlineError `conflict` if there is none */
export async function removeFactor(deps: ActingDeps, user: UserRow): Promise<void> {
  await inTransaction(deps.db, async (db) => {
    if (!(await deleteFactor(db, user.internalId)))
      throw new SightlineError('conflict', `${user.email} has no second factor.`);
    await deleteSessions(db, user.internalId, null);
    const isOwn = deps.actor === user.id;
    await noteUser({ ...deps, db }, user, isOwn ? 'user.factor-end' : 'user.factor-remove', '');
  });
}

/**
 * Decides whether an organization's users need a second factor, and users of all, who see the organization too. Turning
 * it on ends the sessions of those without one.
 *
 * @returns whether that changed it
 * @throws SightlineError `conflict` for an actor without a factor
 */
export async function requireFactor(
  deps: ActingDeps & Pick<FactorDeps, 'secretKey'>,
  { id, publicId }: Organization,
  isRequired: boolean,
): Promise<boolean> {
  const { db, actor, now } = deps;
  if (isRequired) {
    await sealingKey(deps.secretKey, 'second factors');
    const user = await findUserById(db, actor);
    if (user?.hasPassword && !user.hasFactor)
      throw new SightlineError('conflict', 'Set up your own second factor first, under Account.');
  }
  if (!(await saveFactorRequired(db, id, isRequired))) return false;
  if (isRequired) await dropSessionsWithoutFactor(db, id);
  const action = isRequired ? 'organization.factor' : 'organization.factor-end';
  await insertAudit(db, { at: now(), organizationId: id, actor, action, subject: publicId, detail: '' });
  return true;
}
