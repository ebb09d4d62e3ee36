import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { declareEngines } from '../../domain/answers/engine.ts';
import { failureWords } from './failure-words.ts';

const UNKNOWN = failureWords({ engine: 'chatgpt', outcome: 'error', detail: 'never_seen' });

test('every detail that the documentation lists has words', () => {
  const docs = readFileSync(new URL('../../../docs/collecting.md', import.meta.url), 'utf8');
  const [table = ''] = (docs.split('| detail | what it means |')[1] ?? '').split('\n\n');
  const details = table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));
  assert.ok(details.length > 40, String(details.length));
  for (const detail of details.filter((each) => each !== 'claude' && each !== 'grok')) {
    const example = detail.replace('5…', '503').replaceAll('…', 'x');
    assert.notDeepEqual(
      failureWords({ engine: 'chatgpt', outcome: 'error', detail: example }),
      UNKNOWN,
      detail,
    );
  }
});

test('an unknown detail, or none, is a failure all the same', () => {
  assert.equal(UNKNOWN.meaning, 'The attempt failed.');
  assert.equal(
    failureWords({ engine: 'chatgpt', outcome: 'timeout', detail: null }).meaning,
    'There was no answer in time.',
  );
});

test('an own engine whose replies cannot be read has a wrong address, and other engines a new format', (context) => {
  declareEngines([{ slug: 'llama', name: 'Llama', method: 'api', provider: 'Ollama' }]);
  context.after(() => declareEngines([]));
  const actionOf = (engine: string, detail: string) =>
    failureWords({ engine, outcome: 'error', detail }).action;
  assert.match(actionOf('llama', 'parse'), /^Check `base_url`/);
  assert.match(actionOf('llama', 'http_404'), /^Check `base_url`/);
  assert.match(actionOf('llama', 'http_401'), /^Set the right key/);
  assert.match(actionOf('chatgpt', 'parse'), /Update Sightline/);
});
