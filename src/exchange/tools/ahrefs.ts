import type { Tool } from './tool.ts';

/** Ahrefs Brand Radar's `GET /v3/brand-radar/ai-responses`. `last_updated` is a day; `volume` is an estimate of searches. */
export const AHREFS: Tool = {
  id: 'ahrefs',
  name: 'Ahrefs Brand Radar',
  has: ['question', 'response', 'data_source', 'last_updated'],
  columns: {
    question: 'question',
    engine: 'data_source',
    time: 'last_updated',
    market: 'country',
    answer: 'response',
    citations: 'links',
    searches: 'search_queries',
  },
  hasIds: false,
};
