import { SERVER } from '../../domain/access/audit.ts';
import { randomBase62 } from '../../domain/access/base62.ts';
import { hashToken } from '../../domain/access/secret-token.ts';
import { type Placement, placementOf } from '../../domain/access/sign-on-rules.ts';
import { SightlineError } from '../../domain/errors.ts';
import { givenNameOf } from '../../domain/text.ts';
import { MINUTE_MS } from '../../domain/time/period.ts';
import { clientOf } from '../../domain/web/client-address.ts';
import {
  findUsersByLogin,
  findUsersOfIdentity,
  isLastAdmin,
  saveIdentity,
  type UserIdentity,
  type UserRow,
} from '../../storage/directory/access/users.ts';
import { findOrganization } from '../../storage/directory/organizations.ts';
import { seal, unseal } from '../secret-box.ts';
import { type AttemptDeps, observed } from './attempts.ts';
import { endAccess } from './end-access.ts';
import type { Secrets } from './identity-provider.ts';
import { noteUser } from './note-user.ts';
import type { Entry } from './second-factor.ts';
import { keeperOf, keptTokens, type SignOn } from './session-check.ts';
import { type AccountDeps, type Browser, openSession, type SignedIn } from './sessions.ts';
import { noteRefusal } from './sign-in.ts';
import { changeRole, newUser } from './users.ts';

export type { SignOn };

/** The time that a person has at the provider. */
export const PATIENCE_MS = 10 * MINUTE_MS;

/** What this server must know again when the provider sends the browser back. */
interface Begun extends Secrets {
  /** A path on this server. */
  readonly next: string;
  readonly startedAt: number;
}

/** The provider's page, and a text that only this browser may keep. @throws SightlineError `unavailable` */
export async function beginSignOn(
  { random, now }: Pick<AccountDeps, 'random' | 'now'>,
  signOn: SignOn,
  next: string,
): Promise<{ readonly page: string; readonly begun: string }> {
  const secret = () => randomBase62(43, random);
  const secrets: Secrets = { state: secret(), nonce: secret(), verifier: secret() };
  const begun = JSON.stringify({ ...secrets, next, startedAt: now() } satisfies Begun);
  return {
    page: await signOn.provider.beginning(secrets),
    begun: seal(begun, contextOf(signOn), await signOn.secretKey(), random),
  };
}

/**
 * Opens a session for the person whom the provider sent back, within the limits of failed attempts per address.
 *
 * @param begun the text that the browser kept
 * @throws SightlineError `unauthorized`, `conflict`, `rate_limited`, or `unavailable`
 */
export async function endSignOn(
  deps: AccountDeps & AttemptDeps,
  signOn: SignOn,
  { query, begun }: { readonly query: URLSearchParams; readonly begun: string },
  browser: Browser,
): Promise<Entry & { readonly next: string }> {
  const { failures, now } = deps;
  const client = clientOf(browser.address);
  return await observed(deps.signIns, async () => {
    await failures.refuseAddress(client, now());
    try {
      const own = await ownBeginning(deps, signOn, { query, begun });
      return { ...(await enterBy(deps, signOn, { query, secrets: own }, browser)), next: own.next };
    } catch (error) {
      if (!(error instanceof SightlineError && error.code === 'unauthorized')) throw error;
      const users = error instanceof RefusedSignOn ? error.users : [];
      await noteRefusal(deps, users, browser, `${error.message} Single sign-on `);
      await failures.countFailure(client, now());
      throw error;
    }
  });
}

/** A refusal that the audit log of these users' organizations notes. */
class RefusedSignOn extends SightlineError {
  readonly users: readonly UserRow[];
  constructor(message: string, users: readonly UserRow[] = []) {
    super('unauthorized', message);
    this.users = users;
  }
}

/** What this browser began, here, just now, and has not ended yet. @throws SightlineError `unauthorized` */
async function ownBeginning(
  { failures, now }: AccountDeps & AttemptDeps,
  signOn: SignOn,
  { query, begun }: { readonly query: URLSearchParams; readonly begun: string },
): Promise<Begun> {
  const text = unseal(begun, contextOf(signOn), await signOn.secretKey());
  const own = text === null ? null : (JSON.parse(text) as Begun);
  const isOwn = own !== null && query.get('state') === own.state && now() < own.startedAt + PATIENCE_MS;
  if (!isOwn)
    throw new RefusedSignOn(
      `You began more than 10 minutes ago, in another browser, or in another tab since. Sign in again at ${signOn.publicUrl}.`,
    );
  const window = { start: own.startedAt, end: own.startedAt + 2 * PATIENCE_MS };
  if ((await failures.add(`sign-on ${hashToken(own.state)}`, window, 1)) === 1) return own;
  throw new RefusedSignOn('This page was used already. Sign in again.');
}

