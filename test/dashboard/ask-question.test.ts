import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { questionRoutes } from '../../src/dashboard/pages/questions/questions-page.ts';
import { taskRoutes } from '../../src/dashboard/pages/tasks/task-page.ts';
import { questionIdOf } from '../../src/domain/questions/question-id.ts';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { grok } from '../../src/engines/grok/adapter.ts';
import { promptDigest } from '../../src/storage/directory/brand/prompts.ts';
import { collectOn, readyAt } from '../support/collecting.ts';
import { dashboardOn, onPages } from '../support/dashboard.ts';
import { fixture } from '../support/engines.ts';
import type { TestStore } from '../support/stores.ts';
import { type Stub, startStub } from '../support/stub-engine.ts';
import { doAllTasks } from '../support/tasks.ts';
import { ACME_BRAND, acmeFile, Clock, DAY_MS, pipelineOn } from '../support/world.ts';

const ROUTES = [...questionRoutes, ...taskRoutes];

const PAGE = `/brands/acme/questions/${questionIdOf(promptDigest('one'))}`;

onPages('asking one question now', ROUTES, (fresh) => {
  let answers: Stub;
  before(async () => {
    answers = await startStub(() => ({ body: fixture('chatgpt', 'ok') }));
  });
  after(() => answers.stop());

  async function world(brand: object = {}) {
    const store = await fresh();
    const prompts = [{ text: 'one', samples_per_day: 2 }, { text: 'two' }];
    await pipelineOn(store).apply(
      acmeFile([{ ...ACME_BRAND, engines: ['chatgpt', 'grok', 'claude'], prompts, ...brand }]),
    );
    const ready = [chatgpt, grok].map((adapter) => readyAt(adapter, answers.baseUrl));
    const disabled = [
      { engine: 'claude', provider: 'anthropic', missing: 'SIGHTLINE_ANTHROPIC_KEY', micros: 20_000 },
    ];
    const engines = { ready, disabled };
    const dashboard = dashboardOn(store, { configured: engines });
    return { store, engines, dashboard, editor: await dashboard.signedIn('editor') };
  }

  const stored = async ({ main }: TestStore) => {
    const rows = await main
      .selectFrom('collections as c')
      .innerJoin('prompts as p', (join) =>
        join.onRef('p.brand_id', '=', 'c.brand_id').onRef('p.id', '=', 'c.prompt_id'),
      )
      .select(['p.text', 'c.engine'])
      .execute();
    return rows.map(({ text, engine }) => `${text} on ${engine}`).sort();
  };

  test("shows today's remaining answers and their cost, and then asks only those, on the chosen engines", async () => {
    const { store, engines, editor } = await world();
    assert.match((await editor.get(PAGE)).html, new RegExp(`href="${PAGE}/ask[^"]*">Ask now`));
    const { text } = await editor.get(`${PAGE}/ask`);
    assert.match(
      text,
      /ChatGPT \(API\): 2 times, about \$[\d.]+ Grok \(API\): 2 times, about \$[\d.]+ Ask, for about \$/,
    );
    assert.doesNotMatch(text, /Claude/);
    assert.deepEqual(await stored(store), []);
    const { status, headers } = await editor.post(`${PAGE}/ask`, { engine: 'chatgpt' });
    assert.equal(status, 303);
    assert.match(String(headers.location), /^\/brands\/acme\/tasks\/tsk_/);
    await doAllTasks(store, { engines: engines.ready, disabled: engines.disabled });
    assert.deepEqual(await stored(store), ['one on chatgpt', 'one on chatgpt']);
    const done = await editor.get(String(headers.location));
    assert.match(done.text, /2 of 2 questions/);
  });

  test('never collects a question more often than its daily number', async () => {
    const { store, engines, editor } = await world({ engines: ['chatgpt'] });
    await editor.post(`${PAGE}/ask`, { engine: 'chatgpt' });
    await doAllTasks(store, { engines: engines.ready, disabled: engines.disabled });
    assert.match(
      (await editor.get(`${PAGE}/ask`)).text,
      /Every engine has answered it as often as planned today/,
    );
    const again = await editor.post(`${PAGE}/ask`, { engine: 'chatgpt' });
    assert.equal(again.status, 409);
    const clock = new Clock();
    await collectOn(store, engines.ready, { clock });
    assert.deepEqual(await stored(store), ['one on chatgpt', 'one on chatgpt', 'two on chatgpt']);
    clock.at += DAY_MS;
    await collectOn(store, engines.ready, { clock });
    assert.equal((await stored(store)).length, 6);
  });

  test('is for editors, for an active question, on engines that are available', async () => {
    const { dashboard, editor, store } = await world();
    const viewer = await dashboard.signedIn('viewer');
    assert.doesNotMatch((await viewer.get(PAGE)).html, /\/ask"/);
    assert.equal((await viewer.post(`${PAGE}/ask`, { engine: 'chatgpt' })).status, 403);
    assert.equal((await editor.post(`${PAGE}/ask`, {})).status, 409);
    assert.equal((await editor.post(`${PAGE}/ask`, { engine: 'claude' })).status, 409);
    assert.equal((await editor.get('/brands/acme/questions/qst_00000000000000000000/ask')).status, 404);
    await pipelineOn(store).apply(
      acmeFile([{ ...ACME_BRAND, engines: ['chatgpt'], prompts: [{ text: 'one', active: false }] }]),
    );
    assert.match((await editor.get(`${PAGE}/ask`)).text, /It is paused/);
  });
});
