import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Api, apiOn } from '../support/api.ts';
import { assertQuotaHeaders } from '../support/refusals.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeFile, line, pipelineOn } from '../support/world.ts';

onReusedStore('entity tags and compression', (fresh) => {
  let store: TestStore;
  let api: Api;
  let key: string;

  before(async () => {
    store = await fresh();
    const { apply, createKey, importLines } = pipelineOn(store);
    await apply(acmeFile());
    await importLines(Array.from({ length: 9 }, () => line({ answer: 'Acme '.repeat(200) })));
    key = (await createKey()).key;
    api = apiOn(store);
  });

  test('the tag covers everything but generated_at and window', async () => {
    const first = await api.get('/sources', key);
    api.clock.at += 60_000;
    const later = await api.get('/sources', key);
    assert.notEqual(later.body.meta.generated_at, first.body.meta.generated_at);
    assert.equal(later.headers.etag, first.headers.etag);
    assert.match(String(first.headers.etag), /^W\/"[\w-]{22}"$/);
    assert.equal(first.headers['cache-control'], 'private, no-cache');
    assert.equal(first.headers.vary, 'accept, accept-encoding', 'also without compression');
    assert.notEqual(
      (await api.get('/sources?days=31', key)).headers.etag,
      first.headers.etag,
      'window_days differs',
    );
    await pipelineOn(store).importLines([line({ citations: [{ url: 'https://new.example/' }] })]);
    assert.notEqual((await api.get('/sources', key)).headers.etag, first.headers.etag, 'data differs');
  });

  test('a running day that ends now is not sent again either', async () => {
    for (const accept of ['application/json', 'text/csv']) {
      const first = await api.get('/trend', key, { accept });
      api.clock.at += 60_000;
      const held = { accept, 'if-none-match': String(first.headers.etag) };
      assert.equal((await api.get('/trend', key, held)).status, 304, accept);
      await pipelineOn(store).importLines([line()]);
      assert.equal((await api.get('/trend', key, held)).status, 200, `${accept}: data differs`);
    }
  });

  test('If-None-Match with the tag is 304 without a body, with its headers', async () => {
    const { etag } = (await api.get('/visibility', key)).headers;
    const tag = String(etag);
    for (const value of [tag, `"x", ${tag}`, tag.replace('W/', ''), '*']) {
      const { status, text, headers } = await api.get('/visibility', key, { 'if-none-match': value });
      assert.equal(status, 304, value);
      assert.equal(text, '');
      assert.equal(headers.etag, tag);
      assertQuotaHeaders({ status, headers, body: undefined, text });
    }
    for (const value of ['"x"', 'W/"x"', '']) {
      assert.equal((await api.get('/visibility', key, { 'if-none-match': value })).status, 200);
    }
  });

  test('a refusal is never 304 and never cached', async () => {
    const { status, headers } = await api.get('/visibility', undefined, { 'if-none-match': '*' });
    assert.deepEqual([status, headers['cache-control']], [401, 'no-store']);
  });

  test('brotli and gzip by Accept-Encoding carry the same body, tag, and quota', async () => {
    const plain = await api.get('/answers', key);
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [encoding, decode] of Object.entries(decoders)) {
      const response = await api.app.inject({
        url: '/api/v1/answers',
        headers: { 'x-api-key': key, 'accept-encoding': encoding },
      });
      assert.equal(response.headers['content-encoding'], encoding);
      assert.match(String(response.headers.vary), /accept-encoding/i);
      assert.equal(response.headers.etag, plain.headers.etag);
      assertQuotaHeaders({ status: 200, headers: response.headers, body: undefined, text: '' });
      assert.deepEqual(JSON.parse(decode(response.rawPayload).toString('utf8')).data, plain.body.data);
      assert.ok(response.rawPayload.length < plain.text.length / 2);
    }
    const refused = await api.get('/answers', key, { 'accept-encoding': 'identity' });
    assert.equal(refused.headers['content-encoding'], undefined);
  });
});
