import type { RandomBytes } from '../../domain/access/base62.ts';
import type { ToldChange } from '../../domain/alerts/change.ts';
import { type EndpointFormat, isChat, nextMailAt, retryAfterMs } from '../../domain/alerts/endpoint.ts';
import { SightlineError } from '../../domain/errors.ts';
import { nextReportAt } from '../../domain/sharing/report-mail.ts';
import { dropSent, listWaiting, type WaitingAlert } from '../../storage/delivery/deliveries.ts';
import {
  type AfterFailure,
  claimEndpoint,
  type LeasedEndpoint,
  type LeasedReport,
  noteFailure,
  noteSent,
  releaseEndpoint,
  renewEndpointLease,
} from '../../storage/delivery/endpoints.ts';
import type { ReportMail } from '../../storage/delivery/report-mails.ts';
import { findLivePublicId } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { Lane } from '../worker.ts';
import { alertMail, type ToldAlert } from './mail-words.ts';
import { alertChat, chatRequest, postRequest } from './post-request.ts';
import type { ComposedReport } from './report-mails.ts';
import { secretOf } from './secrets.ts';
import { failed, kindsOf, type Outcome, type Senders } from './senders.ts';
import { stopLinkOf } from './stop-link.ts';
import { alertMessage } from './webhook-message.ts';

export interface DeliverDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly senders: Senders;
  /** Aborts when the process ends: send nothing more. */
  readonly stop: AbortSignal;
  /** Makes the mail of a client report; without it, another process sends these. @throws SightlineError if refused */
  readonly composeReport?: (held: ReportMail) => Promise<ComposedReport>;
  /** An alert's change as of now; without it, alerts have only their own words. */
  readonly toldChange?: (alert: WaitingAlert) => Promise<ToldChange | null>;
  /** Runs after each attempt. */
  readonly onAttempt?: (attempt: Attempt) => void;
}

export interface Attempt {
  readonly endpoint: Pick<LeasedEndpoint | LeasedReport, 'id' | 'kind'>;
  /** Public ids; none for a report. */
  readonly alerts: readonly string[];
  readonly outcome: Outcome;
  /** Next retry; null: Sightline paused the endpoint. */
  readonly retryAt?: number | null;
}

/** After this silence, another sender claims the endpoint. Longer than any send. */
const LEASE_MS = 120_000;

/** Most alerts per read and per mail. */
const MOST_AT_ONCE = 100;

/** Concurrent endpoints, so a slow one delays no other. */
const MOST_SENDERS = 8;

export function deliveryLane(deps: DeliverDeps, onFailure: Lane['onFailure']): Lane {
  return { most: MOST_SENDERS, next: async () => await deliverNext(deps), onFailure };
}

/**
 * Claims the endpoint that has waited longest and sends its report, or its pending alerts in order, up to the first
 * failure. Each
 * endpoint has one sender across all processes, so messages stay in order. After a crash between sending and
 * recording, the message goes out again with the same id.
 *
 * @returns whether there was one
 */
export async function deliverNext(deps: DeliverDeps): Promise<boolean> {
  const now = deps.now();
  const claim = await claimEndpoint(deps.db, {
    kinds: kindsOf(deps.senders, deps.composeReport !== undefined),
    now,
    leaseUntil: now + LEASE_MS,
    lease: Buffer.from(deps.random(12)).toString('hex'),
  });
  if (claim === null) return false;
  if (claim.kind === 'report') await sendReport(deps, claim);
  else await (claim.kind === 'mail' ? sendMail(deps, claim) : sendWebhooks(deps, claim));
  return true;
}

/** After the last retry of a failure, the report goes out on its next day. */
async function sendReport(deps: DeliverDeps, held: LeasedReport): Promise<void> {
  const { db, senders, composeReport } = deps;
  const mailAt = nextReportAt(held.pace, deps.now());
  const release = async (transaction: Database) =>
    await releaseEndpoint(transaction, held, { now: deps.now(), dueAt: mailAt, mailAt });
  // A deleted brand may come back.
  if ((await findLivePublicId(db, held.brandId)) === null) return await release(db);
  const send = async (): Promise<Outcome> => {
    if (composeReport === undefined) return { kind: 'stopped' };
    if (held.format === null) {
      return senders.mailer === null
        ? { kind: 'stopped' }
        : await senders.mailer((await composeReport(held)).mail, deps.stop);
    }
    const url = await secretOf(held, senders);
    if (url === null) return failed(unreadable(held.format));
    const { chat } = await composeReport(held);
    return await senders.poster.post(chatRequest(held.format, url, chat), deps.stop);
  };
  await attempt(deps, held, [], () => send().catch(refusalOf), release);
}

/** Refusals, such as an ended plan, are failures. */
function refusalOf(error: unknown): Outcome {
  if (error instanceof SightlineError) return failed(error.message);
  throw error;
}

