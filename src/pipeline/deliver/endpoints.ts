import type { AuditAction } from '../../domain/access/audit.ts';
import type { RandomBytes } from '../../domain/access/base62.ts';
import { type BrandReach, reaches } from '../../domain/access/brand-reach.ts';
import { isPublicId, publicId } from '../../domain/access/public-id.ts';
import { mailAddressOf, type Pace, webhookUrlOf } from '../../domain/alerts/endpoint.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { overlapOf } from '../../domain/time/overlap.ts';
import { countWaiting, dropWaiting } from '../../storage/delivery/deliveries.ts';
import {
  countEndpoints,
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  type ListedEndpoint,
  listEndpoints,
  replaceSecret,
  resumeEndpoint,
} from '../../storage/delivery/endpoints.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import { findReadableBrand } from '../../storage/directory/brands.ts';
import { type Organization, organizationNamed } from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';
import { brandIdOf } from '../declare/find-brand.ts';
import { seal } from '../secret-box.ts';
import { UNREADABLE } from './deliver.ts';
import { testMail } from './mail-words.ts';
import { oldSecretExpiresAt, secretsOf } from './secrets.ts';
import { failed, type Outcome, type Senders } from './senders.ts';
import { stopLinkOf } from './stop-link.ts';
import { isMailStopped, MailWasStopped } from './stopped-mail.ts';
import { newWebhookSecret, signedHeaders, testMessage } from './webhook-message.ts';

export type { ListedEndpoint };

export interface EndpointDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly senders: Senders;
  /** For the audit log: a user's id, or a word such as `server`. */
  readonly actor: string;
}

export interface EndpointRequest {
  /** A URL or email address. */
  readonly address: string;
  /** Name or id. */
  readonly organization: string;
  /** Id or name of the only brand; default: all of the organization's brands. */
  readonly brand?: string | undefined;
  /** For mail; a webhook gets each alert at once. */
  readonly pace?: Pace | undefined;
  /** An admin says that the owner of an unsubscribed address asked for mail again. */
  readonly isWantedAgain?: boolean | undefined;
}

/** A new endpoint. Its secret is available only here; null for mail. */
export interface CreatedEndpoint {
  readonly id: string;
  readonly address: string;
  readonly organization: string;
  readonly brand: string | null;
  readonly secret: string | null;
}

/** People must keep track of the list. */
const MOST_ENDPOINTS = 100;

/**
 * Adds an endpoint for an organization's or brand's alerts.
 *
 * @throws MailWasStopped, or SightlineError `invalid_argument`, `conflict`, or `not_found`
 */
export async function createEndpoint(deps: EndpointDeps, request: EndpointRequest): Promise<CreatedEndpoint> {
  const target = targetOf(request, deps.senders);
  const organization = await organizationNamed(deps.db, request.organization);
  const brand =
    request.brand === undefined ? null : await brandIdOf(deps.db, request.brand, organization.publicId);
  const brandId = brand === null ? null : await ownBrandOf(deps.db, organization, brand);
  const id = publicId('end', deps.random);
  const secret = target.kind === 'webhook' ? newWebhookSecret(deps.random) : null;
  const encrypted = secret === null ? null : await encryptedSecret(deps, id, secret);
  await deps.db.transaction().execute(async (db) => {
    if ((await countEndpoints(db, organization.id)) >= MOST_ENDPOINTS) throw tooMany();
    const made = { id, organizationId: organization.id, brandId, ...target, secret: encrypted };
    if (!(await insertEndpoint(db, { ...made, createdAt: deps.now() }))) throw exists(target.address);
    const detail = `${shownAddress(target)}${brand === null ? '' : `, only ${brand}`}`;
    // Check after adding: the insert waits for concurrent unsubscribing.
    await refuseStopped({ ...deps, db }, made, request.isWantedAgain === true);
    await note({ ...deps, db }, made, 'endpoint.create', detail);
  });
  return { id, address: target.address, organization: organization.name, brand, secret };
}

type Made = Pick<ListedEndpoint, 'id' | 'organizationId' | 'kind' | 'address'>;

/** @throws MailWasStopped unless the request says it is wanted again, which it audits */
async function refuseStopped(deps: EndpointDeps, made: Made, isWantedAgain: boolean): Promise<void> {
  const { organizationId, kind, address } = made;
  if (kind !== 'mail' || !(await isMailStopped(deps.db, organizationId, address))) return;
  if (!isWantedAgain) throw new MailWasStopped(address);
  await note(deps, made, 'endpoint.again', address);
}

