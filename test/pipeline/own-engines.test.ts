import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { declareEngines, ownEngines } from '../../src/domain/answers/engine.ts';
import { addAdapters } from '../../src/engines/registry.ts';
import { addOwnEngines } from '../../src/main/process/own-engines.ts';
import { readConfig } from '../../src/main/settings/config.ts';
import { readEngines } from '../../src/main/settings/engines.ts';
import { unknownVariables } from '../../src/main/settings/unknown-variables.ts';
import { engineProviders } from '../../src/pipeline/collect/keys/engine-keys.ts';
import { declareOwnEngines, declareStoredEngines } from '../../src/pipeline/collect/keys/own-engines.ts';
import { brandDocument } from '../../src/pipeline/declare/document/document.ts';
import { apiOn } from '../support/api.ts';
import { runCli } from '../support/cli.ts';
import { collectOn, morning } from '../support/collecting.ts';
import { fixture } from '../support/engines.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { stubsOfSuite } from '../support/stub-engine.ts';
import { ACME_BRAND, acmeFile, acmeWith, pipelineOn } from '../support/world.ts';

const OPENROUTER = {
  slug: 'deepseek',
  name: 'DeepSeek V4',
  provider: 'OpenRouter',
  model: 'deepseek/deepseek-v4',
  base_url: 'https://openrouter.ai/api/v1',
  search: 'openrouter_exa',
  cost_usd: 0.01,
  concurrency: 1,
};
const OLLAMA = {
  slug: 'llama',
  name: 'Llama 4',
  provider: 'Ollama',
  model: 'llama4:8b',
  needs_key: false,
  base_url: 'http://127.0.0.1:11434/v1',
  search: 'none',
  cost_usd: 0,
  concurrency: 1,
};

/** A process's start with these settings. */
async function begin(store: TestStore | null, engines: readonly object[], env: Record<string, string> = {}) {
  const settings = { ...env, SIGHTLINE_ENGINES: engines.length === 0 ? '' : JSON.stringify(engines) };
  const own = addOwnEngines(readConfig(settings, {}));
  if (store !== null) await declareOwnEngines(store.main, own);
  return readEngines(settings);
}

