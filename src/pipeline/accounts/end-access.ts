import { SERVER } from '../../domain/access/audit.ts';
import { isInReach } from '../../domain/access/brand-reach.ts';
import { may } from '../../domain/access/permissions.ts';
import type { User } from '../../domain/access/user.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import { type AllowedConnection, listConnections } from '../../storage/directory/access/oauth.ts';
import { deleteSessions } from '../../storage/directory/access/sessions.ts';
import type { UserRow } from '../../storage/directory/access/users.ts';
import { revokeKey } from '../../storage/directory/keys.ts';
import type { Database } from '../../storage/driver/database.ts';

/** Call these in the transaction of the user's change. */
interface EndDeps {
  readonly db: Database;
  readonly now: () => number;
}

const NOT_ALLOWED = 'its user may not have it any more';

/** Ends all of a user's sessions, and the connections that they allowed. @returns how many sessions */
export async function endAccess(deps: EndDeps, user: UserRow, why?: string): Promise<number> {
  const sessions = await deleteSessions(deps.db, user.internalId, null);
  await endConnectionsOf(deps, user, why);
  return sessions;
}

/** Ends the connections that a user allowed and may not have any more. */
export async function endLostConnections(deps: EndDeps, user: Allower): Promise<void> {
  await endConnectionsOf(deps, user, NOT_ALLOWED, (connection) => !mayKeep(user, connection));
}

/** Ends the connections that a user allowed: all, or those that end. @param why for the audit log */
export async function endConnectionsOf(
  { db, now }: EndDeps,
  { id }: Pick<User, 'id'>,
  why = NOT_ALLOWED,
  ends: (connection: AllowedConnection) => boolean = () => true,
): Promise<void> {
  for (const connection of (await listConnections(db, id)).filter(ends))
    await endConnection(db, connection, now(), why);
}

type Allower = User & Pick<UserRow, 'disabledAt'>;

/** Whether a user may have a connection that they allowed. */
export function mayKeep(user: Allower, connection: AllowedConnection): boolean {
  if (user.disabledAt !== null || !may(user, 'keys')) return false;
  return isInReach(
    { organizationId: user.organization?.internalId ?? null, brandIds: user.brandIds },
    connection,
  );
}

/** @param why for the audit log; by default, that its user lost it */
export async function endConnection(
  db: Database,
  { key, name, organizationId }: AllowedConnection,
  at: number,
  why = NOT_ALLOWED,
): Promise<null> {
  await revokeKey(db, key, at);
  const entry = { at, organizationId, actor: SERVER, subject: key };
  await insertAudit(db, { ...entry, action: 'key.revoke', detail: `${name ?? ''}: ${why}` });
  return null;
}
