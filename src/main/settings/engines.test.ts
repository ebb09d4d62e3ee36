import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/support/pluck.ts';
import { SightlineError } from '../../domain/errors.ts';
import { ADAPTERS } from '../../engines/registry.ts';
import { allEngineVariables, readEngines } from './engines.ts';

function refusalOf(env: Record<string, string>): string {
  try {
    readEngines(env);
  } catch (error) {
    assert.ok(error instanceof SightlineError);
    assert.equal(error.code, 'invalid_setting');
    return error.message;
  }
  return assert.fail('it was accepted');
}

test('without keys no engine is used, and each names its missing variable', () => {
  const { ready, disabled } = readEngines({});
  assert.deepEqual(ready, []);
  assert.deepEqual(
    pluck(disabled, 'engine'),
    ADAPTERS.map(({ slug }) => slug),
  );
  assert.equal(disabled[0]?.missing, 'SIGHTLINE_OPENAI_KEY');
});

test('a key makes its engine ready, with its defaults', () => {
  const { ready } = readEngines({ SIGHTLINE_OPENAI_KEY: 'sk-1' });
  assert.equal(ready.length, 1);
  const [engine] = ready;
  assert.equal(engine?.adapter.slug, 'chatgpt');
  assert.deepEqual(engine?.access, {
    key: 'sk-1',
    baseUrl: 'https://api.openai.com',
    model: 'gpt-5.6-terra',
    settings: {},
  });
  assert.deepEqual([engine?.concurrency, engine?.deadlineMs, engine?.micros], [4, 180_000, 40_000]);
});

test('one key of DataForSEO makes five engines ready', () => {
  const { ready } = readEngines({ SIGHTLINE_DATAFORSEO_KEY: 'login:password' });
  assert.deepEqual(ready.map(({ adapter }) => adapter.slug).sort(), [
    'chatgpt_app',
    'copilot_search',
    'gemini_app',
    'google_ai_mode',
    'google_ai_overview',
  ]);
  const together = ready.reduce((sum, each) => sum + each.concurrency, 0);
  assert.ok(together <= 30, 'an account may have 30 concurrent calls');
});

test('variables set everything else', () => {
  const { ready } = readEngines({
    SIGHTLINE_OPENAI_KEY: 'sk-1',
    SIGHTLINE_OPENAI_BASE_URL: 'https://proxy.example/openai/',
    SIGHTLINE_CHATGPT_MODEL: 'gpt-7',
    SIGHTLINE_ENGINE_OVERRIDES:
      'chatgpt.concurrency=1, chatgpt.deadline_seconds = 60,chatgpt.cost_usd=0.125,',
  });
  const [engine] = ready;
  assert.deepEqual([engine?.access.baseUrl, engine?.access.model], ['https://proxy.example/openai', 'gpt-7']);
  assert.deepEqual([engine?.concurrency, engine?.deadlineMs, engine?.micros], [1, 60_000, 125_000]);
});

