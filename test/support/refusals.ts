import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { ROUTED_ACTIONS } from '../../src/actions/index.ts';
import type { ApiErrorCode } from '../../src/domain/errors.ts';
import { errorsOf } from '../../src/http/openapi.ts';
import { STATUS } from '../../src/http/problem.ts';
import { removeBrand } from '../../src/pipeline/declare/brands.ts';
import type { REPORTS } from '../../src/reports/index.ts';
import { type Api, type ApiResponse, apiOn, responseOf } from './api.ts';
import { countRequests } from './quota.ts';
import { assertRefused } from './reports.ts';
import type { TestStore } from './stores.ts';
import { ACME_BRAND, acmeFile, NOW, pipelineOn } from './world.ts';

export interface RefusalWorld {
  readonly store: TestStore;
  readonly api: Api;
  readonly keys: Record<
    'acme' | 'several' | 'never' | 'without' | 'empty' | 'unfinished' | 'writer' | 'pinned',
    string
  >;
}

/** One store with an organization for every kind of refusal. */
export async function refusalWorldOn(store: TestStore): Promise<RefusalWorld> {
  const { apply, createKey } = pipelineOn(store);
  const brand = (id: string, more: object = {}) => ({ ...ACME_BRAND, id, name: id, ...more });
  const plan = { name: 'growth' };
  const acme = acmeFile() as { organizations: object[] };
  await apply({
    organizations: [
      ...acme.organizations,
      { name: 'Several', plan, brands: [brand('one'), brand('two'), brand('three')] },
      { name: 'Never', plan: null, brands: [brand('never')] },
      { name: 'Without', plan: { ...plan, api_access: false }, brands: [brand('without')] },
      { name: 'Empty', plan },
      { name: 'Unfinished', plan, brands: [brand('unfinished', { configured: false, domain: null })] },
    ],
  });
  const keyOf = async (organization: string, more: object = {}) =>
    (await createKey({ organization, ...more })).key;
  const keys = {
    acme: await keyOf('Acme Inc'),
    several: await keyOf('Several'),
    never: await keyOf('Never'),
    without: await keyOf('Without'),
    empty: await keyOf('Empty'),
    unfinished: await keyOf('Unfinished'),
    writer: await keyOf('Acme Inc', { scopes: ['prompts:write', 'brands:write'] }),
    pinned: await keyOf('Several', { brand: 'three' }),
  };
  await removeBrand(store.main, 'three', NOW);
  return { store, api: apiOn(store), keys };
}

type Scenario = (world: RefusalWorld, path: string) => Promise<ApiResponse>;

/** A request for every code, so a code without one does not compile. */
export const SCENARIOS: Record<
  Exclude<
    ApiErrorCode,
    | 'not_found'
    | 'method_not_allowed'
    | 'forbidden_origin'
    | 'body_too_large'
    | 'conflict'
    | 'precondition_failed'
  >,
  Scenario
> = {
  invalid_parameter: ({ api, keys }, path) => api.get(`${path}?nope=1`, keys.acme),
  invalid_request: async ({ api, keys }, path) =>
    responseOf(
      await api.app.inject({
        method: 'GET',
        url: `/api/v1${path}`,
        headers: { 'x-api-key': keys.acme, 'content-length': '2' },
        payload: '{}',
      }),
    ),
  unauthorized: ({ api }, path) => api.get(path),
  no_subscription: ({ api, keys }, path) => api.get(path, keys.never),
  api_not_on_plan: ({ api, keys }, path) => api.get(path, keys.without),
  insufficient_scope: ({ api, keys }, path) => api.get(path, keys.writer),
  brand_required: ({ api, keys }, path) => api.get(path, keys.several),
  no_such_brand: ({ api, keys }, path) => api.get(`${path}?brand=nobody`, keys.acme),
  no_brand: ({ api, keys }, path) => api.get(path, keys.empty),
  brand_not_configured: ({ api, keys }, path) => api.get(path, keys.unfinished),
  bad_cursor: ({ api, keys }, path) => api.get(`${path}?cursor=ans_000000000000`, keys.acme),
  not_acceptable: ({ api, keys }, path) => api.get(path, keys.acme, { accept: 'text/csv' }),
  rate_limited: async ({ store, api }, path) => {
    const { key, id } = await pipelineOn(store).createKey();
    await countRequests(store, id, 300);
    return api.get(path, key);
  },
  headers_too_large: ({ api }, path) =>
    rawRequest(api, `GET /api/v1${path} HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`),
  internal_error: (world, path) =>
    whileBroken(
      world,
      'alter table brands rename column configured to configured_',
      'alter table brands rename column configured_ to configured',
      path,
    ),
  unavailable: (world, path) =>
    whileBroken(world, 'alter table brands rename to brands_', 'alter table brands_ rename to brands', path),
};

