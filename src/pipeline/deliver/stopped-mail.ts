import type { AuditAction } from '../../domain/audit.ts';
import { SightlineError } from '../../domain/errors.ts';
import { lastAudit } from '../../storage/directory/audit.ts';
import type { Database } from '../../storage/driver/database.ts';

/** Whoever gets mail at an address stopped it, and nobody has said since that they want it again. */
export class MailWasStopped extends SightlineError {
  constructor(address: string) {
    super(
      'conflict',
      `${address} has unsubscribed from the alerts of this organization. If its owner has asked for them again, an admin can confirm that and add it; on the command line, with --again.`,
    );
  }
}

const STOPPED: AuditAction = 'endpoint.unsubscribe';
const WANTED: AuditAction = 'endpoint.again';

/** Whether mail to an address was stopped by whoever gets it there, as far back as the audit log goes. */
export async function isMailStopped(db: Database, organizationId: number, address: string): Promise<boolean> {
  const last = await lastAudit(db, { organizationId, actions: [STOPPED, WANTED], detail: address });
  return last === STOPPED;
}
