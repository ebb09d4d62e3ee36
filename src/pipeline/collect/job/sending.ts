import type { EngineFailure, EngineRequest, Reply } from '../../../engines/engine.ts';
import type { StoredReply } from '../../../storage/collect/replies.ts';
import type { WorkerDeps } from './job-context.ts';
import type { ReadyEngine } from './ready-engine.ts';
import { send } from './transport.ts';

/** The clock, the network, and the redaction of replies. */
export type SendDeps = Pick<WorkerDeps, 'fetch' | 'now' | 'redact'>;

export type SendResult = { readonly reply: StoredReply } | { readonly failure: EngineFailure };

/**
 * Sends requests concurrently. Results come in request order, with echoed secrets redacted. A failed optional request
 * becomes a reply with status 0.
 */
export async function sendAll(
  { fetch, now, redact }: SendDeps,
  { deadlineMs }: Pick<ReadyEngine, 'deadlineMs'>,
  requests: readonly EngineRequest[],
): Promise<SendResult[]> {
  return await Promise.all(
    requests.map(async (request) => {
      const askedAt = now();
      const sent = await send(fetch, request, deadlineMs);
      if ('reply' in sent) return { reply: { ...redacted(sent.reply, redact), askedAt, receivedAt: now() } };
      if (!request.isOptional) return sent;
      return { reply: { status: 0, headers: {}, body: '', askedAt, receivedAt: now() } };
    }),
  );
}

/** Redacts a reply before anything stores or reads it. */
export function redacted<Kind extends Reply>(reply: Kind, redact: (text: string) => string): Kind {
  const headers = Object.entries(reply.headers).map(([name, value]) => [name, redact(value)]);
  return { ...reply, headers: Object.fromEntries(headers), body: redact(reply.body) };
}
