import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { labeledFactsIn, scoreFacts } from '../eval/facts.ts';

const LABELED = fileURLToPath(new URL('../eval/facts/labeled.yaml', import.meta.url));
const { counts, misses } = scoreFacts(await labeledFactsIn(LABELED));

test('of 100 verdicts on sentences, at least 97 are right', () => {
  const [all] = counts;
  assert.ok(all && all.sentences >= 400);
  const wrong = misses.filter(({ read }) => read === 'agrees' || read === 'contradicts');
  assert.ok(all.right >= 0.97 * all.decided, JSON.stringify(wrong, null, 2));
});

test('of 100 sentences that state a fact, at least 85 get a verdict', () => {
  const [all] = counts;
  assert.ok(all && all.found >= 0.85 * all.decidable, JSON.stringify(misses, null, 2));
});
