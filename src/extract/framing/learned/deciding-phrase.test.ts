import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constantModel, learnedInputOf } from '../../../../test/support/learned.ts';
import { decidingPhrase, heaviestWords } from './deciding-phrase.ts';

const model = constantModel({ recommended: 0, negative: 0 });

/** A sentence, with each word's share of a score. */
function weighed(text: string, weights: Readonly<Record<string, number>>) {
  const [read] = learnedInputOf(text, ['Vexo', 'Zalto'], model).reads;
  assert.ok(read);
  const shares = Float64Array.from(read.tokens.map(({ text: own }) => weights[own] ?? 0));
  const wordsAt = ({ from, to }: { from: number; to: number }) => text.slice(from, to);
  return { read, shares, wordsAt };
}

function phrase(text: string, weights: Readonly<Record<string, number>>): string {
  const { read, shares, wordsAt } = weighed(text, weights);
  return wordsAt(decidingPhrase(read, shares));
}

test('the strongest words decide, verbatim with the text between them', () => {
  const text = 'We found that Vexo is remarkably  well-built and quiet at night.';
  assert.equal(phrase(text, { remarkably: 2, well: 1, built: 2 }), 'remarkably  well-built');
  assert.equal(phrase(text, { remarkably: 2, built: 2, quiet: 2 }), 'remarkably  well-built and quiet');
});

test('a weak, distant word does not extend the phrase', () => {
  assert.equal(
    phrase('We found that Vexo is quiet at night and in the park.', { quiet: 2, park: 0.3 }),
    'quiet',
  );
});

test('a phrase never contains a name', () => {
  const text = 'We prefer Vexo greatly to Zalto.';
  assert.equal(phrase(text, { prefer: 2, greatly: 1.5 }), 'prefer');
  assert.equal(phrase(text, { prefer: 1, greatly: 1.5 }), 'greatly');
});

test('a phrase starts and ends with words, not punctuation', () => {
  assert.equal(phrase('Vexo – superb!', { '–': 1, superb: 2, '!': 1 }), 'superb');
});

test('without any strong word, there is still a phrase without a name', () => {
  assert.equal(phrase('Vexo is here.', {}), 'is');
  assert.equal(phrase('Vexo is here.', { is: -1, here: -2, '.': -1 }), 'is');
});

test('the strongest words come first, for or against, at most five and no names', () => {
  const text = 'Vexo is a really quiet but slow and heavy yet cheap box.';
  const { read, shares, wordsAt } = weighed(text, {
    quiet: 3,
    slow: -4,
    heavy: -2,
    cheap: 1,
    really: 2.5,
    box: 0.9,
    a: 0.1,
    '': 9,
  });
  assert.deepEqual(
    heaviestWords(read, shares).map(({ weight, ...range }) => [wordsAt(range), weight]),
    [
      ['slow', -4],
      ['quiet', 3],
      ['really', 2.5],
      ['heavy', -2],
      ['cheap', 1],
    ],
  );
});

test('weak words are left out', () => {
  const { read, shares, wordsAt } = weighed('Vexo is a quiet box.', { quiet: 2, box: 0.2 });
  assert.deepEqual(heaviestWords(read, shares).map(wordsAt), ['quiet']);
});
