import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortAnswers } from './short-answers.ts';

/** A short answer's text, with these sentences as its mentions' snippets. */
function shortOf(answer: string | null, snippets: readonly (string | null)[]) {
  const mentions = snippets.map((snippet) => ({ mentioned: snippet !== null, snippet }));
  const { data, lack } = shortAnswers.shorten?.([{ id: 'ans_1', answer, mentions }]) ?? assert.fail();
  return { text: (data as [{ answer: string | null }])[0].answer, lack };
}

test("keeps the sentences in the answer's order, with a mark for omitted text", () => {
  const answer =
    'It depends on a lot of things. Acme is fine. So much for that, really. Bolt is better. And so on.';
  const { text, lack } = shortOf(answer, ['Bolt is better.', 'Acme is fine.', null]);
  assert.equal(text, '[…] Acme is fine. […] Bolt is better. […]');
  assert.match(String(lack), /^In 1 of 1 answers/);
});

test('a sentence that names two brands stands there once', () => {
  const sentence = 'Acme and Bolt are both fine.';
  assert.equal(
    shortOf(`${sentence} Nothing else comes close to them.`, [sentence, sentence]).text,
    `${sentence} […]`,
  );
});

test('an answer with only such sentences is whole, without a note', () => {
  assert.deepEqual(shortOf('Acme is fine.', ['Acme is fine.']), { text: 'Acme is fine.', lack: null });
});

test('an answer that names nobody is a mark, and one without text is null', () => {
  assert.equal(shortOf('It depends on what you are looking for.', [null, null]).text, '[…]');
  assert.deepEqual(shortOf(null, [null]), { text: null, lack: null });
});

test("shows an import's snippet even if the text lacks it", () => {
  const { text } = shortOf('A long answer about tools in general, without that sentence.', ['Acme leads.']);
  assert.equal(text, '[…] Acme leads. […]');
});
