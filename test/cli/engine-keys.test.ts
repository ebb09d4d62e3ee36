import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declareEngines } from '../../src/domain/answers/engine.ts';
import { addAdapters } from '../../src/engines/registry.ts';
import { engineKeySettings } from '../../src/main/process/engine-keys.ts';
import { addOwnEngines, readAllEngines } from '../../src/main/process/own-engines.ts';
import { engineSettings, readEngines } from '../../src/main/settings/engines.ts';
import { runCli } from '../support/cli.ts';
import { fixture } from '../support/engines.ts';
import { onAnyStore, type TestStore } from '../support/stores.ts';
import { stubsOfSuite } from '../support/stub-engine.ts';
import { iso, NOW } from '../support/world.ts';

onAnyStore('engine key commands', (fresh) => {
  const startStub = stubsOfSuite();

  async function cliOn(store: TestStore) {
    const openai = await startStub(() => ({ body: fixture('chatgpt', 'ok') }));
    const env = { SIGHTLINE_OPENAI_BASE_URL: openai.baseUrl, SIGHTLINE_XAI_KEY: 'of-the-environment' };
    const config = { secretKey: 'a key of at least thirty-two characters', databaseUrl: store.url };
    return async (args: readonly string[], stdin = '') =>
      await runCli(store, ['engine', 'key', ...args], {
        files: { '-': stdin },
        engines: readEngines(await engineSettings(env, store.main, config)),
        engineKeys: engineKeySettings(env, store.main, config),
      });
  }

  test('reads a key from standard input, lists it without its text, tries it, and removes it', async () => {
    const run = await cliOn(await fresh());
    const set = await run(['set', 'openai'], 'sk-secret\n');
    assert.deepEqual(
      [set.code, set.out, set.err],
      [0, '+ Key of OpenAI: entered\nprovider: openai\nname: OpenAI\n', ''],
    );
    const { out } = await run(['list', '--json']);
    assert.doesNotMatch(out, /sk-secret/);
    const [openai] = JSON.parse(out).providers;
    assert.deepEqual(openai, {
      provider: 'openai',
      name: 'OpenAI',
      engines: ['chatgpt'],
      from: 'store',
      works: true,
      needs_key: true,
      entered_at: iso(NOW),
      entered_by: 'command line',
    });
    assert.match((await run(['remove', 'openai'])).out, /^- Key of OpenAI/);
    assert.match((await run(['list'])).out, /openai +ChatGPT \(API\) +none/);
  });

  test('the endpoint of an own engine has a key as any other', async () => {
    const store = await fresh();
    const ownEngines = JSON.stringify([
      {
        slug: 'deepseek',
        name: 'DeepSeek V4',
        provider: 'OpenRouter',
        base_url: 'https://openrouter.ai/api/v1/',
        model: 'deepseek/deepseek-v4',
        search: 'none',
        cost_usd: 0.01,
      },
    ]);
    const config = { secretKey: 'k'.repeat(40), databaseUrl: store.url, ownEngines };
    const run = async (args: readonly string[]) => {
      // Each command is its own process, which knows no custom engine until it reads the settings.
      addOwnEngines({ ownEngines: '' });
      return await runCli(store, ['engine', 'key', ...args], {
        files: { '-': 'sk-own' },
        engines: async (_flags, db) => await readAllEngines({}, db, config),
        engineKeys: engineKeySettings({}, store.main, config),
      });
    };
    try {
      assert.match((await run(['set', 'openrouter'])).out, /^\+ Key of OpenRouter/);
      assert.match((await run(['remove', 'openrouter'])).out, /^- Key of OpenRouter/);
    } finally {
      addAdapters([]);
      declareEngines([]);
    }
  });

  test('a key from the environment takes precedence, and the command says so', async () => {
    const run = await cliOn(await fresh());
    const { out } = await run(['set', 'xai'], 'entered');
    assert.match(out, /Sightline does not use it: another key in the environment takes precedence\.\n/);
    assert.match((await run(['list'])).out, /xai +Grok \(API\) +from the environment/);
    const removed = await run(['remove', 'xai']);
    assert.match(removed.out, /Sightline keeps using the key in the environment\.\n/);
  });

  test('without a key or a known provider, nothing is stored', async () => {
    const run = await cliOn(await fresh());
    assert.match((await run(['set', 'openai'], '')).err, /A key has letters/);
    assert.match(
      (await run(['set', 'chatgpt'], 'key')).err,
      /There is no provider .*Providers: openai, anthropic/,
    );
  });
});
