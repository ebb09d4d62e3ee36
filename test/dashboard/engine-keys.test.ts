import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountPages } from '../../src/dashboard/pages/accounts/index.ts';
import { setupRoutes } from '../../src/dashboard/pages/setup/index.ts';
import { engineKeySettings } from '../../src/main/process/engine-keys.ts';
import { engineSettings, readEngines } from '../../src/main/settings/engines.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import { fixture } from '../support/engines.ts';
import { fieldsIn } from '../support/form-fields.ts';
import type { TestStore } from '../support/stores.ts';
import { stubsOfSuite } from '../support/stub-engine.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

const ROUTES = [...accountPages, ...setupRoutes];

const SECRET = 'a key of at least thirty-two characters';

onPages('the page of engine keys', ROUTES, (fresh) => {
  const startStub = stubsOfSuite();

  /** A server with this environment, and a valid OpenAI key. */
  async function worldOn(store: TestStore, env: Record<string, string> = {}, secretKey = SECRET) {
    await pipelineOn(store).apply(acmeFile());
    const openai = await startStub(({ headers }) =>
      headers.authorization === 'Bearer sk-right'
        ? { body: fixture('chatgpt', 'ok') }
        : { status: 401, body: '{"error":{"message":"Incorrect API key"}}' },
    );
    const all = { SIGHTLINE_OPENAI_BASE_URL: openai.baseUrl, ...env };
    const config = { secretKey, databaseUrl: store.url };
    const dashboard = dashboardOn(store, {
      configured: async (db) => readEngines(await engineSettings(all, db, config)),
      engineKeys: engineKeySettings(all, store.main, config),
    });
    return { dashboard, operator: await dashboard.signedIn('admin', null) };
  }

  const save = { do: 'save', provider: 'openai' };
  const attempt = { do: 'try', provider: 'openai' };

  test('enters, tries, and removes a key, which is on no page and in no log', async () => {
    const store = await fresh();
    const { dashboard, operator } = await worldOn(store);
    assert.match(
      (await operator.get('/engine-keys')).text,
      /OpenAI ChatGPT \(API\) \$0\.\d+ None Enter OpenAI/,
    );
    const saved = await operator.post('/engine-keys', { ...save, key: 'sk-right' });
    assert.equal(saved.headers.location, '/engine-keys?saved=openai');
    const { html, text } = await operator.get('/engine-keys?saved=openai');
    assert.match(text, /Saved the OpenAI key\. Try it to see whether it works\./);
    assert.match(text, /Entered on \w+ \d+, \d+ by \S+/);
    const tried = await operator.post('/engine-keys', attempt);
    assert.match(tried.text, /✓ Works: ChatGPT \(API\) answered in \d+\.\d s, for about \$0\.\d+\./);
    assert.doesNotMatch(html + tried.html + dashboard.api.log.join(''), /sk-right/);
    await operator.post('/engine-keys', { do: 'remove', provider: 'openai' });
    const after = await operator.get('/engine-keys?removed=openai');
    assert.match(after.text, /Removed the OpenAI key\..*OpenAI ChatGPT \(API\) \$0\.\d+ None/s);
    const actions = await store.main.selectFrom('audit_log').select('action').orderBy('id').execute();
    assert.deepEqual(
      actions.map(({ action }) => action).filter((action) => action.startsWith('engine.')),
      ['engine.key', 'engine.key-try', 'engine.key-remove'],
    );
  });

  test('says that the engine refused a key, and what to do', async () => {
    const { operator } = await worldOn(await fresh());
    await operator.post('/engine-keys', { ...save, key: 'sk-wrong' });
    const { text, html } = await operator.post('/engine-keys', attempt);
    assert.match(text, /ChatGPT \(API\) did not answer, after \d+\.\d s\. .*key/i);
    assert.doesNotMatch(html, /sk-wrong|Incorrect API key/);
  });

  test("prefers the environment's key; a key encrypted with another secret key needs entering again", async () => {
    const store = await fresh();
    const { operator } = await worldOn(store, { SIGHTLINE_XAI_KEY: 'of-the-environment' });
    await operator.post('/engine-keys', { ...save, provider: 'xai', key: 'entered' });
    await operator.post('/engine-keys', { ...save, key: 'sk-right' });
    const { text, html } = await operator.get('/engine-keys');
    assert.match(text, /From the environment SIGHTLINE_XAI_KEY Entered on .* by \S+ ?, not used/);
    assert.doesNotMatch(html, /of-the-environment/);
    const { operator: other } = await worldOn(store, {}, `${SECRET}!`);
    assert.match((await other.get('/engine-keys')).text, /Cannot be opened Entered on .*Enter it again\./);
  });

  test('refuses, on the page, what it cannot save or try', async () => {
    const { operator } = await worldOn(await fresh());
    for (const [form, status, message] of [
      [{ ...save, key: 'two words' }, 422, /A key has letters, digits, and symbols, without spaces\./],
      [{ ...save, provider: 'askjeeves', key: 'key' }, 422, /There is no provider/],
      [attempt, 422, /There is no OpenAI key to try\./],
      [{ do: 'remove', provider: 'openai' }, 422, /Nobody entered a key for OpenAI here\./],
    ] as const) {
      const refused = await operator.post('/engine-keys', form);
      assert.equal(refused.status, status);
      assert.match(refused.text, message);
    }
  });

  test("knows a new brand's cost while its preview holds the store", async () => {
    const { dashboard, operator } = await worldOn(await fresh());
    await operator.post('/engine-keys', { ...save, key: 'sk-right' });
    const editor = await dashboard.signedIn('editor');
    const blank = fieldsIn(await editor.get('/new-brand/by-hand'), 'value="review"');
    const form = { ...blank, name: 'Bellows', domain: 'bellows.example', do: 'review' };
    const review = await editor.post('/new-brand/by-hand', form);
    assert.equal(review.status, 200);
    assert.match(review.text, /Cost/);
  });

  test('an admin of one organization has no such page', async () => {
    const { dashboard } = await worldOn(await fresh());
    const admin = await dashboard.signedIn('admin', 'Acme Inc');
    assert.equal((await admin.get('/engine-keys')).status, 403);
    assert.equal((await admin.post('/engine-keys', { ...save, key: 'sk-right' })).status, 403);
    assert.doesNotMatch((await admin.get('/account')).text, /Engine keys/);
  });
});
