import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { mintApiKey } from '../../src/domain/access/api-key.ts';
import { revoke } from '../../src/pipeline/declare/keys.ts';
import { type Api, apiOn } from '../support/api.ts';
import { assertQuotaHeaders, assertRefusal, rawRequest } from '../support/refusals.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, iso, NOW, pipelineOn, random, setUp } from '../support/world.ts';

onReusedStore('authentication', (fresh) => {
  let store: TestStore;
  let api: Api;
  let key: string;

  before(async () => {
    store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    key = (await pipelineOn(store).createKey()).key;
    api = apiOn(store);
  });

  test('both headers carry the same key', async () => {
    const accepted = [
      { 'x-api-key': key },
      { authorization: `Bearer ${key}` },
      { authorization: `bearer   ${key} ` },
      { 'x-api-key': key, authorization: `Bearer ${key}` },
    ];
    for (const headers of accepted) {
      assert.equal((await api.get('/me', undefined, headers)).status, 200, JSON.stringify(headers));
    }
  });

  test('a missing or malformed key, or two that differ, is 401 with WWW-Authenticate', async () => {
    const { key: other } = await pipelineOn(store).createKey();
    const refused: Record<string, string>[] = [
      {},
      { 'x-api-key': '' },
      { 'x-api-key': 'sl_live_short' },
      { 'x-api-key': key.slice(0, -1) },
      { 'x-api-key': `${key}x` },
      { 'x-api-key': key.toUpperCase() },
      { 'x-api-key': `${key}, ${key}` },
      { 'x-api-key': mintApiKey(random) },
      { authorization: key },
      { authorization: 'Bearer' },
      { authorization: 'Bearer ' },
      { authorization: `Basic ${key}` },
      { authorization: `Bearer ${key} ${key}` },
      { 'x-api-key': key, authorization: `Bearer ${other}` },
      { 'x-api-key': key, authorization: 'Basic YTpi' },
    ];
    for (const headers of refused) {
      const response = await api.get('/me', undefined, headers);
      assertRefusal(response, 'unauthorized');
      assert.match(String(response.headers['www-authenticate']), /^Bearer/);
      assert.equal(response.headers['x-ratelimit-remaining'], '300', 'no key matched');
    }
  });

  test('an empty header counts as missing, and a repeated Authorization is malformed', async () => {
    const { status } = await api.get('/me', undefined, { 'x-api-key': '', authorization: `Bearer ${key}` });
    assert.equal(status, 200);
    const { key: other } = await pipelineOn(store).createKey();
    const fields = `Authorization: Bearer ${key}\r\nAuthorization: Bearer ${other}\r\n`;
    const twice = `GET /api/v1/me HTTP/1.1\r\nHost: x\r\n${fields}Connection: close\r\n\r\n`;
    assertRefusal(await rawRequest(api, twice), 'unauthorized');
    await api.app.close();
    api = apiOn(store);
  });

  test('a key in the query does not authenticate, and is not logged', async () => {
    assertRefusal(await api.get(`/me?api_key=${key}`), 'unauthorized');
    await api.get(`/${key}`);
    assert.ok(api.log.length > 0);
    assert.ok(!api.log.some((each) => each.includes(key)));
  });

  test('an expired key works until its moment and not at it', async () => {
    const { key: expiring } = await pipelineOn(store).createKey({ expires: iso(NOW + 1) });
    assert.equal((await api.get('/me', expiring)).status, 200);
    const later = apiOn(store);
    later.clock.at = NOW + 1;
    const response = await later.get('/me', expiring);
    assertRefusal(response, 'unauthorized');
    assert.match(response.body.error.message, /expired/);
  });

  test('refuses a revoked key from then on', async () => {
    const {
      pipeline,
      id,
      key: doomed,
    } = { pipeline: pipelineOn(store), ...(await pipelineOn(store).createKey()) };
    assert.ok(pipeline);
    assert.equal((await api.get('/me', doomed)).status, 200);
    await revoke({ db: store.main, now: api.clock.now, random, actor: 'test' }, id);
    const response = await api.get('/me', doomed);
    assertRefusal(response, 'unauthorized');
    assert.match(response.body.error.message, /revoked/);
  });

  test('the order of refusals: plan before scope, scope before brand, brand before parameters', async () => {
    const { apply, createKey } = pipelineOn(store);
    await apply({
      organizations: [
        { name: 'Nobody', plan: null },
        { name: 'Bare', plan: { name: 'solo' } },
      ],
    });
    const writer = { scopes: ['brands:write'] as const };
    const keyOf = async (organization: string, more: object = {}) =>
      (await createKey({ organization, ...more })).key;
    const codeOf = async (used: string, path: string) => (await api.get(path, used)).body.error.code;
    assert.equal(await codeOf(await keyOf('Nobody', writer), '/visibility?days=x'), 'no_subscription');
    assert.equal(await codeOf(await keyOf('Bare', writer), '/visibility?days=x'), 'insufficient_scope');
    assert.equal(await codeOf(await keyOf('Bare'), '/visibility?days=x&brand=acme'), 'no_brand');
    assert.equal(await codeOf(key, '/visibility?days=x&brand=nobody'), 'invalid_parameter');
    assert.equal(await codeOf(key, '/answers?cursor=x&brand=nobody'), 'no_such_brand');
  });

  test('the refusal for a brand explains the next step', async () => {
    const { apply, createKey } = pipelineOn(store);
    await apply({
      organizations: [
        { name: 'Begun', plan: { name: 'solo' }, brands: [{ name: 'Unfinished' }] },
        { name: 'Brandless', plan: { name: 'solo' } },
      ],
    });
    const keyOf = async (organization: string) => (await createKey({ organization })).key;
    const messageOf = async (used: string, path: string) => (await api.get(path, used)).body.error.message;
    assert.match(
      await messageOf(key, '/visibility?brand=nobody'),
      /: \/brands lists the brands it may read\.$/,
    );
    assert.match(
      await messageOf(await keyOf('Begun'), '/visibility'),
      /: finish it in .* `configured: true`/,
    );
    assert.match(await messageOf(await keyOf('Brandless'), '/me'), /: add one in .* `sightline apply`\.$/);
  });

  test('open paths need no key and carry the same headers', async () => {
    for (const path of ['/healthz', '/readyz', '/docs', '/api/v1/openapi.json']) {
      const { statusCode, headers, payload } = await api.app.inject({ url: path });
      assert.equal(statusCode, 200, path);
      assertQuotaHeaders({ status: 200, headers, body: undefined, text: payload });
    }
    for (const path of ['/nope', '/me/', '/ME', '/../etc/passwd', '']) {
      assertRefusal(await api.get(path), 'not_found');
    }
  });
});

