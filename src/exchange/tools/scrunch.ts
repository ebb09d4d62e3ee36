import type { Tool } from './tool.ts';

/** Scrunch's `GET /v1/{brand}/responses`. */
export const SCRUNCH: Tool = {
  id: 'scrunch',
  name: 'Scrunch',
  has: ['prompt', 'platform', 'response_text', 'brand_present'],
  columns: {
    question: 'prompt',
    engine: 'platform',
    time: 'created_at',
    market: 'country',
    answer: 'response_text',
    citations: 'citations',
    searches: 'query_fanout.queries',
    id: 'id',
    named: 'brand_present',
  },
  hasIds: true,
  unused: { brand_position: 'a third of the answer, not a rank' },
};
