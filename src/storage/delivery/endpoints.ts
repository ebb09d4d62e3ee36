import { type Selectable, sql } from 'kysely';
import type { EndpointFormat, EndpointKind, Pace, PauseReason } from '../../domain/alerts/endpoint.ts';
import type { ReportPace } from '../../domain/sharing/report-mail.ts';
import type { Database } from '../driver/database.ts';
import { claimFirst, isHeld, type LeaseTerms } from '../driver/queue.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { type ReportMail, reportMailFrom } from './report-mails.ts';

/** An address for alerts from an organization or one of its brands. */
export interface Endpoint {
  readonly internalId: number;
  /** `end_…` */
  readonly id: string;
  readonly organizationId: number;
  /** Internal id; null for all brands. */
  readonly brandId: number | null;
  readonly kind: EndpointKind;
  /** Null for email. */
  readonly format: EndpointFormat | null;
  /** Shortened for a chat, whose address is its secret. */
  readonly address: string;
  readonly pace: Pace;
  /** Encrypted; null for email. */
  readonly secret: string | null;
  readonly createdAt: number;
  /** Next attempt, or when the current one counts as given up; null if the queue is empty. */
  readonly dueAt: number | null;
  /** Failures since the last success. */
  readonly failures: number;
  readonly lastFailure: string | null;
  readonly lastSentAt: number | null;
  /** When the pending daily mail is due. */
  readonly mailAt: number | null;
  readonly pausedAt: number | null;
  readonly pausedFor: PauseReason | null;
}

interface NewEndpoint
  extends Pick<
    Endpoint,
    'id' | 'organizationId' | 'brandId' | 'format' | 'address' | 'secret' | 'createdAt'
  > {
  readonly kind: SendingKind;
  readonly pace: Pace | ReportPace;
  /** The report that it gets instead of alerts, and when first. */
  readonly report?: { readonly id: string; readonly firstAt: number };
}

