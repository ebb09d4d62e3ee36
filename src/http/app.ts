import fastifyCompress from '@fastify/compress';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { withoutApiKeys } from '../domain/api-key.ts';
import { SightlineError } from '../domain/errors.ts';
import { REPORTS } from '../reports/index.ts';
import type { Caller, Report } from '../reports/report.ts';
import { type Envelope, runReport } from '../reports/run-report.ts';
import { type AuthenticationDeps, authenticate } from './authenticate.ts';
import { entityTag, isNoneMatch } from './etag.ts';
import { answerOddRequests, answerUnreadable, commonHeaders, MAX_HEADER_BYTES } from './malformed.ts';
import { API_PREFIX, openApiDocument } from './openapi.ts';
import { problemOf } from './problem.ts';
import { countRequest, quotaHeaders } from './quota.ts';
import { referencePage } from './reference.ts';

export interface AppDeps extends AuthenticationDeps {
  readonly db: Parameters<typeof runReport>[0];
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly requestId: () => string;
  /** Resolves when the store answers. */
  readonly ping: () => Promise<void>;
  /** Slugs of the engines that are not asked before the operator acts. */
  readonly stoppedEngines: () => Promise<readonly string[]>;
  /** Configured models that their vendors retire soon, or have retired, and the first day without them. */
  readonly retiringModels: () => readonly {
    readonly engine: string;
    readonly model: string;
    readonly on: string;
  }[];
  readonly logger: FastifyBaseLogger;
  /** Addresses of proxies whose X-Forwarded-For is believed, comma-separated; empty for none. */
  readonly trustProxy: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The one time of this request, in UTC milliseconds. */
    now: number;
    /** Public id of the key it was made with, for the log. */
    keyId: string | null;
  }
}

/** The HTTP door: every report at /api/v1/<name>, and what needs no key beside them. */
export function buildApp(deps: AppDeps): FastifyInstance {
  const app = fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.trustProxy === '' ? false : deps.trustProxy,
    genReqId: deps.requestId,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false },
    clientErrorHandler: (error, socket) => answerUnreadable(deps, error, socket),
    frameworkErrors: (error, request, reply) => {
      startRequest(deps, request, reply);
      sendProblem(request, reply, error);
    },
  });
  answerOddRequests(app.server, deps);
  app.decorateRequest('now', 0);
  app.decorateRequest('keyId', null);
  app.register(fastifyCompress, { encodings: ['br', 'gzip'], threshold: 1024 });
  addHooks(app, deps);
  app.register(async (routes) => {
    for (const report of REPORTS) addReport(routes, deps, report);
    addOpenRoutes(routes, deps);
  });
  return app;
}

function addHooks(app: FastifyInstance, deps: AppDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    startRequest(deps, request, reply);
    refuseOddHttp(request);
    // Before any body is read: nothing at this path takes one.
    if (request.is404) throw pathProblem(app, request, reply);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, keyId } = request;
    const path = withoutApiKeys(request.url.split('?', 1)[0] ?? '');
    const tookMs = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ method, path, status: reply.statusCode, tookMs, key: keyId }, 'request');
  });
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, pathProblem(app, request, reply)));
}

/** Freezes the request's time and sets what every response carries, whatever becomes of it. */
function startRequest(deps: AppDeps, request: FastifyRequest, reply: FastifyReply): void {
  request.now = deps.now();
  reply.headers(commonHeaders(request.id, request.now));
}

function pathProblem(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): SightlineError {
  const path = request.url.split('?', 1)[0] ?? '';
  if (!app.hasRoute({ method: 'GET', url: path }))
    return new SightlineError('not_found', 'There is nothing at this path.');
  reply.header('allow', 'GET, HEAD');
  return new SightlineError('method_not_allowed', 'This path answers only GET and HEAD.');
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  const { status, headers, body } = problemOf(error);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  reply.code(status).headers(headers).send(body);
}

function addReport(app: FastifyInstance, deps: AppDeps, report: Report): void {
  app.get(`${API_PREFIX}/${report.name}`, async (request, reply) => {
    const caller = await admit(deps, request, reply);
    refuseBody(request, reply);
    const envelope = await runReport(
      deps.db,
      request.now,
      caller,
      report,
      request.query as Record<string, unknown>,
    );
    return sendEnvelope(request, reply, envelope);
  });
}

/** Whose request it is, counted against the quota. @throws SightlineError `unauthorized` or `rate_limited` */
async function admit(deps: AppDeps, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const { headers, ip, now } = request;
  const key = await authenticate(deps, { headers, rawHeaders: request.raw.rawHeaders, address: ip }, now);
  request.keyId = key.publicId;
  const { quota, refusal } = await countRequest(deps.hits, key.publicId, now);
  reply.headers(quotaHeaders(quota));
  if (refusal) throw refusal;
  return { ...key, quota };
}

/** What RFC 9112 asks a server to refuse, and Node would answer without a body of ours. */
function refuseOddHttp({ raw, headers }: FastifyRequest): void {
  const { httpVersionMajor, httpVersionMinor } = raw;
  if (httpVersionMajor !== 1) throw new SightlineError('invalid_request', 'This server speaks HTTP/1.1.');
  if (httpVersionMinor === 1 && headers.host === undefined) {
    throw new SightlineError('invalid_request', 'An HTTP/1.1 request names its Host.');
  }
}

/** A body on a GET has no meaning; whoever sends one is told so instead of being ignored. */
function refuseBody({ headers }: FastifyRequest, reply: FastifyReply): void {
  const length = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return;
  reply.header('connection', 'close');
  throw new SightlineError('invalid_request', 'A GET takes no body.');
}

/** Sends an envelope, or 304 where the client has it already but for `generated_at`. */
function sendEnvelope(request: FastifyRequest, reply: FastifyReply, { data, meta }: Envelope): FastifyReply {
  const { generated_at, ...lasting } = meta;
  const dataJson = JSON.stringify(data);
  const metaJson = JSON.stringify(lasting);
  const tag = entityTag(dataJson + metaJson);
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' });
  if (isNoneMatch(request.headers['if-none-match'], tag)) return reply.code(304).send();
  const body = `{"data":${dataJson},"meta":{"generated_at":"${generated_at}",${metaJson.slice(1)}}`;
  return reply.type('application/json; charset=utf-8').send(body);
}

function addOpenRoutes(app: FastifyInstance, deps: AppDeps): void {
  const document = JSON.stringify(openApiDocument());
  const page = referencePage();
  app.get(`${API_PREFIX}/openapi.json`, async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  app.get('/docs', async (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .send(page),
  );
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await deps.ping();
    const models_retiring = deps.retiringModels().map(({ engine, model, on }) => ({ engine, model, on }));
    return { status: 'ok', engines_not_asked: await deps.stoppedEngines(), models_retiring };
  });
}
