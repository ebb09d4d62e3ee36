import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readAll } from '../../test/support/read-import.ts';
import { engineChoiceText } from './mapping.ts';

/** Invented rows in the documented shape of each tool's export. */
const TEXT = 'Kestrel Boards is simple, and **Tandemly** suits agencies.';
const QUESTION = 'best project management tool for small agencies';
const [A, B] = ['https://toolroundup.example/boards', 'https://tandemly.example/'];

const CANONRY_RECORD = {
  runId: 'run_1',
  runKind: 'answer-visibility',
  runStatus: 'completed',
  runCreatedAt: '2026-09-14T08:00:00.000Z',
  snapshotId: 'snap_1',
  snapshotCreatedAt: '2026-09-14T08:12:00.000Z',
  queryId: 'q_1',
  query: QUESTION,
  provider: 'openai',
  model: 'gpt-5.6-terra',
  location: null,
  citationState: 'cited',
  cited: true,
  answerMentioned: true,
  mentionState: 'mentioned',
  citedDomains: ['toolroundup.example'],
  citedUrls: [A],
  captureStatus: 'captured',
  competitorOverlap: ['Kestrel Boards'],
  recommendedCompetitors: [],
  answerText: TEXT,
  groundingSources: [{ uri: B, title: 'Tandemly' }],
  searchQueries: ['best boards'],
};

const canonry = (...records: object[]) =>
  JSON.stringify(
    {
      schemaVersion: 'canonry.results-export/v1',
      generatedAt: '2026-11-01T00:00:00.000Z',
      project: {
        id: 'p',
        name: 'tandemly',
        canonicalDomain: 'tandemly.example',
        country: 'US',
        language: 'en',
      },
      filters: { since: null, until: null, includeProbes: false },
      recordCount: records.length,
      records,
    },
    null,
    2,
  );

const PROFOUND_ROW = {
  prompt: QUESTION,
  prompt_id: 'p1',
  prompt_type: 'visibility',
  response: TEXT,
  citations: [A, B],
  mentions: ['Kestrel Boards', 'Tandemly'],
  model: 'Google AI Overviews',
  region: 'United States',
  persona: null,
  topic: 'Boards',
  tags: ['agencies'],
  created_at: '2026-09-14T08:12:00Z',
  run_id: 'r1',
  search_queries: ['best boards'],
  sentiment_themes: [{ name: 'Ease of use', type: 'positive' }],
};

const SCRUNCH_ROW = {
  id: 17,
  created_at: '2026-09-14T08:12:00Z',
  prompt_id: 3,
  prompt: QUESTION,
  persona_name: null,
  country: 'US',
  stage: 'Evaluation',
  branded: false,
  tags: [],
  platform: 'chatgpt',
  brand_present: true,
  brand_sentiment: 'positive',
  brand_position: 'middle',
  competitors: [{ id: 1, name: 'Kestrel Boards', present: true, position: 'top', sentiment: 'none' }],
  response_text: TEXT,
  citations: [
    { url: A, domain: 'toolroundup.example', source_type: 'other', title: 'Boards', snippet: null },
  ],
  query_fanout: { queries: ['best boards'], engine_metadata: null },
};

const PEEC_CHAT = {
  id: 'ch_1',
  date: '2026-09-14',
  prompt: { id: 'pr_1' },
  model_channel: { id: 'google-ai-mode-0' },
};
const PEEC_CONTENT = {
  id: 'ch_1',
  messages: [
    { role: 'user', content: QUESTION },
    { role: 'assistant', content: TEXT },
  ],
  brands_mentioned: [
    { id: 'b2', name: 'Kestrel Boards', position: 1 },
    { id: 'b1', name: 'Tandemly', position: 2 },
  ],
  sources: [{ url: A, domain: 'toolroundup.example' }],
  queries: ['best boards'],
};

const AHREFS_ROW = {
  question: QUESTION,
  response: TEXT,
  country: 'us',
  data_source: 'google_ai_mode',
  links: [{ url: A, title: 'Boards' }],
  search_queries: [],
  last_updated: '2026-09-14',
  tags: [],
  volume: 1200,
};

