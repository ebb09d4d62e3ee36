import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mixedWindow } from './change.ts';
import {
  type ChangeInWords,
  changeLine,
  changeSentence,
  changeWord,
  mixedNote,
  mixedShare,
  overWords,
} from './change-words.ts';

const NOW = Date.UTC(2026, 10, 28, 12);

const HOLDS: ChangeInWords = {
  engine_name: 'ChatGPT (API)',
  measure: 'visibility',
  competitor: null,
  direction: 'fell',
  state: 'holds',
  state_since: '2026-11-25',
  found: '2026-11-24',
  likely_start: { from: '2026-11-16', until: '2026-11-21' },
  likely_end: null,
  before: { present: 58, responses: 100, rate: 0.58 },
  since: { present: 33, responses: 100, rate: 0.33 },
};
const OVER = { state: 'over', likely_end: { from: '2026-12-03', until: '2026-12-05' } } as const;
const rose = { direction: 'rose', before: { present: 2, responses: 10, rate: 0.2 } } as const;

for (const [what, change, sentence] of [
  [
    'a fall',
    {},
    'ChatGPT (API) names Acme in 33% of answers since about Nov 18, 58% before: still so today.',
  ],
  [
    'none left',
    { since: { present: 0, responses: 40, rate: 0 } },
    'ChatGPT (API) names Acme in none of 40 answers since about Nov 18, 58% before: still so today.',
  ],
  [
    'nearly none',
    { since: { present: 1, responses: 400, rate: 0.003 } },
    'ChatGPT (API) names Acme in 0.3% of answers since about Nov 18, 58% before: still so today.',
  ],
  [
    'too few answers since',
    { since: { present: 0, responses: 3, rate: null } },
    'ChatGPT (API) names Acme less often since about Nov 18: still so today.',
  ],
  [
    'no likely days',
    { likely_start: null },
    'ChatGPT (API) names Acme in 33% of answers since Nov 24 at the latest, 58% before: still so today.',
  ],
  [
    'another year',
    { likely_start: { from: '2025-12-30', until: '2025-12-30' } },
    'ChatGPT (API) names Acme in 33% of answers since about Dec 30, 2025, 58% before: still so today.',
  ],
  ['over', OVER, 'ChatGPT (API) names Acme as often as before again, since about Dec 4.'],
  [
    'over, without likely days',
    { state: 'over' },
    'ChatGPT (API) names Acme as often as before again, since Nov 25 at the latest.',
  ],
  [
    'two steps',
    { last_step: { from: '2026-11-24', until: '2026-11-24' } },
    'ChatGPT (API) names Acme in 33% of answers since about Nov 24, 58% before it began to change about Nov 18: still so today.',
  ],
  [
    'answers yesterday but one',
    { observed_until: '2026-11-26' },
    'ChatGPT (API) names Acme in 33% of answers since about Nov 18, 58% before: still so today.',
  ],
  [
    'no answers for two finished days',
    { observed_until: '2026-11-25' },
    'ChatGPT (API) names Acme in 33% of answers since about Nov 18, 58% before: still so on Nov 25, the last day with answers.',
  ],
  [
    'unknown',
    { state: 'unknown' },
    'ChatGPT (API) names Acme in 33% of answers since about Nov 18, 58% before; no check since Nov 25 could tell whether that still holds.',
  ],
  [
    'overtaken',
    { ...rose, measure: 'overtaken', competitor: 'Bolt' },
    'ChatGPT (API) ranks Bolt above Acme in 33% of answers that name either since about Nov 18, 20% before: still so today.',
  ],
  [
    'no longer overtaken',
    { ...rose, ...OVER, measure: 'overtaken', competitor: 'Bolt' },
    'ChatGPT (API) ranks Bolt above Acme as often as before again, since about Dec 4.',
  ],
  [
    'citations without the name',
    { ...rose, measure: 'cited_not_named' },
    'ChatGPT (API) cites Acme without naming it in 33% of answers since about Nov 18, 20% before: still so today.',
  ],
  [
    'negative framing',
    { ...rose, measure: 'negative_framing' },
    'ChatGPT (API) frames Acme negatively in 33% of judged answers since about Nov 18, 20% before: still so today.',
  ],
] as const satisfies readonly (readonly [string, Partial<ChangeInWords>, string])[]) {
  test(`a change in words: ${what}`, () => {
    assert.equal(changeSentence({ ...HOLDS, ...change }, { brand: 'Acme', now: NOW }), sentence);
  });
}

