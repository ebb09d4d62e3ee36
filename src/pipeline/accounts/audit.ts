import { AUDIT_ACTIONS } from '../../domain/audit.ts';
import { SightlineError } from '../../domain/errors.ts';
import { DAY_MS } from '../../domain/period.ts';
import {
  type AuditEntry,
  type AuditPlace,
  insertAudit,
  type ListedAudit,
  listAudit,
} from '../../storage/directory/audit.ts';
import type { Database } from '../../storage/driver/database.ts';

export type { AuditPlace, ListedAudit };

/** Which part of the log somebody wants to see. */
export interface AuditRequest {
  /** Internal id; null: of all organizations. */
  readonly organizationId: number | null;
  /** The id of a user, or a word for whoever is not one. */
  readonly actor?: string | undefined;
  /** A UTC day, such as `2027-01-31`. */
  readonly day?: string | undefined;
  /** Where the page before ended. */
  readonly before?: AuditPlace | undefined;
  readonly limit: number;
}

/** A page of the audit log, newest first. */
export interface AuditPage {
  readonly entries: readonly ListedAudit[];
  /** Where the next page begins; null if there is none. */
  readonly next: AuditPlace | null;
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

/** Notes that somebody takes data out. */
export async function noteDownload(db: Database, entry: AuditEntry): Promise<void> {
  await insertAudit(db, entry);
}

function startOfDay(text: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isFinite(at) && new Date(at).toISOString().startsWith(text)) return at;
  throw new SightlineError('invalid_argument', 'Write a day like 2027-01-31.');
}

/** Who did something, for a person to read: the login of a user. */
export function actorOf({ actor, actorEmail }: ListedAudit): string {
  return actorEmail ?? actor;
}

/** What was done, in words: `disabled bob@example.com`. */
export function deedOf({ action, subject, subjectEmail, actor, detail }: ListedAudit): string {
  const isNamed = action.startsWith('user.')
    ? subject !== actor || action === 'user.create'
    : /^(?:(?:key|share|brand|experiment)\.|session\.guessed|alert\.assign)/.test(action);
  const whom = isNamed ? ` ${subjectEmail ?? subject ?? 'nobody'}` : '';
  return `${AUDIT_ACTIONS[action]}${whom}${detail === '' ? '' : ` (${detail})`}`;
}
