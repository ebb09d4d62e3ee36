import { SERVER } from '../../domain/access/audit.ts';
import { isInReach } from '../../domain/access/brand-reach.ts';
import { may } from '../../domain/access/permissions.ts';
import type { User } from '../../domain/access/user.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import { type AllowedConnection, listConnections } from '../../storage/directory/access/oauth.ts';
import type { UserRow } from '../../storage/directory/access/users.ts';
import { revokeKey } from '../../storage/directory/keys.ts';
import type { Database } from '../../storage/driver/database.ts';

/** Ends the connections that a user allowed and may not have any more. Call it in the transaction of the user's change. */
export async function endConnectionsOf(
  { db, now }: { readonly db: Database; readonly now: () => number },
  user: User & Pick<UserRow, 'disabledAt'>,
): Promise<void> {
  for (const connection of await listConnections(db, user.id)) {
    if (!mayKeep(user, connection))
      await endConnection({ db }, connection, now(), 'its user may not have it any more');
  }
}

/** Whether a user may have a connection that they allowed. */
export function mayKeep(user: User & Pick<UserRow, 'disabledAt'>, connection: AllowedConnection): boolean {
  if (user.disabledAt !== null || !may(user, 'keys')) return false;
  return isInReach(
    { organizationId: user.organization?.internalId ?? null, brandIds: user.brandIds },
    connection,
  );
}

/** Ends a connection. @param why for the audit log */
export async function endConnection(
  { db }: { readonly db: Database },
  { key, name, organizationId }: AllowedConnection,
  at: number,
  why: string,
): Promise<null> {
  await revokeKey(db, key, at);
  const entry = { at, organizationId, actor: SERVER, subject: key };
  await insertAudit(db, { ...entry, action: 'key.revoke', detail: `${name ?? ''}: ${why}` });
  return null;
}
