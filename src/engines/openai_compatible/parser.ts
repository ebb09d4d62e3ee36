import type { EngineReading, Fault, Reply, Source } from '../engine.ts';
import { type AnswerFields, answered, emptyAnswer, failed, sourceOf } from '../engine-reading.ts';
import { failureOf, slugOf } from '../http-failures.ts';
import { isObject, type Json, jsonObject, number, object, objects, text } from '../json.ts';
import type { SearchBy } from './definition.ts';
import { endingOf } from './endings.ts';
import { withoutReasoning } from './reasoning.ts';

/** Reads a reply from an endpoint compatible with OpenAI's chat completions. None has its search queries. */
export function readReply(reply: Reply, search: SearchBy): EngineReading {
  if (reply.status !== 200) return failureOf(reply, ownFault);
  const body = jsonObject(reply.body);
  // OpenRouter has already started its reply when a model fails: the status is in the body.
  if (isObject(body.error)) return failureOf({ ...reply, status: number(body.error.code) ?? 500 }, ownFault);
  return readCompletion(body, search);
}

/** OpenRouter answers a moderated question with 403, which otherwise concerns the key. */
function ownFault(_code: string, message: string): Fault | undefined {
  return /\b(moderation|flagged)\b/i.test(message) ? 'final' : undefined;
}

/** @throws Error without a message: another kind of body isn't a blank answer */
function readCompletion(body: Json, search: SearchBy): EngineReading {
  const [choice] = objects(body.choices);
  const message = choice?.message;
  if (choice === undefined || !isObject(message)) throw new Error('the body has no message');
  const found = { ...costOf(body), model: text(body.model), ...searchesIn(body, message, search) };
  if (isObject(choice.error)) return failed(`http_${number(choice.error.code) ?? 500}`, 'transient');
  const { ending, name } = endingOf(choice.finish_reason);
  if (ending === 'withheld') return emptyAnswer(withheldDetail(name), found);
  if (ending === 'cut') return { ...failed(slugOf(`truncated:${name}`), 'length'), ...costOf(body) };
  if (ending === 'broken') return { ...failed(brokenDetail(name), 'transient'), ...costOf(body) };
  const said = withoutReasoning(contentOf(message));
  if (said.trim() === '' && text(message.refusal)) return emptyAnswer('refusal', found);
  return answered(said, found);
}

function withheldDetail(name: string): string {
  return ['content_filter', 'refusal'].includes(name) ? name : slugOf(`blocked:${name}`);
}

function brokenDetail(name: string): string {
  if (name === 'error') return 'finish_error';
  return name === 'null' ? 'unfinished' : slugOf(`stopped:${name}`);
}

/** The message's text: a string, or the texts among its parts. */
function contentOf({ content }: Json): string {
  if (!Array.isArray(content)) return text(content) ?? '';
  return objects(content)
    .map((part) => (part.type === 'text' ? (text(part.text) ?? '') : ''))
    .join('');
}

/** The reply's citations and search detail. A link in the text is not a citation: the model may have invented it. */
function searchesIn(
  body: Json,
  message: Json,
  search: SearchBy,
): Pick<AnswerFields, 'cited' | 'searches' | 'detail'> {
  if (search === 'none') return { cited: [], searches: [], detail: null };
  const cited = objects(message.annotations).map(citationIn);
  const requests = number(object(object(body.usage).server_tool_use).web_search_requests);
  const hasSearched = requests === undefined ? cited.some((each) => each !== null) : requests > 0;
  return { cited, searches: null, detail: hasSearched ? null : 'no_search' };
}

function citationIn({ type, url_citation: citation }: Json): Source | null {
  if (type !== 'url_citation') return null;
  const { url, title } = object(citation);
  return sourceOf(url, title);
}

/** The cost in US dollars, as OpenRouter bills it. Other endpoints don't report one. */
function costOf({ usage }: Json): { costUsd: number | null } {
  return { costUsd: number(object(usage).cost) ?? null };
}
