import { isCollecting } from '../../../domain/access/subscription.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { microsOf, usdOf } from '../../../domain/figures/usd.ts';
import { dayOf } from '../../../domain/time/period.ts';
import { findCollectLimits, reserveCall, settleCall } from '../../../storage/collect/spending.ts';
import { insertAudit } from '../../../storage/directory/access/audit.ts';
import { findSubscription } from '../../../storage/directory/organizations.ts';
import type { Database } from '../../../storage/driver/database.ts';
import type { CollectDeps } from '../job/job-context.ts';
import type { ReadyEngine } from '../job/ready-engine.ts';
import { tryEngine } from './try-engine.ts';

export interface ModelReply {
  /** Null if it failed or was empty. */
  readonly text: string | null;
  /** The model's name in the reply. */
  readonly model: string | null;
  readonly latencyMs: number;
  /** US dollars in the reply; null if absent. */
  readonly costUsd: number | null;
  /** How to fix a failure, in a sentence; null if the engine answered. */
  readonly advice: string | null;
}

/** A person waits. */
const LONGEST_MS = 60_000;

/** Asks a model once, with the same answer cap as collecting. Stores nothing. */
export async function askModel(
  deps: Pick<CollectDeps, 'fetch' | 'now' | 'sleep'>,
  ready: ReadyEngine,
  { prompt, secrets }: { readonly prompt: string; readonly secrets: readonly string[] },
): Promise<ModelReply> {
  const engine = { ...ready, deadlineMs: Math.min(ready.deadlineMs, LONGEST_MS) };
  const stop = AbortSignal.timeout(LONGEST_MS);
  const { reading, latencyMs, advice } = await tryEngine(deps, engine, { prompt, stop, secrets });
  if ('fault' in reading) return { text: null, model: null, latencyMs, costUsd: reading.costUsd, advice };
  const { text, model, costUsd } = reading;
  return { text, model, latencyMs, costUsd, advice: null };
}

/** The asking user and the paying organization. */
export interface ModelPayer {
  /** A transaction. */
  readonly db: Database;
  readonly now: number;
  /** A user's id. */
  readonly actor: string;
  readonly organizationId: number;
}

export type PricedModel = { readonly slug: string; readonly name: string } & Pick<
  ReadyEngine,
  'micros' | 'mostMicros'
>;

export type PaidAsking = (
  db: Database,
  ask: () => Promise<ModelReply>,
) => Promise<ModelReply & { readonly usd: number }>;

/**
 * Reserves and audits one request to a model within the organization's daily limit: the most that an answer may cost, as collecting does.
 * A failure without a price stays booked at the estimate, because the vendor most likely billed it.
 *
 * @throws SightlineError `conflict` at the day's ceiling, or if the organization's plan does not run
 */
export async function reserveAsking(
  { db, now, actor, organizationId }: ModelPayer,
  { slug: subject, name: detail, micros: estimated, mostMicros }: PricedModel,
): Promise<PaidAsking> {
  const subscription = await findSubscription(db, organizationId);
  if (subscription === null || !isCollecting(subscription, now)) {
    throw new SightlineError(
      'conflict',
      "Sightline asks no engine, because the organization's plan does not run.",
    );
  }
  const reserved = { day: dayOf(now), micros: mostMicros };
  const limits = await findCollectLimits(db, organizationId);
  if (!(await reserveCall(db, { organizationId, ...reserved, limits }))) {
    throw new SightlineError('conflict', 'The organization has reached its spending ceiling for today.');
  }
  await insertAudit(db, { at: now, organizationId, actor, action: 'engine.propose', subject, detail });
  return async (store, ask) => {
    const reply = await ask();
    const micros = reply.costUsd === null ? estimated : microsOf(reply.costUsd);
    await settleCall(store, { organizationId, reserved, micros });
    return { ...reply, usd: usdOf(micros) };
  };
}
