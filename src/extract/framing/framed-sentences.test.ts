import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingsOf } from '../../../test/support/extraction.ts';
import { framedSentences } from './framed-sentences.ts';

test('the sentences about a brand, each with its verdict', () => {
  const text =
    'Vexo has two doors. It is sold in three sizes. **Vexo** is the best choice for families.\n\n- Zalto is overpriced.';
  const readings = readingsOf(text, ['Vexo', 'Zalto']);
  const said = readings.map(({ evidence: { framing } }) =>
    (framing === null ? [] : framedSentences(framing)).map(({ block, range, cues }) => {
      const { from, to } = block.sourceOf(range.from, range.to);
      return [text.slice(from, to), ...new Set(cues.map(({ direction }) => direction))];
    }),
  );
  assert.deepEqual(said, [
    [
      ['Vexo has two doors.'],
      ['It is sold in three sizes.'],
      ['**Vexo** is the best choice for families.', 'recommended'],
    ],
    [['Zalto is overpriced.', 'negative']],
  ]);
});

test('a bare name has no sentences', () => {
  const [reading] = readingsOf('- Vexo', ['Vexo']);
  assert.deepEqual(reading?.evidence.framing && framedSentences(reading.evidence.framing), []);
});
