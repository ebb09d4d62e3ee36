import type { EngineFailure, EngineRequest } from '../../engines/engine.ts';
import type { StoredReply } from '../../storage/collect/replies.ts';
import type { ReadyEngine } from './ready-engine.ts';
import type { CollectDeps } from './taking.ts';
import { send } from './transport.ts';

/** What came of one request. */
export type Came = { readonly reply: StoredReply } | { readonly failure: EngineFailure };

/** Sends requests at once; what came of them is in the same order. A failed optional request is a reply with status 0. */
export async function sendAll(
  { fetch, now }: Pick<CollectDeps, 'fetch' | 'now'>,
  { deadlineMs }: ReadyEngine,
  requests: readonly EngineRequest[],
): Promise<Came[]> {
  return await Promise.all(
    requests.map(async (request) => {
      const askedAt = now();
      const sent = await send(fetch, request, deadlineMs);
      if ('reply' in sent) return { reply: { ...sent.reply, askedAt, receivedAt: now() } };
      if (!request.isOptional) return sent;
      return { reply: { status: 0, headers: {}, body: '', askedAt, receivedAt: now() } };
    }),
  );
}
