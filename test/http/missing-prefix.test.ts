import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { REPORTS } from '../../src/reports/index.ts';
import { type Api, apiOn, responseOf } from '../support/api.ts';
import { assertQuotaHeaders } from '../support/refusals.ts';
import { makeStore } from '../support/stores.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('a base URL without /api/v1', () => {
  let api: Api;
  let key: string;
  let remove: () => Promise<void>;
  before(async () => {
    const made = await makeStore('sqlite');
    remove = made.remove;
    await pipelineOn(made.store).apply(acmeFile());
    key = (await pipelineOn(made.store).createKey()).key;
    api = apiOn(made.store, { hasPages: true });
  });
  after(async () => {
    await api.app.close();
    await remove();
  });

  const ask = async (url: string, headers: Record<string, string>) =>
    responseOf(await api.app.inject({ method: 'GET', url, headers }));

  test('the refusal names the whole path, wherever the client sends its key, even if a page has the path', async () => {
    const forms = [
      { 'x-api-key': key, accept: '*/*' },
      { 'x-api-key': key, accept: BROWSER },
      { authorization: `Bearer ${key}`, accept: BROWSER },
      { authorization: 'Bearer of another server' },
      { accept: 'application/json, text/plain, */*' },
    ];
    for (const { name } of REPORTS) {
      for (const headers of forms) {
        const response = await ask(`/${name}?brand=acme`, headers);
        assert.equal(response.status, 404, `${name} ${JSON.stringify(headers)}`);
        assert.equal(response.body.error.code, 'not_found');
        assert.ok(response.body.error.message.endsWith(`Ask for \`/api/v1/${name}\`.`));
        assertQuotaHeaders(response);
      }
    }
    for (const path of ['/api/me', '/v1/me', '/me/', '/openapi.json']) {
      assert.match(
        (await ask(path, { 'x-api-key': key })).body.error.message,
        /`\/api\/v1` is missing/,
        path,
      );
    }
  });

  test('a browser keeps the pages, also behind a proxy that adds a token of its own', async () => {
    for (const authorization of ['', 'Basic dXNlcjpwYXNz', 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x']) {
      const { status, headers } = await ask('/brands', { accept: BROWSER, authorization });
      assert.deepEqual([status, headers.location], [303, '/sign-in?next=%2Fbrands'], authorization);
      const nowhere = await ask('/visibility', { accept: BROWSER, authorization });
      assert.equal(nowhere.status, 404);
      assert.match(String(nowhere.headers['content-type']), /^text\/html/);
    }
  });

  test('the API itself, MCP, and paths that no report has are as they were', async () => {
    assert.equal((await ask('/api/v1/me', { 'x-api-key': key })).status, 200);
    assert.equal((await ask('/healthz', { accept: 'application/json' })).status, 200);
    const { body } = await ask('/nothing', { 'x-api-key': key });
    assert.equal(body.error.message, 'There is nothing at this path.');
  });
});
