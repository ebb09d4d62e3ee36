import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { failureWords } from './failure-words.ts';

const UNKNOWN = failureWords({ outcome: 'error', detail: 'never_seen' });

test('every detail that the documentation lists has words', () => {
  const docs = readFileSync(new URL('../../../docs/collecting.md', import.meta.url), 'utf8');
  const [table = ''] = (docs.split('| detail | what it means |')[1] ?? '').split('\n\n');
  const details = table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));
  assert.ok(details.length > 40, String(details.length));
  for (const detail of details.filter((each) => each !== 'claude' && each !== 'grok')) {
    const example = detail.replace('5…', '503').replaceAll('…', 'x');
    assert.notDeepEqual(failureWords({ outcome: 'error', detail: example }), UNKNOWN, detail);
  }
});

test('a detail that nobody knows, or none, is a failure all the same', () => {
  assert.equal(UNKNOWN.meaning, 'The attempt failed.');
  assert.equal(failureWords({ outcome: 'timeout', detail: null }).meaning, 'There was no answer in time.');
});
