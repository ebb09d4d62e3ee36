import { listReplies } from '../../storage/collect/replies.ts';
import { findAskedQuestion } from './asked-question.ts';
import { conclude } from './conclusion.ts';
import { exchange } from './exchange.ts';
import { drop } from './holding.ts';
import type { ReadyEngine } from './ready-engine.ts';
import { redacted } from './sending.ts';
import type { Leased, Taken, WorkerDeps } from './taking.ts';

/**
 * Takes one job as far as it goes: asks, stores what comes back before reading it, reads it, and stores the result or has it
 * asked again.
 */
export async function takeJob(deps: WorkerDeps, engine: ReadyEngine, job: Leased): Promise<Taken> {
  const question = await findAskedQuestion(deps.db, job, deps.now());
  if (question === null) return await drop(deps, job);
  const taking = { deps, engine, job, question };
  // What an older version kept may still contain a secret.
  const stored = (await listReplies(deps.db, job)).map((reply) => redacted(reply, deps.redact));
  const exchanged = await exchange(taking, stored);
  return 'taken' in exchanged ? exchanged.taken : await conclude(taking, exchanged);
}
