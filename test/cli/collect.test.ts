import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { grok } from '../../src/engines/grok/adapter.ts';
import type { ConfiguredEngines } from '../../src/pipeline/collect/collect.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { runCli } from '../support/cli.ts';
import { readyAt } from '../support/collecting.ts';
import { fixture } from '../support/engines.ts';
import { onEveryStore } from '../support/stores.ts';
import { type Stub, type StubReply, startStub } from '../support/stub-engine.ts';
import { ACME_BRAND, acmeFile, iso, NOW, pipelineOn } from '../support/world.ts';

const BRAND = {
  ...ACME_BRAND,
  engines: ['chatgpt', 'grok'],
  prompts: [{ text: 'best anvils' }, { text: 'cheapest anvils' }],
};

const errorOf = (err: string) => (JSON.parse(err) as { error: { code: string; message: string } }).error;

onEveryStore('collect and collections commands', (fresh) => {
  const stubs: Stub[] = [];
  after(async () => {
    for (const stub of stubs) await stub.stop();
  });

  /** ChatGPT at a stub, and Grok without a key. */
  async function enginesAt(reply: StubReply): Promise<ConfiguredEngines> {
    const stub = await startStub(() => reply);
    stubs.push(stub);
    return {
      ready: [readyAt(chatgpt, stub.baseUrl)],
      disabled: [{ engine: grok.slug, missing: 'SIGHTLINE_XAI_KEY', micros: 50_000 }],
    };
  }

  async function acmeOn(brand: object = BRAND, organization: object = {}): Promise<Store> {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile([brand], organization));
    return store;
  }

  const ok = { body: fixture('chatgpt', 'ok') };

  test('a model that its vendor retires is warned of on standard error, but not where JSON is read', async () => {
    const store = await acmeOn();
    const { ready, disabled } = await enginesAt(ok);
    const end = { ...chatgpt.provider, retirements: [{ model: 'model', on: iso(NOW).slice(0, 10) }] };
    const retired = ready.map((each) => ({ ...each, adapter: { ...chatgpt, provider: end } }));
    const options = { engines: { ready: retired, disabled } };
    const { err } = await runCli(store, ['collect', '--dry-run'], options);
    assert.match(err, /^chatgpt is set to model, which its vendor retired on .*SIGHTLINE_CHATGPT_MODEL/);
    assert.equal((await runCli(store, ['collect', '--dry-run', '--json'], options)).err, '');
  });

  test('--dry-run says how many questions there are and about what they cost, and asks nothing', async () => {
    const store = await acmeOn();
    const engines = await enginesAt(ok);
    const { code, out } = await runCli(store, ['collect', '--dry-run'], { engines });
    assert.equal(code, 0);
    assert.match(out, /chatgpt {2}2 {10}\$0\.02/);
    assert.match(out, /grok {5}2 {10}\$0\.10 {2}not asked: SIGHTLINE_XAI_KEY is not set/);
    assert.match(out, /Asking those that have a key costs about \$0\.02\.\n$/);
    assert.equal(stubs.at(-1)?.requests.length, 0);
    assert.deepEqual(await store.main.selectFrom('jobs').selectAll().execute(), []);
    const json = await runCli(store, ['collect', '--dry-run', '--json'], { engines });
    assert.deepEqual(JSON.parse(json.out), {
      engines: [
        { engine: 'chatgpt', questions: 2, estimated_usd: 0.02, missing_key: null },
        { engine: 'grok', questions: 2, estimated_usd: 0.1, missing_key: 'SIGHTLINE_XAI_KEY' },
      ],
      prompts_beyond_plan: 0,
    });
  });

  test('sums up by engine and outcome, and says what no key is there for', async () => {
    const store = await acmeOn();
    const { code, out, err } = await runCli(store, ['collect'], { engines: await enginesAt(ok) });
    assert.equal(code, 1, 'questions to Grok are left');
    assert.match(err, /^grok is not asked: SIGHTLINE_XAI_KEY is not set\n/);
    assert.match(out, /chatgpt {2}empty {11}2\n/);
    assert.match(out, /2 questions to grok are left for later today\n/);
  });

  test('ends with 0 where everything was answered, and again where nothing is left', async () => {
    const store = await acmeOn({ ...BRAND, engines: ['chatgpt'] });
    const engines = await enginesAt(ok);
    const first = await runCli(store, ['collect', '--json'], { engines });
    assert.equal(first.code, 0);
    assert.deepEqual(JSON.parse(first.out), {
      results: [{ engine: 'chatgpt', result: 'empty', detail: null, questions: 2 }],
      stopped_engines: [],
      left: [],
      prompts_beyond_plan: 0,
    });
    const second = await runCli(store, ['collect'], { engines });
    assert.deepEqual([second.code, second.out], [0, 'Nothing is left to be asked today.\n']);
    assert.equal(stubs.at(-1)?.requests.length, 2);
  });

  test('an engine that refuses its key is named, with what it said, and asked no more', async () => {
    const store = await acmeOn({ ...BRAND, engines: ['chatgpt'] });
    const engines = await enginesAt({ status: 401, body: fixture('chatgpt', 'err401') });
    const { code, out, err } = await runCli(store, ['collect'], { engines });
    assert.equal(code, 1);
    assert.equal(errorOf(err).code, 'collection_failed');
    assert.match(out, /chatgpt was stopped in this run: invalid_api_key\n/);
    assert.doesNotMatch(out + err, /sk-test|secret|anvils/);
    const listed = await runCli(store, ['collections']);
    assert.match(listed.out, /^chatgpt is not asked since .*: invalid_api_key\nNo collections\.\n$/);
  });

  test('collections tells what became of each, newest first, and --failed only what failed', async () => {
    const store = await acmeOn({ ...BRAND, engines: ['chatgpt'], prompts: [{ text: 'best anvils' }] });
    await runCli(store, ['collect'], { engines: await enginesAt({ body: '<html>' }) });
    await pipelineOn(store).importLines([
      { brand: 'acme', engine: 'grok', prompt: 'p', collected_at: iso(NOW - 1000), answer: 'Acme' },
    ]);
    const { out } = await runCli(store, ['collections', '--json']);
    const { collections, breakers } = JSON.parse(out);
    assert.deepEqual(breakers, []);
    assert.deepEqual(
      collections.map((row: { engine: string; outcome: string; detail: string }) => [
        row.engine,
        row.outcome,
        row.detail,
      ]),
      [
        ['chatgpt', 'error', 'parse'],
        ['grok', 'ok', null],
      ],
    );
    const failed = await runCli(store, ['collections', '--failed', '--table']);
    assert.equal(failed.code, 2, 'there is no such option');
    const table = await runCli(store, ['collections', '--failed']);
    assert.match(table.out, /acme {3}chatgpt {2}error {4}parse/);
    assert.doesNotMatch(table.out, /grok/);
    const bad = await runCli(store, ['collections', '--limit', '0']);
    assert.equal(errorOf(bad.err).code, 'invalid_argument');
  });

  test('rescan --reparse reads kept replies that can be read by now, and says so', async () => {
    const store = await acmeOn({ ...BRAND, engines: ['chatgpt'], prompts: [{ text: 'best anvils' }] });
    await runCli(store, ['collect'], { engines: await enginesAt({ body: '<html>' }) });
    const none = await runCli(store, ['rescan', '--reparse']);
    assert.match(none.out, /^acme: 1 kept replies read again, 0 of them are answers now\.\n/);
    // As if the parser had been mended.
    const body = JSON.stringify({
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text: 'Acme.' }] }],
    });
    await store.main.updateTable('replies').set({ body }).execute();
    const { code, out } = await runCli(store, ['rescan', '--reparse']);
    assert.equal(code, 0);
    assert.match(out, /^acme: 1 kept replies read again, 1 of them are answers now\.\n/);
    const rows = await store.main.selectFrom('collections').select(['outcome', 'detail']).execute();
    assert.deepEqual(
      rows.map(({ outcome, detail }) => [outcome, detail]),
      [['ok', 'no_search']],
    );
    assert.match((await runCli(store, ['verify'])).out, /hold\.\n$/);
    const visibility = JSON.parse((await runCli(store, ['visibility'])).out);
    const [row] = visibility.data.engines;
    assert.deepEqual([row.present, row.responses], [1, 1]);
    assert.match(
      (await runCli(store, ['rescan', '--reparse'])).out,
      /^There are no replies that could not be read\.\n/,
    );
  });
});
