import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openaiBatch } from './chatgpt/batch.ts';
import { anthropicBatch } from './claude/batch.ts';
import type { Access, BatchApi } from './engine.ts';

const ACCESS: Access = { baseUrl: 'http://127.0.0.1:1', key: 'k', model: 'm', settings: {} };
const replyOf = (body: string) => ({ status: 200, headers: {}, body });

/** As the providers' references show them. */
const RUNNING = {
  openai: { id: 'batch_abc', object: 'batch', status: 'finalizing', created_at: 1711471533, metadata: null },
  anthropic: { id: 'msgbatch_01', processing_status: 'canceling', created_at: '2024-09-24T18:37:24.100435Z' },
};
const ENDED: readonly (readonly [api: BatchApi, batch: object, results: readonly string[]])[] = [
  [
    openaiBatch,
    { ...RUNNING.openai, status: 'expired', output_file_id: 'file-o', error_file_id: 'file-e' },
    ['/v1/files/file-o/content', '/v1/files/file-e/content'],
  ],
  [openaiBatch, { ...RUNNING.openai, status: 'failed', output_file_id: null }, []],
  [
    anthropicBatch,
    { ...RUNNING.anthropic, processing_status: 'ended', results_url: 'http://elsewhere.example/results' },
    ['/v1/messages/batches/msgbatch_01/results'],
  ],
];

test('a batch that runs has no results, and one that ended has paths on the same host', () => {
  assert.equal(openaiBatch.batchIn(replyOf(JSON.stringify(RUNNING.openai)))?.results, null);
  assert.equal(anthropicBatch.batchIn(replyOf(JSON.stringify(RUNNING.anthropic)))?.results, null);
  for (const [api, batch, results] of ENDED)
    assert.deepEqual(api.batchIn(replyOf(JSON.stringify(batch)))?.results, results);
});

test('results are read by their custom ids, in any order', () => {
  const openai = [
    { custom_id: 'a', response: { status_code: 200, request_id: 'r', body: { ok: 1 } }, error: null },
    { custom_id: 'b', response: { status_code: 400, body: { error: { message: 'm' } } }, error: null },
    { custom_id: 'c', response: null, error: { code: 'batch_expired', message: 'm' } },
  ];
  const anthropic = [
    { custom_id: 'a', result: { type: 'succeeded', message: { ok: 1 } } },
    { custom_id: 'b', result: { type: 'errored', error: { type: 'error', error: {} } } },
    { custom_id: 'c', result: { type: 'expired' } },
  ];
  for (const [api, lines] of [
    [openaiBatch, openai],
    [anthropicBatch, anthropic],
  ] as const) {
    const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    const replies = [...api.resultsIn(replyOf(body))].map(([id, reply]) => [id, reply?.body ?? null]);
    assert.deepEqual(replies, [
      ['a', '{"ok":1}'],
      ['b', null],
      ['c', null],
    ]);
  }
});

test('requests go out whole, with the name of the batch where its provider keeps one', async () => {
  const request = { method: 'POST', url: '', headers: {}, body: { model: 'm' } } as const;
  const batch = { token: 't', items: [{ customId: 't-1', request }] };
  const file = openaiBatch.submit(ACCESS, batch, [])?.form?.get('file');
  assert.ok(file instanceof File);
  assert.deepEqual(JSON.parse(await file.text()), {
    ...{ custom_id: 't-1', method: 'POST', url: '/v1/responses', body: { model: 'm' } },
  });
  const create = openaiBatch.submit(ACCESS, batch, [replyOf('{"id":"file-1"}')]);
  assert.deepEqual(create?.body, {
    ...{ input_file_id: 'file-1', endpoint: '/v1/responses', completion_window: '24h' },
    metadata: { sightline: 't' },
  });
  const { body } = anthropicBatch.submit(ACCESS, batch, []) ?? {};
  assert.deepEqual(body, { requests: [{ custom_id: 't-1', params: { model: 'm' } }] });
});
