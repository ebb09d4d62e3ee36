import { isObject, type JsonObject, objectIn, valueAt } from '../json-records.ts';
import { textIn } from '../values.ts';
import type { Tool } from './tool.ts';

/** elmo has no export of answers: these are the rows of the query in docs/importing.md. The text is inside `raw_output`. */
export const ELMO: Tool = {
  id: 'elmo',
  name: 'elmo',
  has: ['prompt', 'model', 'provider', 'raw_output'],
  columns: {
    question: 'prompt',
    engine: 'engine',
    time: 'created_at',
    answer: 'answer',
    citations: 'citations',
    searches: 'web_queries',
    model: 'version',
    id: 'id',
    named: 'brand_mentioned',
  },
  hasIds: true,
  prepare: (row) => ({ ...row, engine: engineOf(row), answer: answerOf(row.raw_output) }),
};

/** `chatgpt openai-api online`: the engine, who read it, and whether the API searched; `scraper` for DataForSEO's. */
function engineOf({ model, provider, version, web_search_enabled: searched }: JsonObject): string {
  const isScraper = provider === 'dataforseo' && version === 'dataforseo';
  const how = isScraper ? 'scraper' : /^(?:true|t)$/.test(String(searched)) ? 'online' : null;
  return [model, provider, how]
    .map((part) => textIn(part))
    .filter((part) => part !== null)
    .join(' ');
}

/** Where providers' replies have their text, best first; `[]` goes through a list, whose texts are joined. */
const TEXT_PLACES = [
  'output.[].content.[].text',
  'choices.[].message.content',
  'outputs.[].content.[].text',
  'content.[].text',
  'tasks.[].result.[].markdown',
  'tasks.[].result.[].items.[].sections.[].text',
  'tasks.[].result.[].items.[].markdown',
  'results.[].content.results.ai_overviews.[].answer_text.[].fragments.[].text',
  'results.[].content.markdown_text',
  'results.[].content.answer_results_md',
  'results.[].content.response_text',
  'results.[].content.answer_text',
  'result.markdown_content',
  'aioverview.markdown',
  'aioverview.text',
  'ai_overview.markdown',
  'ai_overview.text',
  'ai_overview.texts.[].snippet',
  'answer_text_markdown',
  'answer_markdown',
  'answer_text',
  'markdown',
  'answer',
  'response',
  'text',
];

function answerOf(raw: unknown): string | null {
  const reply = typeof raw === 'string' ? (replyIn(raw) ?? raw) : raw;
  if (typeof reply === 'string') return reply;
  const first: unknown = Array.isArray(reply) ? reply[0] : reply;
  if (!isObject(first)) return null;
  const inner = first.json_content ?? valueAt(first, 'result.json_content');
  const record = (typeof inner === 'string' ? objectIn(inner) : null) ?? first;
  for (const place of TEXT_PLACES) {
    const texts = textsAt(record, place.split('.'));
    if (texts.length > 0) return texts.join('\n\n');
  }
  return null;
}

function replyIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function textsAt(value: unknown, [step, ...rest]: readonly string[]): string[] {
  if (step === undefined) return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
  if (step === '[]')
    return Array.isArray(value) ? value.filter(isSpoken).flatMap((each) => textsAt(each, rest)) : [];
  return isObject(value) && Object.hasOwn(value, step) ? textsAt(value[step], rest) : [];
}

/** What a model thought is no answer. */
function isSpoken(part: unknown): boolean {
  return !(isObject(part) && /^(?:reasoning|thinking)$/.test(String(part.type)));
}
