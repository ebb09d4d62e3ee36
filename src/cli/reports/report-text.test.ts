import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateOf } from '../../domain/figures/rate.ts';
import { REPORTS, reportNamed } from '../../reports/index.ts';
import type { Envelope } from '../../reports/run/run-report.ts';
import { reportText } from './report-text.ts';

function renderReport(name: string, envelope: Envelope, columns: number | null = null): string {
  const report = REPORTS.find((each) => each.name === name);
  assert.ok(report);
  return reportText(report, envelope, { columns, full: true });
}

const META = {
  generated_at: '2026-11-20T13:37:21.123Z',
  brand: { id: 'acme', name: 'Acme' },
  note: 'Keep this in mind.',
};

const windowed = (window_days: number, until = META.generated_at) => ({
  ...META,
  window_days,
  window: { from: '2026-10-21T13:37:21.124Z', until },
});

test('a report begins with whose it is, its window and its time, and ends with its note', () => {
  const text = renderReport('sources', { data: [], meta: windowed(30) });
  assert.match(text, /^Acme \(acme\), last 30 days, at 2026-11-20 13:37 UTC\n\n/);
  assert.match(text, /\nKeep this in mind\.\n$/);
});

test('the note under a table mentions no field of the JSON', () => {
  for (const { name, tableNote = '' } of REPORTS) assert.doesNotMatch(tableNote, /`(?!sightline)\w+`/, name);
});

test('a window that ended earlier shows its end', () => {
  const text = renderReport('sources', { data: [], meta: windowed(30, '2026-11-01T00:00:00.000Z') });
  assert.match(text, /^Acme \(acme\), 30 days until 2026-11-01 00:00 UTC, at /);
});

test('the note under an empty list says why it is empty', () =>
  assert.match(renderReport('alerts', { data: [], meta: META }), /\nKeep this in mind\.\n$/));

test('a window of one day is 24 hours, not a calendar day', () =>
  assert.match(renderReport('sources', { data: [], meta: windowed(1) }), /last 24 hours/));

for (const [report, none] of [
  ['answers', 'No answers.'],
  ['sources', 'No sources in this window.'],
  ['alerts', 'No alerts.'],
] as const) {
  test(`prints an empty ${report} as empty`, () =>
    assert.ok(renderReport(report, { data: [], meta: { ...META, next_cursor: null } }).includes(none)));
}

const SEEN = { citations: 1, avg_rank_when_named: null, ranked_answers: 0 };

test('visibility shows an unranked brand as -, not as 0', () => {
  const data = {
    engines: [
      { engine: 'chatgpt', name: 'ChatGPT (API)', collection_method: 'api', ...rateOf(3, 4), ...SEEN },
    ],
    brands: [],
  };
  assert.match(
    renderReport('visibility', { data, meta: META }),
    /ChatGPT \(API\) +api +3 of 4 \(below 5, no rate yet\) +- +1 of 4 +-\n/,
  );
});

