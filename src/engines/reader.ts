import type {
  Access,
  BatchApi,
  EngineAdapter,
  EngineReading,
  EngineRequest,
  Provider,
  Question,
  ReadingTask,
  Reply,
} from './engine.ts';
import { jsonObjectOrEmpty, number, object } from './json.ts';
import { lengthCap } from './length-cap.ts';
import { byOneRequest } from './one-request.ts';

/** Readers' slugs begin with it, and no engine's does. */
export const READER_PREFIX = 'reader_';

/** The most tokens of a reply, with the model's reasoning. */
const MOST_TOKENS = 8000;

export interface ReaderInput extends ReadingTask {
  readonly prompt: string;
  readonly mostTokens: number;
}

interface ReaderDefinition {
  readonly provider: Provider;
  readonly model: string;
  /** Approximate US dollars to read an answer, with the default model. */
  readonly costUsd: number;
  readonly omittable?: readonly string[];
  readonly suspected?: string;
  readonly batch?: BatchApi;
  request(input: ReaderInput, access: Access): EngineRequest;
  read(reply: Reply): EngineReading;
}

/** A model that reads stored answers, by its provider's structured output, without tools. */
export function readerBy({
  provider,
  model,
  costUsd,
  omittable = [],
  suspected,
  batch,
  request,
  read,
}: ReaderDefinition): EngineAdapter {
  return {
    slug: `${READER_PREFIX}${provider.slug}`,
    name: provider.name,
    method: 'api',
    provider,
    defaults: { model, concurrency: 4, deadlineSeconds: 90, costUsd },
    mostPromptCharacters: null,
    omittable,
    ...(suspected !== undefined && { suspected }),
    ...(batch !== undefined && { batch }),
    marketApplied: () => ({ location: false, language: false }),
    ...byOneRequest((question, access) => request(inputOf(question), access), read),
  };
}

function inputOf(question: Question): ReaderInput {
  const { prompt, task } = question;
  if (task === undefined) throw new Error('a reader needs a task');
  return { ...task, prompt, mostTokens: lengthCap(question, MOST_TOKENS) };
}

/** Tokens that a provider counted; null where its reply tells none. */
export interface TokenCounts {
  readonly input: number | null;
  readonly output: number | null;
}

/** The tokens in a reply of any provider, with those from its cache and of its reasoning. */
export function tokensIn({ body }: Pick<Reply, 'body'>): TokenCounts {
  const { usage, usageMetadata } = jsonObjectOrEmpty(body);
  const counts = { ...object(usage), ...object(usageMetadata) };
  const sum = (...names: readonly string[]) => {
    const found = names.flatMap((name) => number(counts[name]) ?? []);
    return found.length === 0 ? null : found.reduce((total, each) => total + each, 0);
  };
  return {
    input: sum(
      'input_tokens',
      'cache_creation_input_tokens',
      'cache_read_input_tokens',
      'prompt_tokens',
      'promptTokenCount',
    ),
    output: sum('output_tokens', 'completion_tokens', 'candidatesTokenCount', 'thoughtsTokenCount'),
  };
}
