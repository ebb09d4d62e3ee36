import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cueFramingsOf } from '../../../test/support/extraction.ts';

for (const sentence of [
  'It is hard to say that Vexo is the best choice.',
  'It is difficult to argue that Vexo is overpriced.',
  "Don't believe anyone who tells you Vexo is excellent.",
  'Never trust people who say Vexo is overpriced.',
  'Vexo is the best choice, its maker says.',
  '"Vexo is the best choice," says its marketing department.',
  'Vexo is excellent, or so they say.',
  'Vexo is great, said nobody ever.',
  '我不认为Vexo是最好的选择。',
  '很难说Vexo是最好的选择。',
  'Vexo离最好的选择还差得远。',
  '如果Vexo更便宜，它就是最好的选择。',
  '要是便宜一点，Vexo会是最佳选择。',
  'もっと安ければ、Vexoが一番おすすめです。',
]) {
  test(`a report has no direction: ${sentence}`, () => {
    assert.deepEqual(cueFramingsOf(sentence, ['Vexo']), ['neutral']);
  });
}

test('a German “nobody would recommend” is not a recommendation', () => {
  assert.deepEqual(cueFramingsOf('Niemand würde Vexo empfehlen.', ['Vexo']), ['negative']);
});

for (const sentence of [
  'Vexo is excellent, and the company says it ships tomorrow.',
  'If you want privacy, Vexo is the best choice.',
  'It is hard to beat Vexo.',
  '如果你想要更便宜的工具，Vexo是最好的选择。',
  '我推荐Vexo。',
]) {
  test(`the answer’s own statement keeps its direction: ${sentence}`, () => {
    assert.deepEqual(cueFramingsOf(sentence, ['Vexo']), ['recommended']);
  });
}