async function sendWebhooks(deps: DeliverDeps, held: LeasedEndpoint): Promise<void> {
  const waiting = await listWaiting(deps.db, held, MOST_AT_ONCE);
  let failures = held.failures;
  for (const alert of waiting) {
    const isSent = await attempt(deps, { ...held, failures }, [alert], () => postAlert(deps, held, alert));
    if (!isSent) return;
    failures = 0;
  }
  const now = deps.now();
  await releaseEndpoint(deps.db, held, { now, dueAt: waiting.length < MOST_AT_ONCE ? null : now });
}

async function postAlert(
  { senders, now, stop, toldChange }: DeliverDeps,
  held: LeasedEndpoint,
  alert: WaitingAlert,
): Promise<Outcome> {
  const secret = await secretOf(held, senders);
  if (secret === null) return failed(unreadable(held.format));
  const told = (await toldChange?.(alert)) ?? null;
  const standard = () => alertMessage(alert, told);
  const chat = () => alertChat({ ...alert, told }, senders.publicUrl);
  return await senders.poster.post(postRequest(held, secret, { standard, chat }, now()), stop);
}

/** Why this server cannot send to an endpoint. */
export function unreadable(format: EndpointFormat | null): string {
  return isChat(format)
    ? "This server's key cannot decrypt its address. Use the earlier key again, or remove it and add it again."
    : "This server's key cannot decrypt its signing secret. Use the earlier key again, or replace the secret.";
}

async function sendMail(deps: DeliverDeps, held: LeasedEndpoint): Promise<void> {
  const { db, senders } = deps;
  const waiting = await listWaiting(db, held, MOST_AT_ONCE);
  const now = deps.now();
  if (waiting.length === 0) return await releaseEndpoint(db, held, { now, dueAt: null, mailAt: null });
  const mailAt = held.pace === 'at_once' ? now : (held.mailAt ?? nextMailAt(now, held.lastSentAt));
  if (mailAt > now) return await releaseEndpoint(db, held, { now, dueAt: mailAt, mailAt });
  const isSent = await attempt(deps, held, waiting, async () => {
    const stopLink = await stopLinkOf(held.id, senders);
    const told: ToldAlert[] = [];
    for (const alert of waiting) told.push({ ...alert, told: (await deps.toldChange?.(alert)) ?? null });
    const mail = alertMail(told, { endpoint: held, publicUrl: senders.publicUrl, stopLink, now });
    return senders.mailer === null ? { kind: 'stopped' } : await senders.mailer(mail, deps.stop);
  });
  const dueAt = waiting.length < MOST_AT_ONCE ? null : now;
  if (isSent) await releaseEndpoint(db, held, { now, dueAt, mailAt: null });
}

/**
 * Sends and records the outcome; releases the endpoint after a failure.
 *
 * @param onSent runs in the transaction that records a success
 * @returns whether it succeeded
 */
async function attempt(
  deps: DeliverDeps,
  held: LeasedEndpoint | LeasedReport,
  alerts: readonly WaitingAlert[],
  send: () => Promise<Outcome>,
  onSent?: (transaction: Database) => Promise<void>,
): Promise<boolean> {
  const { db, now, stop } = deps;
  const again = () => ({ now: now(), dueAt: now() });
  if (stop.aborted) {
    await releaseEndpoint(db, held, again());
    return false;
  }
  if (!(await renewEndpointLease(db, held, now() + LEASE_MS))) return false;
  const outcome = await send();
  const done = { endpoint: held, alerts: alerts.map(({ publicId }) => publicId), outcome };
  if (outcome.kind === 'sent') {
    // One transaction, because the time of the last mail decides when the next one goes. The endpoint first, as when
    // it is removed or woken.
    await db.transaction().execute(async (transaction) => {
      await noteSent(transaction, held, now());
      await dropSent(transaction, held, alerts);
      await onSent?.(transaction);
    });
    deps.onAttempt?.(done);
    return true;
  }
  if (outcome.kind === 'stopped') await releaseEndpoint(db, held, again());
  else deps.onAttempt?.({ ...done, retryAt: await fail(deps, held, outcome) });
  return false;
}

/** @returns the next retry; null for none */
async function fail(
  { db, now, random }: DeliverDeps,
  held: LeasedEndpoint | LeasedReport,
  { detail, isGone, askedMs }: Outcome & { kind: 'failed' },
): Promise<number | null> {
  const [byte = 0] = random(1);
  const wait = isGone ? null : retryAfterMs(held.failures + 1, askedMs, byte / 256);
  const next = wait === null ? afterLast(held, isGone, now()) : { at: now() + wait };
  await noteFailure(db, held, { detail, now: now(), next });
  return 'at' in next ? next.at : 'skipTo' in next ? next.skipTo : null;
}

function afterLast(held: LeasedEndpoint | LeasedReport, isGone: boolean, now: number): AfterFailure {
  if (held.kind === 'report') return { skipTo: nextReportAt(held.pace, now) };
  return { pausedFor: isGone ? 'gone' : 'failing' };
}
