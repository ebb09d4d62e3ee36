import fastifyCompress from '@fastify/compress';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { KeyCaller } from '../actions/by-key.ts';
import type { ActionDeps } from '../actions/run-action.ts';
import { API_PREFIX, MCP_PATH } from '../domain/access/api-prefix.ts';
import { audienceOf } from '../domain/access/oauth.ts';
import { loggablePath } from '../domain/access/secret-path.ts';
import { SightlineError } from '../domain/errors.ts';
import {
  clientAddressBehindProxy,
  type IsProxy,
  isEncryptedBehind,
  proxiesOf,
} from '../domain/web/client-address.ts';
import { REPORTS } from '../reports/index.ts';
import { prepareRequest, type ReportRequest, runRequest } from '../reports/run/run-report.ts';
import type { Caller, Prices, Report } from '../reports/shape/report.ts';
import { addActions, type KeyRouteDeps } from './actions.ts';
import { type AuthenticationDeps, authenticate, isRepeated, recognize } from './authenticate.ts';
import { addDocuments, type ReadDocument } from './docs/documents.ts';
import { addDrain, type FindDrain } from './drain.ts';
import { commonHeaders } from './malformed.ts';
import { addMcp, type McpHandler } from './mcp.ts';
import { addOAuth, type OAuthServer } from './oauth.ts';
import { challengeOf } from './oauth-metadata.ts';
import { openApiDocument } from './openapi.ts';
import { problemOf, rpcProblem, STATUS } from './problem.ts';
import { countPage, countPaste, countRequest, type PastedBy, quotaHeaders, readQuota } from './quota.ts';
import { httpServer, REQUEST_MS } from './server.ts';
import { addSheets, type FindSheet } from './sheet.ts';
import type { Connections } from './wire/connections.ts';
import { type Asker, FairQueue, type InTurn } from './wire/fair-queue.ts';
import { KnownPaths } from './wire/known-paths.ts';
import { isProgram, missingPrefix } from './wire/missing-prefix.ts';
import { observeRequests, type RequestObserver } from './wire/observed-requests.ts';
import { type CacheOptions, ReportCache } from './wire/report-cache.ts';
import { prefersCsv, type Representation, sendReport } from './wire/representation.ts';
import { originForm, pathOf } from './wire/request-target.ts';

export interface AppDeps extends AuthenticationDeps {
  readonly db: Parameters<typeof runRequest>[0];
  /** Estimated cost of one answer, by engine. */
  readonly prices: Prices;
  readonly engines: ActionDeps['engines'];
  readonly explain: NonNullable<ActionDeps['explain']>;
  readonly random: ActionDeps['random'];
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly requestId: () => string;
  /** Resolves when the store responds. */
  readonly ping: () => Promise<void>;
  /** Slugs of engines that stay stopped until the operator acts. */
  readonly stoppedEngines: () => Promise<readonly string[]>;
  readonly readDocument: ReadDocument;
  readonly findDrain: FindDrain;
  readonly findSheet: FindSheet;
  /** Handles messages posted to /mcp. */
  readonly mcp: McpHandler;
  /** Connects assistants by OAuth; null without a public address. */
  readonly oauth: OAuthServer | null;
  /** Creates the pages beside the API. */
  readonly dashboard: (tools: DashboardTools) => DashboardMount;
  readonly logger: FastifyBaseLogger;
  /** Addresses of proxies whose X-Forwarded-For is trusted, comma-separated; empty for none. */
  readonly trustProxy: string;
  readonly reportCache: CacheOptions;
  /** Concurrent reports and pages; the others queue. */
  readonly runsAtOnce: number;
  /** Monotonic milliseconds, to measure durations. */
  readonly elapsed: () => number;
  /** How long requests in progress may take at shutdown. */
  readonly drainMs: number;
  readonly observer?: RequestObserver | undefined;
}

/** Functions that pages need from the server for a request and its errors. */
export interface DashboardTools {
  readonly addressOf: (request: FastifyRequest) => string;
  readonly isHttps: (request: FastifyRequest) => boolean;
  readonly problemOf: typeof problemOf;
  /** Counts one request by a user or a client link. @throws SightlineError `rate_limited` */
  readonly countPage: (subject: string, now: number) => Promise<void>;
  /** Counts an answer pasted through a client link. @throws SightlineError `rate_limited` */
  readonly countPaste: (by: PastedBy, now: number) => Promise<void>;
  /** Queues expensive work fairly by requester. */
  readonly inTurn: InTurn;
}