test('a line leaves out what every line of its list says, and a cell has one word', () => {
  assert.equal(
    changeLine(HOLDS, { brand: 'Acme', now: NOW }),
    'ChatGPT (API) names Acme in 33% of answers since about Nov 18, 58% before.',
  );
  const others = [{ direction: 'rose' }, OVER, { state: 'unknown' }, { measure: 'overtaken' }] as const;
  const words = [{}, ...others].map((change) => changeWord({ ...HOLDS, ...change }));
  assert.deepEqual(words, ['Fell', 'Rose', 'As before', 'Not known', 'Overtaken']);
});

test('a window mixes levels with days of one and of another', () => {
  const windows = {
    ...({ state: 'holds', likely_end: null } as const),
    before: { window: { from: '2026-10-17', until: '2026-11-15' } },
    since: { window: { from: '2026-11-22', until: '2026-11-27' } },
  };
  const from = (first: number, last: number) => ({
    from: Date.UTC(2026, 10, first),
    to: Date.UTC(2026, 10, last),
  });
  const periods = [from(15, 23), from(16, 28), from(1, 22), from(17, 31)];
  const step = { from: '2026-11-20', until: '2026-11-21' };
  const over = { state: 'over', likely_end: { from: '2026-11-28', until: '2026-11-29' } } as const;
  for (const [change, mixed] of [
    [{}, [true, false, false, false]],
    [{ last_step: step }, [true, true, false, true]],
    [over, [true, false, false, true]],
  ] as const)
    assert.deepEqual(
      periods.map((period) => mixedWindow({ ...windows, ...change }, period)),
      mixed,
    );
});

test('a share over such a window says both levels', () => {
  const share = { present: 167, responses: 330, rate: 0.506, days: 28 };
  assert.equal(mixedShare(HOLDS, share, NOW), '51% over these 28 days: 58% until about Nov 18, 33% since');
  assert.equal(
    mixedShare({ ...HOLDS, likely_start: null }, share, NOW),
    '51% over these 28 days: 58% before, 33% since Nov 24 at the latest',
  );
  assert.equal(
    mixedShare({ ...HOLDS, ...OVER }, share, NOW),
    '51% over these 28 days: 58% until about Nov 18, 33% until about Dec 4, as before since',
  );
  assert.equal(mixedShare(HOLDS, { ...share, rate: null }, NOW), null);
  assert.equal(
    mixedNote(HOLDS, { brand: 'Acme', now: NOW }),
    'ChatGPT (API) names Acme in 33% of answers since about Nov 18, 58% before: a share over this window mixes the two.',
  );
  assert.equal(
    mixedNote({ ...HOLDS, ...OVER }, { brand: 'Acme', now: NOW }),
    'ChatGPT (API) names Acme as often as before again, since about Dec 4, after 33% since about Nov 18: a share over this window mixes the two.',
  );
});

test('a change that is over says how long it lasted, where its days are known', () => {
  assert.equal(overWords({ ...HOLDS, ...OVER }), 'The fall lasted about 16 days.');
  const soon = { from: '2026-12-03', until: '2026-12-03' };
  assert.equal(overWords({ ...HOLDS, ...OVER, ...rose, likely_start: soon }), 'The rise lasted about a day.');
  assert.equal(overWords(HOLDS), null);
});
