import type { AuditAction } from '../../domain/access/audit.ts';
import type { RandomBytes } from '../../domain/access/base62.ts';
import { type ActorReach, EVERYTHING, isInReach } from '../../domain/access/brand-reach.ts';
import { isPublicId, publicId } from '../../domain/access/public-id.ts';
import { type EndpointFormat, isChat, type Pace } from '../../domain/alerts/endpoint.ts';
import { SightlineError } from '../../domain/errors.ts';
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
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { ownerNamed } from '../declare/find-brand.ts';
import { unreadable } from './deliver.ts';
import { testMail } from './mail-words.ts';
import { postRequest, testChat } from './post-request.ts';
import { NO_SECRET_KEY, sealedSecret, secretOf } from './secrets.ts';
import { failed, type Outcome, type Senders } from './senders.ts';
import { stopLinkOf } from './stop-link.ts';
import { isMailStopped, MailWasStopped } from './stopped-mail.ts';
import { targetOf } from './target.ts';
import { newWebhookSecret, testMessage } from './webhook-message.ts';

export type { ListedEndpoint };

export interface EndpointDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly senders: Senders;
  /** For the audit log: a user's id, or a word such as `server`. */
  readonly actor: string;
  /** Whose endpoints; default: all. */
  readonly reach?: ActorReach;
}

export interface EndpointRequest {
  /** A URL or email address. */
  readonly address: string;
  /** Of a webhook; default: as the address suggests. */
  readonly format?: EndpointFormat | undefined;
  /** Name or id; default: the only one within reach. */
  readonly organization?: string | undefined;
  /** Id or name of the only brand; default: all of the organization's brands. */
  readonly brand?: string | undefined;
  /** For mail; a webhook gets each alert at once. */
  readonly pace?: Pace | undefined;
  /** An admin says that the owner of an unsubscribed address asked for mail again. */
  readonly isWantedAgain?: boolean | undefined;
}

/** A new endpoint. Its signing secret is available only here; null for mail and chats. */
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
  const { url, ...target } = checkedTarget(request, deps.senders);
  const pace = target.kind === 'mail' ? (request.pace ?? 'daily') : 'at_once';
  return await inTransaction(deps.db, async (db) => {
    const { organization, brand } = await ownerNamed(db, deps.reach ?? EVERYTHING, request);
    const id = publicId('end', deps.random);
    const secret = target.format === 'standard' ? newWebhookSecret(deps.random) : null;
    const kept = secret ?? url?.href;
    const sealed = kept === undefined ? null : await sealedSecret(id, kept, { ...deps.senders, ...deps });
    if ((await countEndpoints(db, organization.id)) >= MOST_ENDPOINTS) throw tooMany();
    const of = { organizationId: organization.id, brandId: brand?.id ?? null };
    const made = { id, ...of, ...target, pace, secret: sealed };
    if (!(await insertEndpoint(db, { ...made, createdAt: deps.now() }))) throw exists(target.address);
    const detail = `${shownAddress(target)}${brand === null ? '' : `, only ${brand.publicId}`}`;
    // Check after adding: the insert waits for concurrent unsubscribing.
    await refuseStopped({ ...deps, db }, made, request.isWantedAgain === true);
    await note({ ...deps, db }, made, 'endpoint.create', detail);
    const { address } = target;
    return { id, address, organization: organization.name, brand: brand?.publicId ?? null, secret };
  });
}

type Made = Pick<ListedEndpoint, 'id' | 'organizationId' | 'kind' | 'address'>;

/** @throws MailWasStopped unless the request says it is wanted again, which it audits */
async function refuseStopped(deps: EndpointDeps, made: Made, isWantedAgain: boolean): Promise<void> {
  const { organizationId, kind, address } = made;
  if (kind !== 'mail' || !(await isMailStopped(deps.db, organizationId, address))) return;
  if (!isWantedAgain) throw new MailWasStopped(address);
  await note(deps, made, 'endpoint.again', address);
}

/** Refuses an address that this server cannot send to. @throws SightlineError `invalid_argument`, or `conflict` */
function checkedTarget({ address, format }: EndpointRequest, { poster, mailer }: Senders) {
  const target = targetOf(address, format);
  if (target.kind === 'mail') {
    if (mailer === null) throw new SightlineError('conflict', NO_MAIL);
    return target;
  }
  const refusal = poster.refusalOf(target.url);
  if (refusal !== null) throw new SightlineError('invalid_argument', refusal);
  return target;
}

export const NO_MAIL =
  'This server sends no mail. Ask its operator to set SIGHTLINE_SMTP_URL and SIGHTLINE_MAIL_FROM.';

export interface EndpointState extends ListedEndpoint {
  readonly waiting: number;
}