onReusedStore('engines of an operator', (fresh) => {
  afterEach(() => {
    addAdapters([]);
    declareEngines([]);
  });

  const startStub = stubsOfSuite();

  /** A brand on a model with search and one without, each with one answer. */
  async function asked() {
    const store = await fresh();
    const stub = await startStub(({ body }) => {
      const { model } = body as { readonly model: string };
      return { body: fixture('openai_compatible', model === OLLAMA.model ? 'local' : 'ok') };
    });
    const at = (engine: object) => ({ ...engine, base_url: stub.baseUrl });
    const engines = [at(OPENROUTER), at(OLLAMA)];
    const { ready } = await begin(store, engines, { SIGHTLINE_OPENROUTER_KEY: 'sk-or-secret' });
    const { apply, createKey } = pipelineOn(store);
    const brand = {
      ...ACME_BRAND,
      name: 'Tandemly',
      domain: 'tandemly.example',
      engines: ['deepseek', 'llama'],
    };
    await apply(acmeFile([brand]));
    const { key } = await createKey();
    const clock = morning();
    await collectOn(store, ready, { clock });
    const { get } = apiOn(store, { clock: morning(1) });
    return { store, stub, engines, get: (path: string, headers = {}) => get(path, key, headers) };
  }

  test('are asked with their key, or without one, and reported with their kind', async () => {
    const { stub, get } = await asked();
    const sent = stub.requests.map(({ body, headers }) => {
      const { model } = body as { readonly model: string };
      return [model, headers.authorization];
    });
    assert.deepEqual(sent.sort(), [
      ['deepseek/deepseek-v4', 'Bearer sk-or-secret'],
      ['llama4:8b', undefined],
    ]);
    const { body } = await get('/visibility');
    const rows = body.data.engines.map((row: Record<string, unknown>) => {
      const { engine, name, collection_method: method, present, responses, citations } = row;
      return [engine, name, method, present, responses, citations];
    });
    assert.deepEqual(rows, [
      ['deepseek', 'DeepSeek V4 (OpenRouter, search by Exa)', 'api', 1, 1, 0],
      ['llama', 'Llama 4 (Ollama, no search)', 'api', 1, 1, null],
    ]);
  });

  test('one that cannot cite has no citations, which is not zero', async () => {
    const { get } = await asked();
    for (const path of ['/presence', '/trend?days=2']) {
      const { data } = (await get(path)).body;
      const of = (slug: string) => data.filter((row: { engine: string }) => row.engine === slug);
      for (const { citations } of of('llama')) assert.equal(citations, null, path);
      for (const { citations } of of('deepseek')) assert.notEqual(citations, null, path);
    }
    const csv = (await get('/trend?days=2', { accept: 'text/csv' })).text.split('\r\n');
    const [names = '', ...rows] = csv.map((line) => line.replace(/^\uFEFF/, ''));
    const row = rows.find((line) => line.startsWith('llama,')) ?? '';
    assert.match(row, /^llama,"Llama 4 \(Ollama, no search\)",/);
    assert.equal(row.replace(/"[^"]*"/g, '').split(',')[names.split(',').indexOf('citations')], '');
    assert.deepEqual(pluck((await get('/cited')).body.data, 'engine'), ['deepseek']);
    assert.equal((await get('/visibility')).body.data.brands[0].citations, 0);
  });

  test('take citations and searches from the reply, and no link in the text', async () => {
    const { get } = await asked();
    const { data } = (await get('/answers')).body;
    const of = (slug: string) => data.find((row: { engine: string }) => row.engine === slug);
    const cited = of('deepseek').citations.map(({ url }: { url: string }) => url);
    assert.deepEqual(cited, [
      'https://toolroundup.example/agency-software',
      'https://www.reviewdesk.example/tandemly',
    ]);
    assert.deepEqual(of('llama').citations, []);
  });

  test('one that is removed keeps its name and answers, and remains a filter', async () => {
    const { store, get } = await asked();
    assert.deepEqual((await begin(store, [])).ready, []);
    const { body } = await get('/visibility');
    assert.deepEqual(pluck(body.data.engines, 'name', 'citations'), [
      ['DeepSeek V4 (OpenRouter, search by Exa)', 0],
      ['Llama 4 (Ollama, no search)', null],
    ]);
    assert.equal((await get('/answers?engine=llama')).body.data.length, 1);
  });

  test('a server that started earlier reports one as soon as it learns of it, and a saved setup keeps it', async () => {
    const { store, get } = await asked();
    const rows = async () => pluck((await get('/visibility')).body.data.engines, 'name', 'citations');
    declareEngines([]);
    assert.deepEqual(await rows(), []);
    await declareStoredEngines(store.main);
    assert.deepEqual(await rows(), [
      ['DeepSeek V4 (OpenRouter, search by Exa)', 0],
      ['Llama 4 (Ollama, no search)', null],
    ]);
    const [{ id: brand }] = (await get('/brands')).body.data;
    assert.deepEqual((await brandDocument(store.main, brand)).engines, ['deepseek', 'llama']);
    const declared = ownEngines();
    await declareStoredEngines(store.main);
    assert.equal(ownEngines()[0], declared[0], 'without news, nothing is declared again');
  });

  test('an answer does not count for another search: that needs another slug', async () => {
    const { store, engines } = await asked();
    const [deepseek] = engines;
    await assert.rejects(begin(store, [{ ...deepseek, search: 'openrouter_native' }]), {
      code: 'invalid_setting',
      message:
        /has deepseek with the search openrouter_native \(native search\); so far it was openrouter_exa/,
    });
    await begin(store, [{ ...deepseek, name: 'DeepSeek V4 Pro' }]);
    const { rows } = {
      rows: await store.main.selectFrom('own_engines').selectAll().orderBy('slug').execute(),
    };
    assert.deepEqual(pluck(rows, 'slug', 'name'), [
      ['deepseek', 'DeepSeek V4 Pro (OpenRouter, search by Exa)'],
      ['llama', 'Llama 4 (Ollama, no search)'],
    ]);
  });

  test('refuses an undefined slug by its name, wherever it occurs', async () => {
    const { store, get } = await asked();
    const { apply } = pipelineOn(store);
    await assert.rejects(apply(acmeWith({ engines: ['lama'] })), {
      message: /engines\[0\] must be one of .*"deepseek", "llama"; did you mean "llama"\?/,
    });
    const { status, text } = await get('/answers?engine=lama');
    assert.equal(status, 400);
    assert.match(text, /`engine` must be one of .*deepseek, llama/);
  });

  test('can be tried without a store, and has no citations', async () => {
    const store = await fresh();
    const { baseUrl } = await startStub(() => ({ body: fixture('openai_compatible', 'local') }));
    const engines = await begin(null, [{ ...OLLAMA, base_url: baseUrl }]);
    const { code, out } = await runCli(store, ['collect', '--try', 'llama'], { engines });
    assert.equal(code, 0);
    assert.match(out, /^engine: llama\nmodel asked: llama4:8b$/m);
    assert.doesNotMatch(out, /^cited:/m);
    const { out: json } = await runCli(store, ['collect', '--try', 'llama', '--json'], { engines });
    assert.equal(JSON.parse(json).cited, null);
  });

  test('at an address that serves a web page, it is said to check the address', async () => {
    const { baseUrl } = await startStub(() => ({ body: '<!doctype html><title>Chat</title>' }));
    const engines = await begin(null, [{ ...OLLAMA, base_url: baseUrl }]);
    const { code, err } = await runCli(await fresh(), ['collect', '--try', 'llama'], { engines });
    assert.equal(code, 1);
    assert.match(
      err,
      /chat completions do \(parse\)\. Check `base_url` and `model` of llama in SIGHTLINE_ENGINES/,
    );
  });
});

test('names the variable of a missing key, and is ready without one if it needs none', async () => {
  const { ready, disabled } = await begin(null, [OPENROUTER, OLLAMA]);
  const found = ready.map(({ adapter, access }) => [adapter.slug, access.baseUrl, access.key]);
  assert.deepEqual(found, [['llama', 'http://127.0.0.1:11434/v1', '']]);
  assert.equal(disabled.find(({ engine }) => engine === 'deepseek')?.missing, 'SIGHTLINE_OPENROUTER_KEY');
});

test('their providers have keys like any other, and known variables', async () => {
  await begin(null, [OPENROUTER, OLLAMA]);
  const [openrouter, ollama] = engineProviders().slice(-2);
  assert.deepEqual([openrouter?.slug, openrouter?.engines], ['openrouter', ['deepseek']]);
  assert.equal(ollama?.needsKey, false);
  assert.deepEqual(unknownVariables({ SIGHTLINE_OPENROUTER_KEY: 'x', SIGHTLINE_ENGINES: '[]' }), []);
  assert.deepEqual(unknownVariables({ SIGHTLINE_OPENROUTER_BASE_URL: 'x' }), [
    'SIGHTLINE_OPENROUTER_BASE_URL',
  ]);
});

test('refuses a slug whose key would be another setting', async () => {
  for (const provider of ['Secret']) {
    await assert.rejects(begin(null, [{ ...OPENROUTER, provider }]), {
      message: /whose variable SIGHTLINE_SECRET_KEY is another setting/,
    });
  }
});

test('refuses a definition with a mistake by its variable', async () =>
  await assert.rejects(begin(null, [{ ...OPENROUTER, search: 'google' }]), {
    message:
      /^SIGHTLINE_ENGINES must be a list of engines; of engine 1, `search` must be one of none, endpoint,/,
  }));