for (const [variable, value, what] of [
  ['SIGHTLINE_OPENAI_BASE_URL', 'http://proxy.example', /an https:\/\/ URL/],
  ['SIGHTLINE_OPENAI_BASE_URL', 'openai', /an https:\/\/ URL/],
  ['SIGHTLINE_OPENAI_BASE_URL', 'file:///etc/passwd', /an https:\/\/ URL/],
  ['SIGHTLINE_OPENAI_BASE_URL', 'https://:pass@proxy.example', /an https:\/\/ URL/],
  ['SIGHTLINE_OPENAI_BASE_URL', 'https://proxy.example/v1?', /an https:\/\/ URL/],
  ['SIGHTLINE_OPENAI_BASE_URL', 'https://proxy.example\\@other.example', /an https:\/\/ URL/],
  [
    'SIGHTLINE_ENGINE_OVERRIDES',
    'chatgpt.concurrency=0',
    /chatgpt.concurrency must be a whole number from 1 to 30/,
  ],
  ['SIGHTLINE_ENGINE_OVERRIDES', 'chatgpt.concurrency=2.5', /must be a whole number from 1 to 30/],
  ['SIGHTLINE_ENGINE_OVERRIDES', 'chatgpt.deadline_seconds=241', /must be a whole number from 1 to 240/],
  ['SIGHTLINE_ENGINE_OVERRIDES', 'chatgtp.concurrency=1', /and chatgtp.concurrency is none of the columns/],
  ['SIGHTLINE_ENGINE_OVERRIDES', 'chatgpt.model=x', /and chatgpt.model is none of the columns/],
  ['SIGHTLINE_ENGINE_OVERRIDES', 'chatgpt', /and chatgpt is none of the columns/],
  ['SIGHTLINE_OPENAI_KEY', 'sk 1', /ASCII characters without spaces/],
  ['SIGHTLINE_OPENAI_KEY', '“sk-1”', /ASCII characters without spaces/],
  ['SIGHTLINE_ENGINE_OVERRIDES', 'chatgpt.cost_usd=free', /must be a number from 0 to 100/],
  ['SIGHTLINE_DATAFORSEO_MODE', 'fast', /queue or live/],
] as const) {
  test(`refuses ${variable}=${value} by its name`, () => {
    const message = refusalOf({ [variable]: value });
    assert.ok(message.startsWith(variable) && message.includes(' must be '), message);
    assert.match(message, what);
  });
}

test('a base URL on this machine may be without TLS', () => {
  const env = { SIGHTLINE_OPENAI_KEY: 'k', SIGHTLINE_OPENAI_BASE_URL: 'http://127.0.0.1:8080' };
  assert.equal(readEngines(env).ready[0]?.access.baseUrl, 'http://127.0.0.1:8080');
});

test('every variable has a name of its own, and help', () => {
  const variables = allEngineVariables();
  assert.equal(new Set(variables.map((each) => each.variable)).size, variables.length);
  for (const { variable, help } of variables) {
    assert.match(variable, /^SIGHTLINE_[A-Z_]+$/);
    assert.match(help, /\.$/);
  }
});

const OWN = { SIGHTLINE_READER_URL: 'http://127.0.0.1:11434/v1/', SIGHTLINE_READER_MODEL: 'small' };

test("a provider's key makes its reader ready, and an own endpoint needs none", () => {
  const readersOf = (env: Record<string, string>) =>
    readEngines(env).readers?.map(({ adapter, access, micros }) => [
      ...[adapter.slug, access.baseUrl, access.model, access.key, micros],
    ]);
  assert.deepEqual(readersOf({}), []);
  assert.deepEqual(readersOf({ ...OWN, SIGHTLINE_ANTHROPIC_KEY: 'k', SIGHTLINE_READER_KEY: 'o' }), [
    ['reader_anthropic', 'https://api.anthropic.com', 'claude-haiku-5-5', 'k', 800],
    ['reader_own', 'http://127.0.0.1:11434/v1', 'small', 'o', 0],
  ]);
  const priced = { ...OWN, SIGHTLINE_ENGINE_OVERRIDES: 'reader_own.cost_usd=0.001' };
  assert.deepEqual(readersOf(priced)?.[0]?.at(-1), 1000);
});

for (const [env, message] of [
  [{ SIGHTLINE_READER_URL: OWN.SIGHTLINE_READER_URL }, /SIGHTLINE_READER_MODEL must be set together with/],
  [{ ...OWN, SIGHTLINE_READER_URL: 'http://models.example/v1' }, /SIGHTLINE_READER_URL must be an https/],
  [{ ...OWN, SIGHTLINE_READER_KEY: 'two words' }, /SIGHTLINE_READER_KEY must be ASCII/],
] as const) {
  test(`an own reader is refused: ${message.source}`, () => assert.match(refusalOf(env), message));
}
