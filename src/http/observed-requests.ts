import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A request whose answer has ended. None of it is what a client chose, except among the words that there are. */
export interface ObservedRequest {
  readonly method: string;
  /** The pattern of its path, with parameters such as `/brands/:brand`. */
  readonly route: string;
  /** Of HTTP, or `aborted` if the client left before the end. */
  readonly status: string;
  readonly seconds: number;
}

/** Who wants to know of every request, for an operator's metrics. */
export interface RequestObserver {
  readonly onRequest: () => void;
  /** Called once for each request that `onRequest` was called for. */
  readonly onEnd: (request: ObservedRequest) => void;
}

/** Add it before other hooks, so that what they refuse is observed as well. */
export function observeRequests(app: FastifyInstance, observer: RequestObserver): void {
  app.addHook('onRequest', async (request, reply) => {
    observer.onRequest();
    // Unlike `finish` and the framework's own hook, it also comes when the client leaves.
    reply.raw.once('close', () => observer.onEnd(observed(request, reply)));
  });
}

function observed(request: FastifyRequest, reply: FastifyReply): ObservedRequest {
  const { url } = request.routeOptions;
  return {
    // Without a route, a client may send any of some 30 methods.
    method: url === undefined ? 'any' : request.method,
    route: url ?? 'unmatched',
    status: reply.raw.writableFinished ? String(reply.raw.statusCode) : 'aborted',
    seconds: reply.elapsedTime / 1000,
  };
}
