import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brand, readingsOf } from '../../test/support/extraction.ts';
import { pluck } from '../../test/support/pluck.ts';
import { NOT_MENTIONED } from '../domain/answers/answer-reading.ts';
import { extractorFor } from './extractor.ts';

const ANSWER = `For most teams, our top pick is **Vexo**.

1. **Vexo** – boards and lists
2. **Zalto** – cheap, but its support is slow
3. Quorb

See [the test](https://www.prillo.example/vexo).
`;

test('a complete record has mention, rank, count, framing and snippet', () => {
  const records = readingsOf(ANSWER, ['Vexo', 'Zalto', 'Quorb', 'Prillo']).map(({ mention }) => mention);
  assert.deepEqual(records, [
    {
      mentioned: true,
      rank: 1,
      count: 2,
      framing: 'recommended',
      framingSignals: ['our top pick is'],
      snippet: 'For most teams, our top pick is **Vexo**.',
    },
    {
      mentioned: true,
      rank: 2,
      count: 1,
      framing: null,
      framingSignals: null,
      snippet: '**Zalto** – cheap, but its support is slow',
    },
    { mentioned: true, rank: 3, count: 1, framing: null, framingSignals: null, snippet: 'Quorb' },
    NOT_MENTIONED,
  ]);
});

test('readings have the brands’ order, one each', () => {
  const tracked = ['Quorb', 'Vexo', 'Prillo'].map((name) => brand(name));
  const readings = extractorFor(tracked).read({ text: ANSWER, citedHosts: [] });
  assert.deepEqual(pluck(readings, 'brand'), tracked);
});

for (const [what, text] of [
  ['nothing', ''],
  ['blanks', ' \n\t\r\n '],
  ['marks', '***___```~~~|||>>>###'],
  ['a lone surrogate', 'Vex\ud83d \udc00'],
  ['only code', '```\nVexo\n```'],
  ['only HTML', '<!-- Vexo -->'],
] as const) {
  test(`an answer with ${what} names nobody`, () =>
    assert.deepEqual(readingsOf(text, ['Vexo'])[0]?.mention, NOT_MENTIONED));
}

test('without brands there is nothing to read', () => assert.deepEqual(readingsOf(ANSWER, []), []));

test('an empty name is absent', () => {
  for (const name of ['™', '', ' ', '*', '\u200B']) {
    assert.deepEqual(readingsOf(ANSWER, [brand(name)])[0]?.mention, NOT_MENTIONED, JSON.stringify(name));
  }
});

test('pattern characters in a name are literal', () => {
  for (const name of ['vq.zk|qx', '(Vexo', 'Vexo)', '[Vexo', 'V*xo+', '\\Vexo', '^Vexo$', 'V{2}']) {
    const [reading] = readingsOf(`We use \`${name}\` here, and Vexo too.`, [name]);
    assert.equal(reading?.mention.count, 1, name);
  }
});

test('one extractor reads many answers, each by itself', () => {
  const extractor = extractorFor([brand('Vexo'), brand('Square')]);
  const mentions = () => extractor.read({ text: ANSWER, citedHosts: [] }).map(({ mention }) => mention);
  const first = mentions();
  extractor.read({ text: 'Square and Vexo. '.repeat(50), citedHosts: ['vexo.example'] });
  assert.deepEqual(mentions(), first);
});
