import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { grok } from '../../src/engines/grok/adapter.ts';
import { perplexity } from '../../src/engines/perplexity/adapter.ts';
import type { ConfiguredEngines } from '../../src/pipeline/collect/collect.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { errorOf, runCli } from '../support/cli.ts';
import { readyAt } from '../support/collecting.ts';
import { fixture } from '../support/engines.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore } from '../support/stores.ts';
import { type Stub, type StubReply, startStub } from '../support/stub-engine.ts';
import { ACME_BRAND, acmeFile, setUp } from '../support/world.ts';

const BRAND = {
  ...ACME_BRAND,
  engines: ['chatgpt', 'grok'],
  prompts: [{ text: 'best anvils' }, { text: 'cheapest anvils' }],
};

onReusedStore('collect and collections commands', (fresh) => {
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
      disabled: [{ engine: grok.slug, provider: 'xai', missing: 'SIGHTLINE_XAI_KEY', micros: 50_000 }],
    };
  }

  async function acmeOn(brand: object = BRAND, organization: object = {}): Promise<Store> {
    const { store } = await setUp(fresh, acmeFile([brand], organization));
    return store;
  }

  const ok = { body: fixture('chatgpt', 'ok') };

  test('--dry-run prints the number of questions and their estimated cost, and asks nothing', async () => {
    const store = await acmeOn();
    const engines = await enginesAt(ok);
    const { code, out } = await runCli(store, ['collect', '--dry-run'], { engines });
    assert.equal(code, 0);
    assert.match(out, /chatgpt +2 +\$0\.02 +2 +\$0\.02 +\$0\.60\n/);
    assert.match(out, /grok +2 +\$0\.10 +2 +\$0\.10 +\$3\.00 +not asked: no key\n/);
    assert.match(out, /total +4 +\$0\.12 +4 +\$0\.12 +\$3\.60\n/);
    assert.match(out, /total with a key +2 +\$0\.02 +2 +\$0\.02 +\$0\.60\n/);
    assert.match(out, /Acme Inc +4 +\$0\.12 +4 +\$0\.12 +\$3\.60\n$/);
    assert.equal(stubs.at(-1)?.requests.length, 0);
    assert.deepEqual(await store.main.selectFrom('jobs').selectAll().execute(), []);
    const json = await runCli(store, ['collect', '--dry-run', '--json'], { engines });
    const amounts = (questions: number, usd: number) => ({
      run: { questions, estimated_usd: usd },
      day: { questions, estimated_usd: usd },
      month: { questions: questions * 30, estimated_usd: usd * 30 },
    });
    const all = { ...amounts(4, 0.12), month: { questions: 120, estimated_usd: 3.6 } };
    assert.deepEqual(JSON.parse(json.out), {
      engines: [
        { engine: 'chatgpt', ...amounts(2, 0.02), missing_key: null },
        { engine: 'grok', ...amounts(2, 0.1), missing_key: 'SIGHTLINE_XAI_KEY' },
      ],
      organizations: [
        { organization: 'Acme Inc', ...all, not_asked: null, prompts_beyond_plan: 0, ceiling: null },
      ],
      total: all,
      total_with_key: amounts(2, 0.02),
      prompts_beyond_plan: 0,
    });
  });

  test('--dry-run never rounds a cost to zero, and shows a day and a month even if nothing is left', async () => {
    const store = await acmeOn({ ...BRAND, engines: ['grok'], prompts: [{ text: 'best anvils' }] });
    const disabled = [{ engine: 'grok', provider: 'xai', missing: 'SIGHTLINE_XAI_KEY', micros: 600 }];
    const { out } = await runCli(store, ['collect', '--dry-run'], { engines: { ready: [], disabled } });
    assert.match(out, /grok +1 +\$0\.0006 +1 +\$0\.0006 +\$0\.018 /);
    assert.match(out, /total with a key +0 +\$0\.00 /);
    await store.main.updateTable('brands').set({ configured: 0 }).execute();
    const none = await runCli(store, ['collect', '--dry-run'], { engines: { ready: [], disabled } });
    assert.equal(none.out, 'No brand has finished its setup, so there is nothing to ask.\n');
  });

  test('--dry-run names the plan if it stops collection, and a ceiling that is too low', async () => {
    const engines = await enginesAt(ok);
    const lapsed = await acmeOn(BRAND, { plan: { name: 'growth', status: 'canceled' } });
    const { out } = await runCli(lapsed, ['collect', '--dry-run'], { engines });
    assert.match(out, /^No questions for Acme Inc: its plan \(growth\) is canceled\.\n/);
    const low = await acmeOn(BRAND, { collect: { usd_per_day: 0.05 } });
    const ceiling = await runCli(low, ['collect', '--dry-run'], { engines });
    assert.match(ceiling.out, /Acme Inc .*exceeds its ceiling: \$0\.05 a day\n/);
    const solo = await acmeOn(BRAND, { plan: { name: 'solo', status: 'active', prompts_included: 1 } });
    const beyond = await runCli(solo, ['collect', '--dry-run'], { engines });
    assert.match(beyond.out, /\nAcme Inc has 1 active question beyond its plan, not asked\.\n$/);
  });

  test('--try asks one question, prints the reading, and stores nothing', async () => {
    const store = await fresh();
    const engines = await enginesAt(ok);
    const { code, out } = await runCli(store, ['collect', '--try', 'chatgpt', '--prompt', 'best anvils?'], {
      engines,
    });
    assert.equal(code, 0);
    assert.match(out, /^engine: chatgpt\n.*prompt: best anvils\?\noutcome: ok\ntext:\n {2}/s);
    assert.match(out, /\ncited:\n {2}- url: https:.*\nestimated usd: 0\.01\n/s);
    assert.match(out, /\n\nStored nothing\.\n$/);
    const found = stubs.at(-1)?.requests.map(({ body }) => body.input);
    assert.deepEqual(found, ['best anvils?']);
    const json = await runCli(store, ['collect', '--try', 'chatgpt', '--json'], { engines });
    const record = JSON.parse(json.out);
    assert.deepEqual(
      [record.outcome, record.model, record.cited.length, record.market.location_applied, record.advice],
      ['ok', 'gpt-5.6-terra', 3, true, null],
    );
    for (const table of ['jobs', 'replies', 'collections', 'answers', 'spending', 'breakers'] as const) {
      assert.deepEqual(await store.main.selectFrom(table).selectAll().execute(), []);
    }
  });

  test("--try with a wrong key names the variable and shows a key's format", async () => {
    const engines = await enginesAt({ status: 401, body: fixture('chatgpt', 'err401') });
    const { code, err } = await runCli(await fresh(), ['collect', '--try', 'chatgpt'], { engines });
    assert.equal(code, 1);
    assert.equal(
      errorOf(err).message,
      'OpenAI refuses the key (invalid_api_key). It must be an API key from platform.openai.com (sk-…). Enter it again, or correct SIGHTLINE_STUB_KEY if that is where it comes from.',
    );
  });

  for (const [args, code, message] of [
    [['--try', 'chatgtp'], 'invalid_argument', /no engine "chatgtp"\. Did you mean chatgpt\?/],
    [
      ['--try', 'grok'],
      'invalid_setting',
      /^To ask grok, run `sightline engine key set xai`, or set SIGHTLINE_XAI_KEY: an API key/,
    ],
    [['--try', 'chatgpt', '--prompt', ' '], 'invalid_argument', /--prompt must not be blank\./],
    [['--prompt', 'x'], 'invalid_argument', /--prompt requires --try/],
  ] as const) {
    test(`refuses collect ${args.join(' ')}`, async () => {
      const { err } = await runCli(await fresh(), ['collect', ...args], { engines: await enginesAt(ok) });
      assert.equal(errorOf(err).code, code);
      assert.match(errorOf(err).message, message);
    });
  }

  test('--try continues without a field that the engine does not know, and reports it', async () => {
    const stub = await startStub(({ body }) =>
      'tool_choice' in body
        ? { status: 400, body: JSON.stringify({ error: { param: 'tool_choice' } }) }
        : { body: fixture('perplexity', 'ok') },
    );
    stubs.push(stub);
    const engines = { ready: [readyAt(perplexity, stub.baseUrl)], disabled: [] };
    const { code, out } = await runCli(await fresh(), ['collect', '--try', 'perplexity'], { engines });
    assert.equal(code, 0);
    assert.match(out, /left out fields:\n {2}- tool_choice\n/);
    assert.equal(stub.requests.length, 2);
  });

  test('collect reports the field that an engine refuses', async () => {
    const store = await acmeOn({ ...BRAND, engines: ['perplexity'] });
    const stub = await startStub(({ body }) =>
      'tool_choice' in body
        ? { status: 400, body: JSON.stringify({ error: { param: 'tool_choice' } }) }
        : { body: fixture('perplexity', 'ok') },
    );
    stubs.push(stub);
    const engines = { ready: [readyAt(perplexity, stub.baseUrl)], disabled: [] };
    const { code, out } = await runCli(store, ['collect'], { engines });
    assert.equal(code, 0);
    assert.match(
      out,
      /perplexity does not know the request field tool_choice; Sightline omits it from now on\n/,
    );
  });

  test('prints sums by engine and outcome, and the engines without a key', async () => {
    const store = await acmeOn();
    const { code, out, err } = await runCli(store, ['collect'], { engines: await enginesAt(ok) });
    assert.equal(code, 1, 'questions to Grok are left');
    assert.match(err, /^To ask grok, run `sightline engine key set xai`, or set SIGHTLINE_XAI_KEY\n/);
    assert.match(out, /chatgpt {2}empty {3}- {7}2\n/);
    assert.match(out, /2 questions to grok are not asked: no key\n/);
    assert.doesNotMatch(out, /later today/);
  });

  test('exits with 0 after every answer, and again if nothing is left', async () => {
    const store = await acmeOn({ ...BRAND, engines: ['chatgpt'] });
    const engines = await enginesAt(ok);
    const first = await runCli(store, ['collect', '--json'], { engines });
    assert.equal(first.code, 0);
    assert.deepEqual(JSON.parse(first.out), {
      results: [{ engine: 'chatgpt', result: 'empty', detail: null, questions: 2 }],
      stopped_engines: [],
      left: [],
      left_out_fields: [],
      prompts_beyond_plan: 0,
    });
    const second = await runCli(store, ['collect'], { engines });
    assert.deepEqual([second.code, second.out], [0, 'Nothing left to ask today.\n']);
    assert.equal(stubs.at(-1)?.requests.length, 2);
  });

  test('does not promise questions beyond a ceiling for later today', async () => {
    const store = await acmeOn({ ...BRAND, engines: ['chatgpt'] }, { collect: { calls_per_day: 1 } });
    const engines = await enginesAt({ body: fixture('chatgpt', 'ok') });
    const { code, out } = await runCli(store, ['collect'], { engines });
    assert.equal(code, 1);
    assert.match(out, /\n1 question to chatgpt is not asked today: ceiling reached\n/);
    assert.doesNotMatch(out, /later today/);
    const { left } = JSON.parse((await runCli(store, ['collect', '--json'], { engines })).out);
    assert.deepEqual(pluck(left, 'held_by_ceiling'), [1]);
  });

  test('names an engine that refuses its key, with its code, and asks it nothing more', async () => {
    const store = await acmeOn({ ...BRAND, engines: ['chatgpt'] });
    const engines = await enginesAt({ status: 401, body: fixture('chatgpt', 'err401') });
    const { code, out, err } = await runCli(store, ['collect'], { engines });
    assert.deepEqual([code, errorOf(err).code], [1, 'collection_failed']);
    assert.match(out, /chatgpt paused in this run: invalid_api_key\n/);
    assert.match(out, /2 questions to chatgpt are not asked until it answers again\n/);
    assert.doesNotMatch(out + err, /sk-test|secret|anvils/);
  });

  test('rescan --reparse reads retained replies with a fixed parser, and reports them', async () => {
    const store = await acmeOn({ ...BRAND, engines: ['chatgpt'], prompts: [{ text: 'best anvils' }] });
    await runCli(store, ['collect'], { engines: await enginesAt({ body: '<html>' }) });
    const none = await runCli(store, ['rescan', '--reparse']);
    assert.match(none.out, /^acme: 1 stored replies read again, 0 are answers now\.\n/);
    // As if the parser had been fixed.
    const body = JSON.stringify({
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'output_text', text: 'Acme.' }] }],
    });
    await store.main
      .updateTable('replies')
      .set({ body: zstdCompressSync(body) })
      .execute();
    const { code, out } = await runCli(store, ['rescan', '--reparse']);
    assert.equal(code, 0);
    assert.match(out, /^acme: 1 stored replies read again, 1 are answers now\.\n/);
    const rows = await store.main.selectFrom('collections').select(['outcome', 'detail']).execute();
    assert.deepEqual(pluck(rows, 'outcome', 'detail'), [['ok', 'no_search']]);
    assert.match((await runCli(store, ['verify'])).out, /are correct\.\n$/);
    const visibility = JSON.parse((await runCli(store, ['visibility'])).out);
    const [row] = visibility.data.engines;
    assert.deepEqual([row.present, row.responses], [1, 1]);
    assert.match((await runCli(store, ['rescan', '--reparse'])).out, /^No stored replies to read again\.\n/);
  });
});
