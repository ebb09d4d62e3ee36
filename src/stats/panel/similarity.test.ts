import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { promptDissimilarity, similarPairs } from './similarity.ts';

describe("the share of two prompts' disagreement that is between them", () => {
  const named = (...events: number[]) => events.map((each) => ({ events: each, trials: 20 }));

  test('none where they name the same brands equally often, all where each always names another', () => {
    assert.equal(promptDissimilarity(named(10, 20, 0), named(10, 20, 0)), 0);
    assert.equal(promptDissimilarity(named(20, 0), named(0, 20)), 1);
    assert.equal(promptDissimilarity(named(20, 0), named(20, 0)), 0);
  });

  test('is unknown where answers name nothing, or too little', () => {
    assert.equal(promptDissimilarity(named(0, 0), named(0, 0)), null);
    assert.equal(promptDissimilarity([{ events: 1, trials: 1 }], [{ events: 1, trials: 1 }]), null);
  });

  const prompt = (answers: number, ...events: number[]) => ({ profile: named(...events), answers });

  test('pairs are those that stand out, of prompts with 20 answers or more', () => {
    const [like, unlike] = [prompt(20, 10, 2), prompt(20, 0, 20)];
    const { pairs } = similarPairs([like, unlike, like, { ...like, answers: 19 }]);
    assert.deepEqual(pairs, [{ one: 0, other: 2, due: 0 }]);
  });

  test('none stands out where all prompts are alike, and that is typical', () => {
    assert.deepEqual(similarPairs(Array.from({ length: 6 }, () => prompt(20, 10, 5))), {
      pairs: [],
      typical: 0,
    });
  });

  test('lists none whose few answers may be alike by chance', () => {
    const few = { profile: [{ events: 3, trials: 6 }], answers: 20 };
    const { pairs, typical } = similarPairs([few, few, prompt(20, 0), prompt(20, 20)]);
    assert.deepEqual(pairs, []);
    assert.ok((typical ?? 0) > 0.3);
  });
});