/** @returns false if the organization already has the address, for this report or for alerts */
export async function insertEndpoint(db: Database, endpoint: NewEndpoint): Promise<boolean> {
  const { id, organizationId, brandId, kind, format, address, pace, report, secret, createdAt } = endpoint;
  const row = await db
    .insertInto('endpoints')
    .values({
      public_id: id,
      organization_id: organizationId,
      brand_id: brandId,
      kind,
      format,
      address,
      pace,
      report: report?.id ?? '',
      secret,
      created_at: createdAt,
      next_at: report?.firstAt ?? null,
      mail_at: report?.firstAt ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface ListedEndpoint extends Endpoint {
  readonly organization: string;
  /** Its brand's public id and name; null for all brands. */
  readonly brand: { readonly id: string; readonly name: string } | null;
}

/** Endpoints in one organization or all, oldest first. */
export async function listEndpoints(db: Database, organizationId: number | null): Promise<ListedEndpoint[]> {
  let query = listed(db).orderBy('e.id');
  if (organizationId !== null) query = query.where('e.organization_id', '=', organizationId);
  return (await query.execute()).map(listedFrom);
}

export async function findEndpoint(db: Database, id: string): Promise<ListedEndpoint | null> {
  const row = await listed(db).where('e.public_id', '=', id).executeTakeFirst();
  return row ? listedFrom(row) : null;
}

function listed(db: Database) {
  return db
    .selectFrom('endpoints as e')
    .innerJoin('organizations as o', 'o.id', 'e.organization_id')
    .leftJoin('brands as b', 'b.id', 'e.brand_id')
    .selectAll('e')
    .select(['o.name as organization', 'b.public_id as brand', 'b.name as brand_name'])
    .where('e.report', '=', '');
}

export async function countEndpoints(db: Database, organizationId: number): Promise<number> {
  const { n } = await db
    .selectFrom('endpoints')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('organization_id', '=', organizationId)
    .where('report', '=', '')
    .executeTakeFirstOrThrow();
  return n;
}

/** Replaces an endpoint's known secret. @returns false if it has changed, or the endpoint is gone */
export async function replaceSecret(
  db: Database,
  { internalId, secret: seen }: Pick<Endpoint, 'internalId' | 'secret'>,
  secret: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('endpoints')
    .set({ secret })
    .where('id', '=', internalId)
    .where('secret', '=', seen)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes an endpoint. Its waiting alerts are another's. @returns whether it existed */
export async function deleteEndpoint(
  db: Database,
  { internalId }: Pick<Endpoint, 'internalId'>,
): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('endpoints').where('id', '=', internalId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends a pause and makes the queue due now, with all retries available again. */
export async function resumeEndpoint(
  db: Database,
  { internalId }: Pick<Endpoint, 'internalId'>,
  now: number,
): Promise<void> {
  await db
    .updateTable('endpoints')
    .set((eb) => ({
      paused_at: null,
      paused_for: null,
      failures: 0,
      // A sender that has it looks again at its end.
      next_at: eb.case().when('lease', '=', '').then(now).else(eb.ref('next_at')).end(),
      wakes: eb('wakes', '+', 1),
    }))
    .where('id', '=', internalId)
    .execute();
}

export interface LeasedEndpoint extends Endpoint {
  readonly lease: string;
  /** Wake-ups until the lease. */
  readonly wakes: number;
}

export interface LeasedReport extends ReportMail {
  readonly kind: 'report';
  readonly lease: string;
  readonly wakes: number;
}

/** A report goes by mail, or to a chat. */
export type SendingKind = EndpointKind | 'report' | 'report_post';

/** Filters endpoints that a process can send to, and the time. */
export interface DueFilter {
  readonly kinds: readonly SendingKind[];
  readonly now: number;
}

/** Leases the endpoint that has waited longest; null if none. */
export async function claimEndpoint(
  db: Database,
  { kinds, ...terms }: DueFilter & LeaseTerms,
): Promise<LeasedEndpoint | LeasedReport | null> {
  if (kinds.length === 0) return null;
  const of = sql`paused_at is null and kind in (${sql.join(kinds)})`;
  const { rows } = await claimFirst<EndpointRow>(db, 'endpoints', of, terms).execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { lease, wakes } = row;
  return row.report !== ''
    ? { ...reportMailFrom(row), kind: 'report', lease, wakes }
    : { ...endpointFrom(row), lease, wakes };
}

type Held = Pick<LeasedEndpoint, 'internalId' | 'lease' | 'wakes' | 'mailAt'>;

/** Extends the lease. @returns false if another sender has it, or it was removed */
export async function renewEndpointLease(db: Database, held: Held, until: number): Promise<boolean> {
  const { numUpdatedRows } = await heldBy(db, held).set({ next_at: until }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Releases the lease until `dueAt`. Null: the queue is empty, unless an alert arrived during the lease. */
export async function releaseEndpoint(
  db: Database,
  held: Held,
  {
    now,
    dueAt,
    mailAt = held.mailAt,
  }: { readonly now: number; readonly dueAt: number | null; readonly mailAt?: number | null },
): Promise<void> {
  await heldBy(db, held)
    .set((eb) => ({
      lease: '',
      mail_at: mailAt,
      next_at: dueAt ?? eb.case().when('wakes', '=', held.wakes).then(eb.lit(null)).else(now).end(),
    }))
    .execute();
}

/** Records a success. No daily mail is pending now; the next one counts from here. */
export async function noteSent(db: Database, held: Held, now: number): Promise<void> {
  await heldBy(db, held).set({ failures: 0, last_sent_at: now, mail_at: null }).execute();
}

interface FailedSending {
  readonly detail: string;
  readonly now: number;
  readonly next: AfterFailure;
}

/** The next attempt, the next report's time instead, or the reason for a pause. */
export type AfterFailure =
  | { readonly at: number }
  | { readonly skipTo: number }
  | { readonly pausedFor: PauseReason };

/** Records a failure, and releases or pauses the endpoint. */
export async function noteFailure(
  db: Database,
  held: Held,
  { detail, now, next }: FailedSending,
): Promise<void> {
  await heldBy(db, held)
    .set((eb) => ({
      failures: 'skipTo' in next ? 0 : eb('failures', '+', 1),
      last_failure: detail,
      last_failure_at: now,
      lease: '',
      ...whenAgain(next, now),
    }))
    .execute();
}

function whenAgain(next: AfterFailure, now: number) {
  if ('at' in next) return { next_at: next.at };
  if ('skipTo' in next) return { next_at: next.skipTo, mail_at: next.skipTo };
  return { next_at: null, paused_at: now, paused_for: next.pausedFor };
}

function heldBy(db: Database, { internalId: id, lease }: Held) {
  return db.updateTable('endpoints').where(isHeld({ id, lease }));
}

type EndpointRow = Selectable<Tables['endpoints']>;

function listedFrom(
  row: EndpointRow & { organization: string; brand: string | null; brand_name: string | null },
): ListedEndpoint {
  const { organization, brand, brand_name: name } = row;
  return {
    ...endpointFrom(row),
    organization,
    brand: brand === null || name === null ? null : { id: brand, name },
  };
}

function endpointFrom(row: EndpointRow): Endpoint {
  return {
    internalId: row.id,
    id: row.public_id,
    organizationId: row.organization_id,
    brandId: row.brand_id,
    kind: row.kind as EndpointKind,
    format: row.format as EndpointFormat | null,
    address: row.address,
    pace: row.pace as Pace,
    secret: row.secret,
    createdAt: row.created_at,
    dueAt: row.next_at,
    failures: row.failures,
    lastFailure: row.last_failure,
    lastSentAt: row.last_sent_at,
    mailAt: row.mail_at,
    pausedAt: row.paused_at,
    pausedFor: row.paused_for as PauseReason | null,
  };
}