/** Endpoints within reach, oldest first. */
export async function endpointsOf(db: Database, reach: ActorReach): Promise<EndpointState[]> {
  const states: EndpointState[] = [];
  const endpoints = await listEndpoints(db, reach.organizationId);
  for (const endpoint of endpoints.filter((each) => isInReach(reach, each))) {
    states.push({ ...endpoint, waiting: await countWaiting(db, endpoint) });
  }
  return states;
}

/** Finds an endpoint by id. @throws SightlineError `not_found`, also for one out of reach */
export async function endpointNamed(
  db: Database,
  id: string,
  reach: ActorReach = EVERYTHING,
): Promise<ListedEndpoint> {
  const found = isPublicId('end', id) ? await findEndpoint(db, id) : null;
  if (found && isInReach(reach, found)) return found;
  throw new SightlineError('not_found', 'There is no endpoint with this id.');
}

/**
 * Replaces a webhook's secret at once. A receiver that refuses the new signature gets the message again, for 3 days.
 *
 * @param endpoint as the caller read it: of two concurrent replacements, one succeeds
 * @returns the new secret, which is available only here
 * @throws SightlineError `not_found`, or `conflict`: also for mail
 */
export async function rotateSecret(deps: EndpointDeps, endpoint: ListedEndpoint): Promise<string> {
  if (endpoint.format !== 'standard') {
    const why = isChat(endpoint.format)
      ? 'Slack and Teams check no signature. Remove this address, and add the new one.'
      : 'Mail has no signing secret.';
    throw new SightlineError('conflict', why);
  }
  const secret = newWebhookSecret(deps.random);
  const encrypted = await sealedSecret(endpoint.id, secret, { ...deps.senders, ...deps });
  await inTransaction(deps.db, async (db) => {
    if (!(await replaceSecret(db, endpoint, encrypted))) {
      await endpointNamed(db, endpoint.id);
      throw new SightlineError(
        'conflict',
        'Somebody else replaced this secret just now. Check whether you still need to replace it.',
      );
    }
    await note({ ...deps, db }, endpoint, 'endpoint.rotate', shownAddress(endpoint));
  });
  return secret;
}

export async function resume(deps: EndpointDeps, endpoint: ListedEndpoint): Promise<void> {
  await inTransaction(deps.db, async (db) => {
    await resumeEndpoint(db, endpoint, deps.now());
    await note({ ...deps, db }, endpoint, 'endpoint.resume', shownAddress(endpoint));
  });
}

/** Removes an endpoint and drops its pending alerts. @returns whether it was still there */
export async function remove(
  deps: EndpointDeps,
  endpoint: ListedEndpoint,
  action: 'endpoint.remove' | 'endpoint.unsubscribe' = 'endpoint.remove',
): Promise<boolean> {
  return await inTransaction(deps.db, async (db) => {
    if (!(await deleteEndpoint(db, endpoint))) return false;
    await dropWaiting(db, endpoint);
    await note({ ...deps, db }, endpoint, action, shownAddress(endpoint));
    return true;
  });
}

/** Sends a message without an alert right away. Does not affect the endpoint's state, and reads no store. */
export async function sendTest(
  { senders, now, random }: Omit<EndpointDeps, 'db' | 'actor'>,
  endpoint: ListedEndpoint,
  stop: AbortSignal,
): Promise<Outcome> {
  if (endpoint.kind === 'mail') {
    if (senders.mailer === null) return failed(NO_MAIL);
    const stopLink = await stopLinkOf(endpoint.id, senders);
    return await senders.mailer(testMail({ endpoint, stopLink, now: now() }), stop);
  }
  if (senders.secretKey === null) return failed(NO_SECRET_KEY);
  const secret = await secretOf(endpoint, senders);
  if (secret === null) return failed(unreadable(endpoint.format));
  const standard = () => testMessage(now(), random);
  const chat = () => testChat(now(), senders.publicUrl);
  return await senders.poster.post(postRequest(endpoint, secret, { standard, chat }, now()), stop);
}

/** Audits a test. @param arrived whether the receiver took it */
export async function noteTest(
  deps: EndpointDeps,
  endpoint: ListedEndpoint,
  arrived: boolean,
): Promise<void> {
  const detail = `${shownAddress(endpoint)}, ${arrived ? 'which took it' : 'which failed'}`;
  await note(deps, endpoint, 'endpoint.test', detail);
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

function tooMany(): SightlineError {
  return new SightlineError(
    'conflict',
    `An organization can send alerts to ${MOST_ENDPOINTS} addresses; remove one first.`,
  );
}

function exists(address: string): SightlineError {
  return new SightlineError('conflict', `This organization already sends alerts to ${address}.`);
}
