import type { EngineChoice } from '../mapping.ts';
import type { Tool } from './tool.ts';

/** Its providers are APIs that search, but for the browser's. `local` is a model of its user's. */
const ENGINES: ReadonlyMap<string, EngineChoice> = new Map([
  ['openai', { slug: 'chatgpt' }],
  ['claude', { slug: 'claude' }],
  ['gemini', { slug: 'gemini' }],
  ['perplexity', { slug: 'perplexity' }],
  ['cdp:chatgpt', { slug: 'chatgpt_app' }],
]);

const SHARED = { id: 'canonry', name: 'canonry', hasIds: true, engines: (name: string) => ENGINES.get(name) };

/**
 * `cnry results export`: `canonry.results-export/v1`. `answerMentioned` is null where nothing was evaluated; `citedUrls`
 * is null in answers from before it was captured, whose grounding sources stand in.
 */
export const CANONRY: Tool = {
  ...SHARED,
  has: ['snapshotId', 'query', 'provider', 'answerText'],
  columns: {
    question: 'query',
    engine: 'provider',
    time: 'snapshotCreatedAt',
    market: 'location',
    answer: 'answerText',
    citations: 'citedUrls',
    searches: 'searchQueries',
    model: 'model',
    id: 'snapshotId',
    named: 'answerMentioned',
  },
  prepare: (row) => ({ ...row, citedUrls: row.citedUrls ?? row.groundingSources }),
};

/** The same with `--format csv`. */
export const CANONRY_CSV: Tool = {
  ...SHARED,
  has: ['snapshot_id', 'query', 'provider', 'answer_text'],
  columns: {
    question: 'query',
    engine: 'provider',
    time: 'snapshot_created_at',
    market: 'location',
    answer: 'answer_text',
    citations: 'cited_urls_json',
    searches: 'search_queries_json',
    model: 'model',
    id: 'snapshot_id',
    named: 'answer_mentioned',
  },
  prepare: (row) => ({ ...row, cited_urls_json: row.cited_urls_json || row.grounding_sources_json }),
};
