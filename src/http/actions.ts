import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Type, { type TProperties } from 'typebox';
import type { ActionRoute } from '../actions/action.ts';
import { actByKey, type KeyCaller } from '../actions/by-key.ts';
import { ROUTED_ACTIONS, type RoutedAction } from '../actions/index.ts';
import type { ActionDeps, RepeatableRequest } from '../actions/run-action.ts';
import { API_PREFIX } from '../domain/access/api-prefix.ts';
import { SightlineError } from '../domain/errors.ts';
import { isTooDeep } from '../domain/nesting.ts';
import { parseQuery, type RawQuery } from '../reports/run/query.ts';
import { booleanParameter, brandParameter, type Caller, listParameter } from '../reports/shape/report.ts';
import { readBody } from './wire/read-body.ts';

/** What routes need whose callers have keys and act. */
export interface KeyRouteDeps extends ActionDeps {
  /** Authenticates and counts the request. */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => Promise<KeyCaller>;
  /** Queues work fairly by requester. */
  readonly inTurnOf: <Result>(
    request: FastifyRequest,
    caller: Caller,
    work: () => Promise<Result>,
  ) => Promise<Result>;
}

/** Enough for 500 long questions, or for the text of an import. */
const MOST_BYTES = 6 * 2 ** 20;

/** Mounts every action at its method and path, with the same keys, quota, order of checks, and errors as the reports. */
export function addActions(routes: FastifyInstance, deps: KeyRouteDeps): void {
  routes.register(async (scope) => {
    // Without a key, the body stays unread.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    for (const action of ROUTED_ACTIONS) {
      const { method, path } = action.route;
      scope.route({
        method,
        url: `${API_PREFIX}${path}`,
        handler: async (request, reply) => await answer(deps, action, request, reply),
      });
    }
  });
}

async function answer(
  deps: KeyRouteDeps,
  action: RoutedAction,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = await deps.admit(request, reply);
  const raw = request.query as RawQuery;
  const { brand: inPath, ...named } = request.params as Readonly<Record<string, string>>;
  const read = async () => {
    const query = parseQuery(parametersOf(action), raw, [], request.now);
    const ifMatch = versionIn(request);
    const body = request.method === 'DELETE' ? '' : await readBody(request, reply, MOST_BYTES);
    const { query: fields = [] } = action.route;
    const inQuery = Object.entries(query).filter(([name]) => fields.includes(name));
    const input = { ...inputIn(action.route, body), ...Object.fromEntries(inQuery), ...named };
    return {
      input,
      isDryRun: query.dry_run === true,
      ifMatch,
      repeatable: repeatableOf(request, caller, body),
    };
  };
  const actionDeps = { ...deps, now: () => request.now };
  const asked = { action, brand: inPath ?? raw.brand };
  const envelope = await actByKey(actionDeps, caller, asked, read, (work) =>
    deps.inTurnOf(request, caller, work),
  );
  if (envelope.meta.version !== null) reply.header('etag', `"${envelope.meta.version}"`);
  return reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelope));
}

const dryRun = Type.Optional(
  booleanParameter('Only show the difference and the cost; nothing is stored.', { default: false }),
);

export function parametersOf({ of, route, input }: Pick<RoutedAction, 'of' | 'route' | 'input'>) {
  const hasBrand = of === 'brand' && !route.path.includes('/:brand');
  const lists = (route.query ?? []).map((name) => [name, listParameter(descriptionOf(input[name]))] as const);
  return {
    ...(Object.fromEntries(lists) as TProperties),
    dry_run: dryRun,
    ...(hasBrand && { brand: brandParameter }),
  };
}

function descriptionOf(schema: unknown): string {
  return String((schema as { description?: string } | undefined)?.description ?? '');
}

/** The version in `If-Match`. @throws SightlineError `invalid_parameter` */
function versionIn({ headers }: FastifyRequest): string | null {
  const given = headers['if-match'];
  if (given === undefined || given === '*') return null;
  const [, version] = /^(?:W\/)?"([^"]*)"$/.exec(given) ?? [];
  if (version !== undefined) return version;
  throw invalid('`If-Match` must be one version in quotes, as in the header `ETag` of an earlier response.');
}

/** @throws SightlineError `invalid_parameter` */
function repeatableOf(
  request: FastifyRequest,
  { publicId }: KeyCaller,
  body: string,
): RepeatableRequest | null {
  const given = request.headers['idempotency-key'];
  if (given === undefined || request.method !== 'POST') return null;
  if (typeof given !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(given))
    throw invalid('`Idempotency-Key` must have 1 to 255 visible ASCII characters.');
  const asked = hash('sha256', `${request.url}\n${body}`, 'hex');
  return { apiKey: publicId, requestKey: given, request: asked };
}

/** The input in a body. @throws SightlineError `invalid_parameter` */
function inputIn({ method, body: form }: ActionRoute, body: string): object {
  if (method === 'DELETE') return {};
  if (form !== undefined && 'text' in form) return { [form.text]: body };
  const value = jsonOf(body);
  if (form !== undefined) return { [form.list]: [value].flat() };
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw invalid('The body must be a JSON object.');
}

function jsonOf(body: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw invalid('The body must be JSON.');
  }
  if (isTooDeep(value)) throw invalid('The body is nested too deeply.');
  return value;
}

function invalid(sentence: string): SightlineError {
  return new SightlineError('invalid_parameter', sentence);
}
