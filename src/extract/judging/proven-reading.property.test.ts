import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { brand } from '../../../test/support/extraction.ts';
import { pluck } from '../../../test/support/pluck.ts';
import { VERDICTS } from '../../domain/brand/model-reading.ts';
import { NameFinder } from '../names/find-names.ts';
import { type JudgedAnswer, judgedAnswer } from './judged-answer.ts';
import { provenReading } from './proven-reading.ts';
import { DIRECTIONS } from './schema.ts';

const BRANDS = [brand('Vexory'), brand('Klentra')].map((each, index) => ({ ...each, id: index + 1 }));
const FACT = { id: 7, name: 'Open', about: ['open'], value: { type: 'yes_no', holds: true } } as const;
const READER = { finder: new NameFinder(BRANDS), facts: [FACT], themes: [] };

const PIECES = [
  ...['Vexory', 'Klentra', '**Vexory**', 'Zorg', 'is', 'the best', 'avoid it', 'costs $5', 'é', '👍', '很好'],
  ...[
    '. ',
    '! ',
    '\n',
    '\n\n',
    '\n- ',
    '\n1. ',
    '\n## ',
    ' | ',
    '\n|-|-|\n',
    '`',
    '](https://a.example)',
    '[',
  ],
  ...['&amp;', '\\*', '<b>', '\u200B', '"', '“', '—', '\t', '```\n', '[1]', '\r\n', '\ud83d'],
];

const texts = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 40 })
  .map((pieces) => `Vexory ${pieces.join(' ')}`);

/** Words of the text, or not. */
function repliesTo(text: string) {
  const cut = fc
    .tuple(fc.nat(text.length), fc.nat(30))
    .map(([from, length]) => text.slice(from, from + length));
  const words = fc.oneof(cut, fc.constantFrom(...PIECES), fc.string());
  const quote = { line: fc.integer({ min: -1, max: 12 }), words };
  const name = fc.integer({ min: 0, max: 3 });
  const direction = fc.constantFrom(...DIRECTIONS);
  const theme = fc.constantFrom('price', 'other', 'luck');
  return fc.record({
    names: fc.array(
      fc.record({
        name,
        verdict: fc.constantFrom(...VERDICTS),
        evidence: fc.array(fc.record(quote), { maxLength: 3 }),
      }),
      { maxLength: 3 },
    ),
    statements: fc.array(fc.record({ name, theme, direction, ...quote }), { maxLength: 4 }),
    facts: fc.array(
      fc.record({ fact: fc.integer({ min: 0, max: 2 }), value: fc.constantFrom('yes', 'no'), ...quote }),
      { maxLength: 2 },
    ),
  });
}

function judged(text: string): JudgedAnswer | null {
  const answer = judgedAnswer(READER, { text, question: '', citedHosts: [] });
  return answer !== null && 'names' in answer ? answer : null;
}

test('all that is left of a reply stands in the text, in lines that belong to its name, and the rest is counted', () => {
  fc.assert(
    fc.property(
      texts.chain((text) => fc.tuple(fc.constant(text), repliesTo(text))),
      ([text, reply]) => {
        const answer = judged(text);
        if (answer === null) return;
        const reading = provenReading(answer, JSON.stringify(reply));
        if ('problem' in reading) return;
        const quoted = [...reply.names.flatMap(({ evidence }) => evidence), ...reply.statements];
        for (const { trackedId, verdict, words, said } of reading.names) {
          const own = answer.names.find((each) => each.trackedId === trackedId);
          assert.ok(own && (verdict === null || verdict === 'neutral' || words.length > 0));
          for (const { from, to } of [...words, ...said]) {
            assert.ok(answer.lines.some((line) => from >= line.from && to <= line.to));
            assert.ok(own.territory.some((range) => from >= range.from && from < range.to));
          }
          for (const each of words) assert.equal(text.slice(each.from, each.to), each.words);
        }
        const kept = reading.names.flatMap(({ words, said }) => [...words, ...said]).length;
        assert.ok(kept <= quoted.length);
      },
    ),
    { numRuns: 300 },
  );
});

test('any text is a reply, and nothing is thrown', () => {
  const answer = judged('Vexory is good.');
  assert.ok(answer !== null);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (reply) => {
      assert.ok('problem' in provenReading(answer, reply));
    }),
    { numRuns: 200 },
  );
});

