import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatgpt } from '../../../engines/chatgpt/adapter.ts';
import type { EngineAnswer } from '../../../engines/engine.ts';
import { readingOf } from './collection-of-reply.ts';

/** A parsed answer with this many citations. */
function readCiting(pages: number): EngineAnswer {
  const cited = Array.from({ length: pages }, (_, index) => ({
    url: `https://a.example/${index}`,
    title: null,
  }));
  const answer: EngineAnswer = {
    outcome: 'ok',
    detail: null,
    text: 'It depends.',
    cited,
    retrieved: [],
    searches: [],
    model: null,
    costUsd: null,
  };
  const reading = readingOf({ ...chatgpt, read: () => answer }, []);
  assert.ok('cited' in reading);
  return reading;
}

test('keeps 500 citations', () => {
  const { cited, detail } = readCiting(500);
  assert.deepEqual([cited.length, cited.at(-1)?.url, detail], [500, 'https://a.example/499', null]);
});

test('keeps the first 500 of 501 citations, and the detail says that some are missing', () => {
  const { cited, detail } = readCiting(501);
  assert.deepEqual(
    [cited.length, cited.at(-1)?.url, detail],
    [500, 'https://a.example/499', 'citations_cut'],
  );
});