test('visibility shows a mean position with the answers that it is over', () => {
  const seen = { citations: 1, avg_rank_when_named: 2.5, ranked_answers: 31 };
  const data = {
    engines: [{ engine: 'grok', name: 'Grok (API)', collection_method: 'api', ...rateOf(40, 80), ...seen }],
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

test('prints that an answer names nobody', () => {
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
  ['that waits', ['condition_not_met', 'not_persistent', 'below_min_delta'], 'not for long enough yet'],
  ['that was raised', ['condition_not_met', null, 'below_min_delta'], 'raised'],
  [
    'too small for any kind',
    ['below_min_delta', 'below_min_delta', 'below_min_delta'],
    'too small to report',
  ],
] as const) {
  test(`a change ${what} is one line of /comparisons, with the gate that it came furthest to`, () => {
    const kinds = ['engine_blackout', 'visibility_drop', 'visibility_rise'];
    const data = gates.map((gate, index) => ({ ...VERDICT, kind: kinds[index], gate }));
    const text = renderReport('comparisons', { data, meta: { ...META, next_cursor: null } });
    const lines = text.split('\n').filter((line) => line.startsWith('2026-11-20'));
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', new RegExp(` named    Acme .* ${shown} +-$`));
  });
}

test('changes in two measures, brands, engines, or days have their own lines', () => {
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

test('prints a cursor if there is another page, and not after the last one', () => {
  const page = (next_cursor: string | null) =>
    renderReport('answers', { data: [ANSWER], meta: { ...META, next_cursor } });
  assert.match(page('ans_0123456789ab'), /\nMore: --cursor ans_0123456789ab\n/);
  assert.doesNotMatch(page(null), /--cursor/);
});

test('a brand without domain or answers shows - and never', () => {
  const data = [
    { id: 'acme', name: 'Acme', domain: null, configured: false, active_prompts: 0, last_collected_at: null },
  ];
  assert.match(renderReport('brands', { data, meta: META }), /acme +Acme +- +no +0 +- +- +never\n/);
});

test("an engine's text cannot move the cursor or color the terminal", () => {
  const evil = '\u001b[2J\u009b31m\r\n\u0007';
  const text = renderReport('answers', {
    data: [{ ...ANSWER, prompt: evil, mentions: [{ brand: evil, mentioned: true, rank: null }] }],
    meta: { ...META, brand: { id: 'acme', name: evil }, next_cursor: null },
  });
  assert.doesNotMatch(text.replaceAll('\n', ''), /\p{Cc}/u);
});

test('me is one line per figure', () => {
  const alerts = { enabled: true, kinds: 'all', min_delta_points: 10, min_sample_each_side: 30 };
  const data = {
    organization: { name: 'Acme Inc' },
    plan: {
      name: 'growth',
      status: 'active',
      trial_ends_at: null,
      prompts: { used: 3, included: 200 },
      brands: 2,
    },
    key: { scopes: ['read', 'prompts:write'] },
    rate_limit: { remaining: 299, per_minute: 300 },
    reporting_rules: { min_sample: 5, alerts },
  };
  const text = renderReport('me', { data, meta: META });
  assert.match(text, /\n\nOrganization +Acme Inc\nPlan +growth\n/);
  assert.match(text, /\nQuestions +3 of 200\n/);
  assert.match(text, /\nScopes +read, prompts:write\n/);
  assert.match(text, /\nKinds of alert +all\n/);
});

test('an alert is a line of its facts and its sentences below, whole', () => {
  const data = [
    {
      id: 'alr_0123456789ab',
      kind: 'visibility_drop',
      created_at: META.generated_at,
      title: 'One line.',
      detail: 'word '.repeat(60).trim(),
      state: 'over',
    },
  ];
  const facts = '2026-11-20 13:37 UTC  named less often  alr_0123456789ab  over\n  One line.\n';
  const detail = 'word '.repeat(60).trim();
  assert.ok(renderReport('alerts', { data, meta: META }).includes(`${facts}  ${detail}\n`));
  const lines = `  ${'word '.repeat(15).trim()}\n`.repeat(4);
  assert.ok(renderReport('alerts', { data, meta: META }, 80).includes(`over\n  One line.\n${lines}`));
});

test('the note under a table fits the terminal, and no word of it is broken', () => {
  const note = 'word '.repeat(60).trim();
  const text = renderReport('sources', { data: [], meta: { ...windowed(30), note } }, 80);
  assert.deepEqual(text.split('\n').slice(-5), [
    ...Array(3).fill('word '.repeat(16).trim()),
    'word '.repeat(12).trim(),
    '',
  ]);
});

test('lists every engine by name, also on a narrow terminal', () => {
  const engines = ['chatgpt', 'claude', 'gemini', 'perplexity', 'google_ai_overview'];
  const row = { kind: 'listing', site: 'a.example', answers: 9, answers_naming_you: 0, competitors_named: 2 };
  const work = { competitors: [], status: null, note: null, cited_since: null };
  const data = [{ ...row, ...work, owned_hosts: [], engines, share: 0.2, pages: [] }];
  const text = renderReport('recommendations', { data, meta: windowed(30) }, 80);
  for (const name of ['ChatGPT', 'Claude', 'Gemini', 'Perplexity', 'Google AI'])
    assert.ok(text.includes(name));
  assert.doesNotMatch(text, /…/);
});

test('no line in a visibility table is wider than a terminal of 80 columns', () => {
  const row = { ...rateOf(31, 80), citations: 12, avg_rank_when_named: 2.5, ranked_answers: 31 };
  const framing = { classified: 18, recommended: 3, negative: 1 };
  const data = {
    engines: [{ engine: 'google_ai_overviews', collection_method: 'scraper', ...row }],
    brands: [{ name: 'A brand with a long name', role: 'competitor', ...row, framing }],
  };
  const text = renderReport('visibility', { data, meta: windowed(7) }, 80);
  const tables = text.split('\n').slice(1, -2);
  const found = tables.filter((each) => each.length > 80);
  assert.deepEqual(found, []);
  assert.match(text, / 31 of 80, 39% .*\n +\(29 to 50%\)/);
});

test('prints long texts only with --full, and never pooled figures without it', () => {
  const row = { ...rateOf(31, 80), citations: 12, avg_rank_when_named: 2.5, ranked_answers: 31 };
  const framing = { classified: 18, recommended: 3, negative: 1 };
  const data = {
    engines: [{ engine: 'chatgpt', collection_method: 'api', ...row }],
    brands: [{ name: 'Acme', role: 'self', ...row, framing }],
  };
  const envelope = { data, meta: windowed(7) } as unknown as Envelope;
  const text = (full: boolean) => reportText(reportNamed('visibility'), envelope, { columns: 80, full });
  assert.doesNotMatch(text(false), /Pooled|Acme .*39%/);
  assert.match(text(false), /\nMore with --full\.\n/);
  assert.match(text(true), /\nPooled over all engines/);
  assert.doesNotMatch(text(true), /--full/);
});

test('a question has its own line above its figures on a narrow terminal', () => {
  const question = 'which anvils do people who forge at home buy for their first workshop';
  const data = [
    {
      id: 'que_000000000000',
      text: question,
      tags: ['tools'],
      branded: 'none',
      active: true,
      answers: 120,
      answers_naming_you: 45,
      web_search_volume: null,
      volume_checked_at: null,
    },
  ];
  const lines = renderReport('questions', { data, meta: windowed(30) }, 80).split('\n');
  assert.ok(lines.includes(question));
  assert.ok(lines.every((line) => line.length <= 80));
});

test('quotes stand under the table of /competitors, each on its own line, and only where there are any', () => {
  const competitor = (name: string, quotes: object) => ({
    competitor: name,
    domain: null,
    answers_naming_them: 2,
    answers_without_you: 1,
    answers: 4,
    best_list_position: 2,
    typical_list_position: 2.5,
    ranked_answers: 2,
    total_mentions: 3,
    engines: ['chatgpt'],
    ...quotes,
  });
  const quote = {
    snippet: '**Bolt** \u001b[31mleads.',
    engine: 'claude',
    question: 'q',
    answerId: 'ans_000000000000',
  };
  const data = [
    competitor('Bolt', {
      quotes: [
        { ...quote, listRank: 2 },
        { ...quote, listRank: null },
      ],
    }),
    competitor('Cargo', { quotes: [] }),
  ];
  const text = renderReport('competitors', { data, meta: windowed(30) });
  assert.match(
    text,
    /^Competitor +Named in +and without you +Best position +Median position +Mentions +Engines$/m,
  );
  assert.match(text, /^Bolt +2 of 4 +1 +2 +2\.5 \(2 ranked\) +3 +ChatGPT \(API\)$/m);
  const [, below = ''] = text.split(/\n\n(?=Bolt\n)/);
  assert.match(
    below,
    /^Bolt\n {2}\*\*Bolt\*\* .*leads\. \(Claude \(API\), #2, ans_0{12}\)\n {2}.*\(Claude \(API\), ans_0{12}\)\n\nOnly/,
  );
  assert.doesNotMatch(
    renderReport('competitors', { data: [competitor('Bolt', {})], meta: windowed(30) }),
    /Quotes|leads/,
  );
});

test('the figures of an engine stand under its name, which leaves their column its room', () => {
  const figures = ['chatgpt', 'claude'].flatMap((engine) =>
    ['Ours', 'AirOps: how often'].map((name) => ({
      engine,
      name,
      published: '2026-11-22',
      numerator: 4,
      denominator: null,
      value: 4,
      interval: null,
    })),
  );
  const text = renderReport(
    'definitions',
    { data: { figures, not_computed: [], sources: [] }, meta: windowed(30) },
    60,
  );
  assert.equal(text.match(/ChatGPT/g)?.length, 1);
  assert.match(text, /\nChatGPT \(API\)\n {2}Ours .*\n {2}AirOps: how often/);
  for (const each of text.split('\n')) assert.ok(each.length <= 60, each);
});

test('columns that have no room beside the others go on below their row, each with its label', () => {
  const side = { ...rateOf(28, 84), after: '', until: '', responses_to_all_prompts: 84 };
  const row = {
    id: 'cmp_1',
    evaluated_at: META.generated_at,
    engine: 'chatgpt',
    engine_name: 'ChatGPT (API)',
    measure: 'named',
    kind: 'visibility_drop',
    brand: 'Acme',
    current: side,
    baseline: side,
    change: { points: -24.2, lower: -34.8, upper: -12.3 },
    gate: null,
    alert: 'alr_ABnHYx3lH62L',
  };
  const meta = { ...windowed(7), next_cursor: null };
  const narrow = renderReport('comparisons', { data: [row], meta } as unknown as Envelope, 66);
  assert.ok(
    narrow.split('\n').every((line) => line.length <= 80),
    narrow,
  );
  assert.match(narrow, /Points \(95%\): -24\.2 \(-34\.8 to -12\.3\)[\s\S]*alr_ABnHYx3lH62L/);
  const wide = renderReport('comparisons', { data: [row], meta } as unknown as Envelope, 200);
  assert.doesNotMatch(wide, /Points \(95%\): /);
});
