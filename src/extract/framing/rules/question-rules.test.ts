import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cueFramingsOf } from '../../../../test/support/extraction.ts';

const NAMES = ['Vexo', 'Zalto'];

const ANSWERED: readonly (readonly [string, readonly string[]])[] = [
  ['### Is Vexo worth it?\n\nYes. It has two doors.\n\nZalto is blue.', ['recommended', 'neutral']],
  [
    '**Lohnt sich Vexo?**\n\nFür Vereine kaum. Es hat zwei Türen.\n\nZalto ist blau.',
    ['negative', 'neutral'],
  ],
  ['Vexo est-il fiable ? Pas vraiment. Zalto est bleu.', ['negative', 'neutral']],
  ['### ¿Cuál es la mejor?\n\nVexo. Tiene dos puertas.\n\nZalto es azul.', ['recommended', 'neutral']],
  ['### Which should I choose?\n\nEasily, Vexo: two doors.\n\nZalto is blue.', ['recommended', 'neutral']],
  ['### Anything to avoid?\n\nZalto. Vexo is blue.', ['neutral', 'negative']],
];

const OPEN: readonly string[] = [
  '### Is Vexo worth it?\n\nYes, but it has two doors. Zalto is blue.',
  '### Does Vexo have doors?\n\nYes. Zalto has two.',
  '### Which has two doors?\n\nVexo. Zalto has four.',
  '### Which should I choose?\n\nVexo has two doors. Zalto is blue.',
  '### Should I choose Vexo or Zalto?\n\nNo. Take your time.',
];

test('the answer’s own question and answer are a verdict', () => {
  for (const [answer, framings] of ANSWERED) assert.deepEqual(cueFramingsOf(answer, NAMES), framings, answer);
});

test('an answer with a “but”, to an open question, or about two brands is none', () => {
  for (const answer of OPEN)
    for (const framing of cueFramingsOf(answer, NAMES))
      assert.match(framing, /^(?:neutral|abstain)$/, answer);
});
