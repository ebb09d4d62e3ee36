import { type Selectable, sql } from 'kysely';
import type { EndpointKind, Pace, PauseReason } from '../../domain/alerts/endpoint.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';

/** An address for alerts from an organization or one of its brands. */
export interface Endpoint {
  readonly internalId: number;
  /** `end_…` */
  readonly id: string;
  readonly organizationId: number;
  /** Internal id; null for all brands. */
  readonly brandId: number | null;
  readonly kind: EndpointKind;
  /** A URL, or an email address. */
  readonly address: string;
  readonly pace: Pace;
  /** Encrypted; null for email. */
  readonly secret: string | null;
  readonly oldSecret: string | null;
  readonly oldSecretUntil: number | null;
  readonly createdAt: number;
  /** Next attempt; null if the queue is empty. */
  readonly dueAt: number | null;
  /** Failures since the last success. */
  readonly failures: number;
  readonly lastFailure: string | null;
  readonly lastFailureAt: number | null;
  readonly lastSentAt: number | null;
  /** When the pending daily mail is due. */
  readonly mailAt: number | null;
  readonly pausedAt: number | null;
  readonly pausedFor: PauseReason | null;
}

interface NewEndpoint
  extends Pick<
    Endpoint,
    'id' | 'organizationId' | 'brandId' | 'kind' | 'address' | 'pace' | 'secret' | 'createdAt'
  > {}

/** @returns false if the organization already has the address */
export async function insertEndpoint(db: Database, endpoint: NewEndpoint): Promise<boolean> {
  const { id, organizationId, brandId, kind, address, pace, secret, createdAt } = endpoint;
  const row = await db
    .insertInto('endpoints')
    .values({
      public_id: id,
      organization_id: organizationId,
      brand_id: brandId,
      kind,
      address,
      pace,
      secret,
      old_secret: null,
      old_secret_until: null,
      created_at: createdAt,
      due_at: null,
      wakes: 0,
      lease: '',
      lease_until: 0,
      failures: 0,
      last_failure: null,
      last_failure_at: null,
      last_sent_at: null,
      mail_at: null,
      paused_at: null,
      paused_for: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An endpoint with its organization's and brand's names. */
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
    .select(['o.name as organization', 'b.public_id as brand', 'b.name as brand_name']);
}

export async function countEndpoints(db: Database, organizationId: number): Promise<number> {
  const { n } = await db
    .selectFrom('endpoints')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return n;
}

interface NewSecret {
  readonly secret: string;
  /** Until when the previous secret also signs; null: it no longer does. */
  readonly oldUntil: number | null;
  readonly now: number;
}

/**
 * Replaces an endpoint's known secret. Only one old secret can remain valid, so this fails while an older one still
 * signs and the previous one must too.
 *
 * @returns false if the secret has changed, an older one still signs, or the endpoint is gone
 */
export async function replaceSecret(
  db: Database,
  { internalId, secret: seen }: Pick<Endpoint, 'internalId' | 'secret'>,
  { secret, oldUntil, now }: NewSecret,
): Promise<boolean> {
  let query = db
    .updateTable('endpoints')
    .set((eb) => ({
      secret,
      old_secret: oldUntil === null ? null : eb.ref('secret'),
      old_secret_until: oldUntil,
    }))
    .where('id', '=', internalId)
    .where('secret', '=', seen);
  if (oldUntil !== null) {
    query = query.where((eb) =>
      eb.or([eb('old_secret_until', 'is', null), eb('old_secret_until', '<=', now)]),
    );
  }
  const { numUpdatedRows } = await query.executeTakeFirst();
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
      due_at: now,
      wakes: eb('wakes', '+', 1),
    }))
    .where('id', '=', internalId)
    .execute();
}

/** An endpoint leased by one sender. */
export interface LeasedEndpoint extends Endpoint {
  readonly lease: string;
  /** Wake-ups until the lease. */
  readonly wakes: number;
}

/** Filters endpoints that a process can send to, and the time. */
export interface DueFilter {
  readonly kinds: readonly EndpointKind[];
  readonly now: number;
}

