import type { AuditAction } from '../../domain/access/audit.ts';
import { SightlineError } from '../../domain/errors.ts';
import { lastAudit } from '../../storage/directory/access/audit.ts';
import type { Database } from '../../storage/driver/database.ts';

/** The recipient unsubscribed this address, and no admin has said since that they want mail again. */
export class MailWasStopped extends SightlineError {
  constructor(address: string) {
    super(
      'conflict',
      `${address} has unsubscribed from this organization's alerts. If its owner has asked for them again, an admin can confirm that and add it; on the command line, with --again.`,
    );
  }
}

const STOPPED: AuditAction = 'endpoint.unsubscribe';
const WANTED: AuditAction = 'endpoint.again';

/** Whether the recipient unsubscribed this address, according to the audit log. */
export async function isMailStopped(db: Database, organizationId: number, address: string): Promise<boolean> {
  const last = await lastAudit(db, { organizationId, actions: [STOPPED, WANTED], detail: address });
  return last === STOPPED;
}
