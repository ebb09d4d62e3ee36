import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateOf } from '../domain/rate.ts';
import { noteOf, rateText, renderReport } from './render.ts';

const META = {
  generated_at: '2026-11-20T13:37:21.123Z',
  brand: { id: 'acme', name: 'Acme' },
  note: 'Keep this in mind.',
};

for (const [present, responses, shown] of [
  [0, 0, '0 of 0 (below 5, no rate yet)'],
  [0, 4, '0 of 4 (below 5, no rate yet)'],
  [3, 4, '3 of 4 (below 5, no rate yet)'],
  [0, 5, '0 of 5, 0% (0 to 43%)'],
  [5, 5, '5 of 5, 100% (57 to 100%)'],
  [12, 56, '12 of 56, 21% (13 to 34%)'],
  [31, 80, '31 of 80, 39% (29 to 50%)'],
  [2, 3000, '2 of 3000, 0.1% (0.0 to 0.2%)'],
] as const) {
  test(`${present} of ${responses} reads "${shown}"`, () => {
    assert.equal(rateText(rateOf(present, responses)), shown);
  });
}

test('a report begins with whose it is, its window and its time, and ends with its note', () => {
  const text = renderReport('sources', { data: [], meta: { ...META, window_days: 30 } });
  assert.match(text, /^Acme \(acme\), last 30 days, at 2026-11-20T13:37:21\.123Z\n\n/);
  assert.match(text, /\nKeep this in mind\.\n$/);
});

test('the note under a table speaks of no field of the JSON', () => {
  for (const report of ['me', 'brands', 'visibility', 'comparisons']) {
    const note = noteOf(report, { data: [{}], meta: { ...META, note: '`brand` is a field.' } });
    assert.doesNotMatch(note, /`(?!sightline)\w+`/, report);
  }
});

test('the note under an empty list says why it is empty', () => {
  assert.match(renderReport('alerts', { data: [], meta: META }), /\nKeep this in mind\.\n$/);
});

test('a window of one day is 24 hours, not a calendar day', () => {
  assert.match(renderReport('sources', { data: [], meta: { ...META, window_days: 1 } }), /last 24 hours/);
});

for (const [report, none] of [
  ['answers', 'No answers.'],
  ['sources', 'No sources in this window.'],
  ['alerts', 'No alerts.'],
] as const) {
  test(`an empty ${report} is reported as empty`, () => {
    const text = renderReport(report, { data: [], meta: { ...META, next_cursor: null } });
    assert.ok(text.includes(none));
  });
}

const SEEN = { citations: 1, avg_rank_when_named: null, ranked_answers: 0 };

test('visibility shows an unranked brand as -, not as 0', () => {
  const data = {
    engines: [{ name: 'ChatGPT (API)', collection_method: 'api', ...rateOf(3, 4), ...SEEN }],
    brands: [],
  };
  assert.match(
    renderReport('visibility', { data, meta: META }),
    /ChatGPT \(API\) +api +3 of 4 \(below 5, no rate yet\) +1 of 4 +-\n/,
  );
});

test('visibility shows a mean position with the answers that it is over', () => {
  const seen = { citations: 1, avg_rank_when_named: 2.5, ranked_answers: 31 };
  const data = {
    engines: [{ name: 'Grok (API)', collection_method: 'api', ...rateOf(40, 80), ...seen }],
    brands: [],
  };
  assert.match(renderReport('visibility', { data, meta: META }), / 1 of 80 +2\.50 \(31 ranked\)\n/);
});

test('visibility shows framing with its denominator', () => {
  const framing = { classified: 8, recommended: 3, negative: 1 };
  const data = { engines: [], brands: [{ name: 'Acme', role: 'self', ...rateOf(9, 9), ...SEEN, framing }] };
  assert.match(renderReport('visibility', { data, meta: META }), /3 of 8 +1 of 8/);
});

const ANSWER = {
  id: 'ans_0123456789ab',
  engine: 'chatgpt',
  prompt: 'best anvils',
  outcome: 'ok',
  collected_at: '2026-11-20T12:37:21.123Z',
  mentions: [
    { brand: 'Acme', mentioned: true, rank: 2 },
    { brand: 'Bolt', mentioned: false, rank: null },
    { brand: 'Cargo', mentioned: true, rank: null },
  ],
  citations: [{}, {}],
};

