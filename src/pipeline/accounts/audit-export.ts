import { formatInstant } from '../../domain/time/instant.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../domain/web/csv-line.ts';
import type { ListedAudit } from '../../storage/directory/access/audit.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type AuditRequest, auditPage } from './audit.ts';

function auditRecord(entry: ListedAudit) {
  return {
    at: formatInstant(entry.at),
    organization: entry.organization,
    actor: entry.actor,
    actor_email: entry.actorEmail,
    action: entry.action,
    subject: entry.subject,
    subject_email: entry.subjectEmail,
    detail: entry.detail,
    changes: entry.changes,
  };
}

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const HEADER = 'at,organization,actor,actor_email,action,subject,subject_email,detail,changes'.split(',');
const PAGE_SIZE = 1000;

/**
 * Exports the audit log, filtered or whole, newest first, in pages of a thousand. It continues from the end of each
 * page, so it omits entries written meanwhile.
 */
export async function* auditExport(
  db: Database,
  request: Omit<AuditRequest, 'limit' | 'before'>,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield BYTE_ORDER_MARK + csvLine(HEADER);
  let before: AuditRequest['before'];
  do {
    const { entries, next } = await auditPage(db, { ...request, before, limit: PAGE_SIZE });
    if (entries.length > 0) yield entries.map((entry) => lineOf(entry, format)).join('');
    before = next ?? undefined;
  } while (before !== undefined);
}

function lineOf(entry: ListedAudit, format: ExportFormat): string {
  const record = auditRecord(entry);
  if (format === 'jsonl') return `${JSON.stringify(record)}\n`;
  const { changes, ...values } = record;
  return csvLine([...Object.values(values), changes.length === 0 ? null : JSON.stringify(changes)]);
}
