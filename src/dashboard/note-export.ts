import { noteDownload } from '../pipeline/accounts/audit.ts';
import type { Visit } from './visit/visit.ts';

export interface ExportNote {
  readonly action: 'brand.export' | 'audit.export';
  /** The file, in a few words. */
  readonly detail: string;
}

/** Logs a user's download in the audit log. */
export async function noteExport(visit: Visit, note: (visit: Visit) => ExportNote | null): Promise<void> {
  const said = note(visit);
  if (said === null) return;
  const { user, now, deps, hasBrand } = visit;
  const ofBrand = hasBrand
    ? { organizationId: visit.caller.organizationId, subject: visit.brand.id }
    : { organizationId: user.organization?.internalId ?? null, subject: null };
  await noteDownload(deps.db, { at: now, actor: user.id, ...ofBrand, ...said });
}
