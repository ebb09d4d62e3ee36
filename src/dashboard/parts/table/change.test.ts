import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeIn, changePhrase, sharedText } from './change.ts';

const drop = { points: -18.1, lower: -31.9, upper: -3.2 };

test('does not call a drop within noise whose interval excludes zero, but that is one of many', () => {
  const compared = { change: drop, gate: 'not_after_correction' } as const;
  assert.equal(changePhrase(compared), 'possibly chance, as one of many');
  assert.match(String(changeIn(compared)), /-18\.1.*Possibly chance, as one of many/s);
});

test('a change too small that may be nothing is within noise', () => {
  const gate = 'below_min_delta';
  assert.equal(changePhrase({ change: { points: 2, lower: -1, upper: 5 }, gate }), 'within noise');
  assert.equal(changePhrase({ change: { points: 4, lower: 1, upper: 7 }, gate }), 'too small to report');
});

test('compares nothing without an earlier window', () => {
  assert.equal(changePhrase(undefined), 'not compared');
});

test('a confirmed change is larger than noise, in either direction', () => {
  for (const points of [-18.1, 18.1]) {
    const change = { points, lower: points - 5, upper: points + 5 };
    assert.equal(changePhrase({ change, gate: null }), 'larger than noise');
  }
});

test('a change over fewer answers than shown beside it states their number', () => {
  const change = {
    points: -1.5,
    lower: -10,
    upper: 7,
    with_same_mix: { points: -1.5, lower: -10, upper: 7 },
    shared_prompts: 11,
    current: { count: 167, of: 330 },
    earlier: { count: 112, of: 215 },
  };
  const compared = { change, gate: 'within_noise', responses: 237 } as const;
  const figures = { present: 167, responses: 330, compared };
  assert.equal(sharedText(figures), 'compares 167 of 330 with 112 of 215, on questions asked in both');
  assert.equal(sharedText({ ...figures, compared: { ...compared, responses: 215 } }), null);
});
