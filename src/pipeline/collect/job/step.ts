import type { EngineReading, EngineRequest } from '../../../engines/engine.ts';
import { type RefusedField, refusedField } from '../../../engines/refused-field.ts';
import type { StoredReply } from '../../../storage/collect/replies.ts';
import { readingOf } from './collection-of-reply.ts';
import type { ReadyEngine } from './ready-engine.ts';
import { type SendDeps, type SendResult, sendAll } from './sending.ts';

export type StepResult =
  | { readonly kind: 'replied'; readonly replies: readonly StoredReply[] }
  /** The answer is not ready yet: this request may be sent again. */
  | { readonly kind: 'pending'; readonly request: EngineRequest }
  /** The engine does not know this field: retry without it. */
  | ({ readonly kind: 'field_refused' } & RefusedField)
  /** Ends the exchange. `status`: the failure's HTTP status; null for none. */
  | { readonly kind: 'failed'; readonly reading: EngineReading; readonly status: number | null };

/** Sends requests that follow these replies. Stores nothing. */
export async function takeStep(
  deps: SendDeps,
  engine: ReadyEngine,
  requests: readonly EngineRequest[],
  replies: readonly StoredReply[],
): Promise<StepResult> {
  const results = await sendAll(deps, engine, requests);
  const [first] = requests;
  if (first !== undefined && isPending(engine, first, results)) return { kind: 'pending', request: first };
  const failure = results.find((each) => 'failure' in each);
  if (failure !== undefined) return { kind: 'failed', reading: failure.failure, status: null };
  const received = results.flatMap((each) => ('reply' in each ? [each.reply] : []));
  const bad = received.findIndex(({ status }, index) => !isAccepted(status, requests[index]));
  if (bad < 0) return { kind: 'replied', replies: received };
  return stepOfBadReply(engine, requests[bad], received[bad], [...replies, ...received]);
}

/** Whether the engine still works on an answer. Checking is free and repeatable. */
function isPending({ adapter }: ReadyEngine, first: EngineRequest, results: readonly SendResult[]): boolean {
  if (first.method !== 'GET' || first.isOptional === true) return false;
  const [reply] = results;
  const isWaiting = reply !== undefined && 'reply' in reply && adapter.isPending(reply.reply);
  return isWaiting || results.some((each) => 'failure' in each);
}

/** Whether a reply belongs to the exchange: a success, or any reply to an optional request. */
function isAccepted(status: number, request: EngineRequest | undefined): boolean {
  return request?.isOptional === true || (status >= 200 && status < 300);
}

function stepOfBadReply(
  { adapter }: ReadyEngine,
  request: EngineRequest | undefined,
  reply: StoredReply | undefined,
  replies: readonly StoredReply[],
): StepResult {
  const refused = request && reply && refusedField(reply, request, adapter);
  if (refused) return { kind: 'field_refused', ...refused };
  return { kind: 'failed', reading: readingOf(adapter, replies), status: reply?.status ?? null };
}
