import type { AuditAction } from '../../domain/audit.ts';
import type { RandomBytes } from '../../domain/base62.ts';
import { type BrandReach, reaches } from '../../domain/brand-reach.ts';
import { mailAddressOf, type Pace, webhookUrlOf } from '../../domain/endpoint.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/instant.ts';
import { overlapOf } from '../../domain/overlap.ts';
import { isPublicId, publicId } from '../../domain/public-id.ts';
import { countWaiting } from '../../storage/delivery/deliveries.ts';
import {
  countEndpoints,
  findEndpoint,
  insertEndpoint,
  type ListedEndpoint,
  listEndpoints,
  removeEndpoint,
  replaceSecret,
  resumeEndpoint,
} from '../../storage/delivery/endpoints.ts';
import { insertAudit } from '../../storage/directory/audit.ts';
import { findReadableBrand } from '../../storage/directory/brands.ts';
import { type Organization, organizationNamed } from '../../storage/directory/organizations.ts';
import type { Database } from '../../storage/driver/database.ts';
import { brandIdOf } from '../declare/find-brand.ts';
import { seal } from '../secret-box.ts';
import { UNREADABLE } from './deliver.ts';
import { testMail } from './mail-words.ts';
import { oldSignsUntil, secretsOf } from './secrets.ts';
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
  /** Who does it, for the audit log: the id of a user, or a word for whoever is not one. */
  readonly actor: string;
}

export interface EndpointRequest {
  /** A URL, or an email address. */
  readonly address: string;
  /** Name or id. */
  readonly organization: string;
  /** Id or name of the only brand; without it, every brand of the organization. */
  readonly brand?: string | undefined;
  /** Of mail; a webhook gets each alert at once. */
  readonly pace?: Pace | undefined;
  /** An admin says that whoever stopped mail to this address asked for it again. */
  readonly isWantedAgain?: boolean | undefined;
}

/** A new endpoint. This is the only time that its secret is known; null for mail, which has none. */
export interface CreatedEndpoint {
  readonly id: string;
  readonly address: string;
  readonly organization: string;
  readonly brand: string | null;
  readonly secret: string | null;
}

/** Delivery by the dozen is a list for people to keep in order. */
const MOST_ENDPOINTS = 100;

/** Has the alerts of an organization, or of one brand, sent to an address. @throws MailWasStopped, or SightlineError `invalid_argument`, `conflict`, or `not_found` */
export async function createEndpoint(deps: EndpointDeps, request: EndpointRequest): Promise<CreatedEndpoint> {
  const target = targetOf(request, deps.senders);
  const organization = await organizationNamed(deps.db, request.organization);
  const brand =
    request.brand === undefined ? null : await brandIdOf(deps.db, request.brand, organization.publicId);
  const brandId = brand === null ? null : await ownBrandOf(deps.db, organization, brand);
  const id = publicId('end', deps.random);
  const secret = target.kind === 'webhook' ? newWebhookSecret(deps.random) : null;
  const sealed = secret === null ? null : await sealedSecret(deps, id, secret);
  await deps.db.transaction().execute(async (db) => {
    if ((await countEndpoints(db, organization.id)) >= MOST_ENDPOINTS) throw tooMany();
    const made = { id, organizationId: organization.id, brandId, ...target, secret: sealed };
    if (!(await insertEndpoint(db, { ...made, createdAt: deps.now() }))) throw exists(target.address);
    const detail = `${shownAddress(target)}${brand === null ? '' : `, only ${brand}`}`;
    // Only now: adding waited for whoever stops mail to this address at the same time.
    await refuseStopped({ ...deps, db }, made, request.isWantedAgain === true);
    await note({ ...deps, db }, made, 'endpoint.create', detail);
  });
  return { id, address: target.address, organization: organization.name, brand, secret };
}

type Made = Pick<ListedEndpoint, 'id' | 'organizationId' | 'kind' | 'address'>;

/** @throws MailWasStopped, unless it is wanted again, which the audit log then has */
async function refuseStopped(deps: EndpointDeps, made: Made, isWantedAgain: boolean): Promise<void> {
  const { organizationId, kind, address } = made;
  if (kind !== 'mail' || !(await isMailStopped(deps.db, organizationId, address))) return;
  if (!isWantedAgain) throw new MailWasStopped(address);
  await note(deps, made, 'endpoint.again', address);
}

type Target = Pick<ListedEndpoint, 'kind' | 'address' | 'pace'>;

/** What an address is, and that this server could send to it. */
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
  'This server sends no mail: its operator has to set SIGHTLINE_SMTP_URL and SIGHTLINE_MAIL_FROM.';