const elmo = (raw: unknown) => {
  const cells = [
    'id-1',
    QUESTION,
    'chatgpt',
    'openai-api',
    'gpt-5-mini',
    't',
    JSON.stringify(raw),
    '{"best boards"}',
    't',
    '2026-09-14 08:12:00+00',
    `[{"url":"${A}","title":null}]`,
  ];
  const names =
    'id,prompt,model,provider,version,web_search_enabled,raw_output,web_queries,brand_mentioned,created_at,citations';
  return `${names}\n${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`;
};

const FULL = {
  row: 1,
  question: QUESTION,
  collectedAt: '2026-09-14T08:12:00.000Z',
  answer: TEXT,
  searches: ['best boards'],
};
const DAY = { ...FULL, collectedAt: '2026-09-14T12:00:00.000Z' };
const TOLD = { named: true, position: null };

for (const [tool, content, row, engine] of [
  [
    'canonry',
    canonry(CANONRY_RECORD),
    { ...FULL, engine: 'openai', citations: [A], model: 'gpt-5.6-terra', theirs: TOLD },
    'chatgpt',
  ],
  [
    'Profound',
    JSON.stringify({ data: [PROFOUND_ROW], info: { total_rows: 1 } }),
    { ...FULL, engine: 'Google AI Overviews', market: 'United States', citations: [A, B], theirs: TOLD },
    'google_ai_overview',
  ],
  [
    'Scrunch',
    JSON.stringify({ total: 1, offset: 0, limit: 100, items: [SCRUNCH_ROW] }),
    { ...FULL, engine: 'chatgpt', market: 'US', citations: [A], theirs: TOLD },
    'own:ChatGPT (Scrunch)',
  ],
  [
    'Peec',
    JSON.stringify({ ...PEEC_CHAT, content: PEEC_CONTENT }),
    { ...DAY, engine: 'google-ai-mode-0', citations: [A], theirs: { named: true, position: 2 } },
    'google_ai_mode',
  ],
  [
    'Peec',
    JSON.stringify([{ ...PEEC_CHAT, ...PEEC_CONTENT }]),
    { ...DAY, engine: 'google-ai-mode-0', citations: [A], theirs: { named: true, position: 2 } },
    'google_ai_mode',
  ],
  [
    'Ahrefs Brand Radar',
    JSON.stringify({ ai_responses: [AHREFS_ROW] }),
    { ...DAY, engine: 'google_ai_mode', market: 'us', citations: [A], searches: [] },
    'google_ai_mode',
  ],
  [
    'elmo',
    elmo({
      output: [
        { type: 'reasoning', content: [{ text: 'Hm.' }] },
        { type: 'message', content: [{ type: 'output_text', text: TEXT }] },
      ],
    }),
    { ...FULL, engine: 'chatgpt openai-api online', citations: [A], model: 'gpt-5-mini', theirs: TOLD },
    'chatgpt',
  ],
] as const)
  test(`${tool}'s rows are read as ${engine}`, async () => {
    const { file, plan, rows } = await readAll(content);
    assert.deepEqual([file.tool?.name, rows], [tool, [row]]);
    assert.equal(engineChoiceText(plan.engineOf(row.engine)), engine);
  });