export interface DashboardMount {
  mount(routes: FastifyInstance): void;
  sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<FastifyReply>;
}

interface ReportDeps extends AppDeps {
  readonly isProxy: IsProxy;
  readonly cache: ReportCache;
  readonly inTurn: InTurn;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's only timestamp, in UTC milliseconds. */
    now: number;
    /** The key's public id, for the log. */
    keyId: string | null;
    /** Whether the server has looked at the request's key. */
    isKeyChecked: boolean;
  }
  interface FastifyContextConfig {
    /** POST brings a file, which may take minutes. */
    takesFiles?: boolean;
  }
}

/** The HTTP interface: every report at /api/v1/<name>, and the routes without a key. */
export function buildApp(deps: AppDeps): FastifyInstance {
  const paths = new KnownPaths();
  const isProxy = proxiesOf(deps.trustProxy);
  const { inTurn } = new FairQueue({ atOnce: deps.runsAtOnce, elapsed: deps.elapsed });
  const addressOf = (request: FastifyRequest) => clientAddress(request, isProxy);
  const dashboard = deps.dashboard({
    addressOf,
    isHttps: (request) => isEncrypted(request, isProxy),
    problemOf,
    countPage: (subject, now) => countPage(deps.hits, subject, now),
    countPaste: (by, now) => countPaste(deps.hits, by, now),
    inTurn,
  });
  const sendProblem = problemSender(deps, dashboard, isProxy);
  const app = frameworkOn(deps, sendProblem, isProxy);
  app.decorateRequest('now', 0);
  app.decorateRequest('keyId', null);
  app.decorateRequest('isKeyChecked', false);
  app.register(fastifyCompress, { encodings: ['br', 'gzip'], threshold: LEAST_COMPRESSED });
  app.addHook('onRoute', ({ url, method }) => paths.add(url, method));
  if (deps.observer) observeRequests(app, deps.observer);
  addHooks(app, deps, { paths, sendProblem, isProxy });
  app.register(async (routes) => {
    const cache = new ReportCache(deps.reportCache);
    const reportDeps = { ...deps, isProxy, cache, inTurn };
    for (const report of REPORTS) addReport(routes, reportDeps, report);
    const keyed: KeyRouteDeps = {
      ...reportDeps,
      admit: (request, reply) => admit(reportDeps, request, reply),
      inTurnOf: (request, caller, work) => inTurn(askerOf(request, caller), work),
    };
    addMcp(routes, { ...reportDeps, ...keyed });
    addActions(routes, keyed);
    addDrain(routes, { ...deps, inTurn, addressOf, unknownPath });
    addSheets(routes, { ...deps, inTurn, addressOf, unknownPath });
    if (deps.oauth) addOAuth(routes, deps.oauth);
    addOpenRoutes(routes, deps, isProxy);
    dashboard.mount(routes);
  });
  return app;
}

/** No route has a schema: reports validate their own parameters. Fastify's compilers need 3 MB of memory. */
function noSchemas(): never {
  throw new Error('A route has a schema, which nothing compiles.');
}

function frameworkOn(deps: AppDeps, sendProblem: SendProblem, isProxy: IsProxy): FastifyInstance {
  let connections: Connections | undefined;
  const app = fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: deps.requestId,
    rewriteUrl: ({ url }) => originForm(url ?? ''),
    return503OnClosing: false,
    // A competitor's name of 200 characters, percent-encoded.
    routerOptions: { maxParamLength: 2000 },
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    serverFactory: (handle) => {
      const made = httpServer(deps, handle);
      connections = made.connections;
      return made.server;
    },
    // The server answers these itself.
    clientErrorHandler: () => {},
    frameworkErrors: (error, request, reply) => {
      startRequest(deps, request, reply, isProxy);
      void sendProblem(request, reply, error);
    },
  });
  if (connections) closeInTime(app, connections, deps.drainMs);
  return app;
}

/** Closing takes at most this long, with any number of open connections. */
function closeInTime(app: FastifyInstance, connections: Connections, drainMs: number): void {
  let late: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    connections.closeSilent();
    late = setTimeout(() => connections.closeAll(), drainMs);
  });
  app.addHook('onClose', async () => clearTimeout(late));
}

