import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { pluck } from '../../../test/support/pluck.ts';
import {
  declareEngines,
  ENGINE_SLUGS,
  ENGINES,
  engineOf,
  findEngine,
  inEngineOrder,
  ownEngines,
  ownSlugOf,
} from './engine.ts';

/** Stored answers have these. */
const RELEASED = [
  'chatgpt',
  'claude',
  'gemini',
  'perplexity',
  'grok',
  'mistral',
  'chatgpt_app',
  'gemini_app',
  'google_ai_overview',
  'google_ai_mode',
  'copilot_search',
  'chatgpt_app_cloro',
  'gemini_app_cloro',
  'google_ai_overview_cloro',
  'google_ai_mode_cloro',
];

test('slugs are stable and unique', () => {
  assert.equal(new Set(ENGINE_SLUGS).size, ENGINE_SLUGS.length);
  for (const released of RELEASED) assert.ok(ENGINE_SLUGS.includes(released), released);
});

test('finds every engine by its slug', () => {
  for (const engine of ENGINES) assert.equal(findEngine(engine.slug), engine);
});

test("an engine's name says so if Sightline uses its API, and only then", () => {
  for (const { name, method } of ENGINES) assert.equal(name.endsWith(' (API)'), method === 'api', name);
  assert.equal(engineOf('chatgpt').name, 'ChatGPT (API)');
  assert.equal(engineOf('chatgpt_app').name, 'ChatGPT app');
});

test('a surface by another provider names the engine whose surface it is, and is of another one', () => {
  for (const { surface, provider, method } of ENGINES) {
    if (surface === undefined) continue;
    const first = engineOf(surface);
    assert.equal(first.surface, undefined);
    assert.equal(first.method, method);
    assert.notEqual(first.provider, provider);
  }
});

test('an own name is a slug that nothing declares, without signs that it cannot have', () => {
  for (const [name, slug, shown] of [
    ['DeepSeek', 'own:DeepSeek', 'DeepSeek (imported)'],
    ['Gemini (imported)', 'own:Gemini (imported)', 'Gemini (imported)'],
    ['ChatGPT  web, "new"', 'own:ChatGPT web new', 'ChatGPT web new (imported)'],
    ['<b>Bär</b>', 'own:b Bär /b', 'b Bär /b (imported)'],
    ['chatgpt-web (Scrunch)', 'own:chatgpt-web (Scrunch)', 'chatgpt-web (Scrunch) (imported)'],
    ['…', null, null],
    ['x'.repeat(200), `own:${'x'.repeat(80)}`, `${'x'.repeat(80)} (imported)`],
  ] as const) {
    assert.equal(ownSlugOf(name), slug);
    if (slug === null) continue;
    assert.deepEqual(
      [engineOf(slug).name, engineOf(slug).method, findEngine(slug)],
      [shown, 'import', undefined],
    );
  }
});

test('slugs are in the order of reports, own names last', () =>
  assert.deepEqual(inEngineOrder(['own:b', 'claude', 'own:a', 'chatgpt', 'claude']), [
    'chatgpt',
    'claude',
    'own:a',
    'own:b',
  ]));

test('an unknown slug is not an engine', () => assert.equal(findEngine('ChatGPT'), undefined));

test('a property name that every object has is not an engine', () =>
  assert.equal(findEngine('constructor'), undefined));

test('a stored row of an engine that another server knows goes by its slug', () =>
  assert.deepEqual(engineOf('elsewhere'), {
    slug: 'elsewhere',
    name: 'elsewhere',
    method: 'api',
    provider: 'elsewhere',
  }));

describe('engines of an operator', () => {
  const LLAMA = {
    provider: 'Ollama',
    slug: 'llama',
    name: 'Llama (Ollama, no search)',
    method: 'api',
    citesNothing: true,
  } as const;
  const DEEPSEEK = {
    provider: 'OpenRouter',
    slug: 'deepseek',
    name: 'DeepSeek V4 (OpenRouter, search by Exa)',
    method: 'api',
  } as const;
  afterEach(() => declareEngines([]));

  test('come after the others, by slug, in the very lists that others hold', () => {
    const [engines, slugs] = [ENGINES, ENGINE_SLUGS];
    declareEngines([LLAMA, DEEPSEEK]);
    assert.deepEqual(pluck(engines.slice(-2), 'slug'), ['deepseek', 'llama']);
    assert.deepEqual(
      [slugs.slice(-2), ownEngines()],
      [
        ['deepseek', 'llama'],
        [DEEPSEEK, LLAMA],
      ],
    );
    assert.equal(findEngine('llama'), LLAMA);
  });

  test('replace earlier declared ones', () => {
    declareEngines([LLAMA]);
    declareEngines([DEEPSEEK]);
    assert.deepEqual([ownEngines(), findEngine('llama')], [[DEEPSEEK], undefined]);
    assert.equal(ENGINE_SLUGS.length, ENGINES.length);
  });
});
