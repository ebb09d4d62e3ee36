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

/** A model's reply to one request. */
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
  readonly db: Database;
  readonly now: number;
  /** A user's id. */
  readonly actor: string;
  readonly organizationId: number;
}

/**
 * Asks a model for proposals within the organization's daily limit, and books the cost. It reserves the most that an
 * answer may cost, as collecting does. A failure without a price stays booked, because the vendor most likely billed it.
 *
 * @param engine its slug and name, and an answer's estimated and highest micros
 * @throws SightlineError `conflict` at the day's ceiling, or if the organization's plan does not run
 */
export async function askedForProposals(
  { db, now, actor, organizationId }: ModelPayer,
  engine: { readonly slug: string; readonly name: string } & Pick<ReadyEngine, 'micros' | 'mostMicros'>,
  ask: () => Promise<ModelReply>,
): Promise<ModelReply & { readonly usd: number }> {
  const subscription = await findSubscription(db, organizationId);
  if (subscription === null || !isCollecting(subscription, now)) {
    throw new SightlineError(
      'conflict',
      "Sightline asks no engine, because the organization's plan does not run.",
    );
  }
  const reserved = { day: dayOf(now), micros: engine.mostMicros };
  const limits = await findCollectLimits(db, organizationId);
  if (!(await reserveCall(db, { organizationId, ...reserved, limits }))) {
    throw new SightlineError('conflict', 'The organization has reached its spending ceiling for today.');
  }
  const { slug: subject, name: detail } = engine;
  await insertAudit(db, { at: now, organizationId, actor, action: 'engine.propose', subject, detail });
  const reply = await ask();
  const micros = reply.costUsd === null ? engine.micros : microsOf(reply.costUsd);
  await settleCall(db, { organizationId, reserved, micros });
  return { ...reply, usd: usdOf(micros) };
}
