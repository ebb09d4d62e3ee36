import { digitsOf, hashRecoveryCode, mintRecoveryCodes } from '../../domain/access/recovery-codes.ts';
import { base32, stepOfCode, TOTP_SECRET_BYTES, totpUri } from '../../domain/access/totp.ts';
import type { User } from '../../domain/access/user.ts';
import { SightlineError } from '../../domain/errors.ts';
import {
  findFactor,
  organizationsRequiringFactor,
  replaceFactor,
  type StoredFactor,
} from '../../storage/directory/access/second-factor.ts';
import type { UserRow } from '../../storage/directory/access/users.ts';
import { type SecretKey, seal, sealingKey, unseal } from '../secret-box.ts';
import { ENROLLMENT_MS, proofOf } from './choice-proof.ts';
import { noteUser } from './note-user.ts';
import { type AccountDeps, type Browser, type OpenedSession, openSession } from './sessions.ts';

export interface FactorDeps extends AccountDeps {
  readonly secretKey: SecretKey;
}

export interface Entry {
  readonly userId: string;
  readonly session: OpenedSession;
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
): Promise<Entry | Pending> {
  const now = deps.now();
  if ((await findFactor(deps.db, user.internalId)) !== null)
    return { missing: 'code', user, proof: proofOf(user.id, stored, now) };
  const required = await organizationsRequiringFactor(deps.db);
  // A user of all organizations sees each.
  if (user.organization === null ? required.size > 0 : required.has(user.organization.internalId))
    return { missing: 'enrollment', user, proof: proofOf(user.id, stored, now, ENROLLMENT_MS) };
  return { userId: user.id, session: await openSession(deps, user, browser) };
}

/** What is sealed: the TOTP secret in Base64, and SHA-256 hashes of the recovery codes that are left. */
interface Factor {
  readonly secret: string;
  readonly recovery: readonly string[];
}

/** A factor that a user may set up. Nothing stores it before its first right code. */
export interface Candidate {
  /** The form sends it back. */
  readonly sealed: string;
  /** For people to type, in Base32. */
  readonly key: string;
  /** For apps to scan. */
  readonly uri: string;
}

/** @param given a candidate that the user has seen, as its form sent it; null for a new one */
export async function candidateOf(deps: FactorDeps, user: User, given: string | null): Promise<Candidate> {
  const secret = Buffer.from(deps.random(TOTP_SECRET_BYTES)).toString('base64');
  const sealed = given ?? (await sealedFactor(deps, user, { secret, recovery: [] }));
  const bytes = Buffer.from((await factorIn(deps, user, sealed)).secret, 'base64');
  const account = `${user.email}${user.organization === null ? '' : ` (${user.organization.name})`}`;
  return { sealed, key: base32(bytes), uri: totpUri(bytes, account) };
}

/**
 * Turns a candidate on.
 *
 * @returns its recovery codes, which are available only here
 * @throws SightlineError `invalid_argument` for a wrong code, or `conflict` if the user has a factor
 */
export async function enroll(
  deps: FactorDeps,
  user: UserRow,
  { sealed, code }: { readonly sealed: string; readonly code: string },
): Promise<readonly string[]> {
  const factor = await factorIn(deps, user, sealed);
  const step = stepOfCode(Buffer.from(factor.secret, 'base64'), digitsOf(code), deps.now(), null);
  if (step === null) throw new SightlineError('invalid_argument', WRONG_CODE);
  const { codes, stored } = await withNewCodes(deps, user, factor, step);
  if (!(await replaceFactor(deps.db, user.internalId, null, stored)))
    throw new SightlineError('conflict', 'You have a second factor already.');
  await noteUser({ ...deps, actor: user.id }, user, 'user.factor', '');
  return codes;
}

/** Replaces a factor's recovery codes. In a transaction, after `useCode`. @returns the new ones */
export async function renewCodes(deps: FactorDeps, user: UserRow): Promise<readonly string[]> {
  const before = await findFactor(deps.db, user.internalId);
  if (before === null) throw wrongCode();
  const factor = await factorIn(deps, user, before.sealed);
  const { codes, stored } = await withNewCodes(deps, user, factor, before.step);
  await replaceFactor(deps.db, user.internalId, before, stored);
  await noteUser({ ...deps, actor: user.id }, user, 'user.recovery-codes', '');
  return codes;
}

async function withNewCodes(
  deps: FactorDeps,
  user: User,
  { secret }: Factor,
  step: number,
): Promise<{ readonly codes: readonly string[]; readonly stored: StoredFactor }> {
  const codes = mintRecoveryCodes(deps.random);
  const sealed = await sealedFactor(deps, user, { secret, recovery: codes.map(hashRecoveryCode) });
  return { codes, stored: { sealed, step } };
}

/** How many recovery codes are left; null if this server cannot read them. */
export async function codesLeft(deps: FactorDeps, user: UserRow): Promise<number | null> {
  const stored = await findFactor(deps.db, user.internalId);
  return (stored && (await opened(deps, user, stored.sealed)))?.recovery.length ?? null;
}

/**
 * Uses up a code of the user's app, or a recovery code. Each works once, also in two requests at once.
 *
 * @throws SightlineError `unauthorized`
 */
export async function useCode(deps: FactorDeps, user: UserRow, typed: string): Promise<void> {
  const { db, now } = deps;
  const stored = await findFactor(db, user.internalId);
  if (stored === null) throw wrongCode();
  const factor = await factorIn(deps, user, stored.sealed);
  const code = digitsOf(typed);
  const step = stepOfCode(Buffer.from(factor.secret, 'base64'), code, now(), stored.step);
  const recovery = factor.recovery.filter((each) => each !== hashRecoveryCode(code));
  const isRecovery = recovery.length < factor.recovery.length;
  if (step === null && !isRecovery) throw wrongCode();
  const sealed = isRecovery ? await sealedFactor(deps, user, { ...factor, recovery }) : stored.sealed;
  const after = { sealed, step: step ?? stored.step };
  if (!(await replaceFactor(db, user.internalId, stored, after))) throw wrongCode();
  if (isRecovery) {
    const detail = `${recovery.length} left`;
    await noteUser({ ...deps, actor: user.id }, user, 'user.recovery-code', detail);
  }
}

const WRONG_CODE =
  'This code is wrong, or you used it already. Wait for the next one. If none works, check the clock of your device.';

function wrongCode(): SightlineError {
  return new SightlineError('unauthorized', WRONG_CODE);
}

async function sealedFactor(deps: FactorDeps, { id }: User, factor: Factor): Promise<string> {
  return seal(JSON.stringify(factor), contextOf(id), await keyOf(deps), deps.random);
}

async function opened(deps: FactorDeps, { id }: User, sealed: string): Promise<Factor | null> {
  const text = unseal(sealed, contextOf(id), await keyOf(deps));
  return text === null ? null : (JSON.parse(text) as Factor);
}

async function factorIn(deps: FactorDeps, user: User, sealed: string): Promise<Factor> {
  const factor = await opened(deps, user, sealed);
  if (factor !== null) return factor;
  throw new SightlineError(
    'conflict',
    'This server cannot read this second factor, because its encryption key is another one. Ask an admin to remove the factor.',
  );
}

async function keyOf({ secretKey }: FactorDeps): Promise<string> {
  return await sealingKey(secretKey, 'second factors');
}

function contextOf(userId: string): string {
  return `second factor of ${userId}`;
}
