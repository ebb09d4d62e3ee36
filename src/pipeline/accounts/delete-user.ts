import { forgetUser } from '../../storage/directory/access/audit.ts';
import { dropLinks } from '../../storage/directory/access/one-time-links.ts';
import { deleteUserRow, type UserRow } from '../../storage/directory/access/users.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { endAccess } from './end-access.ts';
import { type ActingDeps, noteUser } from './note-user.ts';

/** Deleted rows by table; for `audit_log`, rewritten rows. */
export type DeletedUser = Readonly<Record<'users' | 'sessions' | 'one_time_links' | 'audit_log', number>>;

/**
 * Deletes a user with their sessions, links, connections, login, name, and password. Their actions stay in the audit log
 * under their id; keys and client links that they made belong to the organization and stay. Then empty the database's log
 * (`emptyLog`).
 */
export async function deleteUser(deps: ActingDeps, user: UserRow): Promise<DeletedUser> {
  return await inTransaction(deps.db, async (db) => {
    // Lock links before users, as elsewhere, to prevent a deadlock.
    const links = await dropLinks(db, user.internalId);
    const sessions = await endAccess({ ...deps, db }, user);
    const users = await deleteUserRow(db, user.internalId);
    const entries = await forgetUser(db, user);
    const detail = `${sessions} sessions, ${links} links`;
    await noteUser({ ...deps, db }, user, 'user.delete', detail);
    return { users, sessions, one_time_links: links, audit_log: entries };
  });
}