type Target = Pick<ListedEndpoint, 'kind' | 'address' | 'pace'>;

/** The address's kind; refuses a kind that this server cannot send to. */
function targetOf({ address, pace }: EndpointRequest, { poster, mailer }: Senders): Target {
  if (!address.includes('/') && address.includes('@')) {
    const mail = mailAddressOf(address);
    if (mail === null)
      throw new SightlineError('invalid_argument', 'Give one email address, such as ann@acme.example.');
    if (mailer === null) throw new SightlineError('conflict', NO_MAIL);
    return { kind: 'mail', address: mail, pace: pace ?? 'daily' };
  }
  const url = webhookUrlOf(address);
  if (url === null) {
    throw new SightlineError(
      'invalid_argument',
      'Give an email address, or a whole URL such as https://hooks.acme.example/sightline, without a login in it.',
    );
  }
  const refusal = poster.refusalOf(url);
  if (refusal !== null) throw new SightlineError('invalid_argument', refusal);
  return { kind: 'webhook', address: url.href, pace: 'at_once' };
}

export const NO_MAIL =
  'This server sends no mail. Ask its operator to set SIGHTLINE_SMTP_URL and SIGHTLINE_MAIL_FROM.';

export const NO_SECRET_KEY =
  'This server has no key to encrypt signing secrets. Ask its operator to set SIGHTLINE_SECRET_KEY.';

/** The encrypted secret to store. */
async function encryptedSecret(
  { senders, random }: EndpointDeps,
  id: string,
  secret: string,
): Promise<string> {
  if (senders.secretKey === null) throw new SightlineError('conflict', NO_SECRET_KEY);
  return seal(secret, id, await senders.secretKey(), random);
}

/** An endpoint with its number of pending alerts. */
export interface EndpointState extends ListedEndpoint {
  readonly waiting: number;
}

/** Endpoints of an organization or of all, within the reader's brands; oldest first. */
export async function endpointsOf(
  db: Database,
  organizationId: number | null,
  reach: BrandReach = null,
): Promise<EndpointState[]> {
  const states: EndpointState[] = [];
  const endpoints = await listEndpoints(db, organizationId);
  for (const endpoint of endpoints.filter(({ brandId }) => reaches(reach, brandId))) {
    states.push({ ...endpoint, waiting: await countWaiting(db, endpoint) });
  }
  return states;
}

/** Endpoints for an operator. @param organization name or id */
export async function allEndpoints(db: Database, organization: string | undefined): Promise<EndpointState[]> {
  const owner = organization === undefined ? null : await organizationNamed(db, organization);
  return await endpointsOf(db, owner?.id ?? null);
}

/**
 * Finds an endpoint by id.
 *
 * @param organizationId its organization; null: any
 * @param reach brands it may belong to
 * @throws SightlineError `not_found`, also for other organizations
 */
export async function endpointNamed(
  db: Database,
  id: string,
  organizationId: number | null,
  reach: BrandReach = null,
): Promise<ListedEndpoint> {
  const found = isPublicId('end', id) ? await findEndpoint(db, id) : null;
  const isOwn = found && (organizationId === null || found.organizationId === organizationId);
  if (isOwn && reaches(reach, found.brandId)) return found;
  throw new SightlineError('not_found', 'There is no endpoint with this id.');
}

/** A rotated secret. The new one is available only here. */
export interface RotatedSecret {
  readonly secret: string;
  /** End of signing with the old secret too, in UTC milliseconds; null if over. */
  readonly oldSignsUntil: number | null;
}

/**
 * Rotates a webhook's secret. During the overlap, both secrets sign each message; there is never a third. Without an
 * overlap, the old secret stops at once.
 *
 * @param endpoint as the caller read it: of two concurrent rotations, one succeeds
 * @param overlapHours text of a whole number; default: none
 * @throws SightlineError `invalid_argument`, `not_found`, or `conflict`: for mail, and while an older secret still
 *   signs
 */
