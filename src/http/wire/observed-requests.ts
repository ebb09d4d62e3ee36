import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A finished request. Every value comes from a fixed set, so clients cannot create new series. */
export interface ObservedRequest {
  readonly method: string;
  /** Its path pattern, with parameters such as `/brands/:brand`. */
  readonly route: string;
  /** The HTTP status, or `aborted` if the client left early. */
  readonly status: string;
  readonly seconds: number;
}

/** Receives every request, for the operator's metrics. */
export interface RequestObserver {
  readonly onRequest: () => void;
  /** Called once for each request passed to `onRequest`. */
  readonly onEnd: (request: ObservedRequest) => void;
}

/** Add it before other hooks, to observe the requests that they reject. */
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
