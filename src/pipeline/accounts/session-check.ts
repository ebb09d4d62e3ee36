import type { RandomBytes } from '../../domain/access/base62.ts';
import type { SignOnRules } from '../../domain/access/sign-on-rules.ts';
import { HOUR_MS, MINUTE_MS } from '../../domain/time/period.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import {
  deleteSession,
  type ProviderHold,
  type SessionRow,
  saveHold,
  takeCheck,
} from '../../storage/directory/access/sessions.ts';
import type { Database } from '../../storage/driver/database.ts';
import { seal, unseal } from '../secret-box.ts';
import { endConnectionsOf } from './end-access.ts';
import type { IdentityProvider, Tokens } from './identity-provider.ts';

/** Single sign-on, if the operator has set it up. */
export interface SignOn {
  readonly provider: IdentityProvider;
  readonly rules: SignOnRules;
  /** Whether passwords work only for break-glass users. */
  readonly isOnly: boolean;
  /** The dashboard's address. */
  readonly publicUrl: string;
  readonly secretKey: () => Promise<string>;
  readonly random: RandomBytes;
  /** Running checks, by session. */
  readonly checks: Map<string, Promise<boolean | 'changed'>>;
}

const CHECK_MS = 15 * MINUTE_MS;
/** While the provider cannot be asked, one request in this time tries. */
const RETRY_MS = MINUTE_MS;
/** A provider that nobody can ask keeps nobody signed in longer. */
const LONGEST_OUTAGE_MS = 4 * HOUR_MS;
/** A session that cannot be checked ends after a working day. */
export const UNCHECKED_MS = 8 * HOUR_MS;

interface Kept extends Tokens {
  /** When the provider last knew the person. */
  readonly checkedAt: number;
}

/** Whether this server takes a user's password. */
export function mayUsePassword(
  { isSignOnOnly = false }: { readonly isSignOnOnly?: boolean | undefined },
  { isBreakGlass }: Pick<SessionRow, 'isBreakGlass'>,
): boolean {
  return isBreakGlass || !isSignOnOnly;
}

/**
 * Whether a session may go on: one by password unless this server takes none, one by sign-on while the provider knows the
 * person, asked at most 15 minutes after the last time. A refresh token may work only once, so one request asks, and
 * others of this process wait for it.
 *
 * @returns `changed` if another server took the check, so that the session must be read again
 */
export async function mayGoOn(
  db: Database,
  signOn: SignOn | null,
  session: SessionRow,
  now: number,
): Promise<boolean | 'changed'> {
  const { id, hold } = session;
  if (hold === null) return mayUsePassword({ isSignOnOnly: signOn?.isOnly }, session);
  if (signOn === null) return false;
  const running = signOn.checks.get(id);
  if (running !== undefined) return await running;
  if (hold.nextCheck === null || hold.nextCheck > now) return true;
  const check = checked(db, signOn, session, hold, now).finally(() => signOn.checks.delete(id));
  signOn.checks.set(id, check);
  return await check;
}

async function checked(
  db: Database,
  signOn: SignOn,
  session: SessionRow,
  { tokens }: ProviderHold,
  now: number,
): Promise<boolean | 'changed'> {
  const { id } = session;
  if (!(await takeCheck(db, id, now, now + RETRY_MS))) return 'changed';
  const kept = await keptTokens(signOn, tokens, id);
  const answer = kept?.refresh
    ? await signOn.provider.checked({ ...kept, refresh: kept.refresh })
    : 'unreadable';
  if (typeof answer === 'object') {
    await saveHold(db, session, (await keeperOf(signOn, answer, now))(id), now);
    return true;
  }
  if (answer === 'unreachable' && kept !== null && now - kept.checkedAt < LONGEST_OUTAGE_MS) return true;
  await db.transaction().execute(async (inside) => await withdraw(inside, session, answer, now));
  return false;
}

/** Ends a session, and the user's connections if the provider does not know the person. */
async function withdraw(
  db: Database,
  { id, userId, user }: SessionRow,
  detail: 'gone' | 'unreachable' | 'unreadable',
  now: number,
): Promise<void> {
  const organizationId = user.organization?.internalId ?? null;
  const entry = { at: now, organizationId, actor: user.id, subject: id, detail };
  if (await deleteSession(db, userId, id)) await insertAudit(db, { ...entry, action: 'session.withdrawn' });
  // Also if the person signed out meanwhile.
  if (detail === 'gone') await endConnectionsOf({ db, now: () => now }, user);
}

/** A function that encrypts what a session keeps, for that session and this provider alone. */
export async function keeperOf(
  { provider, secretKey, random }: SignOn,
  tokens: Tokens,
  now: number,
): Promise<(sessionId: string) => ProviderHold> {
  const [key, text] = [await secretKey(), JSON.stringify({ ...tokens, checkedAt: now } satisfies Kept)];
  const nextCheck = tokens.refresh === null ? null : now + CHECK_MS;
  return (id) => ({ tokens: seal(text, contextOf(provider, id), key, random), nextCheck });
}

/** What a session keeps; null if another provider or key encrypted it. */
export async function keptTokens(
  { provider, secretKey }: SignOn,
  sealed: string,
  sessionId: string,
): Promise<Kept | null> {
  const text = unseal(sealed, contextOf(provider, sessionId), await secretKey());
  return text === null ? null : (JSON.parse(text) as Kept);
}

function contextOf({ id }: IdentityProvider, sessionId: string): string {
  return `tokens of ${sessionId} by ${id}`;
}