test('an answer lists the brands it names, with positions, and omits absent ones', () => {
  const text = renderReport('answers', { data: [ANSWER], meta: { ...META, next_cursor: null } });
  assert.match(text, /Acme #2, Cargo/);
  assert.doesNotMatch(text, /Bolt/);
});

test('an answer that names nobody says so', () => {
  const text = renderReport('answers', {
    data: [{ ...ANSWER, mentions: [] }],
    meta: { ...META, next_cursor: null },
  });
  assert.match(text, /nobody/);
});

test('answers say which engine gave them by its name', () => {
  const text = renderReport('answers', { data: [ANSWER], meta: { ...META, next_cursor: null } });
  assert.match(text, /ChatGPT \(API\)/);
});

const VERDICT = {
  evaluated_at: '2026-11-20T06:00:00.000Z',
  engine: 'chatgpt',
  engine_name: 'ChatGPT (API)',
  measure: 'visibility',
  brand: 'Acme',
  current: rateOf(14, 70),
  baseline: rateOf(168, 280),
  change: { points: -40, lower: -49.1, upper: -27.2 },
  alert: null,
};

for (const [what, gates, shown] of [
  ['that waits', ['condition_not_met', 'not_persistent', 'below_min_delta'], 'visibility_drop'],
  ['that was raised', ['condition_not_met', null, 'below_min_delta'], 'visibility_drop'],
  [
    'that two kinds see alike',
    ['not_persistent', 'not_persistent', 'below_min_delta'],
    'engine_blackout, visibility_drop',
  ],
  ['too small for any kind', ['below_min_delta', 'below_min_delta', 'below_min_delta'], 'visibility'],
  ['that one kind alone was asked about', ['too_few_answers'], 'engine_blackout'],
] as const) {
  test(`a change ${what} is one line of /comparisons: ${shown}`, () => {
    const kinds = ['engine_blackout', 'visibility_drop', 'visibility_rise'];
    const data = gates.map((gate, index) => ({ ...VERDICT, kind: kinds[index], gate }));
    const text = renderReport('comparisons', { data, meta: { ...META, next_cursor: null } });
    const lines = text.split('\n').filter((line) => line.startsWith('2026-11-20'));
    assert.equal(lines.length, 1);
    assert.ok(lines[0]?.includes(`  ChatGPT (API)  ${shown}  Acme  `), lines[0]);
  });
}

test('changes of two measures, brands, engines or days are lines of their own', () => {
  const data = [
    {},
    { measure: 'negative_framing', kind: 'negative_framing' },
    { brand: 'Bolt' },
    { engine: 'claude' },
    { evaluated_at: '2026-11-19T06:00:00.000Z' },
  ].map((other) => ({ ...VERDICT, kind: 'visibility_drop', gate: 'within_noise', ...other }));
  const text = renderReport('comparisons', { data, meta: { ...META, next_cursor: null } });
  assert.equal(text.split('\n').filter((line) => line.startsWith('2026-11-')).length, data.length);
});

test('a cursor is printed if there is another page, and not after the last one', () => {
  const page = (next_cursor: string | null) =>
    renderReport('answers', { data: [ANSWER], meta: { ...META, next_cursor } });
  assert.match(page('ans_0123456789ab'), /\nMore: --cursor ans_0123456789ab\n/);
  assert.doesNotMatch(page(null), /--cursor/);
});

test('a brand without domain or answers shows - and never', () => {
  const data = [
    { id: 'acme', name: 'Acme', domain: null, configured: false, active_prompts: 0, last_collected_at: null },
  ];
  assert.match(renderReport('brands', { data, meta: META }), /acme +Acme +- +no +0 +never\n/);
});

test('what engines wrote cannot move the cursor or color the terminal', () => {
  const evil = '\u001b[2J\u009b31m\r\n\u0007';
  const text = renderReport('answers', {
    data: [{ ...ANSWER, prompt: evil, mentions: [{ brand: evil, mentioned: true, rank: null }] }],
    meta: { ...META, brand: { id: 'acme', name: evil }, next_cursor: null },
  });
  assert.doesNotMatch(text.replaceAll('\n', ''), /\p{Cc}/u);
});

test('a report without a table of its own is shown as JSON', () => {
  assert.match(renderReport('other', { data: { a: 1 }, meta: META }), /"a": 1/);
});
