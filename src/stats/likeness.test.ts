import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { disagreementDueTo, likePairs } from './likeness.ts';

describe('how much of the disagreement of two prompts is theirs', () => {
  const named = (...events: number[]) => events.map((each) => ({ events: each, trials: 20 }));

  test('none where they name the same brands as often, all where each always names another', () => {
    assert.equal(disagreementDueTo(named(10, 20, 0), named(10, 20, 0)), 0);
    assert.equal(disagreementDueTo(named(20, 0), named(0, 20)), 1);
    assert.equal(disagreementDueTo(named(20, 0), named(20, 0)), 0);
  });

  test('is not known where nothing is named, or too little', () => {
    assert.equal(disagreementDueTo(named(0, 0), named(0, 0)), null);
    assert.equal(disagreementDueTo([{ events: 1, trials: 1 }], [{ events: 1, trials: 1 }]), null);
  });

  test('pairs are those that are nearly the same, of prompts with 20 answers or more', () => {
    const like = { profile: named(10, 2), answers: 20 };
    const unlike = { profile: named(0, 20), answers: 20 };
    assert.deepEqual(likePairs([like, unlike, like, { ...like, answers: 19 }]), [
      { one: 0, other: 2, due: 0 },
    ]);
  });
});
