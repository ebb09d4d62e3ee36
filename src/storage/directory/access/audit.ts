import { sql } from 'kysely';
import type { AuditAction, AuditChange } from '../../../domain/access/audit.ts';
import type { Period } from '../../../domain/time/period.ts';
import type { Database } from '../../driver/database.ts';

/** An audit entry. Never contains passwords, keys, or tokens. */
export interface AuditEntry {
  readonly at: number;
  /** Internal id; null for none or all. */
  readonly organizationId: number | null;
  /** A user id, or a word for other actors (domain/access/audit.ts). */
  readonly actor: string;
  readonly action: AuditAction;
  readonly subject: string | null;
  /** A few words for people. */
  readonly detail: string;
  /** Old and new values, if any. */
  readonly changes?: readonly AuditChange[];
}

/** Counts further changes, so that applying thousands of questions makes no entry of megabytes. */
const MOST_CHANGES = 200;
const LONGEST_VALUE = 500;

export async function insertAudit(db: Database, ...entries: readonly AuditEntry[]): Promise<void> {
  await db
    .insertInto('audit_log')
    .values(
      entries.map((entry) => ({
        at: entry.at,
        organization_id: entry.organizationId,
        actor: entry.actor,
        action: entry.action,
        subject: entry.subject,
        detail: entry.detail,
        changes: changesText(entry.changes ?? []),
      })),
    )
    .execute();
}

/** Whether an actor has an entry of this instant, by the index audit_log_newest. */
export async function hasAudit(
  db: Database,
  { actor, at }: Pick<AuditEntry, 'actor' | 'at'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('audit_log')
    .select('id')
    .where('at', '=', at)
    .where('actor', '=', actor)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The detail of an entry about a brand; a purge finds the entry by it. */
export function detailOf(brand: string, detail: string): string {
  return `${brand}: ${detail}`;
}

function changesText(changes: readonly AuditChange[]): string | null {
  if (changes.length === 0) return null;
  const listed = changes
    .slice(0, MOST_CHANGES)
    .map(({ what, before, after }) => [cut(what), cut(before), cut(after)]);
  const more = changes.length - listed.length;
  return JSON.stringify(more > 0 ? [...listed, ['More changes', null, String(more)]] : listed);
}

function cut(text: string | null): string | null {
  return text !== null && text.length > LONGEST_VALUE
    ? `${text.slice(0, LONGEST_VALUE).toWellFormed()}…`
    : text;
}

function changesIn(text: string | null): AuditChange[] {
  const stored = JSON.parse(text ?? '[]') as [what: string, before: string | null, after: string | null][];
  return stored.map(([what, before, after]) => ({ what, before, after }));
}

/** The subject, by id instead of name. */
interface Forgotten {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/**
 * Replaces a user's login and name by their id in entries about them, and the login in entries by them. Alert
 * addresses and unsubscribes stay: they concern an address.
 *
 * @returns how many entries
 */
export async function forgetUser(db: Database, { id, email, name }: Forgotten): Promise<number> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'action', 'detail', 'changes'])
    .where((eb) => eb.or([eb('subject', '=', id), eb('actor', '=', id)]))
    .where('action', 'not like', 'endpoint.%')
    .execute();
  let changed = 0;
  for (const row of rows) {
    const without = (text: string) => text.replaceAll(email, id).replaceAll(name, id);
    // Earlier names and sign-in addresses are unknown by now.
    const isPersonal = row.action === 'user.rename' || row.action.startsWith('session.');
    const detail = isPersonal ? '' : without(row.detail);
    const changes = isPersonal ? null : forgottenIn(row.changes, without);
    if (detail === row.detail && changes === row.changes) continue;
    await db.updateTable('audit_log').set({ detail, changes }).where('id', '=', row.id).execute();
    changed += 1;
  }
  return changed;
}

/**
 * Strips details from entries about a brand and its objects: they may contain names, websites, and questions. Actor,
 * action, time, and object id stay, and so does a purge's row count.
 */
export async function forgetBrand(db: Database, brand: string): Promise<void> {
  const owner = detailOf(brand, '');
  await db
    .updateTable('audit_log')
    .set({ detail: '', changes: null })
    .where('action', '!=', 'brand.purge')
    .where((eb) =>
      eb.or([
        eb.and([eb('subject', '=', brand), eb('action', 'like', 'brand.%')]),
        eb.and([
          eb.or(['report.%', 'alert.%'].map((actions) => eb('action', 'like', actions))),
          eb(sql`substr(detail, 1, ${sql.lit(owner.length)})`, '=', owner),
        ]),
      ]),
    )
    .execute();
}

