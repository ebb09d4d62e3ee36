import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EngineScore, scoreRecorded } from '../eval/engine-bodies.ts';
import { enginesTable } from '../eval/report.ts';
import { bodyOfStream } from '../eval/streams.ts';

const PRICING = 'https://tandemly.example/pricing';
const FORUM = 'https://forum.example/kestrel';

const citation = (url: string, start: number) => ({ type: 'url_citation', url, start_index: start });

const response = (text: unknown, annotations: object[] = [], more: object = {}) => ({
  object: 'response',
  status: 'completed',
  output: [{ type: 'message', content: [{ type: 'output_text', text, annotations }] }],
  ...more,
});

const message = (content: object[], stop = 'end_turn') => ({
  type: 'message',
  role: 'assistant',
  content,
  stop_reason: stop,
});

const SEARCH = [
  { type: 'server_tool_use', name: 'web_search' },
  { type: 'web_search_tool_result', content: [] },
];

function scored(provider: string, body: unknown, file = 'one.json') {
  const recorded = typeof body === 'string' ? body : JSON.stringify(body);
  const { scores, disagreements, foreign, streams } = scoreRecorded([{ file, provider, recorded }]);
  const score: Partial<EngineScore> = scores[0] ?? {};
  return { score, told: disagreements.map(({ what, detail }) => [what, detail]), foreign, streams };
}

test('an answer read to the character, with its pages in order, has no disagreement', () => {
  const { score, told } = scored(
    'openai',
    response('Tandemly wins.', [citation(FORUM, 0), citation(PRICING, 9)]),
  );
  assert.deepEqual(told, []);
  assert.deepEqual(score, {
    engine: 'chatgpt',
    others: 0,
    refused: 0,
    answers: 1,
    thrown: 0,
    failed: 0,
    characters: 13,
    recovered: 13,
    invented: 0,
    cited: 2,
    found: 2,
    added: 0,
    citing: 1,
    sameOrder: 1,
  });
});

test('reports pages read in another order than written', () => {
  const { score, told } = scored('xai', response('Tandemly.', [citation(PRICING, 9), citation(FORUM, 0)]));
  assert.deepEqual([[score.found, score.citing, score.sameOrder], told], [[2, 1, 0], [['order', '1 0']]]);
});

test('reports omitted text: the announcement of a search', () => {
  const announced = { type: 'text', text: 'Let me look.' };
  const { score, told } = scored(
    'anthropic',
    message([announced, ...SEARCH, { type: 'text', text: 'Plotwise.' }]),
  );
  assert.deepEqual([score.characters, score.recovered, score.invented], [19, 9, 0]);
  assert.deepEqual(told, [['text missing', 'Let me look.']]);
});

test('reports a page that the parser misses, and one that the walk misses', () => {
  const result = (id: number, url: string) => ({ id, url, snippet: '' });
  const body = response('As a[0] shows.[1] `x[2]`', [], {});
  const output = [
    { type: 'search_results', results: [result(1, PRICING), result(2, FORUM)] },
    ...body.output,
  ];
  const { score, told } = scored('perplexity', { ...body, output });
  assert.deepEqual([score.cited, score.found, score.added], [2, 1, 0]);
  assert.deepEqual(told, [['cited', `-${FORUM}`]]);
});

test('reports an answer on which the parser throws', () => {
  const { score, told } = scored('openai', response(7));
  assert.equal(score.thrown, 1);
  const found = told.map(([what]) => what);
  assert.deepEqual(found, ['thrown']);
});

test('the parser must not take another API, an error, or half an answer for an answer', () => {
  const others: [string, object][] = [
    ['perplexity', { object: 'chat.completion', choices: [{ message: { content: 'Tandemly.' } }] }],
    ['gemini', { error: { code: 400, message: 'API key not valid.' } }],
    ['anthropic', message([{ type: 'text', text: 'Tand' }], 'max_tokens')],
    ['openai', response('Tand', [], { status: 'failed', error: { code: 'server_error' } })],
  ];
  for (const [provider, body] of others) {
    const { score, told } = scored(provider, body);
    assert.deepEqual([score.others, score.refused, score.answers, told], [1, 1, 0, []], provider);
  }
});

test('Gemini’s pages are its supports’ pages, in their order', () => {
  const web = (uri: string) => ({ web: { uri, title: 'x.example' } });
  const groundingMetadata = {
    groundingChunks: [web(PRICING), web(FORUM)],
    groundingSupports: [{ segment: { endIndex: 9, text: 'Tandemly.' }, groundingChunkIndices: [1] }],
  };
  const content = { parts: [{ thought: true, text: 'Hm.' }, { text: 'Tandemly.' }] };
  const { score, told } = scored('gemini', {
    candidates: [{ content, finishReason: 'STOP', groundingMetadata }],
  });
  assert.deepEqual(told, []);
  assert.deepEqual([score.characters, score.recovered, score.cited, score.sameOrder], [9, 9, 1, 1]);
});

test('Mistral’s references are its pages, whether its content is chunks or one text', () => {
  const entry = (content: unknown) => ({ outputs: [{ type: 'message.output', content }] });
  const chunks = [
    { type: 'text', text: 'Plotwise' },
    { type: 'tool_reference', url: FORUM },
  ];
  for (const [content, cited] of [
    [chunks, 1],
    ['Plotwise', 0],
  ] as const) {
    const { score, told } = scored('mistral', entry(content));
    assert.deepEqual([score.recovered, score.cited, score.found, told], [8, cited, cited, []]);
  }
});

test('a stream of the Responses API is the body that it ends with', () => {
  const stream = `data: {"type":"response.created"}\n\ndata: ${JSON.stringify({
    type: 'response.completed',
    response: response('Plotwise.'),
  })}\n\ndata: [DONE]\n`;
  assert.deepEqual(bodyOfStream(stream), response('Plotwise.'));
});

test('reassembles a stream of the Messages API', () => {
  const cited = { type: 'web_search_result_location', url: FORUM };
  const delta = (index: number, each: object) => ({ type: 'content_block_delta', index, delta: each });
  const events = [
    { type: 'message_start', message: message([]) },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    delta(0, { type: 'citations_delta', citation: cited }),
    delta(0, { type: 'text_delta', text: 'Plot' }),
    delta(0, { type: 'text_delta', text: 'wise.' }),
    { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    { type: 'message_stop' },
  ];
  const stream = events.map((each) => `event: x\ndata: ${JSON.stringify(each)}\n`).join('\n');
  assert.deepEqual(bodyOfStream(stream), message([{ type: 'text', text: 'Plotwise.', citations: [cited] }]));
  const { score, told } = scored('anthropic', stream, 'one.sse');
  assert.deepEqual([score.recovered, score.sameOrder, told], [9, 1, []]);
});

test('skips other streams, and bodies of engines not used here', () => {
  assert.equal(scored('gemini', 'data: {"candidates":[]}\n', 'one.sse').streams, 1);
  assert.equal(scored('cohere', {}).foreign, 1);
});

test('the table has a row for each engine and the skipped bodies', () => {
  const table = enginesTable(
    scoreRecorded([
      {
        file: 'a.json',
        provider: 'openai',
        recorded: JSON.stringify(response('Plotwise.', [citation(FORUM, 0)])),
      },
      { file: 'b.json', provider: 'groq', recorded: '{}' },
    ]),
  );
  assert.ok(table.includes('| chatgpt | 1 | 1 | 9 of 9 | 0 | 1 of 1 | 0 | 1 of 1 | 0 of 0 |'), table);
  assert.ok(table.includes('1 bodies from providers not used here'), table);
});
