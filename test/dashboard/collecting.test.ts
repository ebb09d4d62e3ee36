import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { collectingRoutes } from '../../src/dashboard/pages/collecting/index.ts';
import { rescanRoutes } from '../../src/dashboard/pages/tasks/rescan-page.ts';
import { taskRoutes } from '../../src/dashboard/pages/tasks/task-page.ts';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { grok } from '../../src/engines/grok/adapter.ts';
import type { ConfiguredEngines } from '../../src/pipeline/collect/collect.ts';
import { tasksOf } from '../../src/pipeline/tasks/tasks-of-brand.ts';
import { openBreaker } from '../../src/storage/collect/breakers.ts';
import { findCollectLimits, saveCollectLimits } from '../../src/storage/collect/spending.ts';
import { collectOn, readyAt } from '../support/collecting.ts';
import { dashboardOn, onPages, type TestDashboard, type Visitor } from '../support/dashboard.ts';
import { fixture } from '../support/engines.ts';
import { PAID, PRICE } from '../support/reading.ts';
import type { TestStore } from '../support/stores.ts';
import { type Stub, startStub } from '../support/stub-engine.ts';
import { doAllTasks } from '../support/tasks.ts';
import { ACME_BRAND, acmeFile, Clock, DAY_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const ROUTES = [...collectingRoutes, ...taskRoutes, ...rescanRoutes];

const SECRET = 'sk-very-secret-key';

onPages('the pages about collecting', ROUTES, (fresh) => {
  let answers: Stub;
  before(async () => {
    answers = await startStub(() => ({ body: fixture('chatgpt', 'ok') }));
  });
  after(() => answers.stop());

  function configured(): ConfiguredEngines {
    const engine = readyAt(chatgpt, answers.baseUrl);
    const ready = [engine, readyAt(grok, answers.baseUrl)].map((each) => ({
      ...each,
      access: { ...each.access, key: SECRET, model: each === engine ? 'gpt-5' : 'grok-9' },
    }));
    const disabled = [
      { engine: 'claude', provider: 'anthropic', missing: 'SIGHTLINE_ANTHROPIC_KEY', micros: 20_000 },
    ];
    return { ready, disabled };
  }

  interface World {
    readonly store: TestStore;
    readonly dashboard: TestDashboard;
    readonly editor: Visitor;
  }

  async function world(brand: object = {}, organization: object = {}): Promise<World> {
    const store = await fresh();
    const prompts = [{ text: 'one' }, { text: 'two' }];
    const file = acmeFile(
      [{ ...ACME_BRAND, engines: ['chatgpt', 'grok', 'claude'], prompts, ...brand }],
      organization,
    );
    await pipelineOn(store).apply(file);
    const dashboard = dashboardOn(store, { configured: configured() });
    return { store, dashboard, editor: await dashboard.signedIn('editor') };
  }

  test('show for each engine whether it has a key and is asked, and never the key', async () => {
    const { store, editor } = await world();
    await openBreaker(store.main, { engine: 'grok', detail: 'http_401', now: NOW });
    const { status, text, html } = await editor.get('/brands/acme/collecting');
    assert.equal(status, 200);
    assert.match(text, /ChatGPT \(API\) gpt-5 Key set, asked/);
    assert.match(text, /Claude \(API\) No key\. An admin of all organizations can enter it\./);
    assert.match(
      text,
      /Grok \(API\) grok-9 Stopped since November 20, 2026, 13:37 UTC \( http_401 \)\. The key is wrong/,
    );
    assert.match(text, /Tried again at November 20, 2026, 14:37 UTC \./);
    assert.match(text, /Today: 0 of 4 questions answered, 0 failed, 4 to come\. 1 engine has no key\./);
    assert.match(text, /Nothing failed\./);
    assert.doesNotMatch(html, new RegExp(SECRET));
  });

  test("follow the reports' order, and know no cost without an engine", async () => {
    const { store, editor } = await world();
    const order = /Key set, asked[\s\S]*Claude \(API\)[\s\S]*Grok \(API\)/;
    assert.match((await editor.get('/brands/acme/collecting')).text, order);
    const unpriced = await dashboardOn(store).signedIn('editor');
    const { text } = await unpriced.get('/brands/acme/collecting');
    assert.match(
      text,
      /\$0\.00 this month, .* The price of an answer from ChatGPT \(API\), Claude \(API\), and Grok \(API\) is unknown/,
    );
    assert.doesNotMatch(text, /about \$/);
  });

  test('show the cost of all questions as their plan computes it, and say that nothing is asked without a key', async () => {
    for (const engines of [['claude'], ['chatgpt', 'grok']]) {
      const { store, editor } = await world({ engines });
      const { text } = await editor.get('/brands/acme/collecting');
      const isAsked = engines.includes('chatgpt');
      assert.equal(
        text.includes('No engine has a key yet, so Sightline asks nothing and spends nothing.'),
        !isAsked,
      );
      const [, said] = /questions need \d+ answers? a day, about (\$[\d.]+) in 30 days\./.exec(text) ?? [];
      assert.ok(said && said !== '$0.00');
      const planned = await editor.get('/brands/acme/collecting/plan');
      assert.ok(planned.text.includes(`answers a day, about ${said} in 30 days.`), said);
      if (!isAsked) continue;
      await collectOn(store, [readyAt(chatgpt, answers.baseUrl)], { clock: new Clock() });
      await store.main.updateTable('collections').set({ micros: 70_000 }).execute();
      const known = await editor.get('/brands/acme/collecting');
      const [, told = ''] =
        /questions need \d+ answers? a day, about (\$[\d.]+) in 30 days\./.exec(known.text) ?? [];
      assert.notEqual(told, said, "a past answer's cost predicts the next one's");
      const { text: plan } = await editor.get('/brands/acme/collecting/plan');
      assert.ok(plan.includes(`answers a day, about ${told} in 30 days.`), told);
    }
  });

  test("show today's power, the needs of smaller changes, and that no answer exists yet", async () => {
    const { store, editor } = await world({ engines: ['chatgpt'] });
    const of = (day: number, prompt: string) =>
      line({
        prompt,
        external_id: `${prompt} ${day}`,
        collected_at: iso(NOW - day * DAY_MS - 1),
        mentions: [{ brand: 'Acme', mentioned: day % 2 === 0 }],
      });
    const days = Array.from({ length: 28 }, (_, day) => day);
    const few = (await editor.get('/brands/acme/collecting/plan')).text;
    assert.match(few, /Your questions cannot show a change yet/);
    assert.match(few, /too few: 0 answers – about \d+ questions \$/, 'and its needs, with an assumed rate');
    assert.doesNotMatch(few, /never (?!averaged)/i);
    const prompts = ['one', 'two', 'three', 'four', 'five'];
    await pipelineOn(store).apply(acmeFile([{ ...ACME_BRAND, engines: ['chatgpt'], prompts }]));
    await pipelineOn(store).importLines(prompts.flatMap((prompt) => days.map((day) => of(day, prompt))));
    const { text, html } = await editor.get('/brands/acme/collecting/plan');
    assert.match(
      text,
      /Your questions can show a change of [\d.]+ points on ChatGPT \(API\) within 7 days Your questions need 5 answers a day, about/,
    );
    assert.match(text, /Ask every question once more a day [\d.]+ → then [\d.]+ points/);
    assert.match(html, /name="op" value="once_more"/);
    const viewer = await dashboardOn(store, { configured: configured() }).signedIn('viewer');
    assert.doesNotMatch((await viewer.get('/brands/acme/collecting/plan')).html, /once_more/);
  });

  test('count answers and failures separately, and explain a failure', async () => {
    const { store, editor } = await world({ engines: ['chatgpt'] });
    await collectOn(store, [readyAt(chatgpt, answers.baseUrl)], { clock: new Clock() });
    await pipelineOn(store).importLines([
      line({ outcome: 'error', answer: null, collected_at: iso(NOW - DAY_MS) }),
      line({ outcome: 'timeout', answer: null, collected_at: iso(NOW - 8 * DAY_MS) }),
    ]);
    await store.main
      .updateTable('collections')
      .set({ detail: 'insufficient_quota' })
      .where('outcome', '=', 'error')
      .execute();
    await store.main
      .updateTable('collections')
      .set({ detail: 'no_search, unread_citations:3' })
      .where('outcome', 'in', ['ok', 'empty'])
      .execute();
    const { text, html } = await editor.get('/brands/acme/collecting');
    assert.match(
      text,
      /In the last 24 hours, 6 citations in 2 answers led to no page \( unread_citations \)\./,
    );
    assert.match(text, /Today: 2 of 2 questions answered, 0 failed, 0 to come\./);
    assert.match(
      text,
      /insufficient_quota The account has no money left, .*? Top up or raise the limit at the vendor\. 1 1 day ago/,
    );
    assert.match(text, /November 20, 2026 2 0 November 19, 2026 0 1/);
    assert.match(html, /href="\/brands\/acme\/failed\?engine=chatgpt"/);
    assert.match(text, /1 day ago insufficient_quota/);
  });

  test('explain why no engine is asked, and what to do in an empty store', async () => {
    const { editor } = await world({ engines: [] }, { plan: null });
    const { text } = await editor.get('/brands/acme/collecting');
    assert.match(text, /Sightline asks nothing for this organization, because it has no plan\./);
    assert.match(text, /This brand has no engine\. Choose engines in its setup , or import answers/);
    assert.match(text, /No answers in the last 7 days\./);
  });

  test('show spending against the ceilings, which only an admin of all organizations changes', async () => {
    const { store, dashboard, editor } = await world({}, { collect: { calls_per_day: 4, usd_per_day: 2 } });
    await store.main
      .insertInto('spending')
      .values({ organization_id: 1, day: Math.floor(NOW / DAY_MS), calls: 4, micros: 500_000 })
      .execute();
    const { text } = await editor.get('/brands/acme/collecting');
    assert.match(text, /Dollars today: \$0\.50 of \$2\.00 Calls today: 4 of 4 Ceiling reached/);
    assert.doesNotMatch(text, /Change the ceilings/);
    const form = { usd_per_day: '12.5', calls_per_day: '' };
    const ofOne = await dashboard.signedIn('admin');
    assert.doesNotMatch((await ofOne.get('/brands/acme/collecting')).text, /Change the ceilings/);
    for (const visitor of [editor, ofOne]) {
      const refused = await visitor.post('/brands/acme/collecting/ceilings', form);
      assert.equal(refused.status, 403);
      assert.match(refused.text, /Only an admin of all organizations may do this\./);
    }
    const admin = await dashboard.signedIn('admin', null);
    const wrong = await admin.post('/brands/acme/collecting/ceilings', { ...form, usd_per_day: '1e3' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /Dollars a day must be a number\./);
    assert.equal((await admin.post('/brands/acme/collecting/ceilings', form)).status, 303);
    const limits = await findCollectLimits(store.main, 1);
    assert.deepEqual(limits, { callsPerDay: null, microsPerDay: 12_500_000 });
    const shown = await admin.get('/brands/acme/collecting');
    assert.match(shown.text, /Dollars today: \$0\.50 of \$12\.50 Calls today: 4 \(no ceiling\)/);
  });

  test('restart a stopped engine, and note the user', async () => {
    const { store, editor } = await world();
    await openBreaker(store.main, { engine: 'grok', detail: 'http_401', now: NOW });
    assert.match((await editor.get('/brands/acme/collecting')).text, /Stopped engines/);
    assert.equal((await editor.post('/brands/acme/collecting/retry', { engine: 'grok' })).status, 303);
    assert.deepEqual(await store.main.selectFrom('breakers').select('engine').execute(), []);
    assert.doesNotMatch((await editor.get('/brands/acme/collecting')).text, /Stopped engines/);
    const audit = await store.main
      .selectFrom('audit_log')
      .select(['action', 'detail', 'organization_id'])
      .where('action', '=', 'engine.retry')
      .execute();
    assert.equal(audit.length, 1);
    const detail = 'grok, stopped by http_401';
    assert.deepEqual({ ...audit[0] }, { action: 'engine.retry', detail, organization_id: 1 });
  });

  test('start no task that no process would run, without a key', async () => {
    const { store } = await world();
    const editor = await dashboardOn(store).signedIn('editor');
    const { status, text } = await editor.post('/brands/acme/collecting/ask');
    assert.equal(status, 409);
    assert.match(text, /This server does not ask engines/);
    assert.deepEqual(await tasksOf(store.main, 'acme', 9), []);
  });

  test('show the cost first, and then follow the task to its end', async () => {
    const { store, dashboard, editor } = await world();
    const { text } = await editor.get('/brands/acme/collecting/ask');
    assert.match(text, /Claude \(API\) 0 No key/);
    assert.match(text, /Total 4 \$0\.04/);
    assert.match(text, /Ask 4 questions, for about \$0\.04/);
    assert.deepEqual(await tasksOf(store.main, 'acme', 9), []);
    const { status, headers } = await editor.post('/brands/acme/collecting/ask');
    assert.equal(status, 303);
    const address = String(headers.location);
    assert.match(address, /^\/brands\/acme\/tasks\/tsk_\w{12}$/);
    const viewer = await dashboard.signedIn('viewer');
    const waiting = await viewer.get(address);
    assert.match(waiting.text, /Waiting/);
    assert.match(waiting.html, /<noscript><meta http-equiv="refresh" content="3"><\/noscript>/);
    assert.match(waiting.html, /<progress aria-label="How far it is"><\/progress>/);
    assert.doesNotMatch(waiting.html, /<button[^>]*>Stop/);
    assert.match(waiting.html, /class="running-task" href="[^"]*">Asking now…/);
    const { ready, disabled } = configured();
    await doAllTasks(store, { engines: ready.slice(0, 1), disabled });
    const done = await viewer.get(address);
    assert.match(done.text, /Done : 2 of 2 questions 2 questions answered/);
    assert.doesNotMatch(done.html, /http-equiv="refresh"|running-task|data-running/);
    assert.match(
      (await viewer.get('/brands/acme/collecting')).text,
      /Asking now Done just now, .*: 2 questions answered/,
    );
    assert.doesNotMatch(dashboard.api.log.join('\n'), new RegExp(SECRET));
  });

  test('warn before asking for more than the ceiling leaves', async () => {
    const { editor } = await world({}, { collect: { usd_per_day: 0.01 } });
    assert.match((await editor.get('/brands/acme/collecting/ask')).text, /can spend \$0\.01 more today/);
  });

  test('offer to read answers again where that changes something', async () => {
    const { store, editor } = await world();
    await pipelineOn(store).importLines([line({ answer: 'Dynamo is good.' }), line({ answer: 'Acme.' })]);
    assert.match((await editor.get('/brands/acme/rescan')).text, /Every stored answer reflects/);
    await pipelineOn(store).apply(
      acmeFile([{ id: 'acme', name: 'Acme', competitors: [{ name: 'Dynamo' }] }]),
    );
    assert.match(
      (await editor.get('/brands/acme/collecting')).text,
      /2 stored answers were read with other names/,
    );
    assert.match((await editor.get('/brands/acme/rescan')).text, /Read 2 answers again/);
    const { headers } = await editor.post('/brands/acme/rescan');
    await doAllTasks(store);
    const { text } = await editor.get(String(headers.location));
    assert.match(text, /Done : 2 of 2 answers 2 answers rescanned 2 of them changed/);
    assert.doesNotMatch((await editor.get('/brands/acme/collecting')).text, /Read them again/);
  });

  test('stop a task on request, and note the user', async () => {
    const { store, editor } = await world();
    const { headers } = await editor.post('/brands/acme/rescan');
    const address = String(headers.location);
    assert.match((await editor.get(address)).html, /<button id="stop-task" class="danger">Stop/);
    assert.equal((await editor.post(`${address}/stop`)).status, 303);
    assert.match((await editor.get(address)).text, /Stopped/);
    const audit = await store.main
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('action', 'like', 'task.%')
      .orderBy('id')
      .execute();
    const told = audit.map(({ action, detail }) => `${action}: ${detail}`);
    assert.deepEqual(told, ['task.start: rescan of acme', 'task.stop: rescan of acme']);
  });

  test('are 404 for a task of another brand, to the byte', async () => {
    const { store, dashboard, editor } = await world();
    await pipelineOn(store).apply({
      organizations: [{ name: 'Other', plan: { name: 'solo' }, brands: [{ ...ACME_BRAND, id: 'other' }] }],
    });
    const stranger = await dashboard.signedIn('editor', 'Other');
    const { headers } = await editor.post('/brands/acme/rescan');
    const id = String(headers.location).split('/').at(-1) ?? '';
    const theirs = await stranger.get(`/brands/other/tasks/${id}`);
    const none = await stranger.get('/brands/other/tasks/tsk_000000000000');
    assert.equal(theirs.status, 404);
    assert.equal(theirs.html.replaceAll(id, 'X'), none.html.replaceAll('tsk_000000000000', 'X'));
    assert.equal((await stranger.post(`/brands/other/tasks/${id}/stop`)).status, 404);
    assert.equal((await stranger.get(`/brands/acme/tasks/${id}`)).status, 404);
  });

  test('offer a model that reads answers, with its price, and say what is missing', async () => {
    const { store } = await world();
    await pipelineOn(store).importLines([line({ answer: 'Acme' }), line({ answer: 'Acme' })]);
    const dashboard = dashboardOn(store, { configured: { ...configured(), readers: [PAID] } });
    const editor = await dashboard.signedIn('editor');
    const page = async () => (await editor.get('/brands/acme/collecting')).text;
    assert.match(await page(), /Rules alone read .* Read with model \(OpenAI\), about \$0\.002 a month/);
    const choose = (reader: string) => editor.post('/brands/acme/collecting/reader', { reader });
    const refused = await choose('openai');
    assert.deepEqual([refused.status, /needs a ceiling of dollars a day/.test(refused.text)], [409, true]);
    await saveCollectLimits(store.main, 1, { callsPerDay: null, microsPerDay: PRICE });
    assert.equal((await choose('openai')).status, 303);
    assert.match(
      await page(),
      /model \(OpenAI\) reads how answers .* 0 read, 0 not judged, 2 not read yet\. Read/,
    );
    const offer = await editor.get('/brands/acme/rescan');
    assert.match(offer.text, /model has 2 stored answers to read\. Have them read for about \$0\.002/);
    assert.equal((await editor.post('/brands/acme/rescan', { by: 'model' })).status, 303);
    await doAllTasks(store, { readers: [PAID] });
    assert.match(await page(), /0 read, 0 not judged, 2 not read yet\. Asked next: 2/);
  });
});
