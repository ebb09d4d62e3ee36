import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change } from '../alerts/changes.ts';
import { type ClientFigures, figuresIn } from './figures.ts';
import { type NamedRow, rankingsOf } from './ranking.ts';
import {
  cameAfter,
  countedDays,
  headlineOf,
  leadOf,
  otherLines,
  sentenceOf,
  standingText,
  wordOf,
} from './sentences.ts';

type Row = Partial<NamedRow> & { readonly gate?: string | null };

function rowOf(engine: string, brand: string, share: number, { gate, ...more }: Row = {}): NamedRow {
  const responses = more.responses ?? 100;
  const present = Math.round(share * responses);
  const rate = responses < 5 ? null : share;
  const compared = gate === undefined ? {} : comparedAs(gate);
  const role = brand === 'Acme' ? 'self' : 'competitor';
  const row = { engine, engine_name: engine, brand, role, present, responses, rate, min_sample: 5 };
  return { ...row, interval: null, ...compared, ...more } as unknown as NamedRow;
}

function comparedAs(gate: string | null) {
  const side = {
    present: 58,
    responses: 100,
    rate: 0.58,
    change: { points: -25, lower: -37, upper: -13, earlier: { count: 58, of: 100 } },
  };
  return { compared: { ...side, gate, exceeds_noise: gate === null } };
}

const FELL = {
  engine: 'chatgpt',
  engine_name: 'ChatGPT (API)',
  measure: 'visibility',
  competitor: null,
  direction: 'fell',
  state: 'holds',
  state_since: '2026-11-24',
  found: '2026-11-24',
  likely_start: { from: '2026-11-16', until: '2026-11-20' },
  likely_end: null,
  over_since: null,
  before: { present: 58, responses: 100, rate: 0.58, window: { from: '2026-10-19', until: '2026-11-15' } },
  since: { present: 33, responses: 100, rate: 0.33, window: { from: '2026-11-21', until: '2026-11-27' } },
  difference: { points: -25, lower: -37.4, upper: -13.5 },
} as unknown as Change;
const OVER: Change = { ...FELL, state: 'over', likely_end: { from: '2026-11-26', until: '2026-11-26' } };
const AHEAD: Change = {
  ...FELL,
  engine: 'claude',
  engine_name: 'Claude (API)',
  measure: 'overtaken',
  competitor: 'Bolt',
  direction: 'rose',
};

const WINDOW = { from: '2026-11-01T00:00:00.000Z', until: '2026-11-28T23:59:59.999Z' };
const COMPARED = { from: '2026-10-04T00:00:00.000Z', until: '2026-10-31T23:59:59.999Z' };

/** Stored figures, as an older release left them where a field is missing. */
function figures(more: Partial<ClientFigures>): ClientFigures {
  const base = {
    brand: { id: 'acme', name: 'Acme' },
    as_of: '2026-11-29T08:00:00.000Z',
    window: WINDOW,
    compared: COMPARED,
    named: [],
  };
  return figuresIn({ figures: JSON.stringify({ ...base, ...more }) });
}

const SAID = 'ChatGPT (API) names Acme in 33% of answers since about Nov 18, 58% before';
const SILENT = { engine_name: 'Claude (API)', since: '2026-11-25' };
const AS_BEFORE = rowOf('ChatGPT (API)', 'Acme', 0.5, { gate: 'within_noise' });
const APART = rowOf('ChatGPT (API)', 'Acme', 0.33, { gate: null });