export const NO_SECRET_KEY =
  'This server has no key to store signing secrets with: its operator has to set SIGHTLINE_SECRET_KEY.';

/** The secret as it is stored. */
async function sealedSecret({ senders, random }: EndpointDeps, id: string, secret: string): Promise<string> {
  if (senders.secretKey === null) throw new SightlineError('conflict', NO_SECRET_KEY);
  return seal(secret, id, await senders.secretKey(), random);
}

/** An endpoint, and how many alerts wait for it. */
export interface EndpointState extends ListedEndpoint {
  readonly waiting: number;
}

/** The endpoints of an organization, or of all, as far as somebody reaches their brands; oldest first. */
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

/** The endpoints that an operator wants to see. @param organization name or id */
export async function allEndpoints(db: Database, organization: string | undefined): Promise<EndpointState[]> {
  const owner = organization === undefined ? null : await organizationNamed(db, organization);
  return await endpointsOf(db, owner?.id ?? null);
}

/**
 * The endpoint with an id.
 *
 * @param organizationId the one that it must belong to; null: any
 * @param reach the brands that it may be of
 * @throws SightlineError `not_found`, of another organization as of none
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

/** A replaced secret. This is the only time that the new one is known. */
export interface RotatedSecret {
  readonly secret: string;
  /** Until when messages are also signed by the old one, in UTC milliseconds; null if they no longer are. */
  readonly oldSignsUntil: number | null;
}

/**
 * Replaces the secret of a webhook. Until the overlap is over, messages have a signature of each; there cannot be a third. Without an
 * overlap, no older secret signs any longer.
 *
 * @param endpoint as it was seen: of two who replace the same secret at once, one does
 * @param overlapHours text of a whole number; none without it
 * @throws SightlineError `invalid_argument`, `not_found`, or `conflict`: for mail, and where an older secret would be lost
 */
export async function rotateSecret(
  deps: EndpointDeps,
  endpoint: ListedEndpoint,
  overlapHours: string | undefined,
): Promise<RotatedSecret> {
  if (endpoint.kind !== 'webhook') throw new SightlineError('conflict', 'Mail has no signing secret.');
  const overlapMs = overlapOf(overlapHours);
  const secret = newWebhookSecret(deps.random);
  const sealed = await sealedSecret(deps, endpoint.id, secret);
  const now = deps.now();
  const oldUntil = overlapMs === 0 ? null : now + overlapMs;
  await deps.db.transaction().execute(async (db) => {
    const isReplaced = await replaceSecret(db, endpoint, { secret: sealed, oldUntil, now });
    if (!isReplaced) throw notReplaced(await endpointNamed(db, endpoint.id, null), oldUntil, now);
    await note({ ...deps, db }, endpoint, 'endpoint.rotate', shownAddress(endpoint));
  });
  return { secret, oldSignsUntil: oldUntil };
}

/** Why the secret of an endpoint was not replaced, by how the endpoint is now. */
function notReplaced(endpoint: ListedEndpoint, oldUntil: number | null, now: number): SightlineError {
  const until = oldSignsUntil(endpoint, now);
  if (oldUntil === null || until === null) {
    return new SightlineError(
      'conflict',
      'Somebody else replaced this secret just now. Find out whether it still has to be replaced.',
    );
  }
  return new SightlineError(
    'conflict',
    `The secret before this one also signs until ${formatInstant(until)}, and only two can sign at once. Wait until then, or replace the secret with an overlap of 0 hours, which ends both at once.`,
  );
}

/** Ends a pause, and has what waits sent soon. */
export async function resume(deps: EndpointDeps, endpoint: ListedEndpoint): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    await resumeEndpoint(db, endpoint, deps.now());
    await note({ ...deps, db }, endpoint, 'endpoint.resume', shownAddress(endpoint));
  });
}

/** Sends nothing more to an endpoint. Alerts that wait for it are not sent. */
export async function remove(
  deps: EndpointDeps,
  endpoint: ListedEndpoint,
  action: 'endpoint.remove' | 'endpoint.unsubscribe' = 'endpoint.remove',
): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    if (!(await removeEndpoint(db, endpoint, deps.now()))) return;
    await note({ ...deps, db }, endpoint, action, shownAddress(endpoint));
  });
}

/** Sends a message without an alert right away. It changes nothing of how the endpoint is doing. */
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

/** An address for logs that many read: the path of a URL may be a secret of its own. */
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
    `Alerts of an organization go to at most ${MOST_ENDPOINTS} addresses; remove one first.`,
  );
}

function exists(address: string): SightlineError {
  return new SightlineError('conflict', `Alerts of this organization are sent to ${address} already.`);
}
