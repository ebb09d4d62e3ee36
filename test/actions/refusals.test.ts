import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ActionRoute } from '../../src/actions/action.ts';
import { ROUTED_ACTIONS, type RoutedAction } from '../../src/actions/index.ts';
import type { Scope } from '../../src/domain/access/api-key.ts';
import type { ApiErrorCode } from '../../src/domain/errors.ts';
import { errorsOfAction } from '../../src/http/openapi/actions.ts';
import { STATUS } from '../../src/http/problem.ts';
import { type ApiResponse, responseOf } from '../support/api.ts';
import { countRequests } from '../support/quota.ts';
import { assertQuotaHeaders, assertRefusal, type RefusalWorld, refusalWorldOn } from '../support/refusals.ts';
import { onAnyStore } from '../support/stores.ts';
import { pipelineOn } from '../support/world.ts';

const WRITES: readonly Scope[] = ['read', 'prompts:write', 'brands:write'];

/** An action's request, with the brand in its path or query. */
interface Asked {
  readonly key?: string;
  readonly brand?: string;
  readonly query?: string;
  readonly body?: string;
}

onAnyStore('actions refuse', (fresh) => {
  let world: RefusalWorld;
  let keys: Record<'acme' | 'several' | 'never' | 'without' | 'empty' | 'reader' | 'pinned', string>;

  before(async () => {
    world = await refusalWorldOn(await fresh());
    const { createKey } = pipelineOn(world.store);
    const keyOf = async (organization: string, more: object = {}) =>
      (await createKey({ organization, scopes: WRITES, ...more })).key;
    keys = {
      acme: await keyOf('Acme Inc'),
      several: await keyOf('Several'),
      never: await keyOf('Never'),
      without: await keyOf('Without'),
      empty: await keyOf('Empty'),
      reader: await keyOf('Acme Inc', { scopes: ['read'] }),
      pinned: await keyOf('Several', { brand: 'one' }),
    };
  });
  after(() => world.api.app.close());

  async function ask(
    { route, of }: RoutedAction,
    { key, brand, query = '', body = '{}' }: Asked,
  ): Promise<ApiResponse> {
    const path = route.path.replace(/:(\w+)/g, (_, name) => (name === 'brand' ? (brand ?? 'acme') : 'some'));
    const named =
      brand === undefined || of === 'organization' || route.path.includes('/:brand') ? '' : `brand=${brand}`;
    const payload = route.method === 'DELETE' ? {} : { payload: body };
    return responseOf(
      await world.api.app.inject({
        method: route.method,
        url: `/api/v1${path}?${[named, query].filter((each) => each !== '').join('&')}`,
        headers: {
          ...(key && { 'x-api-key': key }),
          ...(payload.payload && { 'content-type': contentTypeOf(route) }),
        },
        ...payload,
      }),
    );
  }

  const contentTypeOf = ({ body }: ActionRoute) =>
    body !== undefined && 'text' in body ? body.types[0] : 'application/json';

  /** A request for each code that an action promises; the others have tests of their own. */
  const SCENARIOS: Partial<Record<ApiErrorCode, (action: RoutedAction) => Promise<ApiResponse>>> = {
    unauthorized: async (action) => await ask(action, {}),
    no_subscription: async (action) => await ask(action, { key: keys.never, brand: 'never' }),
    api_not_on_plan: async (action) => await ask(action, { key: keys.without, brand: 'without' }),
    insufficient_scope: async (action) => await ask(action, { key: keys.reader, brand: 'acme' }),
    no_brand: async (action) => await ask(action, { key: keys.empty, brand: 'acme' }),
    brand_required: async (action) => await ask(action, { key: keys.several, body: bodyOf(action) }),
    no_such_brand: async (action) =>
      await ask(action, { key: keys.acme, brand: 'one', body: bodyOf(action) }),
    invalid_parameter: async (action) =>
      await ask(action, { key: keys.acme, brand: 'acme', query: 'nope=1' }),
    body_too_large: async (action) =>
      await ask(action, { key: keys.acme, brand: 'acme', body: `"${'x'.repeat(6 * 2 ** 20)}"` }),
    rate_limited: async (action) => {
      const { key, id } = await pipelineOn(world.store).createKey({ scopes: WRITES });
      await countRequests(world.store, id, 300);
      return await ask(action, { key, brand: 'acme' });
    },
  };

  function bodyOf({ route, example }: RoutedAction): string {
    const form = route.body;
    const fields = example as Readonly<Record<string, unknown>>;
    if (form !== undefined)
      return 'text' in form ? String(fields[form.text]) : JSON.stringify(fields[form.list]);
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    return JSON.stringify(
      Object.fromEntries(Object.entries(fields).filter(([name]) => !inPath.includes(name))),
    );
  }

  for (const action of ROUTED_ACTIONS) {
    test(`${action.name}, with each promised code, and to a pinned key another brand`, async () => {
      for (const code of errorsOfAction(action)) {
        const response = await SCENARIOS[code]?.(action);
        if (response === undefined) continue;
        assertRefusal(response, code);
        assert.equal(response.status, STATUS[code]);
        if (code === 'insufficient_scope')
          assert.ok(response.body.error.message.includes(`\`${action.route.scope}\``));
      }
      const response = await ask(action, { key: keys.pinned, brand: 'two', body: bodyOf(action) });
      assertQuotaHeaders(response);
      const code = action.of === 'organization' ? 'insufficient_scope' : 'no_such_brand';
      assert.equal(response.body.error?.code, code, response.text);
    });
  }
});
