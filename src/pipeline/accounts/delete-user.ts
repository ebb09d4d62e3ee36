import { forgetUser } from '../../storage/directory/audit.ts';
import { dropLinks } from '../../storage/directory/one-time-links.ts';
import { deleteSessions } from '../../storage/directory/sessions.ts';
import { deleteUserRow, type UserRow } from '../../storage/directory/users.ts';
import { emptyLog } from '../../storage/space.ts';
import { type ActingDeps, noteUser } from './note-user.ts';

/** How many rows were removed, by table; for the audit log, those that were rewritten. */
export type DeletedUser = Readonly<Record<'users' | 'sessions' | 'one_time_links' | 'audit_log', number>>;

/**
 * Removes a user: their sessions, links, login, name, and password. What they did stays in the audit log, under their id alone; keys and
 * links for clients that they made belong to the organization, and stay.
 */
export async function deleteUser(deps: ActingDeps, user: UserRow): Promise<DeletedUser> {
  const deleted = await deps.db.transaction().execute(async (db) => {
    // Links before users, as everywhere, or two transactions wait for each other.
    const links = await dropLinks(db, user.internalId);
    const sessions = await deleteSessions(db, user.internalId, null);
    const users = await deleteUserRow(db, user.internalId);
    const entries = await forgetUser(db, user);
    const detail = `${sessions} sessions, ${links} links`;
    await noteUser({ ...deps, db }, user, 'user.delete', detail);
    return { users, sessions, one_time_links: links, audit_log: entries };
  });
  await emptyLog(deps.db);
  return deleted;
}
