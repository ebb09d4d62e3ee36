import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingsOf } from '../../../test/support/extraction.ts';
import { saidAbout } from './said.ts';

test('the sentences about a brand, with what was decided in each', () => {
  const text =
    'Vexo has two doors. It is sold in three sizes. **Vexo** is the best choice for families.\n\n- Zalto is overpriced.';
  const readings = readingsOf(text, ['Vexo', 'Zalto']);
  const said = readings.map(({ evidence: { framing } }) =>
    (framing === null ? [] : saidAbout(framing)).map(({ block, range, cues }) => {
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

test('nothing is said about a brand that is only a name', () => {
  const [reading] = readingsOf('- Vexo', ['Vexo']);
  assert.deepEqual(reading?.evidence.framing && saidAbout(reading.evidence.framing), []);
});
