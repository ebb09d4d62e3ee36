import type { AuditAction, AuditChange } from '../../domain/audit.ts';
import { insertAudit } from '../../storage/directory/audit.ts';
import type { UserRow } from '../../storage/directory/users.ts';
import type { AccountDeps } from './sessions.ts';

/** What is done to users, and by whom: the id of a user, or a word for whoever is not one. */
export interface ActingDeps extends AccountDeps {
  readonly actor: string;
}

/** Notes in the audit log what is done to a user. */
export async function noteUser(
  { db, now, actor }: ActingDeps,
  user: UserRow,
  action: AuditAction,
  detail: string,
  changes: readonly AuditChange[] = [],
): Promise<void> {
  const organizationId = user.organization?.internalId ?? null;
  await insertAudit(db, { at: now(), organizationId, actor, action, subject: user.id, detail, changes });
}