for (const [what, given, headline] of [
  ['a change that holds', { changes: [FELL], named: [APART] }, `${SAID}: still so on Nov 29.`],
  [
    'a change that is over',
    { changes: [OVER], named: [APART] },
    'ChatGPT (API) names Acme as often as before again, since about Nov 26.',
  ],
  [
    'a difference without an alert',
    { named: [APART] },
    'ChatGPT (API) names Acme in 33% of answers, 58% on Oct 4 – 31.',
  ],
  [
    'several differences',
    { named: [APART, rowOf('Claude (API)', 'Acme', 0.2, { gate: null })] },
    'ChatGPT (API) and Claude (API) name Acme in other shares than on Oct 4 – 31.',
  ],
  [
    'a silent engine',
    { named: [AS_BEFORE], silent: [SILENT] },
    'Claude (API) has not answered since Nov 25; its figures stop there.',
  ],
  ['no change', { named: [AS_BEFORE] }, 'No engine names Acme more or less often than before.'],
  [
    "a competitor's difference alone",
    { named: [AS_BEFORE, rowOf('ChatGPT (API)', 'Bolt', 0.2, { gate: null })] },
    'No engine names Acme more or less often than before.',
  ],
  [
    'too few answers to compare',
    { named: [rowOf('ChatGPT (API)', 'Acme', 0.5, { gate: 'too_few_answers' })] },
    'Too few answers yet to tell a change.',
  ],
  [
    'too few answers for a share',
    { named: [rowOf('ChatGPT (API)', 'Acme', 0.5, { responses: 4 })] },
    'Too few answers yet to tell a share.',
  ],
  [
    'no answers',
    { named: [rowOf('ChatGPT (API)', 'Acme', 0, { responses: 0 })] },
    'No answers about Acme in these days.',
  ],
  [
    'nothing compared',
    { named: [AS_BEFORE], compared: null },
    'Engines name Acme in 50% (ChatGPT (API)) of answers.',
  ],
] as const) {
  test(`the headline of ${what}`, () => {
    assert.equal(headlineOf(figures(given)), headline);
  });
}

test('beneath the headline: its figures, the other changes, and silences', () => {
  const elsewhere = [{ market: 'de-de', holding: 2 }];
  const all = figures({ changes: [FELL, AHEAD, OVER], elsewhere, silent: [SILENT] });
  assert.equal(
    leadOf(all),
    '33 of 100 answers since, 58 of 100 answers before: -25.0 points (-37.4 to -13.5).',
  );
  assert.deepEqual(otherLines(all), [
    'Claude (API) ranks Bolt above Acme in 33% of answers that name either since about Nov 18, 58% before.',
    'ChatGPT (API) names Acme as often as before again, since about Nov 26.',
    'In the market de-de, 2 changes hold.',
    'Claude (API) has not answered since Nov 25; its figures stop there.',
  ]);
  assert.equal(leadOf(figures({})), 'Compared with Oct 4 – 31.');
});

test('engines are ranked each by itself: beyond chance, or by a change that holds', () => {
  const named = [
    ...[rowOf('chatgpt', 'Acme', 0.33), rowOf('chatgpt', 'Bolt', 0.6), rowOf('chatgpt', 'Cord', 0.5)],
    ...[rowOf('claude', 'Acme', 0.6), rowOf('claude', 'Bolt', 0.4)],
    ...[rowOf('gemini', 'Acme', 0.6, { gate: 'within_noise' }), rowOf('gemini', 'Bolt', 0.4)],
    ...[rowOf('grok', 'Acme', 0.5, { responses: 4 }), rowOf('grok', 'Bolt', 0.5)],
  ];
  const apart = {
    chatgpt: { ahead: ['Cord'], behind: [] },
    claude: { ahead: ['Bolt'], behind: [] },
    gemini: { ahead: [], behind: ['Bolt'] },
  };
  const all = figures({ named, apart, changes: [FELL, AHEAD] });
  assert.deepEqual(
    rankingsOf(all).map((ranking) => [standingText(ranking), wordOf(ranking), countedDays(ranking, all)]),
    [
      ['3rd, behind Cord', 'Fell', 'with days before the fall'],
      ['1st, behind Bolt', 'Overtaken', 'with days before Bolt’s rise'],
      ['1st, ahead of Bolt', 'As before', null],
      [null, 'Not compared', null],
    ],
  );
  assert.equal(sentenceOf('engines', all), 'First on two engines, third on one');
  const twice = ['chatgpt_app', 'chatgpt_app_cloro'].flatMap((slug) => [
    rowOf(slug, 'Acme', 0.6),
    rowOf(slug, 'Bolt', 0.4),
  ]);
  assert.equal(sentenceOf('engines', figures({ named: twice })), 'First on one engine');
});

test('what came after something done: citations of its page, and changes before the next event', () => {
  const done = [
    { day: '2026-11-01', text: 'Published acme.example/a', cited: { since: 74, before: 0 } },
    { day: '2026-11-15', text: 'A campaign', cited: null },
    { day: '2026-11-20', text: 'Published acme.example/b', cited: { since: 1, before: 1000 } },
  ];
  const all = figures({ done, changes: [FELL] });
  assert.deepEqual(
    done.map((_, place) => cameAfter(place, all)),
    [
      ['74 answers cite it in the 28 days since.'],
      [`${SAID}.`],
      ['1 answer cites it in the 9 days since, 1,000 in the 19 days before.'],
    ],
  );
});
