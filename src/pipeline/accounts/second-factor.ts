import { digitsOf, mintRecoveryCodes } from '../../domain/access/recovery-codes.ts';
import { hashToken } from '../../domain/access/secret-token.ts';
import { base32, stepOfCode, TOTP_SECRET_BYTES, totpUri } from '../../domain/access/totp.ts';
import type { User } from '../../domain/access/user.ts';
import { SightlineError } from '../../domain/errors.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import {
  deleteFactor,
  dropSessionsWithoutFactor,
  findFactor,
  organizationsRequiringFactor,
  replaceFactor,
  type StoredFactor,
  saveFactorRequired,
} from '../../storage/directory/access/second-factor.ts';
import { deleteSessions } from '../../storage/directory/access/sessions.ts';
import { findUserById, type UserRow } from '../../storage/directory/access/users.ts';
import type { Organization } from '../../storage/directory/organizations.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { type SecretKey, seal, sealingKey, unseal } from '../secret-box.ts';
import { proofOf } from './choice-proof.ts';
import { type ActingDeps, noteUser } from './note-user.ts';
import { type AccountDeps, type Browser, type OpenedSession, openSession } from './sessions.ts';

export { organizationsRequiringFactor };

export interface FactorDeps extends AccountDeps {
  readonly secretKey: SecretKey;
}

export interface Entry {
  readonly userId: string;
  readonly session: OpenedSession;
  /** Recovery codes of a factor that was just set up. They are available only here. */
  readonly codes?: readonly string[];
}

/** A user with the right password and no session yet. */
export interface Pending {
  /** The code of the user's factor, or a factor, which their organization requires. */
  readonly missing: 'code' | 'enrollment';
  readonly user: User;
  /** For the next step, within minutes. */
  readonly proof: string;
}

/**
 * Opens a session for a user who just proved their password, unless a second factor is missing. In the transaction
 * that locked the user, so that nobody requires one meanwhile.
 *
 * @param stored the password's hash, which signs the proof
 */
export async function enterOrAsk(
  deps: AccountDeps,
  user: UserRow,
  stored: string,
  browser: Browser,
  proof = proofOf(user.id, stored, deps.now()),
): Promise<Entry | Pending> {
  if ((await findFactor(deps.db, user.internalId)) !== null) return { missing: 'code', user, proof };
  const required = await organizationsRequiringFactor(deps.db);
  // A user of all organizations sees each.
  if (user.organization === null ? required.size > 0 : required.has(user.organization.internalId))
    return { missing: 'enrollment', user, proof };
  return { userId: user.id, session: await openSession(deps, user, browser) };
}

/** What is sealed: the TOTP secret in Base64, and SHA-256 hashes of the recovery codes that are left. */
interface Factor {
  readonly secret: string;
  readonly recovery: readonly string[];
}

/**
 * A factor that a user may set up. Nothing stores it before its first right code: the form sends it back.
 *
 * @param given a candidate that the user has seen, as its form sent it; null for a new one
 * @returns also the secret for people to type (Base32), and an address for apps to scan
 */
export async function candidateOf(
  deps: FactorDeps,
  user: User,
  given: string | null,
): Promise<{ readonly sealed: string; readonly key: string; readonly uri: string }> {
  const known = given === null ? null : await opened(deps, user, given);
  const factor = known ?? {
    secret: Buffer.from(deps.random(TOTP_SECRET_BYTES)).toString('base64'),
    recovery: [],
  };
  const secret = secretOf(factor);
  const account = `${user.email}${user.organization === null ? '' : ` (${user.organization.name})`}`;
  const sealed = await sealedFactor(deps, user, factor);
  return { sealed, key: base32(secret), uri: totpUri(secret, account) };
}

/**
 * Turns a candidate on, and ends the user's sessions.
 *
 * @returns its recovery codes, which are available only here
 * @throws SightlineError `invalid_argument` for a wrong code, or `conflict` if the user has a factor
 */
export async function enroll(
  deps: FactorDeps,
  user: UserRow,
  { sealed, code }: { readonly sealed: string; readonly code: string },
): Promise<readonly string[]> {
  const factor = await opened(deps, user, sealed);
  if (factor === null) throw new SightlineError('invalid_argument', 'This key is a new one: scan it again.');
  const step = stepOfCode(secretOf(factor), digitsOf(code), deps.now(), null);
  if (step === null) throw new SightlineError('invalid_argument', WRONG_CODE);
  const codes = mintRecoveryCodes(deps.random);
  const after = await sealedFactor(deps, user, { ...factor, recovery: codes.map(hashToken) });
  if (!(await replaceFactor(deps.db, user.internalId, null, { sealed: after, step })))
    throw new SightlineError('conflict', 'You have a second factor already.');
  await deleteSessions(deps.db, user.internalId, null);
  await noteUser({ ...deps, actor: user.id }, user, 'user.factor', '');
  return codes;
}

