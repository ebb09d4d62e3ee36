import { sql } from 'kysely';
import type { AuditAction, AuditChange } from '../../domain/audit.ts';
import type { Period } from '../../domain/period.ts';
import type { Database } from '../driver/database.ts';

/** Something that was done, for whoever asks later. It never holds a password, a key, or a token. */
export interface AuditEntry {
  readonly at: number;
  /** Internal id; null where it belongs to no organization, or to all. */
  readonly organizationId: number | null;
  /** The id of a user, or a word for whoever is not one (domain/audit.ts). */
  readonly actor: string;
  readonly action: AuditAction;
  /** The id of what it was done to. */
  readonly subject: string | null;
  /** A few words for a person. */
  readonly detail: string;
  /** What was there before and after, as far as there is a value. */
  readonly changes?: readonly AuditChange[];
}

/** More of one deed are counted, so that an apply of many thousand questions is no entry of megabytes. */
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

/** The detail of an entry about what belongs to a brand, by which the entry is found when the brand is purged. */
export function detailOf(brand: string, detail: string): string {
  return `${brand}: ${detail}`;
}

function changesText(changes: readonly AuditChange[]): string | null {
  if (changes.length === 0) return null;
  const kept = changes
    .slice(0, MOST_CHANGES)
    .map(({ what, before, after }) => [cut(what), cut(before), cut(after)]);
  const more = changes.length - kept.length;
  return JSON.stringify(more > 0 ? [...kept, ['More changes', null, String(more)]] : kept);
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

/** Whom an entry is about: by their id, not by what they are called. */
interface Forgotten {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/**
 * Puts a user's id in place of their login and name in the entries about them, and of their login in those of what they did. Which addresses
 * get alerts, or want none, is about an address, and stays.
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
    // Earlier names and the addresses of sign-ins are not known anymore.
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
 * Strips the entries about a brand, and about what belonged to it, of their details, which may have its names, website, and questions: who did what
 * and when stays, and the id of what it was done to. How many rows a purge removed stays too.
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
          eb.or(
            ['share.%', 'experiment.%', 'claim.%', 'alert.%'].map((actions) => eb('action', 'like', actions)),
          ),
          eb(sql`substr(detail, 1, ${sql.lit(owner.length)})`, '=', owner),
        ]),
      ]),
    )
    .execute();
}

/** The stored changes, with each text rewritten. */
function forgottenIn(changes: string | null, without: (text: string) => string): string | null {
  if (changes === null) return null;
  return JSON.stringify(
    JSON.parse(changes, (_, value) => (typeof value === 'string' ? without(value) : value)),
  );
}

/** Which deeds somebody asks about: those of an organization, of some kinds, in the same few words. */
interface SameDeeds {
  readonly organizationId: number;
  readonly actions: readonly AuditAction[];
  readonly detail: string;
}

/** The newest of such deeds; null if there is none, or it is no longer kept. By the index audit_log_of_organization. */
export async function lastAudit(
  db: Database,
  { organizationId, actions, detail }: SameDeeds,
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

/** Which entries are wanted. */
interface AuditWanted {
  /** Internal id; null: of all organizations, and of none. */
  readonly organizationId: number | null;
  readonly actor: string | null;
  /** Included. */
  readonly from: number | null;
  /** Excluded. */
  readonly until: number | null;
  /** Only entries that are older than this one. */
  readonly before: AuditPlace | null;
  readonly limit: number;
}

/** Where an entry stands in the log. */
export interface AuditPlace {
  readonly at: number;
  readonly id: number;
}

export interface ListedAudit extends Omit<AuditEntry, 'organizationId' | 'changes'>, AuditPlace {
  readonly changes: readonly AuditChange[];
  readonly organization: string | null;
  /** The name and login of the actor, if it is a user. */
  readonly actorName: string | null;
  readonly actorEmail: string | null;
  /** The login of the subject, if it is a user. */
  readonly subjectEmail: string | null;
}

/** Entries of the log, newest first. */
export async function listAudit(db: Database, wanted: AuditWanted): Promise<ListedAudit[]> {
  const rows = await matching(db, wanted)
    .leftJoin('organizations as o', 'o.id', 'a.organization_id')
    .leftJoin('users as u', 'u.public_id', 'a.actor')
    .leftJoin('users as s', 's.public_id', 'a.subject')
    .select(['a.id', 'a.at', 'a.actor', 'a.action', 'a.subject', 'a.detail', 'a.changes'])
    .select('o.name as organization')
    .select(['u.name as actorName', 'u.email as actorEmail', 's.email as subjectEmail'])
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(wanted.limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    action: row.action as AuditAction,
    changes: changesIn(row.changes),
  }));
}

function matching(db: Database, { organizationId, actor, from, until, before }: AuditWanted) {
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

/** A change of what a brand has declared, or of its organization: when, of which kind, and in a few words. */
export type DeclaredChange = Pick<AuditEntry, 'at' | 'action' | 'detail'>;

/** What was changed of a brand, by its public id, and of its organization in a period, newest first, by the index audit_log_of_organization. */
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

/** Some entries before an instant, the oldest first, by the index audit_log_newest. */
export async function findOldAudit(
  db: Database,
  { before, after, limit }: { readonly before: number; readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select('id')
    .where('at', '<', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteAudit(db: Database, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('audit_log').where('id', 'in', ids).execute();
}