describe('traps of the exports', () => {
  test('what canonry did not evaluate is neither yes nor no', async () => {
    const { rows } = await readAll(canonry({ ...CANONRY_RECORD, answerMentioned: null, citedUrls: null }));
    assert.deepEqual([rows[0]?.theirs, rows[0]?.citations], [undefined, [B]]);
  });
  test("canonry's CSV is the same", async () => {
    const names =
      'export_schema_version,snapshot_id,snapshot_created_at,query,provider,model,location,answer_mentioned,cited_urls_json,answer_text,grounding_sources_json,search_queries_json';
    const { rows } = await readAll(
      `${names}\r\ncanonry.results-export/v1,s,2026-09-14T08:12:00Z,${QUESTION},cdp:chatgpt,,,false,"[""${A}""]",${TEXT.replace(',', '')},[],[]\r\n`,
    );
    assert.deepEqual([rows[0]?.citations, rows[0]?.theirs], [[A], { named: false, position: null }]);
  });
  test('an answer without the brand is in a list of none', async () => {
    const { rows } = await readAll(
      JSON.stringify([
        { ...PROFOUND_ROW, mentions: [] },
        { ...PROFOUND_ROW, mentions: null },
      ]),
    );
    assert.deepEqual(
      rows.map(({ theirs }) => theirs),
      [{ named: false, position: null }, undefined],
    );
  });
  test('a row of scores alone is left out', async () => {
    const { rows } = await readAll(JSON.stringify([SCRUNCH_ROW, { ...SCRUNCH_ROW, response_text: '' }]));
    assert.equal(rows[1]?.reason, 'no_answer');
  });
  for (const [provider, raw] of [
    ['chat completions', { choices: [{ message: { content: TEXT } }] }],
    [
      'Anthropic',
      {
        content: [
          { type: 'thinking', text: 'Hm.' },
          { type: 'text', text: TEXT },
        ],
      },
    ],
    ['Mistral', { outputs: [{ content: [{ type: 'text', text: TEXT }] }] }],
    ['DataForSEO', { tasks: [{ result: [{ markdown: TEXT }] }] }],
    ['BrightData', [{ answer_text_markdown: TEXT }]],
    ['Olostep', { result: { json_content: JSON.stringify({ answer_markdown: TEXT }) } }],
    ['Oxylabs', { results: [{ content: { markdown_text: TEXT } }] }],
    ['Cloro', { aioverview: { markdown: TEXT, text: 'x' } }],
    ['a text', TEXT],
  ] as const)
    test(`elmo's text inside a reply of ${provider}`, async () =>
      assert.equal((await readAll(elmo(raw))).rows[0]?.answer, TEXT));
  test('elmo’s reply without a text has none', async () =>
    assert.equal((await readAll(elmo({ error: 'x' }))).rows[0]?.reason, 'no_answer'));
});

describe('JSON, however it is written', () => {
  const row = {
    prompt: 'which board is best',
    engine: 'AI Mode',
    date: '2026-09-14',
    answer: TEXT,
    citations: [{ url: A }],
  };
  const two = [row, { ...row, answer: 'Plotwise.' }];
  for (const [what, content, format] of [
    ['lines', two.map((each) => JSON.stringify(each)).join('\n'), 'JSON Lines, UTF-8'],
    ['a list', JSON.stringify(two, null, 2), 'JSON, UTF-8'],
    ['one object', JSON.stringify({ meta: { page: 1 }, result: { items: two } }), 'JSON, UTF-8'],
    ['objects one after another', two.map((each) => JSON.stringify(each, null, 2)).join('\n'), 'JSON, UTF-8'],
    ['several pages', two.map((each) => JSON.stringify({ data: [each] })).join('\n'), 'JSON, UTF-8'],
    [
      'beside other lists',
      JSON.stringify({ prompts: [{ id: 1 }, { id: 2 }, { id: 3 }], rows: two }),
      'JSON, UTF-8',
    ],
  ] as const)
    test(what, async () => {
      const { file, rows } = await readAll(content);
      assert.equal(file.format, format);
      assert.deepEqual(
        rows.map(({ answer }) => answer),
        [TEXT, 'Plotwise.'],
      );
      assert.deepEqual(rows[0]?.citations, [A]);
    });
  test('one object alone is a row', async () => {
    const { rows } = await readAll(JSON.stringify(row));
    assert.equal(rows[0]?.answer, TEXT);
  });
  test('a line that is broken leaves the others', async () => {
    const lines = [JSON.stringify(row), '{"prompt": "wh', '[1]', JSON.stringify(row)].join('\n');
    const { rows } = await readAll(lines);
    assert.deepEqual(
      rows.map(({ reason }) => reason),
      [undefined, 'unreadable', 'unreadable', undefined],
    );
  });
  for (const start of ['[', '{"data": ['])
    test(`a document that begins with ${start} and breaks off`, async () => {
      const { rows } = await readAll(`${start}${JSON.stringify(row)}, {"prompt": "wh`);
      assert.deepEqual(
        rows.map(({ reason }) => reason),
        [undefined, 'unreadable'],
      );
    });
  test('a row of more than 8 MB is left out', async () => {
    const { rows } = await readAll(JSON.stringify([row, { ...row, answer: 'a'.repeat(9e6) }, row]));
    assert.deepEqual(
      rows.map(({ reason }) => reason),
      [undefined, 'too_long', undefined],
    );
  });
  test('names that objects inherit are no columns', async () => {
    const { rows } = await readAll(
      `[{"__proto__":{"prompt":"q"},"constructor":"x","answer":"a b","date":"2026-09-14","engine":"AI Mode"}]`,
    );
    assert.equal(rows[0]?.reason, 'no_question');
  });
});
