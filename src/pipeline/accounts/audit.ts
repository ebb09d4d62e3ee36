import { AUDIT_ACTIONS } from '../../domain/access/audit.ts';
import { SightlineError } from '../../domain/errors.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import {
  type AuditEntry,
  type AuditPosition,
  insertAudit,
  type ListedAudit,
  listAudit,
} from '../../storage/directory/access/audit.ts';
import type { Database } from '../../storage/driver/database.ts';

export type { AuditPosition as AuditPlace, ListedAudit };

export interface AuditRequest {
  /** Internal id; null: all organizations. */
  readonly organizationId: number | null;
  /** A user's id, or a word such as `server`. */
  readonly actor?: string | undefined;
  /** A UTC day, such as `2027-01-31`. */
  readonly day?: string | undefined;
  /** End of the previous page. */
  readonly before?: AuditPosition | undefined;
  readonly limit: number;
}

export interface AuditPage {
  readonly entries: readonly ListedAudit[];
  /** Start of the next page; null if none. */
  readonly next: AuditPosition | null;
}

/** @throws SightlineError `invalid_argument` */
export async function auditPage(db: Database, request: AuditRequest): Promise<AuditPage> {
  const { organizationId, actor = null, before = null, limit } = request;
  const from = request.day === undefined ? null : startOfDay(request.day);
  const until = from === null ? null : from + DAY_MS;
  const found = await listAudit(db, { organizationId, actor, from, until, before, limit: limit + 1 });
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: found.length > limit && last ? { at: last.at, id: last.id } : null };
}

export async function noteDownload(db: Database, entry: AuditEntry): Promise<void> {
  await insertAudit(db, entry);
}

function startOfDay(text: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isFinite(at) && new Date(at).toISOString().startsWith(text)) return at;
  throw new SightlineError('invalid_argument', 'Write a day like 2027-01-31.');
}

/** The actor's login or key, for display. */
export function actorOf({ actor, actorEmail, actorKey }: ListedAudit): string {
  return actorEmail ?? (actorKey === null ? actor : `key “${actorKey}” (${actor})`);
}

/** The action in words: `disabled bob@example.com`. */
export function auditActionText({ action, subject, subjectEmail, actor, detail }: ListedAudit): string {
  const isNamed = action.startsWith('user.')
    ? subject !== actor || action === 'user.create'
    : /^(?:(?:key|share|brand)\.|session\.(?:code-)?guessed)/.test(action);
  const whom = isNamed ? ` ${subjectEmail ?? subject ?? 'nobody'}` : '';
  return `${AUDIT_ACTIONS[action]}${whom}${detail === '' ? '' : ` (${detail})`}`;
}