/** A weak model's faults, each in a reply that is otherwise right, and how many parts are then dropped. */
const FAULTS: readonly (readonly [
  string,
  (right: Reply) => unknown,
  dropped: number | null,
  lost?: 'verdict',
])[] = [
  ['none', (right) => right, 0],
  ['a line after the last one', (right) => withQuote(right, { line: 4, words: 'the one to get' }), 3],
  ['another line', (right) => withQuote(right, { line: 2, words: 'the one to get' }), 3],
  ['invented words', (right) => withQuote(right, { line: 1, words: 'the one you need' }), 3],
  ['shortened words', (right) => withQuote(right, { line: 1, words: 'Vexory … get' }), 3],
  ['words of another name', (right) => withQuote(right, { line: 3, words: 'is slow' }), 3],
  ['an unknown name', (right) => ({ ...right, statements: [{ ...right.statements[0], name: 9 }] }), 1],
  ['an unknown theme', (right) => ({ ...right, statements: [{ ...right.statements[0], theme: 'luck' }] }), 1],
  ['repeats', ({ statements, ...right }) => ({ ...right, statements: [...statements, ...statements] }), 0],
  [
    'a statement in other words of its line',
    (right) => ({
      ...right,
      statements: [...right.statements, { ...right.statements[0], words: 'one to get' }],
    }),
    0,
  ],
  [
    'an unproven statement twice',
    (right) => {
      const unproven = { ...right.statements[0], words: 'the best' };
      return { ...right, statements: [...right.statements, unproven, { ...unproven, line: '1' }] };
    },
    1,
  ],
  ['a text twice', (right) => ({ ...right, facts: ['none', 'none'] }), 1],
  [
    'two verdicts',
    (right) => ({ ...right, names: [...right.names, { ...right.names[0], verdict: 'negative' }] }),
    1,
    'verdict',
  ],
  [
    'an unknown fact',
    (right) => ({ ...right, facts: [{ fact: 2, value: 'yes', line: 1, words: 'get' }] }),
    1,
  ],
  ['no list of facts', ({ facts, ...right }) => right, 0],
  [
    'null for lists',
    ({ names }) => ({
      names: names.map((each) => ({ ...each, evidence: each.evidence.length > 0 ? each.evidence : null })),
      statements: null,
      facts: null,
    }),
    0,
  ],
  ['no list of names', ({ names, ...right }) => right, null],
  ['a list of names that is none', (right) => ({ ...right, names: 'none' }), null],
  [
    'a verdict of its own',
    ({ names, ...right }) => ({ ...right, names: [{ ...names[0], verdict: 'great' }, names[1]] }),
    1,
    'verdict',
  ],
  ['a line within one', (right) => ({ ...right, statements: [{ ...right.statements[0], line: 1.5 }] }), 1],
  [
    'an unknown direction',
    (right) => ({ ...right, statements: [{ ...right.statements[0], direction: 'up' }] }),
    1,
  ],
  ['no theme', (right) => ({ ...right, statements: [{ ...right.statements[0], theme: null }] }), 1],
  ['a text for a list', (right) => ({ ...right, facts: 'none' }), 1],
  ['a text among facts', (right) => ({ ...right, facts: ['none'] }), 1],
  [
    'integers as texts, and capitals',
    ({ names, statements, ...right }) => ({
      ...right,
      names: names.map((each) => ({ ...each, name: `${each.name}`, verdict: each.verdict.toUpperCase() })),
      statements: statements.map((each) => ({ ...each, line: '1', theme: 'Other', direction: 'Good' })),
    }),
    0,
  ],
];

interface Reply {
  readonly names: readonly {
    readonly name: number;
    readonly verdict: string;
    readonly evidence: readonly object[];
  }[];
  readonly statements: readonly object[];
  readonly facts: readonly object[];
}

const QUOTE = { line: 1, words: 'the one to get' };
const RIGHT: Reply = {
  names: [
    { name: 1, verdict: 'recommended', evidence: [QUOTE] },
    { name: 2, verdict: 'neutral', evidence: [] },
  ],
  statements: [{ name: 1, theme: 'other', direction: 'good', ...QUOTE }],
  facts: [],
};

/** The right reply with another quotation for its verdict and its statement. */
function withQuote(right: Reply, quote: typeof QUOTE): Reply {
  return {
    ...right,
    names: right.names.map((each) => (each.name === 1 ? { ...each, evidence: [quote] } : each)),
    statements: right.statements.map((each) => ({ ...each, ...quote })),
  };
}

for (const [fault, faulty, dropped, lost] of FAULTS) {
  test(`a weak model’s reply with ${fault} loses ${dropped ?? 'all'}`, () => {
    const answer = judged('Vexory is the one to get.\n\n- Zorg: ok\n- Klentra is slow.');
    assert.ok(answer !== null);
    const reading = provenReading(answer, `\`\`\`json\n${JSON.stringify(faulty(RIGHT))}\n\`\`\``);
    if (dropped === null) return assert.deepEqual(reading, { problem: 'wrong_schema' });
    assert.ok(!('problem' in reading));
    assert.equal(reading.dropped, dropped);
    assert.deepEqual(pluck(reading.names, 'verdict'), [
      dropped > 1 || lost ? null : 'recommended',
      'neutral',
    ]);
  });
}