export async function rotateSecret(
  deps: EndpointDeps,
  endpoint: ListedEndpoint,
  overlapHours: string | undefined,
): Promise<RotatedSecret> {
  if (endpoint.kind !== 'webhook') throw new SightlineError('conflict', 'Mail has no signing secret.');
  const overlapMs = overlapOf(overlapHours);
  const secret = newWebhookSecret(deps.random);
  const encrypted = await encryptedSecret(deps, endpoint.id, secret);
  const now = deps.now();
  const oldUntil = overlapMs === 0 ? null : now + overlapMs;
  await deps.db.transaction().execute(async (db) => {
    const isReplaced = await replaceSecret(db, endpoint, { secret: encrypted, oldUntil, now });
    if (!isReplaced) throw notReplaced(await endpointNamed(db, endpoint.id, null), oldUntil, now);
    await note({ ...deps, db }, endpoint, 'endpoint.rotate', shownAddress(endpoint));
  });
  return { secret, oldSignsUntil: oldUntil };
}

/** Why the rotation did not happen, from the endpoint's current state. */
function notReplaced(endpoint: ListedEndpoint, oldUntil: number | null, now: number): SightlineError {
  const until = oldSecretExpiresAt(endpoint, now);
  if (oldUntil === null || until === null) {
    return new SightlineError(
      'conflict',
      'Somebody else replaced this secret just now. Check whether you still need to replace it.',
    );
  }
  return new SightlineError(
    'conflict',
    `The secret before this one also signs until ${formatInstant(until)}, and only two can sign at once. Wait until then, or replace the secret with a 0-hour overlap, which ends both at once.`,
  );
}

/** Ends a pause and sends pending alerts soon. */
export async function resume(deps: EndpointDeps, endpoint: ListedEndpoint): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    await resumeEndpoint(db, endpoint, deps.now());
    await note({ ...deps, db }, endpoint, 'endpoint.resume', shownAddress(endpoint));
  });
}

/** Removes an endpoint and drops its pending alerts. */
export async function remove(
  deps: EndpointDeps,
  endpoint: ListedEndpoint,
  action: 'endpoint.remove' | 'endpoint.unsubscribe' = 'endpoint.remove',
): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    if (!(await deleteEndpoint(db, endpoint))) return;
    await dropWaiting(db, endpoint);
    await note({ ...deps, db }, endpoint, action, shownAddress(endpoint));
  });
}

/** Sends a message without an alert right away. Does not affect the endpoint's state. */
export async function sendTest(
  deps: EndpointDeps,
  endpoint: ListedEndpoint,
  stop: AbortSignal,
): Promise<Outcome> {
  const outcome = await sentTest(deps, endpoint, stop);
  const detail = `${shownAddress(endpoint)}, ${outcome.kind === 'failed' ? 'which failed' : 'which took it'}`;
  await note(deps, endpoint, 'endpoint.test', detail);
  return outcome;
}

async function sentTest(
  { senders, now, random }: EndpointDeps,
  endpoint: ListedEndpoint,
  stop: AbortSignal,
): Promise<Outcome> {
  if (endpoint.kind === 'mail') {
    if (senders.mailer === null) return failed(NO_MAIL);
    const stopLink = await stopLinkOf(endpoint.id, senders);
    return await senders.mailer(testMail({ endpoint, stopLink, now: now() }), stop);
  }
  if (senders.secretKey === null) return failed(NO_SECRET_KEY);
  const secrets = await secretsOf(endpoint, senders, now());
  if (secrets === null) return failed(UNREADABLE);
  const message = testMessage(now(), random);
  const headers = signedHeaders(message, secrets, now());
  return await senders.poster.post({ url: endpoint.address, headers, body: message.body }, stop);
}

/** An address for logs with many readers: a URL's path may be a secret. */
function shownAddress({ kind, address }: Pick<ListedEndpoint, 'kind' | 'address'>): string {
  return kind === 'mail' ? address : new URL(address).host;
}

async function note(
  { db, now, actor }: EndpointDeps,
  { organizationId, id }: Pick<ListedEndpoint, 'organizationId' | 'id'>,
  action: AuditAction,
  detail: string,
): Promise<void> {
  await insertAudit(db, { at: now(), organizationId, actor, action, subject: id, detail });
}

async function ownBrandOf(db: Database, organization: Organization, brand: string): Promise<number> {
  const row = await findReadableBrand(db, { organizationId: organization.id, brandIds: null }, brand);
  if (row) return row.id;
  throw new SightlineError('no_such_brand', `${organization.name} has no brand ${brand}.`);
}

function tooMany(): SightlineError {
  return new SightlineError(
    'conflict',
    `An organization can send alerts to ${MOST_ENDPOINTS} addresses; remove one first.`,
  );
}

function exists(address: string): SightlineError {
  return new SightlineError('conflict', `This organization already sends alerts to ${address}.`);
}
