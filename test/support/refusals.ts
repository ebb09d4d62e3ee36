import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { ApiErrorCode } from '../../src/domain/errors.ts';
import { errorsOf } from '../../src/http/openapi.ts';
import { STATUS } from '../../src/http/problem.ts';
import { removeBrand } from '../../src/pipeline/declare/brands.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { type Api, type ApiResponse, apiOn, responseOf } from './api.ts';
import { countRequests } from './quota.ts';
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
    writer: await keyOf('Acme Inc', { scopes: 'prompts:write,brands:write' }),
    pinned: await keyOf('Several', { brand: 'three' }),
  };
  await removeBrand(store.main, 'three', NOW);
  return { store, api: apiOn(store), keys };
}

type Scenario = (world: RefusalWorld, path: string) => Promise<ApiResponse>;

/** A request for every code, so a code without one does not compile. */
export const SCENARIOS: Record<
  Exclude<ApiErrorCode, 'not_found' | 'method_not_allowed' | 'forbidden_origin' | 'body_too_large'>,
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

/** A missing column breaks a statement; a missing table makes a store that cannot serve. */
async function whileBroken(
  { store, api, keys }: RefusalWorld,
  breakIt: string,
  mendIt: string,
  path: string,
) {
  await sql.raw(breakIt).execute(store.main);
  try {
    return await api.get(path, keys.acme);
  } finally {
    await sql.raw(mendIt).execute(store.main);
  }
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
  assert.equal(response.status, STATUS[code], response.text);
  assert.deepEqual(Object.keys(response.body), ['error']);
  assert.deepEqual(Object.keys(response.body.error), ['code', 'message']);
  assert.equal(response.body.error.code, code);
  assert.match(response.body.error.message, /^\S.*[.?]$/s);
  assert.doesNotMatch(response.text, /select |sqlite|postgres|no such|relation|node_modules|Error:/i);
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

/** A case for every code that each endpoint promises, all on one store. */
export function describeRefusals(fresh: () => Promise<TestStore>): void {
  let world: RefusalWorld;
  before(async () => {
    world = await refusalWorldOn(await fresh());
  });
  after(() => world.api.app.close());
  for (const report of REPORTS) describeRefusalsOf(report, () => world);
}

/** @param of returns the world, once it exists */
function describeRefusalsOf(endpoint: (typeof REPORTS)[number], of: () => RefusalWorld): void {
  const report = endpoint.name;
  describe(`/${report} refuses`, () => {
    let world: RefusalWorld;
    before(async () => {
      // With its own quota.
      const { key } = await pipelineOn(of().store).createKey();
      world = { ...of(), keys: { ...of().keys, acme: key } };
    });
    for (const code of errorsOf(endpoint)) {
      test(`with ${STATUS[code]} ${code}`, async () => {
        const scenario = SCENARIOS[code as keyof typeof SCENARIOS];
        const response = await scenario(world, `/${report}`);
        assertRefusal(response, code);
        assert.equal(
          response.headers['retry-after'] !== undefined,
          code === 'rate_limited' || code === 'unavailable',
        );
      });
    }
    test('with 404 no_brand when the pinned brand was deleted', async () => {
      assertRefusal(await world.api.get(`/${report}`, world.keys.pinned), 'no_brand');
    });
    test('a write with 405 method_not_allowed', async () => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        const url = `/api/v1/${report}`;
        const response = responseOf(
          await world.api.app.inject({ method, url, payload: method === 'OPTIONS' ? '' : '{}' }),
        );
        assertRefusal(response, 'method_not_allowed');
        assert.equal(response.headers.allow, 'GET, HEAD');
      }
    });
    test('nothing once the store is back', async () => {
      assert.equal((await world.api.get(`/${report}`, world.keys.acme)).status, 200);
    });
  });
}