/** Whether a user's factor is on, and how many recovery codes are left, null if unreadable; null without a password. */
export async function ownFactor(
  deps: FactorDeps,
  { id }: User,
): Promise<{ readonly isOn: boolean; readonly left: number | null } | null> {
  const user = await findUserById(deps.db, id);
  if (!user?.hasPassword) return null;
  const stored = deps.secretKey && (await findFactor(deps.db, user.internalId));
  const factor = stored && (await opened(deps, user, stored.sealed));
  return { isOn: user.hasFactor, left: factor?.recovery.length ?? null };
}

/**
 * Uses up a code of the user's app, or a recovery code. Each works once, also in two requests at once.
 *
 * @throws SightlineError `unauthorized`
 */
export async function useCode(
  deps: FactorDeps,
  user: UserRow,
  typed: string,
  { address }: Browser,
): Promise<void> {
  const [acting, from] = [{ ...deps, actor: user.id }, `from ${address}`];
  const stored = await findFactor(deps.db, user.internalId);
  const after = stored && (await withoutCode(deps, user, stored, digitsOf(typed)));
  if (!after || !(await replaceFactor(deps.db, user.internalId, stored, after))) {
    await noteUser(acting, user, 'user.wrong-code', from);
    throw new SightlineError('unauthorized', WRONG_CODE);
  }
  if (after.sealed !== stored.sealed) await noteUser(acting, user, 'user.recovery-code', from);
}

/** The factor after a code of it is used; null for a code that does not fit. */
async function withoutCode(
  deps: FactorDeps,
  user: User,
  stored: StoredFactor,
  code: string,
): Promise<StoredFactor | null> {
  const factor = await opened(deps, user, stored.sealed);
  if (factor === null)
    throw new SightlineError(
      'conflict',
      'This server cannot read your second factor, because its encryption key is another one. Ask an admin to remove the factor.',
    );
  const step = stepOfCode(secretOf(factor), code, deps.now(), stored.step);
  if (step !== null) return { ...stored, step };
  const recovery = factor.recovery.filter((each) => each !== hashToken(code));
  if (recovery.length === factor.recovery.length) return null;
  return { ...stored, sealed: await sealedFactor(deps, user, { ...factor, recovery }) };
}

const WRONG_CODE =
  'This code is wrong, or you used it already. Wait for the next one. If none works, check the clock of your device.';

function secretOf({ secret }: Factor): Buffer {
  return Buffer.from(secret, 'base64');
}

async function sealedFactor(deps: FactorDeps, { id }: User, factor: Factor): Promise<string> {
  return seal(JSON.stringify(factor), contextOf(id), await keyOf(deps), deps.random);
}

/** Null if another key sealed it, or for another user. */
async function opened(deps: FactorDeps, { id }: User, sealed: string): Promise<Factor | null> {
  const text = unseal(sealed, contextOf(id), await keyOf(deps));
  return text === null ? null : (JSON.parse(text) as Factor);
}

async function keyOf({ secretKey }: Pick<FactorDeps, 'secretKey'>): Promise<string> {
  return await sealingKey(secretKey, 'second factors');
}

function contextOf(userId: string): string {
  return `second factor of ${userId}`;
}

/** Removes a user's factor, and ends all their sessions. @throws SightlineError `conflict` if there is none */
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
 * @throws SightlineError `conflict` for an actor without a factor
 */
export async function requireFactor(
  deps: ActingDeps & FactorDeps,
  { id, publicId }: Organization,
  isRequired: boolean,
): Promise<void> {
  const { db, actor, now } = deps;
  if (isRequired) {
    await keyOf(deps);
    const user = await findUserById(db, actor);
    if (user?.hasPassword && !user.hasFactor)
      throw new SightlineError('conflict', 'Set up your own second factor first, under Account.');
  }
  await saveFactorRequired(db, id, isRequired);
  if (isRequired) await dropSessionsWithoutFactor(db, id);
  const action = isRequired ? 'organization.factor' : 'organization.factor-end';
  await insertAudit(db, { at: now(), organizationId: id, actor, action, subject: publicId, detail: '' });
}