/** Rewrites each text in stored changes. */
function forgottenIn(changes: string | null, without: (text: string) => string): string | null {
  if (changes === null) return null;
  return JSON.stringify(
    JSON.parse(changes, (_, value) => (typeof value === 'string' ? without(value) : value)),
  );
}

/** Filters one organization's entries by action and detail. */
interface EntrySelection {
  readonly organizationId: number;
  readonly actions: readonly AuditAction[];
  readonly detail: string;
}

/** The newest such entry; null if none is stored. Uses the index audit_log_of_organization. */
export async function lastAudit(
  db: Database,
  { organizationId, actions, detail }: EntrySelection,
): Promise<AuditAction | null> {
  const row = await db
    .selectFrom('audit_log')
    .select('action')
    .where('organization_id', '=', organizationId)
    .where('action', 'in', actions)
    .where('detail', '=', detail)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? (row.action as AuditAction) : null;
}

interface AuditFilter {
  /** Internal id; null for all, including entries without one. */
  readonly organizationId: number | null;
  readonly actor: string | null;
  /** Inclusive. */
  readonly from: number | null;
  /** Exclusive. */
  readonly until: number | null;
  /** Only older entries. */
  readonly before: AuditPosition | null;
  readonly limit: number;
}

/** A position in the log. */
export interface AuditPosition {
  readonly at: number;
  readonly id: number;
}

export interface ListedAudit extends Omit<AuditEntry, 'organizationId' | 'changes'>, AuditPosition {
  readonly changes: readonly AuditChange[];
  readonly organization: string | null;
  /** The actor's name and login, for a user. */
  readonly actorName: string | null;
  readonly actorEmail: string | null;
  /** The actor's name, for an API key that has one. */
  readonly actorKey: string | null;
  /** The subject's login, for a user. */
  readonly subjectEmail: string | null;
}

/** Newest first. */
export async function listAudit(db: Database, filter: AuditFilter): Promise<ListedAudit[]> {
  const rows = await matching(db, filter)
    .leftJoin('organizations as o', 'o.id', 'a.organization_id')
    .leftJoin('users as u', 'u.public_id', 'a.actor')
    .leftJoin('users as s', 's.public_id', 'a.subject')
    .leftJoin('api_keys as k', 'k.public_id', 'a.actor')
    .select(['a.id', 'a.at', 'a.actor', 'a.action', 'a.subject', 'a.detail', 'a.changes'])
    .select('o.name as organization')
    .select('k.name as actorKey')
    .select(['u.name as actorName', 'u.email as actorEmail', 's.email as subjectEmail'])
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(filter.limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    action: row.action as AuditAction,
    changes: changesIn(row.changes),
  }));
}

function matching(db: Database, { organizationId, actor, from, until, before }: AuditFilter) {
  let query = db.selectFrom('audit_log as a');
  if (organizationId !== null) query = query.where('a.organization_id', '=', organizationId);
  if (actor !== null) query = query.where('a.actor', '=', actor);
  if (from !== null) query = query.where('a.at', '>=', from);
  if (until !== null) query = query.where('a.at', '<', until);
  if (before === null) return query;
  const { at, id } = before;
  return query.where((eb) =>
    eb.or([eb('a.at', '<', at), eb.and([eb('a.at', '=', at), eb('a.id', '<', id)])]),
  );
}

/** A change to a brand's or its organization's declaration: time, action, and a few words. */
export type DeclaredChange = Pick<AuditEntry, 'at' | 'action' | 'detail'>;

/**
 * Changes to a brand (by public id) and its organization in a period, newest first, by the index
 * audit_log_of_organization.
 */
export async function listDeclaredChanges(
  db: Database,
  { organizationId, brand, from, to }: Period & { readonly organizationId: number; readonly brand: string },
): Promise<DeclaredChange[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['at', 'action', 'detail'])
    .where('organization_id', '=', organizationId)
    .where('at', '>=', from)
    .where('at', '<', to)
    .where((eb) =>
      eb.or([
        eb.and([eb('action', 'in', ['brand.create', 'brand.change']), eb('subject', '=', brand)]),
        eb('action', '=', 'organization.change'),
      ]),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, action: row.action as AuditAction }));
}
