import type { AuditAction, AuditChange } from '../../domain/access/audit.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import type { UserRow } from '../../storage/directory/access/users.ts';
import type { AccountDeps } from './sessions.ts';

/** The actor is a user's id, or a word such as `server`. */
export interface ActingDeps extends AccountDeps {
  readonly actor: string;
}

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