function addHooks(
  app: FastifyInstance,
  deps: AppDeps,
  { paths, sendProblem, isProxy }: { paths: KnownPaths; sendProblem: SendProblem; isProxy: IsProxy },
): void {
  app.addHook('onRequest', async (request, reply) => {
    startRequest(deps, request, reply, isProxy);
    refuseOddHttp(request);
    const misled = missingPrefix(pathOf(request.url), request.headers);
    // Sent here, because some of these paths also have pages, whose errors are pages too.
    if (misled) return await sendProblem(request, reply, misled);
    // Before reading any body.
    if (request.is404) throw pathProblem(paths, request, reply);
    if (!TAKES_BODY.has(request.method)) refuseBody(request, reply);
    else if (!request.routeOptions.config.takesFiles) limitBody(request, reply);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, keyId } = request;
    const path = loggablePath(request.url.split('?', 1)[0] ?? '');
    const tookMs = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info({ method, path, status: reply.statusCode, tookMs, key: keyId }, 'request');
  });
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, pathProblem(paths, request, reply)));
}

/** For half a year, browsers that came by HTTPS only use HTTPS for this host; subdomains are not ours. */
const HSTS = 'max-age=15552000';

/** Freezes the request's time and sets the headers of every response. */
function startRequest(deps: AppDeps, request: FastifyRequest, reply: FastifyReply, isProxy: IsProxy): void {
  request.now = deps.now();
  reply.headers(commonHeaders(request.id, request.now));
  if (isEncrypted(request, isProxy)) reply.header('strict-transport-security', HSTS);
}

function pathProblem(paths: KnownPaths, request: FastifyRequest, reply: FastifyReply): SightlineError {
  const methods = paths.methodsOf(pathOf(request.url));
  if (methods.length === 0) return unknownPath();
  reply.header('allow', methods.join(', '));
  return new SightlineError('method_not_allowed', `This path answers only ${methods.join(' and ')}.`);
}

function unknownPath(): SightlineError {
  return new SightlineError('not_found', 'There is nothing at this path.');
}

type SendProblem = (request: FastifyRequest, reply: FastifyReply, error: unknown) => Promise<FastifyReply>;

/** Sends an error in the form for the path and the client: the API's, JSON-RPC's, or a page. */
function problemSender(deps: AppDeps, dashboard: DashboardMount, isProxy: IsProxy): SendProblem {
  return async (request, reply, error) => {
    if (wantsPage(request)) return await dashboard.sendProblem(request, reply, error);
    await tellQuota(deps, request, reply, isProxy);
    const problem = problemOf(error);
    const { status, headers, body } = isMcp(request) ? rpcProblem(problem) : problem;
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    reply.code(status).headers(headers);
    if (status === STATUS.unauthorized && isMcp(request) && deps.oauth) {
      const hadToken = request.headers.authorization !== undefined;
      reply.header('www-authenticate', challengeOf(deps.oauth.issuer, hadToken));
    }
    return reply.send(body);
  };
}

/** Sets the quota headers for a recognized key on a response that does not count as a request. */
async function tellQuota(
  deps: AppDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  isProxy: IsProxy,
): Promise<void> {
  if (request.isKeyChecked) return;
  try {
    const key = await recognize(deps, credentialsOf(deps, request, isProxy), request.now);
    if (key) reply.headers(quotaHeaders(await readQuota(deps.hits, key.publicId, request.now)));
  } catch (error) {
    // The response itself needs no store.
    request.log.warn({ err: error }, 'cannot read the quota');
  }
}

/** Whether a browser wants a page. API paths always get the API's errors. */
function wantsPage({ url, headers }: FastifyRequest): boolean {
  const path = pathOf(url);
  const isPage = !path.startsWith('/api/') && path !== MCP_PATH && !isProgram(headers);
  return isPage && /\btext\/html\b/.test(headers.accept ?? '');
}

function isMcp({ url }: FastifyRequest): boolean {
  return pathOf(url) === MCP_PATH;
}

function addReport(app: FastifyInstance, deps: ReportDeps, report: Report): void {
  app.get(`${API_PREFIX}/${report.name}`, async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const caller = await admit(deps, request, reply);
    const asked = await prepareRequest(deps.db, request.now, caller, report, query, deps.prices);
    return await sendReport(request, reply, report, await representationOf(deps, request, asked));
  });
}

/** Shorter bodies stay uncompressed. */
const LEAST_COMPRESSED = 1024;

