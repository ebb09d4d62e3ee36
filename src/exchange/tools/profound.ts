import type { Tool } from './tool.ts';

/** Profound's `POST /v1/prompts/answers`. `mentions` are its own reading, in no order that counts; its ids are of runs, not answers. */
export const PROFOUND: Tool = {
  id: 'profound',
  name: 'Profound',
  has: ['prompt', 'response', 'model', 'mentions', 'created_at'],
  columns: {
    question: 'prompt',
    engine: 'model',
    time: 'created_at',
    market: 'region',
    answer: 'response',
    citations: 'citations',
    searches: 'search_queries',
    named: 'mentions',
  },
  hasIds: false,
};