onReusedStore('pinned keys and strangers', (fresh) => {
  test('a pinned key reads its brand, named or not, and refuses any other as if there were none', async () => {
    const { store, createKey } = await setUp(
      fresh,
      acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'second', name: 'Second' }]),
    );
    const { key } = await createKey({ brand: 'second' });
    const api = apiOn(store);
    for (const path of ['/visibility', '/visibility?brand=second']) {
      assert.equal((await api.get(path, key)).body.meta.brand.id, 'second');
    }
    for (const brand of [
      'acme',
      'nobody',
      '',
      'SECOND',
      "second'--",
      '%00',
      '%ff',
      '%F0%9F%98%80',
      'a'.repeat(5000),
    ]) {
      assertRefusal(await api.get(`/visibility?brand=${brand}`, key), 'no_such_brand');
    }
  });

  test('concurrent requests each get their own brand', async () => {
    const { store, apply, createKey } = await setUp(
      fresh,
      acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'second', name: 'Second' }]),
    );
    await apply({
      organizations: [
        { name: 'Other', plan: { name: 'solo' }, brands: [{ ...ACME_BRAND, id: 'theirs' }] },
        { name: 'Bare', plan: { name: 'solo' } },
      ],
    });
    const callers = [
      { organization: 'Acme Inc' },
      { brand: 'second' },
      { organization: 'Other' },
      { organization: 'Bare' },
    ];
    const keys = (await Promise.all(callers.map(createKey))).map(({ key }) => key);
    const api = apiOn(store);
    const found = async (key: string, brand: string) => {
      const { status, body } = await api.get(`/visibility${brand}`, key);
      return status === 200 ? body.meta.brand.id : body.error.code;
    };
    const brands = ['', '?brand=acme', '?brand=second', '?brand=theirs', '?brand=nobody', '?brand=%ED%A0%80'];
    const no = 'no_such_brand';
    const expected = [
      ['brand_required', 'acme', 'second', no, no, no],
      ['second', no, 'second', no, no, no],
      ['theirs', no, no, 'theirs', no, no],
      brands.map(() => 'no_brand'),
    ];
    for (const _ of ['run', 'kept']) {
      const asked = keys.map(async (key) => await Promise.all(brands.map((brand) => found(key, brand))));
      assert.deepEqual(await Promise.all(asked), expected);
    }
  });

  test("a stranger's brand and one that does not exist are alike in body, headers and work done", async () => {
    const stranger = { name: 'Stranger', plan: { name: 'solo' }, brands: [{ ...ACME_BRAND, id: 'theirs' }] };
    const { store, apply, createKey } = await setUp(fresh);
    await apply({ organizations: [stranger] });
    const seen = [];
    for (const brand of ['theirs', 'nobody']) {
      const { key } = await createKey();
      const statements: number[] = [];
      const watched = { ...store, main: store.main.withPlugin(recorder(statements)) };
      const response = await apiOn(watched).get(`/visibility?brand=${brand}`, key);
      assertRefusal(response, 'no_such_brand');
      const { 'x-request-id': id, date, ...headers } = response.headers;
      assert.ok(id && date);
      seen.push({ text: response.text, headers, statements });
    }
    // The key, the missing brand, and whether any brand exists.
    assert.deepEqual([seen[0]?.statements, seen[0]], [[1, 0, 1], seen[1]]);
  });
});

/** Records how many rows each statement returned. */
function recorder(statements: number[]): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements.push(result.rows.length);
      return result;
    },
  };
}