/** CSV is not cached: few clients want it, and those once a day. */
async function representationOf(
  { db, cache, inTurn }: ReportDeps,
  request: FastifyRequest,
  asked: ReportRequest,
): Promise<Representation> {
  const run = () => inTurn(askerOf(request, asked.caller), () => runRequest(db, asked));
  return prefersCsv(request, asked.report)
    ? { kind: 'csv', envelope: await run() }
    : { kind: 'json', body: await cache.body(asked, run) };
}

function askerOf({ keyId, raw }: FastifyRequest, { organizationId }: Caller): Asker {
  return { organization: organizationId, subject: `key ${keyId}`, isGone: () => raw.socket.destroyed };
}

/** The caller, counted against the quota. @throws SightlineError `unauthorized` or `rate_limited` */
async function admit(deps: ReportDeps, request: FastifyRequest, reply: FastifyReply): Promise<KeyCaller> {
  const { now } = request;
  request.isKeyChecked = true;
  const key = await authenticate(deps, credentialsOf(deps, request, deps.isProxy), now);
  request.keyId = key.publicId;
  const { quota, refusal } = await countRequest(deps.hits, key.publicId, now);
  reply.headers(quotaHeaders(quota));
  if (refusal) throw refusal;
  return { ...key, quota };
}

function credentialsOf({ oauth }: Pick<AppDeps, 'oauth'>, request: FastifyRequest, isProxy: IsProxy) {
  const { headers, rawHeaders } = request.raw;
  const audience = oauth && isMcp(request) ? audienceOf(oauth.issuer) : null;
  return { headers, rawHeaders, address: clientAddress(request, isProxy), audience };
}

function clientAddress({ raw }: FastifyRequest, isProxy: IsProxy): string {
  const forwardedFor = String(raw.headers['x-forwarded-for'] ?? '');
  return clientAddressBehindProxy(raw.socket.remoteAddress ?? '', forwardedFor, isProxy);
}

/** This server speaks plain HTTP, so only a trusted proxy can report an encrypted connection. */
function isEncrypted({ raw }: FastifyRequest, isProxy: IsProxy): boolean {
  const forwardedFor = String(raw.headers['x-forwarded-for'] ?? '');
  const forwardedProto = String(raw.headers['x-forwarded-proto'] ?? '');
  return isEncryptedBehind(raw.socket.remoteAddress ?? '', { forwardedFor, forwardedProto }, isProxy);
}

/** Rejects requests that RFC 9112 tells servers to reject, and that Node would answer without our error body. */
function refuseOddHttp({ raw, headers }: FastifyRequest): void {
  const { httpVersionMajor, httpVersionMinor } = raw;
  if (httpVersionMajor !== 1) throw new SightlineError('invalid_request', 'This server speaks HTTP/1.1.');
  if (httpVersionMinor === 1 && headers.host === undefined) {
    throw new SightlineError('invalid_request', 'An HTTP/1.1 request must name its Host.');
  }
  // Node keeps the first of several; a proxy in front of this server may have used another.
  if (isRepeated('host', raw.rawHeaders)) {
    throw new SightlineError('invalid_request', 'A request must name exactly one Host.');
  }
}

const TAKES_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** A body on a GET has no meaning; a client that sends one gets an error. */
function refuseBody({ headers, method }: FastifyRequest, reply: FastifyReply): void {
  const length = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return;
  reply.header('connection', 'close');
  throw new SightlineError('invalid_request', `A ${method} request must not have a body.`);
}

/** Node has one time limit for all requests, long enough for uploads. This shorter limit applies to the others. */
function limitBody({ raw, server }: FastifyRequest, reply: FastifyReply): void {
  const late = Object.assign(new Error('The body did not arrive in time.'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  });
  const timer = setTimeout(() => server.server.emit('clientError', late, raw.socket), REQUEST_MS);
  const clear = () => clearTimeout(timer);
  raw.once('end', clear);
  raw.once('close', clear);
  // The response may come before the body, which then stays unread.
  reply.raw.once('close', clear);
}

function addOpenRoutes(app: FastifyInstance, deps: AppDeps, isProxy: IsProxy): void {
  // Created on first use, which most processes never need, and cached, because it never changes.
  let document: string | undefined;
  app.get(`${API_PREFIX}/openapi.json`, async (request, reply) => {
    await tellQuota(deps, request, reply, isProxy);
    document ??= JSON.stringify(openApiDocument());
    return reply.type('application/json; charset=utf-8').send(document);
  });
  addDocuments(app, deps.readDocument);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await deps.ping();
    return { status: 'ok', engines_not_asked: await deps.stoppedEngines() };
  });
}
