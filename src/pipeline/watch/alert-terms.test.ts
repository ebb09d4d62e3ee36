import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AlertTerms, termsText } from './alert-terms.ts';

const term = (change: number, ofQuestion: boolean): AlertTerms['terms'][number] => ({
  term: ofQuestion ? 'rate' : 'question_mix',
  prompt: ofQuestion ? { id: 1, digest: '0'.repeat(64), text: 'best anvils' } : null,
  question: ofQuestion ? 1 : undefined,
  model: undefined,
  change,
  interval: { lower: change - 0.01, upper: change + 0.01 },
  counted: null,
});

for (const [what, terms, expected] of [
  ['one question', [term(0.074, true)], 'Its largest part: +7.4 points in one question.'],
  [
    'two questions',
    [term(0.074, true), term(0.069, true)],
    'Its largest parts: +7.4 and +6.9 points in two questions.',
  ],
  [
    'two questions around another part',
    [term(-0.074, true), term(0.07, false), term(-0.069, true)],
    'Its largest parts: -7.4 and -6.9 points in two questions; +7.0 points in answers per question.',
  ],
] as const) {
  test(`states the largest parts in ${what} once`, () =>
    assert.equal(termsText({ terms, coincides: null }), expected));
}