/** A missing column breaks a statement, a missing table the store. Afterwards the report succeeds again. */
async function whileBroken(
  { store, api, keys }: RefusalWorld,
  breakIt: string,
  mendIt: string,
  path: string,
) {
  await sql.raw(breakIt).execute(store.main);
  const refusal = await api
    .get(path, keys.acme)
    .finally(async () => await sql.raw(mendIt).execute(store.main));
  assert.equal((await api.get(path, keys.acme)).status, 200, 'once the store is back');
  return refusal;
}

/** Sends bytes to a listening server and reads its answer until it closes. */
export async function rawRequest(api: Api, bytes: string | Buffer): Promise<ApiResponse> {
  if (!api.app.server.listening) await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  const pieces: Buffer[] = [];
  for await (const piece of socket) pieces.push(piece as Buffer);
  const [head = '', text = ''] = Buffer.concat(pieces).toString('latin1').split('\r\n\r\n');
  const [first = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 2),
    ]),
  );
  return {
    status: Number(first.split(' ')[1]),
    headers,
    body: text === '' ? undefined : JSON.parse(text),
    text,
  };
}

/** Checks that apply to every refusal. */
export function assertRefusal(response: ApiResponse, code: ApiErrorCode): void {
  assertRefused(response, code);
  assertQuotaHeaders(response);
}

/** Checks the headers on every response. Only a 429 may ask for a wait longer than a minute. */
export function assertQuotaHeaders({ status, headers }: ApiResponse): void {
  const seconds = Number(headers['x-ratelimit-reset']);
  assert.equal(headers['x-ratelimit-limit'], '300');
  assert.match(String(headers['x-ratelimit-remaining']), /^(\d|[1-9]\d|[12]\d\d|300)$/);
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= (status === 429 ? 3600 : 60));
  assert.match(String(headers['x-request-id']), /^\S+$/);
}

interface RefusalCase {
  readonly report: string;
  readonly what: string;
  readonly check: (world: RefusalWorld, path: string) => Promise<void>;
}

/** A case for every code that an endpoint promises, and the refusals that all endpoints share. */
export function refusalsOf(endpoint: (typeof REPORTS)[number]): readonly RefusalCase[] {
  const codes = errorsOf(endpoint).map((code) => ({
    what: `with ${STATUS[code]} ${code}`,
    check: async (world: RefusalWorld, path: string) => {
      const response = await SCENARIOS[code as keyof typeof SCENARIOS](world, path);
      assertRefusal(response, code);
      const isToWait = code === 'rate_limited' || code === 'unavailable';
      assert.equal(response.headers['retry-after'] !== undefined, isToWait);
    },
  }));
  const pinned = 'with 404 no_brand when the pinned brand was deleted';
  const write = 'a write with 405 method_not_allowed';
  return [...codes, { what: pinned, check: refusesDeletedBrand }, { what: write, check: refusesWrites }].map(
    (each) => ({ report: endpoint.name, ...each }),
  );
}

async function refusesDeletedBrand({ api, keys }: RefusalWorld, path: string): Promise<void> {
  assertRefusal(await api.get(path, keys.pinned), 'no_brand');
}

async function refusesWrites({ api }: RefusalWorld, path: string): Promise<void> {
  const actions: string[] = ROUTED_ACTIONS.filter(({ route }) => route.path === path).map(
    ({ route }) => route.method,
  );
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    if (actions.includes(method)) continue;
    const url = `/api/v1${path}`;
    const response = responseOf(
      await api.app.inject({ method, url, payload: method === 'OPTIONS' ? '' : '{}' }),
    );
    assertRefusal(response, 'method_not_allowed');
    assert.equal(response.headers.allow, ['GET', 'HEAD', ...actions].join(', '));
  }
}

/** One refusal of each report: the least tested so far, then the one with the fewest reports. */
export function inRotation(reports: readonly (readonly RefusalCase[])[]): readonly RefusalCase[] {
  const all = Map.groupBy(reports.flat(), ({ what }) => what);
  const times = new Map<string, number>();
  const rank = ({ what }: RefusalCase) =>
    (times.get(what) ?? 0) * reports.length + (all.get(what)?.length ?? 0);
  return reports.map((cases) => {
    const next = cases.toSorted((a, b) => rank(a) - rank(b))[0] as RefusalCase;
    times.set(next.what, (times.get(next.what) ?? 0) + 1);
    return next;
  });
}

/** Tests refusals on one store. */
export function describeRefusals(fresh: () => Promise<TestStore>, cases: readonly RefusalCase[]): void {
  let world: RefusalWorld;
  before(async () => {
    world = await refusalWorldOn(await fresh());
  });
  after(() => world.api.app.close());
  for (const [report, own] of Map.groupBy(cases, (each) => each.report)) {
    describe(`/${report} refuses`, () => {
      let ownWorld: RefusalWorld;
      before(async () => {
        // With its own quota.
        const { key } = await pipelineOn(world.store).createKey();
        ownWorld = { ...world, keys: { ...world.keys, acme: key } };
      });
      for (const { what, check } of own) test(what, async () => await check(ownWorld, `/${report}`));
    });
  }
}