function contextOf({ provider }: SignOn): string {
  return `sign-on at ${provider.id}`;
}

async function enterBy(
  deps: AccountDeps,
  signOn: SignOn,
  { query, secrets }: { readonly query: URLSearchParams; readonly secrets: Secrets },
  browser: Browser,
): Promise<Entry> {
  const { issuer, subject, claims, tokens } = await signOn.provider.ending(query, secrets);
  const person = { issuer, subject };
  const keep = await keeperOf(signOn, tokens, deps.now());
  const entering = async () => {
    const place = placementOf(claims, signOn.rules, issuer);
    if ('refusal' in place) throw new RefusedSignOn(place.refusal);
    return await deps.db.transaction().execute(async (db) => {
      const own = { ...deps, db };
      const user = await followRole(own, await userFor(own, person, place), place);
      // The rules gave the person another place before.
      await withdraw(own, person, user);
      return { userId: user.id, session: await openSession(own, user, browser, keep) };
    });
  };
  try {
    // Another request may have made the person's user meanwhile.
    return await entering().catch((error) => (isConflict(error) ? entering() : Promise.reject(error)));
  } catch (error) {
    if (!(error instanceof RefusedSignOn)) throw error;
    const users = await deps.db.transaction().execute((db) => withdraw({ ...deps, db }, person, null));
    throw new RefusedSignOn(error.message, error.users.length > 0 ? error.users : users);
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof SightlineError && error.code === 'conflict';
}

/** Ends sessions and connections of a person's users, except one user's. @returns those users */
async function withdraw(
  deps: AccountDeps,
  person: UserIdentity,
  except: UserRow | null,
): Promise<readonly UserRow[]> {
  const all = await findUsersOfIdentity(deps.db, person);
  const users = all.filter(({ id }) => id !== except?.id);
  for (const user of users) {
    await endAccess(deps, user);
  }
  return users;
}

/** The person's user in the organization of their place, made or joined if there is none. @throws SightlineError */
async function userFor(deps: AccountDeps, person: UserIdentity, place: Placement): Promise<UserRow> {
  const { db } = deps;
  const { login, organization: name } = place;
  const organization = name === null ? null : await findOrganization(db, name);
  if (name !== null && organization === null)
    throw new RefusedSignOn(
      'Your group belongs to an organization that is not on this server. Ask an admin.',
    );
  const organizationId = organization?.id ?? null;
  const isThere = (user: UserRow) => (user.organization?.internalId ?? null) === organizationId;
  const known = (await findUsersOfIdentity(db, person)).find(isThere);
  const user = known ?? (await findUsersByLogin(db, login)).find(isThere);
  if (user === undefined) {
    const named = { email: login, name: givenNameOf(place.name ?? '') ?? login };
    const given = { ...named, role: place.role, organizationId, password: null, identity: person };
    return await newUser({ ...deps, actor: null }, given);
  }
  if (user.disabledAt !== null) throw new RefusedSignOn('Your user is disabled. Ask an admin.', [user]);
  const isOwn = known !== undefined || place.mayJoin;
  if (!isOwn || !(await saveIdentity(db, user.internalId, person, deps.now())))
    throw new RefusedSignOn(
      'There is a user with your email address already, and you cannot sign on as that user. Ask an admin.',
      [user],
    );
  if (known === undefined) await noteUser({ ...deps, actor: SERVER }, user, 'user.sign-on', '');
  return user;
}

/** Gives a user the role of their place, unless that would leave nobody who administers the organization. */
async function followRole(deps: AccountDeps, user: UserRow, { role }: Placement): Promise<UserRow> {
  if (user.role === role || (user.role === 'admin' && (await isLastAdmin(deps.db, user, deps)))) return user;
  await changeRole({ ...deps, actor: SERVER }, user, role);
  return { ...user, role };
}

/** The provider's page that signs out there a session that it opened; null if there is none. */
export async function signOutPage(
  signOn: SignOn | null,
  { sessionId, tokens }: Pick<SignedIn, 'sessionId' | 'tokens'>,
): Promise<string | null> {
  if (signOn === null || tokens === null) return null;
  const kept = await keptTokens(signOn, tokens, sessionId);
  return kept && (await signOn.provider.signOutPage(kept, `${signOn.publicUrl}/sign-in`));
}
