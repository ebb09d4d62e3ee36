import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINE_SLUGS, ENGINES, engineOf, findEngine } from './engine.ts';

test('slugs are stable and unique', () => {
  assert.deepEqual(ENGINE_SLUGS, [
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
  ]);
});

test('every engine is found by its slug', () => {
  for (const engine of ENGINES) assert.equal(findEngine(engine.slug), engine);
});

test('the name of an engine says so if it is asked through its API, and only then', () => {
  for (const { name, method } of ENGINES) assert.equal(name.endsWith(' (API)'), method === 'api', name);
  assert.equal(engineOf('chatgpt').name, 'ChatGPT (API)');
  assert.equal(engineOf('chatgpt_app').name, 'ChatGPT app');
});

test('an unknown slug is not an engine', () => {
  assert.equal(findEngine('ChatGPT'), undefined);
});

test('a property name that every object has is not an engine', () => {
  assert.equal(findEngine('constructor'), undefined);
});

test('a stored row with an unknown engine is a fault of ours', () => {
  assert.throws(() => engineOf('gone'), /not registered: gone/);
});