/** Whether an endpoint is due, by the index endpoints_due. */
export async function hasDueEndpoint(db: Database, { kinds, now }: DueFilter): Promise<boolean> {
  if (kinds.length === 0) return false;
  const row = await db
    .selectFrom('endpoints')
    .select('id')
    .where('due_at', '<=', now)
    .where('paused_at', 'is', null)
    .where('lease_until', '<=', now)
    .where('kind', 'in', kinds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface EndpointClaim extends DueFilter {
  readonly lease: string;
  readonly until: number;
  /** Only this endpoint. */
  readonly internalId?: number | undefined;
}

/**
 * Leases the endpoint that has waited longest; null if none. On PostgreSQL, concurrent senders skip each other's
 * rows.
 */
export async function claimEndpoint(db: Database, claim: EndpointClaim): Promise<LeasedEndpoint | null> {
  const { kinds, now, lease, until, internalId } = claim;
  if (kinds.length === 0) return null;
  const only = internalId === undefined ? sql`` : sql`and id = ${internalId}`;
  const { rows } = await sql<EndpointRow>`
    update endpoints set lease = ${lease}, lease_until = ${until}
    where id = (
      select id from endpoints
      where due_at <= ${now} and paused_at is null and lease_until <= ${now}
        and kind in (${sql.join(kinds)}) ${only}
      order by due_at, id limit 1 ${capabilitiesOf(db).skipLocked})
    returning *`.execute(db);
  const [row] = rows;
  return row ? { ...endpointFrom(row), lease: row.lease, wakes: row.wakes } : null;
}

/** Extends the lease. @returns false if another sender has it, or nothing is left to send */
export async function renewEndpointLease(
  db: Database,
  held: LeasedEndpoint,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await heldBy(db, held)
    .set({ lease_until: until })
    .where('paused_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Releases the lease until `dueAt`. Null: the queue is empty, unless an alert arrived during the lease. */
export async function releaseEndpoint(
  db: Database,
  held: LeasedEndpoint,
  { dueAt, mailAt = held.mailAt }: { readonly dueAt: number | null; readonly mailAt?: number | null },
): Promise<void> {
  await heldBy(db, held)
    .set((eb) => ({
      lease: '',
      lease_until: 0,
      mail_at: mailAt,
      due_at:
        dueAt ?? eb.case().when('wakes', '=', held.wakes).then(eb.lit(null)).else(eb.ref('due_at')).end(),
    }))
    .execute();
}

/** Records a success. No daily mail is pending now; the next one counts from here. */
export async function noteSent(db: Database, held: LeasedEndpoint, now: number): Promise<void> {
  await heldBy(db, held).set({ failures: 0, last_sent_at: now, mail_at: null }).execute();
}

interface FailedSending {
  readonly detail: string;
  readonly now: number;
  /** The next attempt, or the reason for a pause. */
  readonly next: { readonly at: number } | { readonly pausedFor: PauseReason };
}

/** Records a failure, and releases or pauses the endpoint. */
export async function noteFailure(
  db: Database,
  held: LeasedEndpoint,
  { detail, now, next }: FailedSending,
): Promise<void> {
  await heldBy(db, held)
    .set((eb) => ({
      failures: eb('failures', '+', 1),
      last_failure: detail,
      last_failure_at: now,
      lease: '',
      lease_until: 0,
      ...('at' in next ? { due_at: next.at } : { paused_at: now, paused_for: next.pausedFor }),
    }))
    .execute();
}

function heldBy(db: Database, { internalId, lease }: LeasedEndpoint) {
  return db.updateTable('endpoints').where('id', '=', internalId).where('lease', '=', lease);
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
    address: row.address,
    pace: row.pace as Pace,
    secret: row.secret,
    oldSecret: row.old_secret,
    oldSecretUntil: row.old_secret_until,
    createdAt: row.created_at,
    dueAt: row.due_at,
    failures: row.failures,
    lastFailure: row.last_failure,
    lastFailureAt: row.last_failure_at,
    lastSentAt: row.last_sent_at,
    mailAt: row.mail_at,
    pausedAt: row.paused_at,
    pausedFor: row.paused_for as PauseReason | null,
  };
}
